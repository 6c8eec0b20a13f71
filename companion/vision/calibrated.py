"""Numbers fitted by models/training/calibrate.py to the weights beside it; written by it, too."""

# Each head's logits are divided by its temperature, so that 0.9 is right nine times in ten.
RANK_TEMPERATURE = 1.725
SUIT_TEMPERATURE = 2.006

# (slope, offset) of the log odds: for a card of which one index is found although nothing hides the
# other, for one index among neighbours as in a fan, and for several indices of one card together.
ALONE = (1.574, -0.797)
IN_COMPANY = (1.561, -0.275)
TOGETHER = (1.022, -0.459)

REPORTED_MIN = 0.92  # a card less probable is not reported
