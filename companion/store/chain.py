"""The chain: how one event's row becomes text and how its seal covers the row before it.

It never reads or writes a file.
"""

from __future__ import annotations

import gc
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.store.errors import ChainBroken
from companion.store.journal import FORMAT

Raw = tuple[Any, ...]  # (seq, kind, body, cause, command_id, actor, at_utc, hash), texts as stored


class StoredRow(NamedTuple):
    """One event as it is stored; *body* and *actor* are plain JSON values, to be read only."""

    seq: int
    kind: str
    body: dict[str, Any]
    cause: int | None
    command_id: str
    actor: dict[str, Any]
    at_utc: str
    hash: str


class NewRow(NamedTuple):
    """One event to be stored; *cause* is the seq of the event it follows from, if any."""

    kind: str
    body: Mapping[str, Any]
    at_utc: str
    cause: int | None = None
    actor: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """One evening; *private* is what is no event and must not be shown (secrets of the room)."""

    id: str
    code: str
    created_at: str
    private: dict[str, Any]


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces, pure ASCII: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def first_seal(evening: Evening) -> str:
    """The hash the first event of *evening* follows."""
    text = canonical({"evening": evening.id, "created_at": evening.created_at})
    return hashlib.sha256(text.encode()).hexdigest()


def row_text(evening: str, values: Sequence[Any]) -> str:
    """The canonical JSON of a row, put together from its parts: body and actor are JSON already."""
    seq, kind, body, cause, command_id, actor, at_utc = values[:7]
    quote = json.encoder.encode_basestring_ascii
    return (
        f'{{"actor":{actor},"at_utc":{quote(at_utc)},"body":{body},'
        f'"cause":{"null" if cause is None else cause},"command_id":{quote(command_id)},'
        f'"evening":{quote(evening)},"kind":{quote(kind)},"seq":{seq}}}'
    )


def _seal(previous: str, evening: str, values: Sequence[Any]) -> str:
    return hashlib.sha256(f"{previous}\n{row_text(evening, values)}".encode()).hexdigest()


def sealed(
    evening: str, seq: int, seal: str, command_id: str, rows: Iterable[NewRow]
) -> tuple[list[StoredRow], list[Raw]]:
    """The rows as they will be read again, and as they lie in the table."""
    stored, raw = [], []
    for row in rows:
        seq += 1
        body, actor = canonical(row.body), canonical(row.actor)
        values = (seq, row.kind, body, row.cause, command_id, actor, row.at_utc)
        seal = _seal(seal, evening, values)
        raw.append((*values, seal))
        stored.append(_decoded((*values, seal), json.loads(body), json.loads(actor)))
    return stored, raw


def _decoded(values: Sequence[Any], body: dict[str, Any], actor: dict[str, Any]) -> StoredRow:
    seq, kind, _, cause, command_id, _, at_utc, seal = values
    return StoredRow(seq, kind, body, cause, command_id, actor, at_utc, seal)


def verified(evening: Evening, raw: Sequence[Raw]) -> list[StoredRow]:
    """Decode *raw* after checking every seal from the first on; ChainBroken names the first bad."""
    seal = first_seal(evening)
    for number, values in enumerate(raw, start=1):
        seal = _seal(seal, evening.id, values)
        if values[0] != number or values[-1] != seal:
            raise ChainBroken(code=evening.code, seq=number)
    bodies = json.loads(f"[{','.join(values[2] for values in raw)}]")  # one call: half the time
    actors = {text: json.loads(text) for text in {values[5] for values in raw}}
    return [
        _decoded(values, body, actors[values[5]]) for values, body in zip(raw, bodies, strict=True)
    ]


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Pause the collector while tens of thousands of objects are made that all stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def following(evening: str, seq: int, seal: str, lines: Iterable[Mapping[str, Any]]) -> list[Raw]:
    """Those of the journal's lines that continue the chain after (seq, seal) without a break."""
    raw: list[Raw] = []
    for line in lines:
        values = (
            *(line.get("seq"), line.get("kind"), canonical(line.get("body")), line.get("cause")),
            *(line.get("command_id"), canonical(line.get("actor")), line.get("at_utc")),
        )
        seq += 1
        texts = (values[1], values[4], values[6])
        if values[0] != seq or not all(isinstance(text, str) for text in texts):
            break
        seal = _seal(seal, evening, values)
        if line.get("hash") != seal:
            break
        raw.append((*values, seal))
    return raw


# -- lines of the journal ----------------------------------------------------------------------


def head_line(evening: Evening) -> str:
    """The first line of a journal: whose it is; nothing private."""
    head = {"id": evening.id, "code": evening.code, "created_at": evening.created_at}
    return canonical({"format": FORMAT, "evening": head})


def event_line(evening: str, values: Sequence[Any]) -> str:
    """One event with its seal."""
    return f'{row_text(evening, values)[:-1]},"hash":"{values[-1]}"}}'


def answer_line(evening: str, command_id: str, answer: Mapping[str, Any], at_utc: str) -> str:
    """What a command was told, so that a restored database still knows the second sending."""
    return canonical(
        {"answered": command_id, "answer": answer, "at_utc": at_utc, "evening": evening}
    )
