"""Name the members of a chain the same everywhere.

Ours is called by its id. Another program is called by what it has written into its znode, if
that can be a name; if another member has that name too, the znode's label is added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .document import Entry

LONGEST = 60
_OURS = re.compile(r"c[0-9]+|dashboard")
_DOCUMENTS = ("{", "[", "<?")


def named(chain: Sequence[Entry]) -> list[Entry]:
    """Return the chain with each entry's `name`; an entry that keeps its name is the same
    object.
    """
    said = [None if entry["candidate"] else _said(entry["about"]) for entry in chain]
    often = Counter(said)
    names = [
        _name_of(entry, text, often[text] > 1) for entry, text in zip(chain, said, strict=True)
    ]
    return [
        entry if entry.get("name") == name else {**entry, "name": name}
        for entry, name in zip(chain, names, strict=True)
    ]


def _name_of(entry: Entry, said: str | None, is_shared: bool) -> str:
    if said is None:
        return str(entry["candidate"] or entry["label"])
    is_taken = is_shared or _OURS.fullmatch(said)
    return f"{said} ({entry['label']})" if is_taken else said


def _said(about: str | None) -> str | None:
    """Return the znode's data, if it is short, of one line, has a letter, and no characters that
    reverse text: a number, or a list of marks, is no name.
    """
    text = (about or "").strip()
    can_be = len(text) <= LONGEST and text.isprintable() and any(map(str.isalpha, text))
    return text if can_be and not text.startswith(_DOCUMENTS) else None
