"""Pull the plug, fill the disk, spoil the file: nothing that was answered is lost.

UX-05 and UX-06; each trouble is told in a sentence. Servers are processes, ended with SIGKILL.
"""

import ctypes
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from killable import TOKEN, Served, croupier_of, nursery, opened

from companion.croupier import HOST, Said
from companion.door import Door
from companion.paths import DATABASE
from companion.store import Store

__all__ = ["nursery"]  # a fixture

HANDS = Path(__file__).parent / "games" / "hands" / "worked-examples.jsonl"
E1 = json.loads(HANDS.read_text(encoding="utf-8").splitlines()[0])
ANIMALS = ("cat", "fish", "duck", "owl")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has neither fork nor SIGKILL")


def commands_of_e1():
    """Every tap of record E1 in cards depth, the host tapping for all."""
    assert E1["id"] == "E1"
    seats = {name: seat for seat, name in enumerate(E1["players"])}
    for name, seat in seats.items():
        yield "sit", {"name": name, "animal": ANIMALS[seat]}
    yield "dealer", {"seat": seats[E1["dealer"]]}
    yield "begin_hand", {}
    yield "deal", {}
    for action in E1["hands"][0]["actions"]:
        if action == "stop":
            yield "stop", {}
        else:
            name, card = action.split()
            yield "play", {"seat": seats[name], "card": card}


COMMANDS = [(f"tap-{place}", *command) for place, command in enumerate(commands_of_e1())]


@pytest.fixture(scope="module")
def tables():
    """The table after each tap, from a croupier that never sees a disk; first the bare one."""
    with Store.open(None) as store:
        croupier = croupier_of(store)
        door = Door(store, croupier, lambda choices: choices[0])
        evening, _ = door.open_table(TOKEN, game="boodle", options={}, depth="cards")
        found = [croupier.table(evening.id)]
        for tap, kind, data in COMMANDS:
            said = Said(tap, croupier.seq(evening.id), kind, data)
            assert croupier.submit(evening.id, said, HOST).ok
            found.append(croupier.table(evening.id))
    return found


def table_on(data, copy, evening_id):
    """What another Boodle would find on this disk; read from a copy, so that nothing is mended."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(data, copy)
    with Store.open(copy / DATABASE) as store:
        return croupier_of(store).table(evening_id)


def test_killed_after_every_tap_of_e1_it_goes_on_with_an_equal_table(nursery, tables, tmp_path):
    evening_id, code = opened(tmp_path / "data")
    served = Served(nursery, tmp_path / "data", code)

    for (tap, kind, data), table in zip(COMMANDS, tables[1:], strict=True):
        answer = served.tap(tap, kind, data)
        assert answer["ok"], (kind, data, answer)
        served.kill()
        assert table_on(tmp_path / "data", tmp_path / "copy", evening_id) == table
        served.start()
        assert served.tap(tap, kind, data) == answer  # the second sending, after the crash

    served.kill()
    final = table_on(tmp_path / "data", tmp_path / "copy", evening_id)
    assert {
        seat.name: final.balance(seat.number) - tables[4].balance(seat.number)
        for seat in final.seats.values()
    } == {name: chips - E1["balances"][name] for name, chips in E1["expect"]["balances"].items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_any_moment_a_tap_is_whole_or_not_there_and_never_twice(
    nursery, tables, tmp_path, seed
):
    chance = random.Random(seed)
    evening_id, code = opened(tmp_path / "data")
    served = Served(nursery, tmp_path / "data", code)

    for number, (tap, kind, data) in enumerate(COMMANDS, start=1):
        answer = served.tap_and_kill(tap, kind, data, chance.uniform(0, 0.02))
        found = table_on(tmp_path / "data", tmp_path / "copy", evening_id)
        assert found in (tables[number - 1], tables[number])
        if answer is not None:
            assert found == tables[number], "it was acknowledged and is not there"
        served.start()
        again = served.tap(tap, kind, data)
        assert again["ok"], (kind, data, again)
        assert answer in (None, again)

    served.kill()
    assert table_on(tmp_path / "data", tmp_path / "copy", evening_id) == tables[-1]


# -- a machine that is not as it should be ---------------------------------------------------------


def boodle(*words, preexec=None, wait_s=60):
    """Run the program as a person would; (exit code, what it complained)."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        timeout=wait_s,
        preexec_fn=preexec,
        check=False,
    )
    return done.returncode, done.stderr


SERVE = ("serve", "--no-browser", "--no-https", "--host", "127.0.0.1", "--port", "0", "--data")


def complains(words, *, code=1, **how):
    returned, error = boodle(*words, **how)
    assert returned == code, error
    assert "Traceback" not in error
    lines = error.strip().splitlines()
    assert len(lines) == 1, error
    assert lines[0].startswith("boodle: ")
    assert lines[0].endswith(".")
    return lines[0]


def without_roots_rights():
    """Let root, too, be stopped by a folder's rights (Linux; elsewhere tests don't run as root)."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    opened(folder)
    return folder


def test_a_read_only_folder_is_a_sentence(data):
    data.chmod(0o555)
    for one in data.iterdir():
        one.chmod(0o444 if one.is_file() else 0o555)
    try:
        said = complains([*SERVE, str(data)], preexec=without_roots_rights)
    finally:
        data.chmod(0o755)
        for one in data.iterdir():
            one.chmod(0o644 if one.is_file() else 0o755)

    assert "cannot write" in said and str(data) in said and "--data DIR" in said


@pytest.mark.parametrize("command", [[*SERVE], ["export", "--data"], ["audit", "--data"]])
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:9000]), "is damaged"),
        (lambda path: path.write_bytes(b"a shopping list\n" * 500), "is not a database"),
        (lambda path: path.unlink(), "is gone, but the journal"),
    ],
)
def test_a_spoilt_database_is_a_sentence_and_is_not_touched(data, command, spoil, words):
    path = data / DATABASE
    spoil(path)
    before = path.read_bytes() if path.exists() else None

    said = complains([*command, str(data)])

    assert words in said and "boodle restore" in said
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_folder_in_use_is_a_sentence(data, nursery):
    served = Served(nursery, data, "K7QX")
    try:
        said = complains([*SERVE, str(data)])
    finally:
        served.kill()

    assert "Another Boodle is already using" in said


def test_a_taken_port_is_passed_over_and_the_next_is_printed(data):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = ["serve", "--no-browser", "--no-https", "--host", "127.0.0.1", "--port", str(port)]
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words, "--data", str(data)],
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            printed = ""
            while "Ctrl-C" not in printed:
                line = process.stdout.readline()
                assert line, printed
                printed += line
            process.send_signal(signal.SIGINT)
            process.communicate()

    found = int(printed.partition("http://localhost:")[2].split()[0])
    assert port < found < port + 50
    assert process.returncode == 0


def test_a_full_disk_while_playing_is_a_sentence_and_loses_nothing(tables, tmp_path):
    """The file may not grow: SQLite's own limit stands in for a disk without room."""
    evening_id, _ = opened(tmp_path / "data")
    with Store.open(tmp_path / "data" / DATABASE) as store:
        croupier = croupier_of(store)
        pages = store.rows.db.execute("pragma page_count").fetchone()[0]
        store.rows.db.execute(f"pragma max_page_count = {pages}")
        done, refused = 0, None
        for tap, kind, data in COMMANDS:
            said = Said(tap, croupier.seq(evening_id), kind, data)
            try:
                croupier.submit(evening_id, said, HOST)
            except Exception as error:
                refused = error
                break
            done += 1
        assert "The disk is full, so nothing was stored" in str(refused)
        assert croupier.table(evening_id) == tables[done]
        store.rows.db.execute("pragma max_page_count = 1000000")
        for tap, kind, data in COMMANDS[done:]:
            assert croupier.submit(
                evening_id, Said(tap, croupier.seq(evening_id), kind, data), HOST
            ).ok

    assert table_on(tmp_path / "data", tmp_path / "copy", evening_id) == tables[-1]
