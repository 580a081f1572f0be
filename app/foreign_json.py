"""Read JSON that anybody may have written: the same is refused by every Python.

How deep `json` reads differs: some hundred lists or objects within each other up to Python 3.11,
depending on what calls it, and thousands from 3.12 on, of which other code then fails.
"""

from __future__ import annotations

import json
from typing import Any

DEEPEST = 100
"""How many lists and objects may stand within each other; ours need fewer than twenty."""

_NESTING = (dict, list)
_TOO_DEEP = f"more than {DEEPEST} lists and objects within each other"


def read_json(text: str | bytes, **options: Any) -> Any:
    """Return what the text says; `options` are those of `json.loads`. Raise ValueError where it is
    no JSON, or deeper than `DEEPEST`.
    """
    try:
        found = json.loads(text, **options)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    depth, level = 0, [found] if isinstance(found, _NESTING) else []
    while level:
        depth += 1
        if depth > DEEPEST:
            raise ValueError(_TOO_DEEP)
        parts = (one.values() if isinstance(one, dict) else one for one in level)
        level = [part for some in parts for part in some if isinstance(part, _NESTING)]
    return found
