"""Where templates/ and models/ are, in a checkout or in an installed wheel; the database's name.

Nothing else; it opens no file.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _find(name: str, package: Path = _PACKAGE) -> Path:
    """Return the folder *name*; FileNotFoundError when neither place has it.

    The checkout comes first, guarded by pyproject.toml: installed, the parent is site-packages,
    where somebody else's folder of that name may lie.
    """
    checkout = package.parent / name
    if (package.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    bundled = package / "_bundled" / name
    if bundled.is_dir():
        return bundled
    raise FileNotFoundError(f"{name}/ is neither at {checkout} (checkout) nor at {bundled} (wheel)")


DATABASE = "boodle.db"  # in the folder of user data
TEMPLATES = _find("templates")
MODELS = _find("models")
