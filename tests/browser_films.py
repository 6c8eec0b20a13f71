"""Films that Chromium's fake camera plays, at the pace at which this machine reads pictures."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser

from companion.vision.watch import Watch

FPS = 5
STILL_S = 1.8  # of a film, after each card
LOOKS = 10  # pictures read while a card lies still; five are needed
WIDTH, HEIGHT = 1280, 720

Launch = Callable[[Path], Browser]
"""Starts a browser whose camera shows a film."""


def slower_here(film: Path, cameras: int = 1) -> int:
    """Return how many times slower a film must run for this machine to keep up with it."""
    return max(1, math.ceil(cameras * LOOKS * seconds_to_read(film) / STILL_S))


def slow_down(film: Path, slower: int) -> None:
    """Let a film of `FPS` run so many times slower: its head says so."""
    with film.open("r+b") as file:
        head = file.readline()
        file.seek(0)
        file.write(head.replace(f" F{FPS}:1 ".encode(), f" F{FPS}:{slower} ".encode()))


def seconds_to_read(film: Path) -> float:
    """Return how long this machine needs for one picture of the film, now."""
    cv2.setNumThreads(1)
    watch, times = Watch(), []
    reader = cv2.VideoCapture(str(film))
    for at_ms in (0, 200, 400, 600):
        _, frame = reader.read()
        began = time.monotonic()
        view = watch.look(np.asarray(frame, np.uint8), at_ms)
        times += [time.monotonic() - began] if view.read else []
    reader.release()
    return max(times[1:])  # the first one loads the reader
