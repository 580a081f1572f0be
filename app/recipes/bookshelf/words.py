"""The events of bookshelves, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import Line, hexed, plural, who

_WHY = {
    "no leader": "nobody leads",
    "busy": "too many writes waited",
    "unknown": "nobody knows",
    "refused": "it was refused",
    "conflict": "another book has that id",
}


def _book(data: Data) -> str:
    return f"“{data['id']}”"


def _by(data: Data) -> str:
    return f" ({data['by']})" if data.get("by") else ""


def _node(_: str, data: Data) -> Line:
    books = "" if data.get("books") is None else f", with {plural(data['books'], 'book')}"
    reason = f" ({data['reason']})" if data.get("reason") else ""
    return [who(data["node"]), f" is {data['state']}{books}{reason}"]


def _asked(_: str, data: Data) -> Line:
    to = data.get("to")
    passed: Line = [", and passes it on to ", who(to)] if to and to != data["node"] else []
    return [who(data["node"]), f" is asked to add {_book(data)}", *passed]


def _refused(_: str, data: Data) -> Line:
    why = f": epoch {hexed(data['epoch'])}, and it has seen {hexed(data['seen'])}"
    if data.get("why") == "term":
        why = ": that leader has not brought it to its state yet"
    return [who(data["to"]), f" refuses {_book(data)} from ", who(data["from"]), why]


def _dropped(_: str, data: Data) -> Line:
    books = ", ".join(f"“{book}”" for book in data["ids"][:3])
    return [who(data["node"]), f" sets {books} aside: no client was told of it"]


def _synced(_: str, data: Data) -> Line:
    books = "what it lacked" if data.get("books") is None else plural(data["books"], "book")
    return [who(data["node"]), f" has fetched {books} from ", who(data["from"])]


def _in_sync(_: str, data: Data) -> Line:
    by = data.get("by")
    begin: Line = [who(by), " writes the in-sync set: "] if by else ["in sync: "]
    return [*begin, ", ".join(data.get("nodes") or ())]


def _audited(_: str, data: Data) -> Line:
    acknowledged, missing = data["acknowledged"], len(data["missing"])
    if not acknowledged:
        return [who(data["node"]), " is asked for its list: no book is acknowledged yet"]
    has = f"{acknowledged - missing} of" if missing else "all"
    return [who(data["node"]), f" has {has} {plural(acknowledged, 'acknowledged book')}"]


def _stakes(_: str, data: Data) -> Line:
    line: Line = [f"nobody may lead: of {plural(data['acknowledged'], 'acknowledged book')}"]
    for name, node in data["nodes"].items():
        line += [", ", who(name), f" lacks {node['missing']}"]
    return line


def _appointed(_: str, data: Data) -> Line:
    without = f" without {', '.join(data['missing'])}" if data["missing"] else ""
    return ["a person lets ", who(data["node"]), f" lead{without}{_by(data)}"]


def _slowed(_: str, data: Data) -> Line:
    pause = data["pause"]
    speed = f"writes are slowed down, {pause:g} s per step" if pause else "writes at full speed"
    return [f"{speed}{_by(data)}"]


WORDS: Words = {
    "book.opened": lambda path, data: [f"the bookshelf at {path} opened{asked_by(data)}"],
    "book.node": _node,
    "book.asked": _asked,
    "book.stored": lambda _, data: [who(data["node"]), f" has {_book(data)} on its disk"],
    "book.sent": lambda _, data: [who(data["from"]), f" sends {_book(data)} to ", who(data["to"])],
    "book.copied": lambda _, data: [
        who(data["to"]), f" has {_book(data)} from ", who(data["from"]),
    ],
    "book.unanswered": lambda _, data: [
        who(data["to"]), f" does not take {_book(data)} from ", who(data["from"]), " in time",
    ],
    "book.refused": _refused,
    "book.written": lambda _, data: [
        f"{_book(data)} is stored: {data['copies']} of {data['of']} have it; answered at ",
        who(data["node"]),
    ],
    "book.failed": lambda _, data: [
        f"{_book(data)} asked at ", who(data["node"]), f": {_WHY.get(data['why'], data['why'])}",
    ],
    "book.dropped": _dropped,
    "book.synced": _synced,
    "book.in_sync": _in_sync,
    "book.audited": _audited,
    "book.disks": lambda path, data: [
        f"this dashboard has {plural(len(data['stores']), 'disk')} of the bookshelf at {path}"
    ],
    "book.stakes": _stakes,
    "book.appointed": _appointed,
    "book.slowed": _slowed,
    "book.wiped": lambda _, data: [who(data["node"]), f" has lost its disk{_by(data)}"],
}  # fmt: skip
TONES: Mapping[str, str] = {
    "book.written": "new",
    "book.refused": "dead",
    "book.unanswered": "dead",
    "book.failed": "lost",
    "book.dropped": "lost",
    "book.wiped": "dead",
    "book.stakes": "dead",
    "book.appointed": "dead",
    "book.in_sync": "lead",
}
