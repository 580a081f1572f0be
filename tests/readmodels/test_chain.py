"""A chain that is linked again says the same as one that is linked whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.journal.patch import difference
from app.readmodels.chain import Chain, about, counts_of, entry_of, link, ordered, place_in
from app.readmodels.lines import Lines, span
from app.recipes.election.state import RULES
from tests.journal.script import Script

SESSIONS = st.sampled_from(["0xa", "0xb", "0xc", "0xd", None])
SAID = st.sampled_from(["", "host-1", "host-2", "c1", "17", '{"a": 1}'])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["comes", "comes", "goes", "read", "list", "unheard", "report", "nothing"]),
        st.integers(0, 20),
        SESSIONS,
        SAID,
    ),
    max_size=25,
)
FORMS = ("n_{:010}", "_c_00000001-1111-2222-3333-444444444444-lock-{:010}", "x{:010}")


class Line:
    """A chain and what it is linked by, while both change."""

    def __init__(self) -> None:
        script = Script()
        script.joins("c1", 1)
        self.candidates: Mapping[str, Any] = script.state["candidates"]
        self.chain: Any = Chain()
        self.listed: Any = None
        self.unheard: dict[str, Any] = {}
        self.at = 100.0

    def changed(self, what: str, number: int, session: str | None, said: str) -> list[Any]:
        """Return the entries after a step."""
        name = FORMS[number % 3].format(number)
        there = {entry["znode"]: entry for entry in self.chain}
        czxid = None if session is None else 1000 + number
        member = {"znode": name, "session": session, "czxid": czxid, "data": said}
        if what == "comes" and number % 4 == 0:
            member = {"znode": name, "unread": True, "czxid": czxid}
        if what == "goes":
            there.pop(name, None)
        elif what == "comes" or (what == "read" and name in there):
            there[name] = entry_of(member, came=None, unheard=None)
        elif what == "list":
            names = [session or "", *there][:number]
            self.listed = {"asked_at": self.at, "complete": bool(number % 2),
                           "watches": {session or "0xa": names}}  # fmt: skip
        elif what == "unheard":
            self.unheard = {session or "0xa": {"missing": self.at}} if number % 2 else {}
        elif what == "report":
            beliefs = ("leading", "waiting")
            one = {**self.candidates["c1"], "session": session, "belief": beliefs[number % 2]}
            self.candidates = {"c1": one}
        return list(ordered(there.values()))


@settings(max_examples=150, deadline=None)
@given(STEPS, st.sampled_from(["predecessor", "herd"]))
def test_linked_again_it_is_as_linked_whole(steps: list[Any], recipe: str) -> None:
    line, strategy = Line(), RULES[recipe]
    for step in steps:
        entries = line.changed(*step)
        line.at += 1.0
        by = (line.candidates, line.listed, strategy)
        more: Any = {"at": line.at, "settle": 1.0, "unheard": line.unheard}
        whole = link(entries, *by, **more)
        again = link(Chain.made_of(line.chain, entries), *by, **more)
        assert again == whole
        assert _numbers(again) == _numbers(whole)
        lines = Lines({"chain": ("znode",)})
        before, after = {"chain": [*line.chain]}, {"chain": [*again]}
        was, now = ({one["znode"]: one for one in chain} for chain in (line.chain, again))
        assert difference(before, after, lines).get("chain", {}) == difference(was, now)
        kept = difference({"chain": line.chain}, {"chain": again}, lines)
        assert kept.get("chain", {}) == difference(was, now)
        assert [place_in(again, one["znode"]) for one in whole] == [*range(len(whole))]
        assert all(place_in(again, gone) is None for gone in was.keys() - now.keys())
        line.chain = again


def _numbers(chain: Chain) -> list[dict[Any, Any]]:
    counts = counts_of(chain)
    of = {question: {*those} for question, those in counts.of.items()}
    counters = (of, dict(counts.sessions.items()), dict(counts.said.items()),
                counts.names.libraries, counts.names.forms, {"alone": counts.alone})  # fmt: skip
    return [{key: number for key, number in one.items() if number} for one in counters]


@given(st.lists(st.integers(0, 4), max_size=8), st.lists(st.integers(0, 4), max_size=8))
def test_what_differs_between_two_lists(before: list[int], after: list[int]) -> None:
    objects: Callable[[int], object] = [object() for _ in range(5)].__getitem__
    old, new = [objects(one) for one in before], [objects(one) for one in after]
    start, end, stop = span(old, new)
    assert old[:start] + new[start:stop] + old[end:] == new
    assert (start, end, stop) == (len(old), len(old), len(new)) or old[start:end] != new[start:stop]


@pytest.mark.parametrize("pid", [True, "7", -1, 2**32, 10**400, {"x": 1}, "x" * 900])
def test_a_process_number_that_is_none_is_not_told_as_one(pid: Any) -> None:
    known = {"candidate": "c1", "host": "a", "pid": 4711}
    assert about(json.dumps(known)) == "c1 on a, process 4711"
    data = json.dumps({**known, "pid": pid})
    assert about(data) == data
