"""Claims about the door for pictures: read, or refused with a sentence."""

from __future__ import annotations

import base64
import random
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.frame import PictureError, decode, from_array, to_frame

pytestmark = pytest.mark.vision


def half_and_half() -> np.ndarray:
    """A picture that is red above and blue below, wider than high, so that turns show."""
    picture = np.zeros((60, 100, 3), np.uint8)
    picture[:30] = (0, 0, 255)
    picture[30:] = (255, 0, 0)
    picture[:30, :50] = (0, 255, 0)
    return picture


def encoded(picture: np.ndarray, suffix: str = ".jpg") -> bytes:
    return cv2.imencode(suffix, picture)[1].tobytes()


def with_exif_turn(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x112, 3, 1, orientation, 0, 0)
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


TURNS = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.transpose(1, 0, 2),
    6: lambda p: np.rot90(p, -1),
    7: lambda p: p[::-1, ::-1].transpose(1, 0, 2),
    8: np.rot90,
}


@pytest.mark.parametrize("orientation", sorted(TURNS))
def test_each_exif_turn_is_read_upright(orientation: int) -> None:
    data = with_exif_turn(encoded(half_and_half()), orientation)

    frame = decode(data)

    upright = TURNS[orientation](half_and_half())
    assert frame.shape == upright.shape
    assert np.abs(frame.astype(int) - upright).mean() < 8


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_the_usual_formats_are_read(suffix: str) -> None:
    frame = decode(encoded(half_and_half(), suffix))

    assert frame.shape == (60, 100, 3)
    assert frame.dtype == np.uint8


@pytest.mark.parametrize(
    "picture",
    [
        half_and_half()[..., 0],
        np.dstack([half_and_half(), np.full((60, 100), 9, np.uint8)]),
        half_and_half().astype(np.uint16) * 257,
    ],
    ids=["grey", "rgba", "16-bit"],
)
def test_grey_rgba_and_16_bit_are_read_from_array_and_png(picture: np.ndarray) -> None:
    for frame in (to_frame(picture), decode(encoded(picture, ".png"))):
        assert frame.shape == (60, 100, 3)
        assert frame.dtype == np.uint8


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds no pixels: decoding it would cost the claimed memory."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    crc = struct.pack(">I", zlib.crc32(chunk))
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + crc + b"\x00\x00\x00\x00IEND"


JPEG = encoded(half_and_half())
BAD = {
    "empty": (b"", "empty"),
    "text": (b"not a picture at all, only words", "not_a_picture"),
    "html": (b"<!doctype html><p>hello", "not_a_picture"),
    "truncated_jpeg": (JPEG[: len(JPEG) // 2], "truncated"),
    "three_bytes": (b"\xff\xd8\xff", "truncated"),
    "truncated_png": (encoded(half_and_half(), ".png")[:60], "truncated"),
    "one_pixel": (encoded(half_and_half()[:1, :1], ".png"), "too_small"),
    "bomb": (png_header(40_000, 40_000), "too_large"),
    "gif": (b"GIF89a\x40\x00\x40\x00\x00\x00\x00;", "gif"),
    "garbage_jpeg": (b"\xff\xd8\xff\xe0" + bytes(200), "damaged"),
    "garbage_png": (png_header(100, 100), "damaged"),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_bad_bytes_are_refused_with_a_sentence(name: str) -> None:
    data, code = BAD[name]

    with pytest.raises(PictureError) as refusal:
        decode(data)

    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")


def test_a_jpeg_of_too_many_pixels_is_refused_from_its_header() -> None:
    at = JPEG.index(b"\xff\xc0") + 5
    bomb = JPEG[:at] + struct.pack(">HH", 60_000, 60_000) + JPEG[at + 4 :]

    with pytest.raises(PictureError, match="megapixels"):
        decode(bomb)


def test_heic_without_its_extra_says_how_to_get_a_jpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pillow_heif", None)

    with pytest.raises(PictureError, match="Most Compatible") as refusal:
        decode(b"\x00\x00\x00\x18ftypheic" + bytes(40))

    assert refusal.value.code == "heic"


@pytest.mark.parametrize(
    "picture",
    [np.zeros((40, 40, 2), np.uint8), np.zeros((40, 40, 3)), np.zeros(9, np.uint8), None, 7],
    ids=["two channels", "floats", "flat", "none", "number"],
)
def test_what_is_no_picture_array_is_refused(picture: object) -> None:
    with pytest.raises(PictureError) as refusal:
        to_frame(picture)  # type: ignore[arg-type]

    assert refusal.value.code == "bad_array"


def test_a_missing_file_and_a_folder_are_refused_by_name(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path, "no\0name.jpg"):
        with pytest.raises(PictureError, match="could not be read") as refusal:
            to_frame(path)

        assert refusal.value.code == "no_file"


RED_CMYK = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAoHB4jHhkoIyEjLSsoMDxkQTw3Nzx7WF1JZJGAmZaPgIyKoLTmw6Cq2q2KjMj/"
    "y9ru9f///5vB////+v/m/f/4/8AAFAgAIAAgBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAF/8QAFBAB"
    "AAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwCyioqyAAAAAAAAAAAAAAAAAAAA/9k="
)


def test_a_cmyk_jpeg_keeps_its_colours() -> None:
    blue, green, red = decode(RED_CMYK)[16, 16]

    assert red > 200
    assert max(blue, green) < 60


def test_a_grey_jpeg_is_read() -> None:
    frame = decode(encoded(half_and_half()[..., 0]))

    assert frame.shape == (60, 100, 3)
    assert (frame[..., 0] == frame[..., 2]).all()


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_damaged_bytes_are_read_or_refused_and_never_anything_else(suffix: str) -> None:
    whole, rng = encoded(half_and_half(), suffix), random.Random(7)

    for _ in range(150):
        data = bytearray(whole[: rng.randrange(1, len(whole) + 1)])
        for _ in range(rng.randrange(6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            assert decode(bytes(data)).ndim == 3
        except PictureError as refusal:
            assert str(refusal).endswith(".")


def test_a_file_without_an_end_is_too_large() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no /dev/zero here")
    with pytest.raises(PictureError, match="more than 100 MB") as refusal:
        to_frame("/dev/zero")

    assert refusal.value.code == "too_large"


def test_padding_before_the_marks_of_a_jpeg_hides_no_size() -> None:
    at = JPEG.index(b"\xff\xc0")
    size = bytearray(JPEG)
    size[at + 5 : at + 9] = struct.pack(">HH", 40_000, 40_000)
    bomb = bytes(size[:at]) + b"\xff\xff\xff" + bytes(size[at:])

    assert decode(JPEG[:at] + b"\xff\xff\xff" + JPEG[at:]).shape == decode(JPEG).shape
    with pytest.raises(PictureError) as refusal:
        decode(bomb)
    assert refusal.value.code == "too_large"


def test_16_bits_are_read_in_either_order_of_bytes() -> None:
    picture = half_and_half().astype(">u2") * 257

    assert (from_array(picture) == half_and_half()).all()
