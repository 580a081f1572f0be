"""What a member of a chain is called, everywhere: one name for one thing.

Ours is called by its id. Another program is called by what it has written into its znode, where
that can be a name; where it is somebody else's name as well, the znode's label stands beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Entry = dict[str, Any]

LONGEST = 60
_OURS = re.compile(r"c[0-9]+|dashboard")
_DOCUMENTS = ("{", "[", "<?")


def named(chain: Sequence[Entry]) -> list[Entry]:
    """The chain with each entry's `name`; an entry that keeps its name is the same object."""
    said = [None if entry["candidate"] else _said(entry["about"]) for entry in chain]
    often = Counter(said)
    names = [
        _name_of(entry, text, often[text] > 1) for entry, text in zip(chain, said, strict=True)
    ]
    return [
        entry if entry.get("name") == name else {**entry, "name": name}
        for entry, name in zip(chain, names, strict=True)
    ]


def _name_of(entry: Mapping[str, Any], said: str | None, is_shared: bool) -> str:
    if said is None:
        return str(entry["candidate"] or entry["label"])
    is_taken = is_shared or _OURS.fullmatch(said)
    return f"{said} ({entry['label']})" if is_taken else said


def _said(about: str | None) -> str | None:
    """What the znode's data says, where that is short, of one line, and turns no text round."""
    text = (about or "").strip()
    can_be = text and len(text) <= LONGEST and text.isprintable()
    return text if can_be and not text.startswith(_DOCUMENTS) else None
