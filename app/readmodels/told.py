"""The line that an event has in a list of what happened: its words, its tone, and its group.

What all recipes share is here; a recipe's own words are in its `words.py`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..participation.naming import PARENT
from .document import Data
from .models import Models
from .wording import (
    UNDERGOES,
    Line,
    Words,
    asked_by,
    duration,
    hexed,
    plural,
    thousands,
    who,
    znode,
)


class Told(NamedTuple):
    """An event as a list shows it.

    tone: dead|frozen|fired|lead|new|wait|lost, or none. group: the events that it shows or hides
    together; None for a kind that nobody knows: no filter hides it.
    """

    words: Line
    tone: str = ""
    group: str | None = None


RECIPES = "recipes"
GROUPS = {
    "candidate": "processes",
    "candidates": "processes",
    "candidate.reported": "beliefs",
    "candidate.notified": "watches",
    "invariants": "checks",
    "znode": "znodes",
    "znodes": "znodes",
    "workbench": "workbench",
    "job": "workbench",
    "console": "workbench",
    "watches": "lists",
    "member": RECIPES,
    "value": RECIPES,
    **dict.fromkeys(
        ("zookeeper", "mirror", "connection", "dashboard", "history", "server", "thread"), "servers"
    ),
}
"""A kind, or a family of events -> its group; those of the recipes are `RECIPES`."""

NOTIFICATIONS = {
    "deleted": "NodeDeleted",
    "created": "NodeCreated",
    "changed": "NodeDataChanged",
    "children": "NodeChildrenChanged",
}
"""Event of a watch -> its name in ZooKeeper's clients."""

_DEAD = re.compile(
    r"killed|expired|lost|gone|rootless|suspended$|^server\.(stopped|exited|failed)|^history\.stopped|^thread\.ended"
)


class Wording:
    """Words events, as the models say."""

    def __init__(self, models: Models) -> None:
        self.words = {**WORDS}
        self._tones: dict[str, str] = {}
        for one in (*models, *models.sections):
            self.words |= one.words
            self._tones |= one.tones
        self._lists = {name for model in models for name in model.watched_lists}
        self._families = models.by_family

    def of(self, kind: str, subject: str, data: Data) -> Told:
        """Return what a list shows of an event."""
        return Told(self._line(kind, subject, data), self._tone(kind, data), self.group_of(kind))

    def _line(self, kind: str, subject: str, data: Data) -> Line:
        if kind == "candidate.notified" and data.get("znode") in self._lists:
            return [
                f"{_notification(data)} reached ", who(subject), ": ", znode(data["znode"]),
                f" has changed{_fired(data)}",
            ]  # fmt: skip
        worded = self.words.get(kind)
        return worded(subject, data) if worded else [f"{kind} {subject}"]

    def _tone(self, kind: str, data: Data) -> str:
        if kind in self._tones:
            return self._tones[kind]
        if _DEAD.search(kind):
            return "dead"
        if kind.endswith("paused"):
            return "frozen"
        if kind == "candidate.notified":
            return "fired"
        if data.get("belief") == "leading":
            return "lead"
        return "new" if kind.endswith(("started", "created")) else ""

    def group_of(self, kind: str) -> str | None:
        """Return the group of a kind."""
        family = kind.partition(".")[0]
        of_recipe = RECIPES if family in self._families else None
        return GROUPS.get(kind) or GROUPS.get(family) or of_recipe


def _notification(data: Data) -> str:
    event: str = data["event"]
    return NOTIFICATIONS.get(event, event)


def _by_zxid(data: Data) -> str:
    """Name the transaction, if ZooKeeper sent it with the event (since 3.9)."""
    zxid = data.get("zxid")
    return "" if zxid is None else f" by zxid {hexed(zxid)}"


def _fired(data: Data) -> str:
    by = _by_zxid(data)
    return by and f", fired{by}"


def _notified(name: str, data: Data) -> Line:
    """Word a notification: for a list, which znode went."""
    what, gone = _notification(data), znode(data.get("znode"))
    if data["event"] == "children":
        return [f"{what} reached ", who(name), ": ", gone, f" is gone{_fired(data)}"]
    return [f"{what} of ", gone, " reached ", who(name), _fired(data)]


def _reported(name: str, data: Data) -> Line:
    belief, watches, error = (data.get(key) for key in ("belief", "watches", "error"))
    at = f", at “{data['step']}”" if data.get("step") else ""
    if error:
        return [who(name), f": {error}"]
    if belief == "leading":
        return [who(name), f" believes it leads{at}"]
    if belief == "behind":
        return [who(name), " sits out: its data is behind"]
    if belief == "waiting" and watches == PARENT:
        return [who(name), " waits, watching the list of children"]
    if belief == "waiting" and watches:
        return [who(name), " waits, watching ", znode(watches)]
    return [who(name), f" is {belief or 'at work'}{at}"]


def _reason(data: Data) -> str:
    return f": {data['reason']}" if data.get("reason") else ""


def _ending(data: Data) -> str:
    if data.get("signal"):
        return f" ({data['signal']})"
    return "" if data.get("code") is None else f" (code {data['code']})"


def _from(data: Data) -> str:
    """Name the address of a client, if a server listed it."""
    return f", of {data['client']}" if data.get("client") else ""


def _znode(path: str, data: Data, found: str, is_found: str, happened: str) -> Line:
    """Word what became of a znode: a listing has found it so, or ZooKeeper has told just now."""
    if data.get(found):
        return ["found: znode ", znode(path), is_found]
    return ["znode ", znode(path), f" {happened}{_by_zxid(data)}"]


def _loaded(_: str, data: Data) -> Line:
    took = data.get("took_ms")
    return [
        plural(data.get("znodes", 0), "znode")
        + f" read{'' if took is None else f' in {duration(took / 1000)}'}"
    ]


def _summary(path: str, data: Data) -> Line:
    counts = ", ".join(f"{data.get(key, 0)} {key}" for key in ("created", "deleted", "changed"))
    return [f"{'found: ' if data.get('found') else ''}below {path}: {counts}"]


def _listed(server: str, data: Data) -> Line:
    name = "ZooKeeper" if server == "zookeeper" else server
    sessions = plural(data["count"], "session")
    return [f"{name} lists the watches of {sessions} ({data['source']})"]


def _named(data: Data) -> str:
    return plural(len(data["names"]), "candidate")


WORDS: Words = {
    "dashboard.started": lambda _, data: ["the dashboard started"],
    "zookeeper.configured": lambda _, data: [f"ZooKeeper address: {data.get('hosts', '')}"],
    "zookeeper.connected": lambda _, data: [f"connected to ZooKeeper {data.get('version') or ''}"],
    "zookeeper.suspended": lambda _, data: [
        f"the connection to ZooKeeper broke{_reason(data)}"
    ],
    "zookeeper.lost": lambda _, data: [
        f"the dashboard's session with ZooKeeper is lost{_reason(data)}"
    ],
    "server.stopping": lambda name, data: [
        "server ", who(name), f" is asked to stop{asked_by(data)}",
    ],
    "server.stopped": lambda name, data: ["server ", who(name), " has stopped"],
    "server.restarting": lambda name, data: [
        "server ", who(name), f" is being restarted{asked_by(data)}",
    ],
    "server.started": lambda name, data: ["server ", who(name), " runs"],
    "server.failed": lambda name, data: [
        "server ", who(name),
        f" could not {UNDERGOES.get(data['action'], data['action'])}{_reason(data)}",
    ],
    "server.killed": lambda name, data: [
        "server ", who(name), f" killed{asked_by(data)} (SIGKILL)",
    ],
    "server.paused": lambda name, data: [
        "server ", who(name), f" frozen{asked_by(data)} (SIGSTOP)",
    ],
    "server.resumed": lambda name, data: [
        "server ", who(name), f" woken{asked_by(data)} (SIGCONT)",
    ],
    "server.restarted": lambda name, data: ["server ", who(name), " runs again"],
    "server.exited": lambda name, data: [
        "server ", who(name), f" has ended by itself{_ending(data)}{_reason(data)}",
    ],
    "thread.ended": lambda name, data: [
        f"the thread {name}, which {data['does']}, ended unexpectedly: {data['reason']}"
    ],
    "history.begun": lambda _, data: [
        f"what happens is kept{'' if data['file'] else ' for as long as the dashboard runs'}"
        f"{', after all that was kept before' if data['after'] else ''}"
        f"{': ' + data['unkept'] if data.get('unkept') else ''}"
    ],
    "history.stopped": lambda _, data: [f"the history is not kept: {data['reason']}"],
    "history.resumed": lambda _, data: [
        "the history is kept again: "
        + (
            "nothing is kept between the events {after} and {before}".format(**data["gap"])
            if data["gap"]
            else "nothing is missing"
        )
    ],
    "thread.restarted": lambda name, data: [f"the thread {name} runs again"],
    "mirror.loading": lambda _, data: ["reading the znode tree"],
    "mirror.loaded": _loaded,
    "mirror.behind": lambda _, data: [
        f"what ZooKeeper has told waits: the dashboard is {data['ms'] / 1000:.1f} s behind"
    ],
    "mirror.caught_up": lambda _, data: ["the dashboard has caught up with ZooKeeper"],
    "mirror.bounded": lambda _, data: [
        f"programs contend at more than {data['most']} paths: the others are not followed"
    ],
    "mirror.rootless": lambda _, data: [data["reason"]],
    "mirror.rooted": lambda _, data: [f"the znode {data['chroot']} is there now"],
    "mirror.silent": lambda _, data: [
        f"{data.get('server') or 'ZooKeeper'} does not answer the dashboard"
    ],
    "mirror.heard": lambda _, data: [f"{data.get('server') or 'ZooKeeper'} answers again"],
    "znode.created": lambda path, data: _znode(path, data, "found", " is there", "created"),
    "znode.deleted": lambda path, data: _znode(path, data, "found_gone", " is gone", "deleted"),
    "znode.changed": lambda path, data: ["data of ", znode(path), f" changed{_by_zxid(data)}"],
    "znodes.summary": _summary,
    "connection.lost": lambda session, data: [
        f"no server lists a connection of session {session} any more{_from(data)}"
    ],
    "connection.found": lambda session, data: [
        f"session {session} is listed as connected again{_from(data)}"
    ],
    "watches.listed": _listed,
    "candidates.queued": lambda _, data: [
        f"{thousands(len(data['names']))} of {plural(data['of'], 'candidate')}"
        f" will be started{asked_by(data)}"
    ],
    "candidates.withdrawn": lambda _, data: [
        f"{_named(data)} will not be started{asked_by(data)}"
    ],
    "candidates.refused": lambda _, data: [f"{_named(data)} could not be started{_reason(data)}"],
    "candidates.stopping": lambda _, data: [f"{_named(data)} will be stopped{asked_by(data)}"],
    "candidate.starting": lambda name, data: [who(name), f" is being started{asked_by(data)}"],
    "candidate.started": lambda name, data: [who(name), " runs"],
    "candidate.connected": lambda name, data: [
        who(name), f" has session {data.get('session') or ''}",
    ],
    "candidate.stopping": lambda name, data: [who(name), f" is asked to stop{asked_by(data)}"],
    "candidate.paused": lambda name, data: [who(name), f" frozen{asked_by(data)} (SIGSTOP)"],
    "candidate.resumed": lambda name, data: [who(name), f" woken{asked_by(data)} (SIGCONT)"],
    "candidate.killed": lambda name, data: [who(name), f" killed{asked_by(data)} (SIGKILL)"],
    "candidate.expired": lambda name, data: [
        "session of ", who(name), f" ended on the server{asked_by(data)}",
    ],
    "candidate.resigning": lambda name, data: [who(name), f" is asked to resign{asked_by(data)}"],
    "candidate.exited": lambda name, data: [who(name), f" has ended{_ending(data)}"],
    "candidate.reported": _reported,
    "candidate.notified": _notified,
    "invariants.checked": lambda path, data: [f"the invariants of {path} checked"],
}  # fmt: skip
