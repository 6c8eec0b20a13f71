"""The reader in a process of its own: it reads the same, may die or hang, and ends with us."""

from __future__ import annotations

import io
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from companion.core.cards import Card
from companion.vision import ReaderUnavailable, apart
from companion.vision.apart import Apart, own_command, receive, send, serve
from companion.vision.crops import CROP_H, CROP_W
from companion.vision.draw import draw_table
from companion.vision.enrol import Deck, Lesson
from companion.vision.watch import glance

pytestmark = pytest.mark.vision

BLANK = np.zeros((32, 40, 3), np.uint8)
PLAYING = """
import json, os, struct, sys
def told():
    head, pixels = struct.unpack(">II", sys.stdin.buffer.read(8))
    words = json.loads(sys.stdin.buffer.read(head))
    return words, sys.stdin.buffer.read(pixels)
def tell(words):
    head = json.dumps(words).encode()
    sys.stdout.buffer.write(struct.pack(">II", len(head), 0) + head)
    sys.stdout.buffer.flush()
tell({"ready": True})
while True:
    words, pixels = told()
"""

Player = Callable[..., Apart]


@pytest.fixture
def player() -> Iterator[Player]:
    """Make a reader whose process does what a test says with each frame."""
    made: list[Apart] = []

    def make(script: str, patience_s: float = 20.0) -> Apart:
        made.append(Apart((sys.executable, "-c", PLAYING + f"    {script}"), patience_s))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def reader() -> Iterator[Apart]:
    """The real one."""
    made = Apart()
    yield made
    made.close()


SEEN = 'tell({"found": [["7S", 0.5, [1, 2, 3, 4], words["at_ms"], 9]]})'


# ---- it reads


def test_a_frame_is_read_as_it_is_read_here(reader: Apart) -> None:
    frame = draw_table([Card("7S"), Card("QH")], seed=3)
    reader.read(frame)

    read = reader.read(frame, at_ms=40)

    assert read == glance(frame, 40)
    assert {str(one.card) for one in read} >= {"7S", "QH"}
    assert reader.heights(frame)


def test_a_part_of_a_frame_is_sent_whole(player: Player) -> None:
    """Its rows do not lie one after the other in memory."""
    reader = player(
        'tell({"found": [["7S", 0.5, words["shape"] + [len(pixels)], sum(pixels), 9]]})'
    )
    frame = np.zeros((40, 50, 3), np.uint8)
    frame[10:20, 10:30] = 1

    (seen,) = reader.read(frame[10:20, 10:30])

    assert (seen.box_xyxy, seen.at_ms) == ((10, 20, 3, 600), 600)


def test_a_learnt_deck_is_told_once_and_again_when_it_changes(player: Player) -> None:
    reader = player('tell({"found": [["7S", 0.5, [0, 0, 0, 0], "deck" in words, 9]]})')
    deck = Deck("ours")

    told = [reader.read(BLANK, 0, one)[0].at_ms for one in (None, deck, deck, Deck("new"), None)]

    assert told == [False, True, False, True, True]


def test_the_other_side_reads_with_the_deck_it_was_told() -> None:
    questions, answers = io.BytesIO(), io.BytesIO()
    _, corner = cv2.imencode(".jpg", np.full((CROP_H, CROP_W, 3), 200, np.uint8))
    lesson = Lesson(Card("7S"), (corner.tobytes(),))
    send(questions, {"do": "read", "at_ms": 5, "deck": Deck("ours", (lesson,)).to_dict(),
                     "shape": BLANK.shape}, BLANK)  # fmt: skip
    send(questions, {"do": "heights", "shape": BLANK.shape}, BLANK)
    questions.seek(0)

    serve(questions, answers)

    answers.seek(0)
    assert [receive(answers)[0] for _ in range(3)] == [{"ready": True}, {"found": []},
                                                       {"found": []}]  # fmt: skip


# ---- it may die, hang, or never begin


def test_a_reader_that_dies_is_started_again_and_given_the_same_frame(
    player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    reader = player(SEEN)
    reader.read(BLANK, 1)
    assert reader.process_id is not None
    os.kill(reader.process_id, signal.SIGTERM)

    (seen,) = reader.read(BLANK, 2)

    assert (seen.card, seen.at_ms) == ("7S", 2)
    assert [record.message for record in caplog.records] == [
        "The card reader stopped; it is started again."
    ]


def test_a_frame_that_ends_every_reader_is_given_up_and_the_next_one_is_tried(
    player: Player,
) -> None:
    reader = player(f"sys.exit(3) if pixels[0] else {SEEN}")

    with pytest.raises(ReaderUnavailable, match=r"stopped\. The next picture is tried"):
        reader.read(BLANK + 1)

    assert len(reader.read(BLANK)) == 1


def test_a_reader_that_hangs_is_ended(player: Player) -> None:
    reader = player("import time; time.sleep(60)", 0.3)

    with pytest.raises(ReaderUnavailable):
        reader.read(BLANK)


@pytest.mark.parametrize(
    "command",
    [(), ("/there/is/no/such/program",), (sys.executable, "-c", "print('Hello!')")],
    ids=["sealed", "missing", "another program"],
)
def test_where_no_process_can_be_had_it_reads_here_and_says_so_once(
    command: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    reader, frame = Apart(command), draw_table([Card("7S")], seed=3)
    caplog.set_level(logging.WARNING)

    assert [reader.read(frame) for _ in range(2)] == [glance(frame)] * 2
    assert reader.heights(frame)
    assert len(caplog.records) == (1 if command else 0)
    assert reader.process_id is None
    reader.close()


def test_a_start_that_failed_is_tried_again_later(
    player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(apart, "AGAIN_S", 0.0)
    reader = player(SEEN)
    sound, reader._command = reader._command, (sys.executable, "-c", "pass")
    reader.read(BLANK)
    reader.read(BLANK)
    assert reader.process_id is None

    reader._command = sound

    assert len(reader.read(BLANK)) == 1
    assert reader.process_id is not None
    assert len(caplog.records) == 1  # it is said once


def test_missing_weights_are_told_as_they_are_here(player: Player) -> None:
    reader = player('tell({"unavailable": "The weights are missing."})')

    with pytest.raises(ReaderUnavailable, match="The weights are missing"):
        reader.read(BLANK)

    assert reader.process_id is not None  # nothing is wrong with the process itself


def test_a_program_sealed_in_one_file_starts_no_second_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert own_command() == ()


# ---- it ends


def test_the_process_ends_with_the_server(player: Player) -> None:
    reader = player(SEEN)
    reader.read(BLANK)
    process = reader._process
    assert process is not None

    reader.close()
    reader.close()

    assert process.returncode is not None
    with pytest.raises(ReaderUnavailable):
        reader.read(BLANK)


def test_the_process_ends_when_the_server_was_killed(reader: Apart) -> None:
    """Then nobody closes it: the end of its pipe is all it hears."""
    reader.read(BLANK)
    process = reader._process
    assert process is not None
    assert process.stdin is not None

    process.stdin.close()

    assert process.wait(10) == 0
