"""The artefact is what is tested: the wheel's contents, and the app started from it alone."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from conftest import CHECKOUT

SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def build(source, kind, folder):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
        cwd=source, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    (built,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(CHECKOUT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A virtual environment with the wheel and, without the checkout, what it depends on."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True, timeout=120)
    python = venv / SCRIPTS / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(list(map(str, install)), check=True, timeout=120)
    purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
    asked = subprocess.run([python, "-c", purelib], check=True, capture_output=True, text=True)
    # A path named in a .pth file has its own .pth files ignored, so the checkout stays out.
    dependencies = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(asked.stdout.strip()) / "dependencies.pth").write_text("\n".join(dependencies))
    return venv


def run_from(venv, *words, **more):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.Popen(
        [str(venv / SCRIPTS / words[0]), *words[1:]], cwd=venv.parent, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more,
    )  # fmt: skip


def names_in(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def files_of(folder):
    """The files of *folder* as the build sees them: no caches, nothing that git ignores."""
    found = {
        path.relative_to(CHECKOUT) for path in (CHECKOUT / folder).rglob("*") if path.is_file()
    }
    return {path for path in found if "__pycache__" not in path.parts}


def test_the_wheel_carries_templates_and_weights_and_nothing_for_training(wheel):
    bundled = {name for name in names_in(wheel) if name.startswith("companion/_bundled/")}

    wanted = {f"companion/_bundled/{path.as_posix()}" for path in files_of("templates")}
    wanted |= {
        f"companion/_bundled/{path.as_posix()}"
        for path in files_of("models")
        if path.parts[1] != "training"
    }
    assert bundled == wanted


def test_the_wheel_carries_the_whole_program_and_no_tests(wheel):
    names = {name for name in names_in(wheel) if "/_bundled/" not in name}

    metadata = {name for name in names if ".dist-info/" in name}
    assert names - metadata == {path.as_posix() for path in files_of("companion")}
    assert "companion/games/RULES.md" in names
    assert any(name.endswith("licenses/LICENSE") for name in metadata)


def test_a_wheel_built_from_the_source_archive_is_the_same(wheel, tmp_path):
    archive = build(CHECKOUT, "sdist", tmp_path)
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())

    again = build(source, "wheel", tmp_path)

    assert names_in(again) == names_in(wheel)


def test_installed_it_does_not_know_the_checkout(installed):
    probe = (
        "import companion, companion.paths as p; print(companion.__file__, p.TEMPLATES, p.MODELS)"
    )

    out, _ = run_from(installed, "python", "-c", probe).communicate(timeout=60)

    assert str(CHECKOUT) not in out
    assert out.count("_bundled") == 2


def test_the_installed_app_serves_its_first_page(installed, tmp_path):
    server = run_from(
        installed, "boodle", "serve", "--no-browser", "--no-https", "--port", "0",
        "--host", "127.0.0.1", "--data", str(tmp_path),
    )  # fmt: skip
    try:
        address = first_address(server)
        with urlopen(f"{address}/host", timeout=30) as page:
            html = page.read().decode()
        sheet = re.search(r'href="(/static/[^"]+\.css)', html)
        assert sheet, html[:500]
        with urlopen(address + sheet[1], timeout=30) as style:
            assert style.status == 200
    finally:
        server.terminate()
        rest, _ = server.communicate(timeout=30)
    assert server.returncode == 0, rest


def first_address(server):
    """Read what the terminal says until it names the page on this computer."""
    said = ""
    for line in server.stdout:
        said += line
        if match := re.search(r"On this computer:\s+(http://\S+)", line):
            return match[1]
    raise AssertionError(f"the server ended without an address: {said}")
