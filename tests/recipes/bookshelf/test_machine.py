"""A node of the bookshelf: several recipes in one participant, and their order, as scripts."""

from __future__ import annotations

from typing import Any

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import IllegalInput
from app.participation.phases import Phase
from app.recipes.bookshelf.machine import MEMBERS, Bookshelf, To, of_part
from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.shelf import Book
from app.recipes.bookshelf.znodes import ELECTION, InSync
from app.recipes.election.messages import ReadBeside, Resign
from app.recipes.membership import machine as m
from app.recipes.membership.znodes import live_name

SESSION, TIMEOUT = 0x1000, 4.0
ME, OTHER, MINE = "n1", "n2", "incarnation-1"
STORE, THEIRS = "store-1", "store-2"
LIVE = live_name(ME)


class NodePlay:
    """One node and the time; every method gives one input and returns the commands."""

    def __init__(self, seen: int = 0) -> None:
        self.node = Bookshelf(ME, MINE, None, 1.0)
        self.at = 0.0
        self.znode = "guid-1-n_0000000007"
        self.give(w.Opened(0.0, STORE, seen, (), "here"))

    def give(self, given: i.Input) -> list[c.Command]:
        return self.node.receive(given)

    def restored(self) -> list[c.Command]:
        return self.give(i.Restored(self.at, SESSION, "guid-1", TIMEOUT))

    def to(self, part: str, kind: type[i.Reply], *values: Any) -> list[c.Command]:
        """An answer to a part, of its generation."""
        generation = self.node.parts[part].generation
        return self.give(To(self.at, part, kind(self.at, generation, *values)))

    def gathered(self, *live: str) -> list[c.Command]:
        standing = m.LiveStanding(SESSION, MINE) if ME in live else None
        return self.to(MEMBERS, m.Gathered, (ME,), live, standing, m.OwnEntry(0, MINE))

    def read(self, epoch: int, leader: str | None, *nodes: str, version: int = 1) -> Any:
        stores = {name: STORE if name == ME else THEIRS for name in nodes}
        address = "there" if leader else None
        found = InSync(epoch, "t", leader, address, stores)
        stands = (version, 7, 100 + version)
        return self.give(w.InSyncRead(self.at, self.node.books.generation, found, *stands))

    def listed(self) -> list[c.Command]:
        """The own election znode stands, and is the first."""
        return self.to(ELECTION, i.Children, (self.znode,), i.Own(SESSION, 9), ReadBeside())


def asked(commands: list[c.Command]) -> list[tuple[str, str]]:
    """(part, what it asks for) in order."""
    return [
        (one.arguments["part"], one.arguments["command"].name)
        for one in commands
        if isinstance(one, c.Message) and one.is_of(of_part)
    ]


def kinds(commands: list[c.Command]) -> list[str]:
    return [one.name if isinstance(one, c.Message) else type(one).__name__ for one in commands]


def in_sync() -> NodePlay:
    """It is live, and has a place in the election."""
    play = NodePlay()
    play.restored()
    play.gathered()
    play.read(0, None, ME)
    play.gathered()
    play.to(MEMBERS, i.Created, LIVE)
    play.gathered(ME)
    play.to(ELECTION, i.Children, (), None, ReadBeside())
    play.to(ELECTION, i.Created, play.znode)
    return play


def leading() -> NodePlay:
    """It serves."""
    play = in_sync()
    told = play.listed()
    (store,) = [one for one in told if isinstance(one, w.Persist)]
    play.give(w.Persisted(play.at, store.operation))
    (write,) = [one for one in play.read(0, None, ME) if one.is_of(w.write_in_sync)]
    play.give(w.InSyncWritten(play.at, write.arguments["generation"], write.arguments["number"], 2))
    assert play.node.books.serves
    return play


def test_who_is_not_in_sync_registers_and_waits_outside() -> None:
    play = NodePlay(seen=3)
    assert asked(play.restored()) == [(MEMBERS, "gather")]
    assert asked(play.to(MEMBERS, m.Gathered, (), (), None, None)) == [(MEMBERS, "register")]
    assert asked(play.to(MEMBERS, m.Registered)) == [(MEMBERS, "gather")]
    assert asked(play.gathered(OTHER)) == []
    assert play.node.belief == "joining"
    told = play.read(5, OTHER, OTHER)
    assert kinds(told) == ["Ask", "Tell"]
    assert (play.node.belief, play.node.step) == ("behind", "catch up")


def test_who_is_in_sync_is_announced_and_stands() -> None:
    play = NodePlay()
    play.restored()
    play.gathered()
    told = play.read(0, None, ME)
    assert asked(told) == [(MEMBERS, "gather"), (ELECTION, "list_candidates")]
    assert asked(play.gathered()) == [(MEMBERS, "announce")]
    assert play.node.step == "announce"
    assert asked(play.to(ELECTION, i.Children, (), None, ReadBeside())) == [
        (ELECTION, "create_own")
    ]


def test_the_elected_takes_over_with_its_own_disk_first() -> None:
    play = in_sync()
    told = play.listed()
    assert [one for one in told if isinstance(one, c.Begin)] == [c.Begin(9)]
    (store,) = [one for one in told if isinstance(one, w.Persist)]
    assert store.change.seen == 9
    assert play.node.step == "take over"
    told = play.give(w.Persisted(play.at, store.operation))
    assert "read_in_sync" in kinds(told)
    (write,) = [one for one in play.read(0, None, ME) if one.is_of(w.write_in_sync)]
    assert (
        write.arguments["znode"],
        write.arguments["value"].epoch,
        write.arguments["value"].leader,
    ) == (play.znode, 9, ME)
    play.give(w.InSyncWritten(play.at, write.arguments["generation"], write.arguments["number"], 2))
    assert (play.node.step, play.node.belief) == ("serve", "leading")


def test_who_falls_out_gives_back_its_place_and_its_live_znode() -> None:
    play = in_sync()
    told = play.read(5, OTHER, OTHER)
    assert asked(told) == [(MEMBERS, "gather"), (ELECTION, "delete_own")]
    assert play.node.step == "fall behind"
    assert asked(play.gathered(ME)) == [(MEMBERS, "evict")]
    assert asked(play.to(MEMBERS, i.Deleted)) == [(MEMBERS, "gather")]
    assert asked(play.gathered()) == []


def test_a_leader_that_is_taken_out_by_hand_steps_down() -> None:
    play = leading()
    told = play.read(9, OTHER, OTHER, version=7)
    assert "End" in kinds(told)
    assert not play.node.books.leads


def test_what_is_the_sessions_goes_to_all_parts() -> None:
    play = leading()
    told = play.give(i.Suspended(play.at))
    assert kinds(told).count("End") == 1
    assert not play.node.books.leads
    assert all(part.phase is Phase.APART for part in play.node.parts.values())
    assert asked(play.restored()) == [(MEMBERS, "gather"), (ELECTION, "list_candidates")]


def test_the_clock_of_a_leader_is_looked_at_when_any_part_is_told() -> None:
    """4: it stops before it deals with anything that came too late."""
    play = leading()
    play.give(w.Question(play.at, 7, "post", {"book": Book("emma", "Jane", 1815).as_json()}))
    play.at = TIMEOUT + 1
    told = play.give(w.Persisted(play.at, 2))
    assert kinds(told)[0] == "End"
    (answer,) = [one for one in told if isinstance(one, w.Respond)]
    assert answer.status == 504


def test_it_has_left_when_all_parts_have() -> None:
    play = in_sync()
    assert asked(play.give(i.Stop(play.at))) == [(MEMBERS, "evict"), (ELECTION, "delete_own")]
    assert play.to(MEMBERS, i.Deleted) == []
    assert kinds(play.to(ELECTION, i.Deleted)) == ["Leave"]
    assert (play.node.phase, play.node.belief) == (Phase.LEFT, "gone")


def test_what_a_part_cannot_be_told_changes_nothing() -> None:
    """Not even where its time has run out: the command to end must not get lost."""
    play = leading()
    play.at = TIMEOUT + 1
    with pytest.raises(IllegalInput):
        play.to(ELECTION, i.Created, play.znode)
    assert play.node.belief == "leading"
    assert "End" in kinds(play.give(i.Tick(play.at)))


def test_answers_of_an_older_generation_are_dropped() -> None:
    play = in_sync()
    generation = play.node.parts[ELECTION].generation
    play.give(i.Suspended(play.at))
    play.restored()
    late = i.Children(play.at, generation, (play.znode,), i.Own(SESSION, 9), ReadBeside())
    assert "Begin" not in kinds(play.give(To(play.at, ELECTION, late)))


def test_a_resignation_is_the_elections() -> None:
    play = leading()
    told = play.give(Resign(play.at))
    assert "End" in kinds(told)
    assert asked(told) == [(ELECTION, "delete_own")]


@pytest.mark.parametrize("order", [Resign, i.Stop])
def test_it_says_that_it_no_longer_serves_before_it_lets_another_lead(order: Any) -> None:
    play = leading()
    told = play.give(order(play.at))
    news = next(one for one in told if isinstance(one, w.Tell) and one.kind == "book.node")
    assert news.data["state"] == "in sync"
    delete = of_part(ELECTION, play.node.parts[ELECTION].generation, c.delete_own(play.znode))
    assert told.index(news) < told.index(delete)


def test_a_resignation_that_comes_after_the_deadline_loses_no_command() -> None:
    """4: found in simulation. It was refused when the clock had been looked at, and the node went
    on serving.
    """
    play = leading()
    play.at = TIMEOUT + 1
    assert "End" in kinds(play.give(Resign(play.at)))
    assert not play.node.books.leads
