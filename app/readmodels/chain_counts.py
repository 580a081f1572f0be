"""Count a chain's members by what matters of each, so that a question about all of them costs no
walk along the chain.

The numbers of a chain are those of the one that it was made of, less who went, and more who came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from ..participation.forms import Form, form_of
from ..participation.libraries import HANDOFF
from .document import Entry
from .member_names import said_of
from .shared_map import SharedMap

Pair = tuple[Entry | None, Entry]
"""A member, with the one before it."""


def is_persistent(entry: Entry) -> bool:
    """Tell whether no session owns the znode, as far as is known: then nobody leads by it."""
    return entry["session"] is None and entry["czxid"] is not None and not entry.get("unread")


def is_anybodys(entry: Entry) -> bool:
    """Tell whether it is not known yet whose the znode is: it was not read, and no candidate of
    ours reports it.
    """
    return bool(entry.get("unread")) and entry["candidate"] is None


def is_strangers(entry: Entry) -> bool:
    """Tell whether the znode is known to be none of ours."""
    return entry["candidate"] is None and not entry.get("unread")


def is_struck(entry: Entry) -> bool:
    """Tell whether something was done to its process, which has not been undone."""
    return entry["process"] in ("exited", "paused") and entry["fault"] is not None


def is_led_by(entry: Entry) -> bool:
    """Tell whether it is ours, and believes that it leads."""
    return entry["belief"] == "leading" and entry["candidate"] is not None


def is_inferred(pair: Pair) -> bool:
    """Tell whether what it watches follows from the order alone; the first one watches nothing."""
    before, entry = pair
    return before is not None and entry["evidence"] == "inferred"


def is_unlisted(pair: Pair) -> bool:
    """Tell whether it watches something by the rules of its recipe, and no list shows it."""
    before, entry = pair
    waits = before is not None or entry["watches"] is not None
    return waits and entry["process"] == "foreign" and entry["evidence"] == "inferred"


def is_loose(pair: Pair) -> bool:
    """Tell whether its process has not ended, and it does not watch the one before it."""
    before, entry = pair
    lives = before is not None and entry["process"] != "exited"
    return lives and entry["watches"] != before["znode"]  # type: ignore[index]


def watches_wrong(pair: Pair) -> bool:
    """Tell whether it is known not to watch the one before it. A frozen process cannot act, and an
    inferred watch proves nothing: both are left out. For a member that is no process of ours, a
    list of the servers proves what it watches.
    """
    before, entry = pair
    expected = before["znode"] if before else None
    return entry["watches"] != expected and _can_be_judged(entry, before)


def _can_be_judged(entry: Entry, before: Entry | None) -> bool:
    """Tell whether it waits and can act. The lowest one, if not ours, may lead and watch as it
    likes; Mesos's masters watch the list.
    """
    if entry["process"] == "foreign":
        is_listed = before is not None and entry["evidence"] == "server"
        return is_listed and form_of(entry["znode"]) is not Form.MESOS
    return bool(entry["process"] == "running" and entry["belief"] == "waiting")


Member = Callable[[Entry], bool]
Joint = Callable[[Pair], bool]
OF_ONE: tuple[Member, ...] = (is_anybodys, is_strangers, is_struck, is_led_by)
OF_TWO: tuple[Joint, ...] = (is_inferred, is_unlisted, is_loose, watches_wrong)


class NameCounts:
    """The numbers of a chain's names, None for names that say nothing. libraries: how many are of
    each; forms: how many of those that are not Handoff's have each; recipes: how many of Handoff's
    say that they follow each.
    """

    def __init__(self) -> None:
        self.libraries: Counter[str | None] = Counter()
        self.forms: Counter[Form | None] = Counter()
        self.recipes: Counter[str | None] = Counter()

    def after(self, went: Iterable[Entry], came: Iterable[Entry]) -> NameCounts:
        """Return the numbers when these have gone, and these have come."""
        names = NameCounts()
        names.libraries, names.forms = self.libraries.copy(), self.forms.copy()
        names.recipes = self.recipes.copy()
        for entries, by in ((went, -1), (came, 1)):
            for entry in entries:
                library = entry["library"]
                _count(names.libraries, library, by)
                if library == HANDOFF and not entry.get("unread"):
                    _count(names.recipes, entry.get("recipe"), by)
                elif library != HANDOFF:
                    _count(names.forms, form_of(entry["znode"]), by)
        return names


NOBODY: SharedMap[float] = SharedMap()


class ChainCounts:
    """The numbers of a linked chain. of: the znodes that are so, by the question, each with since
    when it is, the earliest first; sessions, said: how many members each session has, and each text
    that is said by strangers; alone: how many sessions have one member.
    """

    def __init__(self) -> None:
        self.names = NameCounts()
        self.of: dict[Member | Joint, SharedMap[float]] = {}
        self.sessions: SharedMap[int] = SharedMap()
        self.said: SharedMap[int] = SharedMap()
        self.alone = 0

    def is_shared(self, text: str) -> bool:
        """Tell whether several strangers say this text."""
        return (self.said.get(text) or 0) > 1

    def those(self, question: Member | Joint) -> SharedMap[float]:
        """Return the znodes that are so."""
        return self.of.get(question, NOBODY)

    def after(
        self, went: Sequence[Pair], came: Sequence[Pair], at: float, was: ChainCounts | None = None
    ) -> ChainCounts:
        """Return the numbers when these have gone, and these have come, `at` a moment. was: earlier
        numbers of them, which say since when each is so.
        """
        was, counts = was or self, ChainCounts()
        counts.names = self.names.after((one for _, one in went), (one for _, one in came))
        gone, here = _those_of(went), _those_of(came)
        counts.of = dict(self.of)
        for question in gone.keys() | here.keys():
            known, now = was.those(question), here.get(question, {})
            kept = self.those(question)
            new = [(known.get(znode) or at, znode) for znode in now if znode not in kept]
            changes: dict[str, float | None] = dict.fromkeys(
                gone.get(question, {}).keys() - now.keys()
            )
            changes |= {znode: since for since, znode in sorted(new, key=itemgetter(0))}
            counts.of[question] = kept.changed(changes)
        sessions = _changes(_sessions(went), _sessions(came))
        counts.sessions = _counted(self.sessions, sessions)
        counts.said = _counted(self.said, _changes(_texts(went), _texts(came)))
        counts.alone = self.alone + sum(
            (counts.sessions.get(who) == 1) - (self.sessions.get(who) == 1) for who in sessions
        )
        return counts


def _those_of(pairs: Iterable[Pair]) -> dict[Member | Joint, dict[str, None]]:
    """Return the znodes that are so, by the question."""
    found: dict[Member | Joint, dict[str, None]] = {}
    for pair in pairs:
        entry = pair[1]
        for member in OF_ONE:
            if member(entry):
                found.setdefault(member, {})[entry["znode"]] = None
        for joint in OF_TWO:
            if joint(pair):
                found.setdefault(joint, {})[entry["znode"]] = None
    return found


def _sessions(pairs: Iterable[Pair]) -> Iterator[str]:
    return (entry["session"] for _, entry in pairs if entry["session"] is not None)


def _texts(pairs: Iterable[Pair]) -> Iterator[str]:
    return (said for _, entry in pairs if (said := said_of(entry)) is not None)


def _changes(went: Iterable[str], came: Iterable[str]) -> dict[str, int]:
    changes = Counter(came)
    changes.subtract(went)
    return {key: by for key, by in changes.items() if by}


def _counted(counts: SharedMap[int], changes: Mapping[str, int]) -> SharedMap[int]:
    return counts.changed({
        key: (counts.get(key) or 0) + by or None for key, by in changes.items()
    })  # fmt: skip


def _count(counter: Counter[Any], key: Any, by: int) -> None:
    number = counter[key] + by
    if number:
        counter[key] = number
    else:
        del counter[key]
