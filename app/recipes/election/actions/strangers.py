"""Refuse to start candidates where others are, or were first, unless the request says so.

Handoff did not create the members there; or, in an ensemble that the dashboard did not start,
nothing shows that the path is Handoff's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ....actions.service import Service
from ....errors import Conflict, ZooKeeperUnavailable
from ....participation.forms import Form, form_of, is_in_group
from ....participation.libraries import HANDOFF, LIBRARIES, library_of
from ....participation.naming import LEADER, in_order, label_of
from ....participation.place import Place
from ....readmodels.quoting import quoted
from ....zookeeper import operations as o
from ....zookeeper.wire.codes import Code
from ..events import BESIDE
from ..model import shapes
from ..model.model import ElectionModel
from ..model.shapes import recipe_said

_MINGLED = "Programs that use these znodes may take those of the candidates for their own."

Found = dict[str, str]
"""Says that `who` is there and `why` that matters."""


class Strangers(Service):
    """A finder of other libraries' members in an election, and of others' znodes around it."""

    def require_no_key(self, path: str) -> None:
        """Raise Conflict where the path itself is a znode that programs race for."""
        election = ElectionModel.of(self._state).get(path)
        (stat,) = self._read(path, o.Exists(path))
        if (election and election["itself"]) or (stat and stat.ephemeralOwner):
            raise Conflict(
                f"{quoted(path)} is itself the znode for which other programs race: it is "
                "ephemeral, so no candidate can stand below it. Choose another path.",
                field="election",
            )

    def require_none(self, path: str, strategy: str) -> None:
        """Raise Conflict, which says who is there and why that matters to candidates that follow
        the strategy.
        """
        found = self.at(path, strategy)
        if found is not None:
            self._refuse(found, "Stop them first, choose")
        found = self._before(path)
        if found is not None:
            self._refuse(found, "Choose")

    def _refuse(self, found: Found, advice: str) -> None:
        raise Conflict(
            f"{found['who']} {found['why']} {advice} another path, or ask for "
            'it with "among_strangers": true.',
            code="strangers",
            field="among_strangers",
            beside={"strangers": found},
        )

    def at(self, path: str, strategy: str) -> Found | None:
        """Return which strangers are there; None where there are none."""
        children, key = self._read(path, o.Names(path), o.Get(Place(path).of(LEADER)))
        together = sorted(filter(is_in_group, children or ()))
        known = (*in_order(children or ()), *together)
        names = [name for name in known if library_of(name) != HANDOFF]
        if names:
            who = f"{quoted(path)} has {_counted(names, self._called(path))}."
            return {"who": who, "why": _reason(names, self._shape(path, names), strategy)}
        return self._of_key(path, key) if key else None

    def _called(self, path: str) -> dict[str, str]:
        """Return the name by which the page calls each member that it knows."""
        election = ElectionModel.of(self._state).get(path)
        return {one["znode"]: one["name"] for one in election["chain"]} if election else {}

    def _shape(self, path: str, names: list[str]) -> str:
        """Return the shape of what the strangers take part in; a path that a person follows may be
        an election.
        """
        election = ElectionModel.of(self._state).get(path)
        known = election["shape"] if election else shapes.ELECTION
        shape = shapes.shape_of_names(names, known)
        is_said = election and known == shapes.ELECTION and shape == shapes.QUEUE
        return known if is_said else shape

    def _of_key(self, path: str, key: Any) -> Found | None:
        text = key.data.decode(errors="replace")
        if not key.stat.ephemeralOwner or recipe_said(text):
            return None
        owner = f", and it says {quoted(text)}" if text else ""
        return {
            "who": f"{quoted(path)} has a znode “{LEADER}” that is not Handoff's{owner}.",
            "why": "Programs race for it: a candidate would take it once its owner lets it go.",
        }

    def _before(self, path: str) -> Found | None:
        """Return who was there before; None where something shows that a candidate was."""
        if self._state["zookeeper"]["source"] != "external" or self._is_own(path):
            return None
        beside, parent = [o.Exists(path + end) for end in BESIDE], path.rpartition("/")[0]
        names, *marks = self._read(path, o.Names(path), *beside)
        if any(marks) or any(library_of(name) == HANDOFF for name in names or ()):
            return None
        if names is not None:
            held = f"holds {_listed(names)}" if names else "is empty"
            who = f"{quoted(path)} exists, {held}, and no candidate has led there."
            return {"who": who, "why": _MINGLED}
        return self._above(parent) if parent else None

    def _above(self, parent: str) -> Found | None:
        (names,) = self._read(parent, o.Names(parent))
        marks = tuple(BESIDE)
        beside = [name for name in names or () if name.endswith(marks)]
        marked = {name.removesuffix(mark) for name in beside for mark in marks}.union(beside)
        others = [
            name
            for name in names or ()
            if name not in marked and not self._is_own(f"{parent}/{name}")
        ]
        if not others:
            return None
        return {"who": f"{quoted(parent)} holds {_listed(others)}.", "why": _MINGLED}

    def _is_own(self, path: str) -> bool:
        """Tell whether this dashboard created it, or keeps the path for itself."""
        candidates = self._state["candidates"].values()
        return path in self._journal.models.claims or any(one["path"] == path for one in candidates)

    def _read(self, path: str, *reads: o.Read) -> list[Any]:
        """Read from ZooKeeper now: the mirror may not know the latest member yet. Return None for a
        znode that is not there, or that may not be read.
        """
        silent = ZooKeeperUnavailable(
            f"ZooKeeper did not say who is at {path}: nobody was started. Try again."
        )
        try:
            answers = self._mirror.lane.answers(reads)
        except ZooKeeperUnavailable as error:
            raise silent from error
        return [_value(one, silent) for one in answers]


def _value(answer: o.Answer, silent: ZooKeeperUnavailable) -> Any:
    if isinstance(answer, o.Values):
        return answer.values[0]
    if isinstance(answer, o.RequestFailed) and answer.code == Code.NO_AUTH:
        return None
    raise silent


def _counted(names: list[str], called: Mapping[str, str]) -> str:
    """Return "3 members that are not Handoff's: 3 of Curator's LeaderLatch (latch-0000000000,
    …)".
    """
    counts = Counter(map(_makers, names))
    shown = {name: called.get(name) or label_of(name) for name in names}
    parts = [
        f"{number} of {makers} "
        f"({_examples(shown[name] for name in names if _makers(name) == makers)})"
        for makers, number in counts.items()
    ]
    members = "a member that is" if len(names) == 1 else f"{len(names)} members that are"
    return f"{members} not Handoff's: {', '.join(parts)}"


def _makers(name: str) -> str:
    """Return whose members have names of this form."""
    form = form_of(name)
    if form in (None, Form.ELECTION):
        return library_of(name) or "a program whose names Handoff does not know"
    return library_of(name) or form.value.removeprefix("of ")


def _listed(names: Iterable[str]) -> str:
    """Return "a znode that is not Handoff's (config)"."""
    names = sorted(names)
    znodes = "a znode that is" if len(names) == 1 else f"{len(names)} znodes that are"
    return f"{znodes} not Handoff's ({_examples(map(label_of, names))})"


def _examples(names: Iterable[str]) -> str:
    first, *others = map(quoted, names)
    return f"{first}, …" if others else first


def _reason(names: list[str], shape: str, strategy: str) -> str:
    if strategy == "single":
        return f"Programs that take each child for a member may fail on a child “{LEADER}”."
    by_number = "Handoff goes by the sequence number alone"
    if shape == shapes.QUEUE:
        what = "Their names do not say what they are here for: nobody is known to lead there"
    else:
        what = f"Nobody leads in a {shape}"
    if not shapes.has_leader(shape):
        return f"{what}, and {by_number}: a candidate may believe that it leads, and hold nothing."
    sorts = {one.sorts: None for name in names if (one := LIBRARIES.get(library_of(name) or ""))}
    rules = "; ".join(sorts) or "Nobody knows which order decides who leads"
    return f"{rules}, and {by_number}: two may lead at the same time."
