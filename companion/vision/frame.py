"""A picture from outside made into one kind of array, or refused with a sentence.

The only door for bytes, files and foreign arrays; it never looks for cards.
"""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

FrameBGR = NDArray[np.uint8]  # (height, width, 3), channels blue green red, 0 to 255
Picture = FrameBGR | bytes | bytearray | memoryview | str | Path

MEGAPIXELS_MAX = 50
SIDE_MIN = 32  # pixels; no index can be read in less
_BYTES_MAX = 100 * 2**20
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"}
_TAKE_AGAIN = "Take the picture again, or choose another."


class PictureError(ValueError):
    """A picture that cannot be read. ``code`` is stable; the message is a sentence for people.

    Codes: ``no_file``, ``empty``, ``not_a_picture``, ``heic``, ``gif``, ``too_small``,
    ``too_large``, ``truncated``, ``damaged``, ``bad_array``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def to_frame(picture: Picture) -> FrameBGR:
    """Return *picture* (BGR array, encoded bytes, or a path) as an upright BGR frame.

    Turns the picture as its EXIF says. Raises `PictureError` for anything that is no picture.
    """
    if isinstance(picture, np.ndarray):
        return from_array(picture)
    if isinstance(picture, str | Path):
        return decode(_read_file(Path(picture)))
    if isinstance(picture, bytes | bytearray | memoryview):
        return decode(bytes(picture))
    raise PictureError(
        "bad_array",
        f"A {type(picture).__name__} came where a picture was needed: "
        "give an array, bytes or a path.",
    )


def from_array(picture: NDArray[np.generic]) -> FrameBGR:
    """Return an array of grey, BGR or BGRA pixels, 8 or 16 bits, as a BGR frame."""
    channels = picture.shape[2] if picture.ndim == 3 else 1
    if picture.ndim not in (2, 3) or channels not in (1, 3, 4):
        raise PictureError(
            "bad_array",
            f"An array of shape {picture.shape} came; (height, width), (height, width, 3) or "
            "(height, width, 4) is needed.",
        )
    if picture.dtype.kind == "u" and picture.dtype.itemsize == 2:  # in either order of bytes
        picture = (picture // 257).astype(np.uint8)
    if picture.dtype != np.uint8:
        raise PictureError(
            "bad_array",
            f"An array of {picture.dtype} came; uint8 from 0 to 255 or uint16 to 65535 is needed.",
        )
    _check_size(picture.shape[1], picture.shape[0])
    pixels = np.ascontiguousarray(picture)
    if channels == 1:
        return np.asarray(
            cv2.cvtColor(pixels.reshape(pixels.shape[:2]), cv2.COLOR_GRAY2BGR), np.uint8
        )
    if channels == 4:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)
    return np.asarray(pixels, np.uint8)


def decode(data: bytes) -> FrameBGR:
    """Return encoded *data* (JPEG, PNG, WebP, BMP; HEIC with the extra `heic`) as a BGR frame."""
    if not data:
        raise PictureError("empty", f"The picture is empty (0 bytes). {_TAKE_AGAIN}")
    if len(data) > _BYTES_MAX:
        raise PictureError(
            "too_large",
            f"The picture has more than {_BYTES_MAX // 2**20} MB, which is the most that can be "
            "read. Send a smaller one.",
        )
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return _decode_heif(data)
    if data[:6] in (b"GIF87a", b"GIF89a"):
        raise PictureError(
            "gif", f"A GIF came; a JPEG, PNG or WebP photograph is needed. {_TAKE_AGAIN}"
        )
    width, height = _header_size(data)
    _check_size(width, height)
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        frame = None
    if frame is None:
        raise PictureError("damaged", f"The picture is damaged and cannot be opened. {_TAKE_AGAIN}")
    return np.asarray(frame, np.uint8)


def _read_file(path: Path) -> bytes:
    """Return a file's bytes, no more than show that they are too many.

    A file that cannot be opened is a `PictureError`.
    """
    try:
        with path.open("rb") as file:  # some, such as /dev/zero, never end
            return file.read(_BYTES_MAX + 1)
    except (OSError, ValueError) as error:  # a name with a zero in it is no name of a file
        reason = (getattr(error, "strerror", None) or "it cannot be opened").lower()
        raise PictureError(
            "no_file", f"{path} could not be read ({reason}). Check the name and try again."
        ) from error


def _check_size(width: int, height: int) -> None:
    """Refuse what is too small to hold an index, or so large that it would fill the memory."""
    if width < SIDE_MIN or height < SIDE_MIN:
        raise PictureError(
            "too_small",
            f"The picture is {width} × {height} pixels; at least {SIDE_MIN} × {SIDE_MIN} are "
            f"needed. {_TAKE_AGAIN}",
        )
    if width * height > MEGAPIXELS_MAX * 1_000_000:
        raise PictureError(
            "too_large",
            f"The picture is {width} × {height} pixels ({width * height / 1e6:.0f} megapixels); at "
            f"most {MEGAPIXELS_MAX} can be read. Send a smaller one.",
        )


def _header_size(data: bytes) -> tuple[int, int]:
    """Return (width, height) from the header alone, without decoding a pixel."""
    try:
        if data[:3] == b"\xff\xd8\xff":
            return _jpeg_size(data)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return _png_size(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data[:2] == b"BM":
            width, height = struct.unpack_from("<ii", data, 18)
            return abs(width), abs(height)
    except (struct.error, IndexError) as error:
        raise _truncated() from error
    raise PictureError(
        "not_a_picture",
        "This file is not a picture that can be read; a JPEG, PNG or WebP is needed. "
        f"{_TAKE_AGAIN}",
    )


def _truncated() -> PictureError:
    return PictureError("truncated", f"The end of the picture is missing. {_TAKE_AGAIN}")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walk the segments of a JPEG; its end mark must follow, else part of it is missing."""
    size, at = None, 2
    while True:
        while data[at : at + 2] == b"\xff\xff":  # padding, which may stand before any mark
            at += 1
        marker, length = data[at + 1], struct.unpack_from(">H", data, at + 2)[0]
        if data[at] != 0xFF:
            raise PictureError(
                "damaged", f"The picture is damaged and cannot be opened. {_TAKE_AGAIN}"
            )
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = width, height
        if marker == 0xDA:  # the pixels begin; inside them FF D9 can only be the end
            if data.find(b"\xff\xd9", at) < 0:
                raise _truncated()
            break
        at += 2 + length
    if size is None:
        raise PictureError("damaged", f"The picture is damaged and cannot be opened. {_TAKE_AGAIN}")
    return size


def _png_size(data: bytes) -> tuple[int, int]:
    """Return a PNG's size; its last chunk must be there."""
    width, height = struct.unpack_from(">II", data, 16)
    if b"IEND" not in data[-64:] and data.rfind(b"IEND") < 0:
        raise _truncated()
    return width, height


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return a WebP's size for its three kinds: lossy, lossless, extended."""
    if len(data) < struct.unpack_from("<I", data, 4)[0]:
        raise _truncated()
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    return (int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1)


def _decode_heif(data: bytes) -> FrameBGR:
    """Decode HEIC with pillow-heif where it is installed; otherwise say what to do."""
    try:
        import pillow_heif
    except ImportError as error:
        raise PictureError(
            "heic",
            "This is a HEIC picture, which needs an extra part of Boodle. Send it as JPEG (on an "
            "iPhone: Settings, Camera, Formats, Most Compatible), or install boodle[heic].",
        ) from error
    try:
        image = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        _check_size(*image.size)
        return from_array(np.asarray(image))
    except (ValueError, OSError, EOFError, SyntaxError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(
            "damaged", f"The picture is damaged and cannot be opened. {_TAKE_AGAIN}"
        ) from error
