"""Numbers fitted by models/training/calibrate.py to the weights beside it; written by it, too."""

# Each head's logits are divided by its temperature, so that 0.9 is right nine times in ten.
RANK_TEMPERATURE = 1.0
SUIT_TEMPERATURE = 1.0
SHOWN_TEMPERATURE = 1.0

ALONE_MIN = 0.9  # one corner must be this sure when nothing confirms it
TOGETHER_MIN = 0.96  # the joint confidence of two corners of one card
