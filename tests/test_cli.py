"""companion/cli.py: what each command prints and how it ends. No traceback ever."""

import json
import os
import subprocess
import sys

import pytest
from played import GOLDEN, folder_with, golden

from companion import __version__, cli


def run(capsys, *words):
    """Run in this process; return exit code, stdout, stderr."""
    try:
        code = cli.main(list(map(str, words)))
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    return code, out, err


def ran(*words, **more):
    """Run as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, words)],
        check=False, capture_output=True, text=True, timeout=60, **more,
    )  # fmt: skip


def test_help_names_every_command_and_every_exit_code(capsys):
    code, out, _ = run(capsys, "--help")

    assert code == 0
    assert all(name in out for name in cli.COMMANDS)
    assert all(words in out for words in cli.EXIT_CODES.values())


def test_every_command_has_its_own_help(capsys):
    for name in cli.COMMANDS:
        code, out, _ = run(capsys, name, "--help")

        assert code == 0
        assert f"boodle {name}" in out


def test_help_loads_neither_flask_nor_opencv_nor_the_database():
    probe = (
        "import sys; from companion import cli; cli.parser().format_help();"
        "print([m for m in ('cv2', 'numpy', 'flask', 'sqlite3', 'cheroot') if m in sys.modules])"
    )

    ended = subprocess.run(
        [sys.executable, "-c", probe], check=False, capture_output=True, text=True
    )

    assert ended.stdout.strip() == "[]", ended.stderr


def test_version_is_the_packages(capsys):
    code, out, _ = run(capsys, "--version")

    assert (code, out.strip()) == (0, f"boodle {__version__}")


@pytest.mark.parametrize(
    ("words", "becomes"),
    [
        ([], ["serve"]),
        (["--port", "9000"], ["serve", "--port", "9000"]),
        (["--data", "d"], ["serve", "--data", "d"]),
        (["--data", "d", "audit"], ["audit", "--data", "d"]),
        (["--data=d", "audit"], ["audit", "--data=d"]),
        (["replay", "x"], ["replay", "x"]),
        (["--help"], ["--help"]),
    ],
)
def test_serve_is_the_command_where_none_is_named(words, becomes):
    assert cli._with_command(words) == becomes


@pytest.mark.parametrize(
    "words",
    [
        ["sevre"],
        ["--port", "x"],
        ["serve", "--port", "70000"],
        ["serve", "--port", "-1"],
        ["replay"],
        ["export", "--csv", "--json"],
        ["bench", "nothing"],
        ["bench", "camera", "--deals", "-3"],
        ["bench", "camera", "--light", "moon"],
        ["bench", "camera", "--simulated", "--rate", "nan"],
        ["bench", "piles"],
        ["bench", "piles", "labels.jsonl", "--pictures", "many"],
        ["bench", "live", "--clients", "0"],
        ["bench", "rules", "--hands", "2"],
        ["bench", "vision", "--faster"],
        ["scan"],
    ],
)
def test_what_is_not_understood_ends_with_64_and_says_why(capsys, words):
    code, out, err = run(capsys, *words)

    assert code == cli.NOT_UNDERSTOOD
    assert out == ""
    assert err.startswith("usage: boodle") and len(err.splitlines()) <= 10


def test_replay_ends_with_0_where_all_is_as_expected(capsys, tmp_path):
    file = tmp_path / "e1.json"
    file.write_text(json.dumps(golden("E1"), indent=1))

    code, out, _ = run(capsys, "replay", file)

    assert code == 0
    assert out.splitlines() == ["E1: as expected", "1 records: 1 as expected."]


def test_replay_ends_with_1_where_something_differs(capsys, tmp_path):
    record = golden("E1")
    record["expect"]["balances"]["Anna"] += 1
    file = tmp_path / "e1.json"
    file.write_text(json.dumps(record))

    code, out, _ = run(capsys, "replay", file)

    assert code == 1
    assert "Anna has 18, expected 19" in out


def test_replay_ends_with_2_where_a_game_is_not_there_yet(capsys, tmp_path):
    file = tmp_path / "later.json"
    file.write_text(json.dumps({**golden("E1"), "game": "nain_jaune"}))

    code, out, _ = run(capsys, "replay", file)

    assert code == cli.NOT_YET
    assert "'nain_jaune' is not available yet" in out


def test_replay_writes_a_json_row_a_record(capsys):
    _, out, _ = run(capsys, "replay", "--json", GOLDEN)

    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["id"] for row in rows][:2] == ["E1", "E2a+E2b"]
    assert rows[0]["balances"] == golden("E1")["expect"]["balances"]


def test_replay_of_a_missing_file_says_so(capsys, tmp_path):
    code, out, err = run(capsys, "replay", tmp_path / "no.json")

    assert code == 1
    assert "no.json" in out + err


def test_replay_of_an_empty_file_is_not_fine(capsys, tmp_path):
    (tmp_path / "empty.jsonl").write_text("\n")

    code, out, err = run(capsys, "replay", tmp_path / "empty.jsonl")

    assert (code, out) == (1, "")
    assert "There is no record in" in err


def test_export_writes_the_last_evening_where_none_is_named(capsys, tmp_path):
    folder_with(tmp_path, "E3", "E1")

    code, out, _ = run(capsys, "export", "--json", "--data", tmp_path)

    assert code == 0
    assert json.loads(out)["code"] == "KIT2"


def test_an_exported_record_replays_to_the_same_chips(capsys, tmp_path):
    folder_with(tmp_path, "E2a+E2b")
    _, out, _ = run(capsys, "export", "KIT1", "--data", tmp_path)
    file = tmp_path / "again.json"
    file.write_text(out)

    code, out, _ = run(capsys, "replay", "--json", file)

    assert code == 0
    row = json.loads(out)
    assert row["balances"] == golden("E2a+E2b")["expect"]["balances"]
    assert row["spaces"] == golden("E2a+E2b")["expect"]["spaces"]


def test_export_of_an_evening_that_is_not_there_names_those_that_are(capsys, tmp_path):
    folder_with(tmp_path, "E1")

    code, out, err = run(capsys, "export", "XXXX", "--data", tmp_path)

    assert (code, out) == (1, "")
    assert err == "boodle: There is no evening 'XXXX'. The last ones are: KIT1.\n"


def test_export_and_audit_make_no_new_database(capsys, tmp_path):
    for command in ("export", "audit"):
        code, _, err = run(capsys, command, "--data", tmp_path / "nowhere")

        assert code == 1
        assert err.startswith("boodle: ") and len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_audit_says_that_every_evening_is_whole(capsys, tmp_path):
    folder_with(tmp_path, "E1", "E3")

    code, out, _ = run(capsys, "audit", "--data", tmp_path)

    assert code == 0
    lines = out.splitlines()
    assert lines[-1] == "2 evenings read, 0 with something wrong."
    assert lines[1].startswith("KIT2 of 2026-05-02: 5 players, 1 hand, ")
    assert lines[1].endswith(" lines, seals whole, 150 chips all there.")


def test_restore_builds_a_lost_database_from_its_journal(capsys, tmp_path):
    folder_with(tmp_path, "E1")
    (tmp_path / "boodle.db").unlink()

    code, out, _ = run(capsys, "restore", "--data", tmp_path)

    assert code == 0
    assert out.startswith("1 evening, ")
    assert run(capsys, "audit", "--data", tmp_path)[0] == 0


def test_restore_without_a_journal_is_a_sentence(capsys, tmp_path):
    code, out, err = run(capsys, "restore", "--data", tmp_path)

    assert (code, out) == (1, "")
    assert "nothing can be restored" in err


def test_our_own_mistake_is_one_sentence_and_70(capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("BOODLE_DEBUG", raising=False)

    def broken(_paths):
        raise KeyError("oops")

    monkeypatch.setattr("companion.record.replay.rows_of_files", broken)
    code, out, err = run(capsys, "replay", tmp_path / "x")

    assert (code, out) == (cli.OUR_MISTAKE, "")
    assert "BOODLE_DEBUG=1" in err and len(err.splitlines()) == 1


def test_debug_shows_the_traceback(monkeypatch, tmp_path):
    monkeypatch.setenv("BOODLE_DEBUG", "1")

    with pytest.raises(Exception, match=r"boodle\.db|nowhere"):
        cli.main(["audit", "--data", str(tmp_path / "nowhere")])


def test_a_reader_that_has_seen_enough_is_no_error():
    ended = subprocess.run(
        f"{sys.executable} -m companion replay --json {GOLDEN} | head -c 10",
        shell=True, check=False, capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert ended.stderr == ""


def test_the_data_folder_is_the_platforms_own(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", os.path.join(os.sep, "somewhere"))

    folder = cli.data_folder(cli.parser().parse_args(["audit"]))

    assert folder.name == "boodle"
    assert folder.is_absolute()


def test_serving_on_a_folder_that_is_a_file_is_a_sentence(tmp_path):
    (tmp_path / "taken").write_text("a file")

    ended = ran("serve", "--no-browser", "--data", tmp_path / "taken")

    assert ended.returncode == 1
    assert ended.stderr.startswith("boodle: ") and len(ended.stderr.splitlines()) == 1


def test_a_url_that_phones_cannot_open_is_refused_before_anything_is_opened(tmp_path):
    ended = ran("serve", "--url", "http://localhost:8421", "--data", tmp_path / "new")

    assert ended.returncode == 1
    assert "means the phone itself" in ended.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8:strict"])
def test_suit_signs_and_strange_names_are_printed_whatever_the_pipe(encoding, tmp_path):
    name = os.fsdecode(b"gone-\xff.jpg")
    come = subprocess.run(
        [sys.executable, "-m", "companion", "deck", "learn", name, "--deck", tmp_path / "d.json"],
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip

    said = come.stdout.decode("utf-8")
    assert come.returncode == 1, come.stderr
    assert "gone-\\udcff.jpg" in said
    assert "A, ♣, ♦, ♥, ♠." in said
    assert come.stderr == b""
