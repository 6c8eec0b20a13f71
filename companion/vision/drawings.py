"""Where annotated pictures and films go: settled, or refused, before the first one is read.

No drawing takes the place of another one of the same run, nor of a file that is read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2

from companion.vision.frame import FrameBGR, PictureError
from companion.vision.reel import SUFFIXES as FILMS

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})


def drawing_places(out: Path, paths: Sequence[Path]) -> dict[Path, Path]:
    """Return where the drawing of each of *paths* goes, and make the folders that it needs.

    *out* is a picture or a film for one of that kind, else a folder: in it each picture has a file,
    and a film among others a folder, named by their own folder and name. Raises `PictureError`
    with the code ``no_file``.
    """
    try:
        if out.suffix and not out.is_dir():
            places = {path: out for path in paths}
            _refuse_other_kinds(out, paths)
        elif len(paths) == 1 and _is_film(paths[0]):
            places = {paths[0]: out}  # its arrivals have names of their own
        else:
            places = _in_folder(out, paths)
        for path, place in places.items():
            if any(_is_same(place, each) for each in paths):
                raise _unwritable(
                    f"{place} is one of the files that are read, and the drawing of {path} would "
                    "take its place. Name another OUT."
                )
            is_folder = _is_film(path) and place.suffix.lower() not in FILMS
            (place if is_folder else place.parent).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(
            f"No drawing can be written to {out} ({(error.strerror or 'it failed').lower()}). "
            "Name another OUT."
        ) from error
    return places


def write_drawing(place: Path, drawing: FrameBGR) -> None:
    """Write one annotated picture. Raises `PictureError`."""
    try:
        is_written = cv2.imwrite(str(place), drawing)
    except cv2.error:
        is_written = False
    if not is_written:
        raise _unwritable(f"The drawing {place} could not be written. Name another OUT.")


def _refuse_other_kinds(out: Path, paths: Sequence[Path]) -> None:
    """Refuse a file of a kind that nothing is drawn in, or one file for several drawings."""
    suffix = out.suffix.lower()
    if suffix not in PICTURES | FILMS:
        raise _unwritable(
            f"Nothing can be drawn in {out}: a picture ends in {_listed(PICTURES)}, a film in "
            ".mp4 or .avi, and a folder whose name has a full stop must be there before."
        )
    if len(paths) != 1 or _is_film(paths[0]) != (suffix in FILMS):
        kind = "film" if suffix in FILMS else "picture"
        came = f"{len(paths)} files are" if len(paths) != 1 else f"{paths[0]} is"
        raise _unwritable(
            f"{out} can hold the drawing of one {kind}, and {came} to be read. Name a folder."
        )


def _in_folder(folder: Path, paths: Sequence[Path]) -> dict[Path, Path]:
    places: dict[Path, Path] = {}
    taken: set[str] = set()
    for path in paths:
        stem = "-".join(part for part in (path.parent.name, path.stem) if part)
        name, number = stem, 1
        while name.lower() in taken:  # some folders tell no capitals apart
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        places[path] = folder / (name if _is_film(path) else f"{name}.jpg")
    return places


def _is_same(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def _is_film(path: Path) -> bool:
    return path.suffix.lower() in FILMS


def _listed(suffixes: frozenset[str]) -> str:
    *first, last = sorted(suffixes)
    return f"{', '.join(first)} or {last}"


def _unwritable(sentence: str) -> PictureError:
    return PictureError("no_file", sentence)
