"""What light, lens and sensor do to a scene. Knows nothing of cards."""

from __future__ import annotations

import cv2
import numpy as np


def develop(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Light the scene and take the photograph: shade, glare, lens, motion, sensor, JPEG."""
    size = image.shape[0]
    small = np.ones((8, 8), np.float32)
    y, x = np.mgrid[0:8, 0:8] / 7 - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    small += (x * np.cos(turn) + y * np.sin(turn)) * rng.uniform(0, 0.9)
    if rng.random() < 0.25:  # the edge of a shadow
        small = np.where(
            x * np.cos(turn * 2) + y * np.sin(turn * 2) > rng.uniform(-0.3, 0.3),
            small,
            small * rng.uniform(0.35, 0.8),
        ).astype(np.float32)
    light = cv2.resize(small.astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    level = np.exp(rng.normal(-0.12, 0.32))
    warmth = rng.normal(0, 0.11)
    gain = np.array([1 - warmth, 1 + rng.normal(0, 0.03), 1 + warmth], np.float32) * level
    out = image.astype(np.float32)
    out *= light[..., None]
    out *= gain
    if rng.random() < 0.2:  # glare
        cx, cy = rng.uniform(0, size, 2)
        gy, gx = np.mgrid[0:size:4, 0:size:4]
        blob = np.exp(
            -(((gx - cx) / rng.uniform(15, 90)) ** 2 + ((gy - cy) / rng.uniform(15, 90)) ** 2)
        )
        out += cv2.resize((blob * rng.uniform(60, 220)).astype(np.float32), (size, size))[..., None]
    if rng.random() < 0.3:  # haze or lifted blacks
        out = out * rng.uniform(0.7, 1) + rng.uniform(0, 45)
    out = lens(out, rng)
    noise = rng.choice([0, 2, 5, 11], p=[0.3, 0.4, 0.2, 0.1])
    if noise:
        cv2.setRNGSeed(int(rng.integers(2**31)))
        grain = np.empty(out.shape, np.float32)
        cv2.randn(grain, 0, float(noise))
        out += grain
    out = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.5:
        curve = np.clip(255 * (np.arange(256) / 255) ** rng.uniform(0.7, 1.4), 0, 255)
        out = cv2.LUT(out, curve.astype(np.uint8))
    return out


def lens(out: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Blur by focus, movement or too few pixels; sharpen as phones do."""
    size = out.shape[0]
    kind = rng.random()
    if kind < 0.45:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.5)))
    elif kind < 0.58:
        n = int(rng.integers(2, 7))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        kernel = kernel if rng.random() < 0.5 else kernel.T
        out = cv2.filter2D(out, -1, np.ascontiguousarray(kernel / max(kernel.sum(), 1e-3)))
    elif kind < 0.72:
        scale = rng.uniform(0.45, 0.9)
        small = cv2.resize(out, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        out = out + rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    return out
