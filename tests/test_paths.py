"""companion/paths.py: the checkout first, then what the wheel carries, else a sentence."""

import pytest

from companion.paths import _find


def test_in_a_checkout_the_folder_beside_the_package_is_taken(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "templates").mkdir()
    (tmp_path / "companion" / "_bundled" / "templates").mkdir(parents=True)

    assert _find("templates", tmp_path / "companion") == tmp_path / "templates"


def test_a_strangers_folder_in_site_packages_is_not_taken(tmp_path):
    (tmp_path / "templates").mkdir()
    bundled = tmp_path / "companion" / "_bundled" / "templates"
    bundled.mkdir(parents=True)

    assert _find("templates", tmp_path / "companion") == bundled


def test_where_neither_is_there_both_places_are_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"neither at .*models .*nor at .*_bundled"):
        _find("models", tmp_path / "companion")
