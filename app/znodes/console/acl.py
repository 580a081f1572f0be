"""Read and write ACLs as zkCli does: `scheme:id:permissions`, with commas between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...zookeeper.wire.codes import PERMISSIONS, letters_of
from ...zookeeper.wire.records import Acl, Id


def parse_acl(text: str, complain: Callable[[str], object]) -> list[Acl]:
    """Return its entries; invalid ones are left out, and `complain` is told of them."""
    found = []
    for part in _parts(text):
        scheme, colon, rest = part.partition(":")
        name, last, letters = rest.rpartition(":")
        if colon and last:
            found.append(Acl(_bits(letters, complain), Id(scheme, name)))
        else:
            complain(f"{part} does not have the form scheme:id:perm")
    return found


def _parts(text: str) -> list[str]:
    """Split as Java does: nothing empty at the end, but something."""
    return text.rstrip(",").split(",") if text.strip(",") or not text else []


def _bits(letters: str, complain: Callable[[str], object]) -> int:
    bits = 0
    for letter in letters:
        if letter not in PERMISSIONS:
            complain(f"Unknown perm type: {letter}")
        bits |= PERMISSIONS.get(letter, 0)
    return bits


def lines_of(acl: Iterable[Acl]) -> list[str]:
    """Return two lines for each entry, as getAcl prints them."""
    return [
        line
        for bits, (scheme, name) in acl
        for line in (f"'{scheme},'{name}", f": {letters_of(bits)}")
    ]
