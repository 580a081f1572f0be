"""The line at a shared lock: who reads, who writes, and for whom each one waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from ...participation.forms import Form, form_of
from ...participation.naming import parse_sequence

Mode = Literal["read", "write"]

READ: Final = "read"
WRITE: Final = "write"

UNLOCK = b"unlock"
"""The data of a znode whose owner is asked to give back what it has."""

_FORMS: dict[Form, Mode] = {
    Form.READER: READ,
    Form.KAZOO_READER: READ,
    Form.WRITER: WRITE,
    Form.KAZOO_LOCK: WRITE,
}


def prefix_of(mode: Mode) -> str:
    """Return what follows the GUID in the name of a znode of this mode."""
    return f"{mode}-"


def is_of_recipe(name: str) -> bool:
    """Tell whether a name has the recipe's form: `GUID-read-` or `GUID-write-`, and a number."""
    return _recipe_mode(name) is not None


def _recipe_mode(name: str) -> Mode | None:
    parsed = parse_sequence(name)
    for mode in (READ, WRITE):
        if parsed is not None and f"-{parsed.prefix}".endswith(f"-{prefix_of(mode)}"):
            return mode
    return None


def mode_of(name: str) -> Mode | None:
    """Return what the owner of a znode wants, by its name alone, also where another library has
    made it; None for a name that does not tell.
    """
    form = form_of(name)
    return _recipe_mode(name) or (_FORMS.get(form) if form else None)


def blocker_of(name: str, ordered: Sequence[str], mode: Mode | None) -> str | None:
    """Return the znode for which `name` waits; None where nobody is in its way.

    ordered: the names, lowest sequence number first; `name` is one of them. A reader waits for the
    next lower znode that is not known to be a reader's: a stranger may well be a writer.
    """
    before = ordered[: ordered.index(name)]
    in_the_way = (one for one in reversed(before) if mode != READ or mode_of(one) != READ)
    return next(in_the_way, None)


def blockers_of(ordered: Iterable[str]) -> dict[str, str | None]:
    """Return name -> its `blocker_of`, for all of a long line at once."""
    blockers: dict[str, str | None] = {}
    before = no_reader_before = None
    for name in ordered:
        is_reader = mode_of(name) == READ
        blockers[name] = no_reader_before if is_reader else before
        before = name
        no_reader_before = no_reader_before if is_reader else name
    return blockers
