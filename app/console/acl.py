"""ACLs as zkCli reads and writes them: `scheme:id:permissions`, with commas between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.console.asks import Entry

_BITS = {"r": 1, "w": 2, "c": 4, "d": 8, "a": 16}
_ORDER = "cdrwa"


def parse_acl(text: str, complain: Callable[[str], object]) -> list[Entry]:
    """Its entries; those that are none are left out, which `complain` is told."""
    found = []
    for part in _parts(text):
        scheme, colon, rest = part.partition(":")
        name, last, letters = rest.rpartition(":")
        if colon and last:
            found.append(Entry(scheme, name, _bits(letters, complain)))
        else:
            complain(f"{part} does not have the form scheme:id:perm")
    return found


def _parts(text: str) -> list[str]:
    """As Java splits: nothing empty at the end, but something."""
    return text.rstrip(",").split(",") if text.strip(",") or not text else []


def _bits(letters: str, complain: Callable[[str], object]) -> int:
    bits = 0
    for letter in letters:
        if letter not in _BITS:
            complain(f"Unknown perm type: {letter}")
        bits |= _BITS.get(letter, 0)
    return bits


def lines_of(acl: Iterable[Entry]) -> list[str]:
    """Two lines for each entry, as getAcl prints them."""
    return [
        line for scheme, name, bits in acl for line in (f"'{scheme},'{name}", f": {_letters(bits)}")
    ]


def _letters(bits: int) -> str:
    return "".join(letter for letter in _ORDER if bits & _BITS[letter])
