"""companion/audit.py: a second reading finds what a first one would believe."""

import json

import pytest
from played import stored

from companion.audit import audit, audit_evening
from companion.store import Store
from companion.store.chain import NewRow

AT = "2026-05-01T21:00:00.000Z"


@pytest.fixture
def store():
    with Store.open(None) as one:
        yield one


def add(store, evening, kind, body):
    seq = store.last_seq(evening.id)
    store.append(evening.id, seq, [NewRow(kind, body, AT)], f"more-{seq}", {})


def test_a_played_evening_is_whole(store):
    stored(store, "E2a+E2b", "KIT1")

    (finding,) = audit(store)

    assert finding.trouble == ""
    assert (finding.code, finding.players, finding.hands, finding.chips) == ("KIT1", 3, 2, 90)


def test_evenings_come_oldest_first(store):
    stored(store, "E1", "LATE", day=9)
    stored(store, "E3", "SOON", day=2)

    assert [finding.code for finding in audit(store)] == ["SOON", "LATE"]


def test_chips_taken_from_an_empty_space_are_found(store):
    evening = stored(store, "E1", "KIT1")
    body = {"space": "KC", "seat": 0, "chips": 7, "to_seat": None}
    add(
        store,
        evening,
        "PotAwarded",
        {k: v for k, v in body.items() if k in ("space", "seat", "chips")},
    )

    finding = audit_evening(store, evening)

    assert "less than no chips on KC" in finding.trouble
    assert finding.sentence.startswith("KIT1 of 2026-05-01: WRONG, ")


def test_a_line_nobody_can_read_is_named(store):
    evening = stored(store, "E1", "KIT1")
    add(store, evening, "CardEaten", {"card": "8S"})

    finding = audit_evening(store, evening)

    assert "CardEaten" in finding.sentence


def test_a_changed_line_breaks_its_seal(tmp_path):
    import sqlite3

    with Store.open(tmp_path / "boodle.db") as store:
        evening = stored(store, "E1", "KIT1")
    with sqlite3.connect(tmp_path / "boodle.db") as db:
        db.execute("DROP TRIGGER IF EXISTS event_no_update")
        names = [
            row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='trigger'")
        ]
        for name in names:
            db.execute(f"DROP TRIGGER {name}")
        (body,) = db.execute("SELECT body FROM event WHERE seq = 5").fetchone()
        changed = json.dumps({**json.loads(body), "chips": 99})
        db.execute("UPDATE event SET body = ? WHERE seq = 5", (changed,))
    db.close()

    with Store.open(tmp_path / "boodle.db") as store:
        (finding,) = audit(store)

    assert finding.code == evening.code
    assert finding.trouble
