"""Count a chain's members by what matters of each, so that a question about all of them costs no
walk along the chain.

The numbers of a chain are those of the one that it was made of, less who went, and more who came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..participation.forms import Form, form_of
from ..participation.libraries import HANDOFF
from .document import Entry
from .member_names import said_of

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


class ChainCounts:
    """The numbers of a linked chain. of: how many are so, by the question; sessions, said: how many
    members each session has, and each text that is said by strangers.
    """

    def __init__(self) -> None:
        self.names = NameCounts()
        self.of: Counter[Member | Joint] = Counter()
        self.sessions: Counter[str] = Counter()
        self.said: Counter[str] = Counter()

    def after(self, went: Sequence[Pair], came: Sequence[Pair]) -> ChainCounts:
        """Return the numbers when these have gone, and these have come."""
        counts = ChainCounts()
        counts.names = self.names.after((one for _, one in went), (one for _, one in came))
        counts.of, counts.said = self.of.copy(), self.said.copy()
        counts.sessions = self.sessions.copy()
        for pairs, by in ((went, -1), (came, 1)):
            for pair in pairs:
                counts._add(pair, by)
        return counts

    def _add(self, pair: Pair, by: int) -> None:
        entry = pair[1]
        for member in OF_ONE:
            if member(entry):
                self.of[member] += by
        for joint in OF_TWO:
            if joint(pair):
                self.of[joint] += by
        if entry["session"] is not None:
            _count(self.sessions, entry["session"], by)
        if (said := said_of(entry)) is not None:
            _count(self.said, said, by)


def _count(counter: Counter[Any], key: Any, by: int) -> None:
    number = counter[key] + by
    if number:
        counter[key] = number
    else:
        del counter[key]
