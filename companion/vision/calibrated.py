"""Numbers fitted by models/training/calibrate.py to the weights beside it; written by it, too."""

# Each head's logits are divided by its temperature, so that 0.9 is right nine times in ten.
RANK_TEMPERATURE = 1.0
SUIT_TEMPERATURE = 1.0

# (slope, offset) of the log odds, for a card read by one corner and by several together.
ALONE = (1.0, 0.0)
TOGETHER = (1.0, 0.0)

REPORTED_MIN = 0.95  # a card less probable is not reported
