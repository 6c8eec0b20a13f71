"""Runs an ONNX network by OpenCV, or by onnxruntime where that is installed: the same answers.

``BOODLE_RUNTIME=opencv`` or ``onnxruntime`` chooses; else onnxruntime is taken if it is there, as
it is about one and a half times as fast. Knows nothing of what a network is for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
OPENCV: Final = "opencv"
ONNXRUNTIME: Final = "onnxruntime"
VARIABLE: Final = "BOODLE_RUNTIME"


class RuntimeUnknown(ValueError):
    """``BOODLE_RUNTIME`` names a runtime that is not known or not installed."""


class Net(Protocol):
    """One loaded network. As it is loaded it keeps its last input: one thread at a time."""

    def run(self, batch: Numbers) -> Mapping[str, Numbers]:
        """Return the network's outputs by name for *batch* (n, 3, height, width)."""
        ...


def installed() -> list[str]:
    """Return the runtimes that can be used here, the one taken by itself first."""
    return [ONNXRUNTIME, OPENCV] if is_there(ONNXRUNTIME) else [OPENCV]


@cache
def is_there(module: str) -> bool:
    """True if *module* can be imported. Looked up once: it takes as long as reading an index."""
    return find_spec(module) is not None


def chosen() -> str:
    """Return the runtime to use. Raises `RuntimeUnknown`."""
    wanted = os.environ.get(VARIABLE, "").strip().lower()
    if not wanted:
        return installed()[0]
    if wanted not in installed():
        raise RuntimeUnknown(
            f"{VARIABLE} is {wanted!r}, but only {' and '.join(installed())} can be used here. "
            "Unset it, or install boodle[fast]."
        )
    return wanted


@contextmanager
def using(name: str) -> Iterator[None]:
    """Choose runtime *name* for a while, for the whole process: to compare them."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = name
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before


def load(onnx: bytes, path: Path, runtime: str, *, small: bool = False) -> Net:
    """Return the network in *onnx*; whatever the runtime raises for a bad file passes through.

    *path* is where *onnx* was read from; *small* says that the network sees many small pictures at
    once, and not one large one.
    """
    if runtime == ONNXRUNTIME:
        return _OnnxRuntimeNet(onnx)
    return _OpenCvNet(_opened(onnx, path, small))


def _opened(onnx: bytes, path: Path, small: bool) -> Any:
    """Return a network of cv2.dnn.

    OpenCV 5 has two engines: that of 4.x is a quarter faster on *small* pictures, the new one on
    large ones. It heeds which is wanted for a file only, whose name it may not understand.
    """
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if small and classic is not None:
        with suppress(cv2.error):
            return cv2.dnn.readNetFromONNX(str(path), classic)
    return cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))


class _OpenCvNet:
    """A network run by cv2.dnn on as many threads as ``cv2.setNumThreads`` allows."""

    def __init__(self, net: Any) -> None:
        self._net = net
        self._names = list(self._net.getUnconnectedOutLayersNames())  # the order differs by version

    def run(self, batch: Numbers) -> Mapping[str, Numbers]:
        self._net.setInput(batch)
        return dict(zip(self._names, map(np.asarray, self._net.forward(self._names)), strict=True))


class _OnnxRuntimeNet:
    """A network run by onnxruntime on one thread."""

    def __init__(self, onnx: bytes) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            onnx, options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name
        self._names = [output.name for output in self._session.get_outputs()]

    def run(self, batch: Numbers) -> Mapping[str, Numbers]:
        answers = self._session.run(self._names, {self._input: batch})
        return dict(zip(self._names, answers, strict=True))
