"""Print a candidate's news as lines for a person, or as JSON for a program."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

from ..participation.naming import label_of
from ..visible import visible
from . import News

UNREAD = 128 + signal.SIGPIPE
"""The exit code where the reader of the lines has ended, as a shell has it."""

_MOST_CHILDREN = 12
_BOLD, _RED, _GREEN, _YELLOW, _BLUE, _PLAIN = (f"\033[{n}m" for n in ("1", 31, 32, 33, 34, 0))
_WORD = 11

Data = Mapping[str, Any]


class NewsPrinter:
    """A printer of news, one line each, at once. colour: whether the stream shows ANSI colours.

    `on_broken` is called when nobody reads any longer; `is_broken` says so.
    """

    def __init__(self, stream: TextIO, *, colour: bool = False, as_json: bool = False) -> None:
        self._stream = stream
        self.on_broken: Callable[[], object] = lambda: None
        self.is_broken = False
        self._colour = colour
        self._as_json = as_json
        self._who = "it"
        self._path = ""

    def tell(self, news: News) -> None:
        """Print one line."""
        line = json.dumps(news.as_json()) if self._as_json else self._line(news)
        try:
            print(line, file=self._stream, flush=True)
        except OSError:
            discard(self._stream)
            self.is_broken = True
            self.on_broken()

    def _line(self, news: News) -> str:
        if news.kind == "started":
            self._who = f"candidate {news.data['identity']}"
            self._path = news.data["path"]
        word, tone, sentence = LINES[news.kind]
        text = sentence(self._who, self._path, news.data)
        return f"{_clock(news.at)}  {self._toned(word.ljust(_WORD), tone)} {visible(text)}"

    def _toned(self, word: str, tone: str) -> str:
        return f"{tone}{word}{_PLAIN}" if self._colour else word


def discard(stream: TextIO) -> None:
    """Redirect the stream to nowhere: at its end Python complains of what it cannot write."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def _clock(at: float) -> str:
    """Return the local time of day, to the millisecond."""
    return f"{time.strftime('%H:%M:%S', time.localtime(at))}.{int(at * 1000) % 1000:03}"


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
    "unreachable": ("waiting", _YELLOW, lambda who, path, d: f"{d['reason']}; keeps trying"),
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
        "steps down", _RED, lambda who, path, d: f"{who} no longer leads: {d['reason']}",
    ),
    "resting": ("resting", _YELLOW, _resting),
    "failed": ("failed", _RED, lambda who, path, d: f"{d['reason']}; tries again"),
    "stopping": (
        "stopping", "", lambda who, path, d: f"{who} leaves; a second signal ends it at once",
    ),
    "left": ("left", _BOLD, _left),
}  # fmt: skip
