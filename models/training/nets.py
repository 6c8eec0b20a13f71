"""The two networks: plain convolutions and ReLU only, so that every OpenCV reads them."""

from __future__ import annotations

import torch
from torch import nn

FINDER_STRIDE = 8
FINDER_WIDTH = 64  # channels at stride 8, where they cost least
FINDER_MAPS = 6  # heat, dx, dy, log size, cos, sin
CROP_H, CROP_W = 64, 48
CROP_INDEX_H = 40  # an index fills this much of a crop's height
RANK_COUNT, SUIT_COUNT = 19, 4  # RANK_CLASSES and SUITS of scenes.py
READER_EMBEDDING = 64  # what the reader keeps of a crop; a deck is learnt by heart from these
READER_OUTPUTS = RANK_COUNT + SUIT_COUNT + 2  # ranks, suits, red (logit), is an index (logit)


def conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3, groups: int = 1) -> nn.Module:
    """Return convolution, normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def separable(inputs: int, outputs: int, stride: int = 1) -> nn.Module:
    """Return a depthwise and a pointwise convolution."""
    return nn.Sequential(conv(inputs, inputs, stride, 3, inputs), conv(inputs, outputs, 1, 1))


class Finder(nn.Module):
    """Fully convolutional; stride 8. Input BGR / 255 (n, 3, h, w), output (n, 6, h/8, w/8)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 12, 2),
            separable(12, 24, 2),
            separable(24, 24),
            separable(24, FINDER_WIDTH, 2),
            *[separable(FINDER_WIDTH, FINDER_WIDTH) for _ in range(6)],
        )
        self.head = nn.Conv2d(FINDER_WIDTH, FINDER_MAPS, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -4.0  # almost everywhere there is no index

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return raw maps; heat is a logit."""
        return self.head(self.body(x))


class Reader(nn.Module):
    """Crop (n, 3, 64, 48) divided by paper white -> (n, 25) logits, by way of 64 numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 32, 2),
            conv(32, 64),
            conv(64, 96, 2),
            conv(96, 96),
            conv(96, 96, 2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * 4 * 3, READER_EMBEDDING),
            nn.ReLU(),
        )
        self.head = nn.Linear(READER_EMBEDDING, READER_OUTPUTS)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return logits: 19 ranks, 4 suits, red, index."""
        return self.head(self.body(x))
