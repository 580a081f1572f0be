"""Count the waiting items that are not shown, by their numbers alone.

{prefix: [[first, last], …]}: where `item-0000000212` to `item-0000013011` wait, it is {"item-":
[[212, 13011]]}. Producers get consecutive numbers and consumers take the lowest, so it is mostly
one run, however many wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...participation.naming import parse_sequence, precedes

Run = Sequence[int]
Beyond = Mapping[str, Sequence[Run]]


def name_of(prefix: str, number: int) -> str:
    """Return a sequential znode's name."""
    return f"{prefix}{number:010d}"


def count(beyond: Beyond) -> int:
    """Return how many there are."""
    return sum(last - first + 1 for runs in beyond.values() for first, last in runs)


def names(beyond: Beyond) -> Iterator[str]:
    """Yield all names."""
    for prefix, runs in beyond.items():
        for first, last in runs:
            yield from (name_of(prefix, number) for number in range(first, last + 1))


def lowest(beyond: Beyond) -> str | None:
    """Return the one that is taken first, None where there is none."""
    found: tuple[str, int] | None = None
    for prefix, runs in beyond.items():
        if found is None or precedes(runs[0][0], found[1]):
            found = prefix, runs[0][0]
    return name_of(*found) if found else None


def has(beyond: Beyond, name: str) -> bool:
    """Tell whether the name is one of them."""
    parsed = parse_sequence(name)
    runs = beyond.get(parsed.prefix, ()) if parsed else ()
    return any(first <= parsed.number <= last for first, last in runs) if parsed else False


def with_name(beyond: Beyond, name: str) -> dict[str, Sequence[Run]]:
    """Add a sequential name that is not one of them."""
    parsed = parse_sequence(name)
    assert parsed is not None
    return {**beyond, parsed.prefix: _with_number(beyond.get(parsed.prefix, ()), parsed.number)}


def _with_number(runs: Sequence[Run], number: int) -> list[Run]:
    at = len(runs)
    while at and precedes(number, runs[at - 1][0]):
        at -= 1
    joined = [number, number]
    before, after = list(runs[:at]), list(runs[at:])
    if before and before[-1][1] + 1 == number:
        joined[0] = before.pop()[0]
    if after and after[0][0] - 1 == number:
        joined[1] = after.pop(0)[1]
    return [*before, joined, *after]


def without(beyond: Beyond, name: str) -> dict[str, Sequence[Run]]:
    """Remove a name."""
    parsed = parse_sequence(name)
    assert parsed is not None
    left = [part for run in beyond[parsed.prefix] for part in _split(run, parsed.number)]
    others = {prefix: runs for prefix, runs in beyond.items() if prefix != parsed.prefix}
    return {**others, parsed.prefix: left} if left else others


def _split(run: Run, number: int) -> Iterator[Run]:
    first, last = run
    if not first <= number <= last:
        yield run
        return
    if first < number:
        yield [first, number - 1]
    if number < last:
        yield [number + 1, last]
