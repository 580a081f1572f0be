"""Name the members of a chain the same everywhere.

Ours is called by its id. Another program is called by what it has written into its znode, if that
can be a name, or by what a JSON object there says under a key of NAMING; if another member has that
name too, the znode's label is added.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..foreign_json import read_json
from ..participation.naming import parse_sequence
from .document import Entry
from .shared_map import SharedMap

LONGEST = 60
_OURS = re.compile(r"c[0-9]+|dashboard")
NAMING = ("name", "brokerid", "address", "host")
"""`brokerid` is Kafka's, `address` Canal's; `name` and `host` are many's."""

_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that are drawn as nothing."""
_DOCUMENTS = ("{", "[", "<?")


def said_of(entry: Entry) -> str | None:
    """Return what another program has written into its znode, if that can be a name: it is short,
    of one line, has a letter, and no characters that reverse text.
    """
    if entry["candidate"]:
        return None
    text = (entry["about"] or "").strip()
    text = _named_in(text).strip() if text.startswith("{") else text
    can_be = len(text) <= LONGEST and text.isprintable() and any(map(str.isalpha, text))
    can_be = can_be and _FILLERS.isdisjoint(text)
    return text if can_be and not text.startswith(_DOCUMENTS) else None


@lru_cache(maxsize=4096)
def _named_in(text: str) -> str:
    try:
        document = read_json(text)
    except ValueError:
        return ""
    said = ((key, document.get(key)) for key in NAMING)
    return next((f"{key} {one}" if type(one) is int else one
                 for key, one in said if type(one) in (int, str)), "")  # fmt: skip


def named(entry: Entry, often: SharedMap[int]) -> Entry:
    """Return the entry with its `name`; one that keeps it is the same object. often: how many of
    the chain say each text.
    """
    said = said_of(entry)
    name = _name_of(entry, said, bool(said) and (often.get(said or "") or 0) > 1)
    return entry if entry.get("name") == name else {**entry, "name": name}


def _name_of(entry: Entry, said: str | None, is_shared: bool) -> str:
    if said is None:
        return str(entry["candidate"] or entry["label"])
    is_taken = is_shared or _OURS.fullmatch(said) or parse_sequence(said)
    return f"{said} ({entry['label']})" if is_taken else said
