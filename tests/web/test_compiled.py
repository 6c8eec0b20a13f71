"""companion/web/compiled.py: kept when possible, and never a reason to show no page."""

import pytest
from flask import Flask, render_template

from companion.web import compiled


@pytest.fixture
def app(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "one.html").write_text("<p>{{ 6 * 7 }}</p>")
    (tmp_path / "pages" / "broken.html").write_text("{% if %}")
    app = Flask("test", template_folder=str(tmp_path / "pages"))
    app.add_url_rule("/", "one", lambda: render_template("one.html"))
    compiled.keep_in(tmp_path / "kept", app)
    return app


def shown(app):
    return app.test_client().get("/").text


def kept(tmp_path):
    return list((tmp_path / "kept").iterdir())


def test_a_page_is_compiled_once_and_found_again(app, tmp_path):
    compiled.compile_all(app)  # passes over what cannot be compiled
    [first] = kept(tmp_path)
    before = first.stat().st_mtime_ns

    app.jinja_env.cache.clear()

    assert shown(app) == "<p>42</p>"
    assert first.stat().st_mtime_ns == before


def test_a_changed_page_is_compiled_anew(app, tmp_path):
    assert shown(app) == "<p>42</p>"
    (tmp_path / "pages" / "one.html").write_text("<p>seven of spades</p>")
    app.jinja_env.cache.clear()

    assert shown(app) == "<p>seven of spades</p>"


@pytest.mark.parametrize(
    "spoil", [lambda data: b"", lambda data: data[:50], lambda data: data[:-9]]
)
def test_a_broken_file_is_not_believed(app, tmp_path, spoil):
    shown(app)
    [file] = kept(tmp_path)
    file.write_bytes(spoil(file.read_bytes()))
    app.jinja_env.cache.clear()

    assert shown(app) == "<p>42</p>"


def test_a_full_disk_shows_the_page_all_the_same(app, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.tempfile.NamedTemporaryFile", full)

    assert shown(app) == "<p>42</p>"
