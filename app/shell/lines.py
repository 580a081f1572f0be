"""A candidate's news as lines for a person, or as JSON for a program."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

from app.candidate import News
from app.recipes.naming import label_of

_MOST_CHILDREN = 12
_BOLD, _RED, _GREEN, _YELLOW, _BLUE, _PLAIN = (f"\033[{n}m" for n in ("1", 31, 32, 33, 34, 0))
_WORD = 11

Data = Mapping[str, Any]


class Printer:
    """Writes each news as one line, at once. colour: whether the stream shows ANSI colours.

    `on_broken` is called when nobody reads any more.
    """

    def __init__(self, stream: TextIO, *, colour: bool = False, as_json: bool = False) -> None:
        self._stream = stream
        self.on_broken: Callable[[], object] = lambda: None
        self._colour = colour
        self._as_json = as_json
        self._who = "it"
        self._path = ""

    def tell(self, news: News) -> None:
        """One line."""
        line = json.dumps(news.as_json()) if self._as_json else self._line(news)
        try:
            print(line, file=self._stream, flush=True)
        except OSError:
            self._break()

    def _break(self) -> None:
        """What the stream still holds must go somewhere, or Python complains at the end."""
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), self._stream.fileno())
        self.on_broken()

    def _line(self, news: News) -> str:
        if news.kind == "started":
            self._who = f"candidate {news.data['identity']}"
            self._path = news.data["path"]
        word, tone, sentence = LINES[news.kind]
        text = sentence(self._who, self._path, news.data)
        return f"{_clock(news.at)}  {self._toned(word.ljust(_WORD), tone)} {_printable(text)}"

    def _toned(self, word: str, tone: str) -> str:
        return f"{tone}{word}{_PLAIN}" if self._colour else word


def _clock(at: float) -> str:
    """The time of day here, to the millisecond."""
    return f"{time.strftime('%H:%M:%S', time.localtime(at))}.{int(at * 1000) % 1000:03}"


def _printable(text: str) -> str:
    """Names of znodes are anybody's: no control characters reach the terminal."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)


def _started(who: str, path: str, data: Data) -> str:
    return (
        f"{who} is process {data['pid']} on {data['host']}; it stands in {path} "
        f"at {data['hosts']}, strategy {data['strategy']}"
    )


def _connected(who: str, path: str, data: Data) -> str:
    where = f" with {data['server']}" if data["server"] else ""
    return f"session {data['session']}{where}; it ends after {data['timeout']:g} s of silence"


def _children(who: str, path: str, data: Data) -> str:
    names: Sequence[str] = data["children"]
    own = data["own"]
    shown = [f"{label_of(name)} (mine)" if name == own else label_of(name) for name in names]
    if len(shown) > _MOST_CHILDREN:
        at = max(names.index(own), 2) if own in names else 2
        first, rest = shown[:1], shown[at - 1 : at + 2]
        shown = [*first, *(["…"] if at > 2 else []), *rest, f"… {len(names)} in all"]
    return ", ".join(shown) or "none"


def _watching(who: str, path: str, data: Data) -> str:
    return f"{data['znode']} (its list of children)" if data["znode"] == path else data["znode"]


def _notified(who: str, path: str, data: Data) -> str:
    by = "" if data["zxid"] is None else f" (zxid 0x{data['zxid']:x})"
    if data["event"] == "children":
        return f"the children of {data['znode']} have changed{by}"
    return f"{data['znode']} is {data['event']}{by}"


def _resting(who: str, path: str, data: Data) -> str:
    if data["seconds"] is None:
        return f"{data['reason']}; {who} queues again when it has"
    return f"{data['reason']}; {who} queues again in {data['seconds']:g} s"


def _left(who: str, path: str, data: Data) -> str:
    if data["clean"]:
        return f"{who} has left: its znode is deleted, its session closed"
    return f"{who} is gone; ZooKeeper has not confirmed it: its session ends by itself"


LINES: dict[str, tuple[str, str, Callable[[str, str, Data], str]]] = {
    "started": ("started", _BOLD, _started),
    "unreachable": ("waiting", _YELLOW, lambda who, path, d: f"{d['reason']}; goes on trying"),
    "connected": ("connected", "", _connected),
    "disconnected": ("cut off", _YELLOW, lambda who, path, d: str(d["reason"])),
    "expired": ("expired", _RED, lambda who, path, d: "the session is over, and its znode gone"),
    "created": ("znode", "", lambda who, path, d: str(d["znode"])),
    "children": ("children", "", _children),
    "watching": ("watching", _BLUE, _watching),
    "notified": ("notified", _BLUE, _notified),
    "leading": (
        "LEADS", _BOLD + _GREEN,
        lambda who, path, d: f"{who} leads, epoch {d['epoch']} (0x{d['epoch']:x})",
    ),
    "stepped_down": (
        "steps down", _RED, lambda who, path, d: f"{who} leads no more: {d['reason']}",
    ),
    "resting": ("resting", _YELLOW, _resting),
    "failed": ("failed", _RED, lambda who, path, d: f"{d['reason']}; tries again"),
    "stopping": (
        "stopping", "", lambda who, path, d: f"{who} leaves; once more ends it at once",
    ),
    "left": ("left", _BOLD, _left),
}  # fmt: skip
