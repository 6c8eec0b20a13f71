"""How many cards each hand gets.

Nobody deals here: people do, and this says how many it must be.
"""

from __future__ import annotations

from companion.core.options import Options


def hand_sizes(
    players: int, options: Options, pack: int = 52, each: int | None = None
) -> tuple[tuple[int, ...], int]:
    """Return the players' numbers of cards, eldest first and dealer last, and the spare hand's.

    One card at a time, eldest first; the spare hand is one more place in the circle (RULES § 2.2).
    Where a game deals *each* so many, the rest of the pack is dead.

    >>> hand_sizes(5, Options())
    ((9, 9, 9, 9, 8), 8)
    """
    if each is not None:
        return (each,) * players, pack - each * players
    packets = players + (options.spare != "none")
    base, over = divmod(pack, packets)
    if options.discard:  # RULES § 4.5: thrown face down before play, and dead like a spare hand
        return (base - options.discard,) * players, pack - (base - options.discard) * players
    if options.deal_surplus == "to_spare":
        return (base,) * players, pack - base * players
    packet_sizes = tuple(base + (place < over) for place in range(packets))
    if options.spare == "first":
        return packet_sizes[1:], packet_sizes[0]
    return packet_sizes[:players], sum(packet_sizes[players:])
