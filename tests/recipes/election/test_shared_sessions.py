"""Members of one session: a list of the servers names the session, and not the member."""

from __future__ import annotations

from typing import Any

from tests.journal.script import ELECTION, session_of, znode_of
from tests.recipes.election.test_foreign_handoffs import Line


class OneSession(Line):
    """One program stands several times, over one session, "0xm"."""

    def stand(self, *names: str) -> None:
        for number, name in enumerate(names, 1):
            path = f"{ELECTION}/{znode_of(name, number)}"
            data = {"znode": znode_of(name, number), "session": session_of("m"), "ctime": 0}
            data |= {"czxid": 1000 + number, "data": name}
            self.event("member.read", path, election=ELECTION, **data)

    def listed(self, *names: str) -> None:
        """The session watches the znodes of these, in the order of the chain."""
        paths = [f"{ELECTION}/{one['znode']}" for one in self.chain if one["name"] in names]
        told = {"source": "wchp", "asked_at": self.at, "complete": True}
        self.lists_watches("zookeeper", sessions={session_of("m"): paths}, **told)

    def watches(self) -> list[tuple[Any, str]]:
        return [(one["watches"], one["evidence"]) for one in self.chain]


def test_a_watch_of_the_session_is_nobodys_own() -> None:
    line = OneSession()
    line.stand("a", "b", "c")
    line.at = 110.0
    line.listed("a", "b")
    a, b = znode_of("a", 1), znode_of("b", 2)
    assert line.watches() == [(None, "inferred"), (a, "inferred"), (b, "inferred")]
    assert line.election["invariants"]["watches_predecessor"] is None
    [detail] = [
        one["detail"]
        for one in line.election["doubts"]
        if one["invariant"] == "watches_predecessor"
    ]
    assert detail == "b and c share a session: no server's list says which of them watches what"


def test_what_the_session_does_not_watch_none_of_its_members_watches() -> None:
    line = OneSession()
    line.stand("a", "b", "c")
    line.at = 110.0
    line.listed("a")
    assert line.watches() == [
        (None, "server"),
        (znode_of("a", 1), "inferred"),
        (None, "inferred"),
    ]
    assert line.election["invariants"]["watches_predecessor"] is None
    line.listed()
    assert line.watches()[1:] == [(None, "server"), (None, "server")]
    line.at = 112.0
    line.event("invariants.checked", ELECTION)
    assert line.election["invariants"]["watches_predecessor"] is False


def test_alone_in_its_session_a_member_is_known_by_it() -> None:
    line = OneSession()
    line.stand("a", "b")
    line.stands("z", 3)
    line.at = 110.0
    line.lists(z=znode_of("b", 2))
    assert (line.chain[2]["watches"], line.chain[2]["evidence"]) == (znode_of("b", 2), "server")


def test_of_one_session_the_next_in_the_order_watched_and_no_other_is_named() -> None:
    line = OneSession()
    line.stand("a", "b", "c")
    line.at = 110.0
    line.listed("a", "b")
    line.deleted("a", 1)
    watched = line.last["watched"]
    assert (watched["names"], watched["others"]) == (["b"], 0)


def test_a_session_that_watches_though_the_next_is_anothers_names_nobody() -> None:
    line = OneSession()
    line.stands("x", 1)
    line.stands("y", 2)
    for number, name in ((3, "c"), (4, "d")):
        data = {"znode": znode_of(name, number), "session": session_of("m"), "ctime": 0}
        line.event("member.read", f"{ELECTION}/{znode_of(name, number)}", election=ELECTION,
                   **data, czxid=1000 + number, data=name)  # fmt: skip
    line.at = 110.0
    line.lists(y=znode_of("x", 1), m=znode_of("x", 1))
    line.deleted("x", 1)
    watched = line.last["watched"]
    assert (watched["names"], watched["others"]) == (["y"], 1)


def test_a_hidden_member_that_watches_counts_as_a_session() -> None:
    """Its session is not known, so it is not said to have no znode."""
    line = Line()
    line.stands("x", 1)
    path = f"{ELECTION}/{znode_of('h', 2)}"
    line.event("member.read", path, election=ELECTION, znode=znode_of("h", 2), hidden=True)
    line.at = 110.0
    line.lists(h=znode_of("x", 1))
    line.deleted("x", 1)
    assert (line.last["watched"]["by"], line.last["watched"]["others"]) == ([], 1)
