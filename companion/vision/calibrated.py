"""Numbers fitted by models/training/calibrate.py to the weights beside it; written by it, too."""

# Each head's logits are divided by its temperature, so that 0.9 is right nine times in ten.
RANK_TEMPERATURE = 2.219
SUIT_TEMPERATURE = 2.453

# (slope, offset) of the log odds: for a card of which one index is found although nothing hides the
# other, for one index among neighbours as in a fan, and for several indices of one card together.
ALONE = (1.665, 0.188)
IN_COMPANY = (1.972, 0.144)
TOGETHER = (0.868, 0.003)

REPORTED_MIN = 0.9  # a card less probable is not reported
