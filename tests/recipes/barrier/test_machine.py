"""A double barrier by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation.participant import IllegalInput
from app.participation.phases import Phase
from app.recipes.barrier import machine as m
from app.recipes.barrier.machine import DoubleBarrier
from app.recipes.barrier.znodes import round_of
from tests.participation.playbook import TIMEOUT, Event, Script

OTHER_SESSION = 0x2000
CREATE = c.create_own("processes/guid_r1-n_")
A, B, MINE, LATER = (
    f"{who}_r1-n_{number:010d}"
    for number, who in enumerate(("aaaa", "bbbb", "guid", "zzzz"), start=1)
)
NEXT = "aaaa_r2-n_0000000009"
ALL = (A, B, MINE)


class BarrierPlay(Script[DoubleBarrier]):
    """One of three processes and the time; every method gives one input."""

    own = MINE
    event: Event = "created"
    opened = Script.written

    def __init__(self) -> None:
        super().__init__(DoubleBarrier.made_for("c1", {"size": 3}))

    def enter(self) -> list[c.Command]:
        return self.give(m.Enter(self.at))

    def depart(self) -> list[c.Command]:
        return self.give(m.Depart(self.at))

    def found(self, latest: int | None = 0) -> list[c.Command]:
        return self.give(m.RoundFound(self.at, self.generation, latest))

    def looked(
        self,
        *names: str,
        members: tuple[str, ...] | None = None,
        there: bool = True,
        latest: int = 0,
    ) -> list[c.Command]:
        found = names if there else None
        return self.give(m.Looked(self.at, self.generation, found, members, latest))


def look(own: str | None = MINE, number: int = 1, *, sync: bool = False) -> list[c.Command]:
    return [m.look_around(number, own, sync)]


def coming() -> BarrierPlay:
    """It has found out which round is next, and looks."""
    play = BarrierPlay()
    play.restored()
    play.enter()
    play.found()
    return play


def waiting() -> BarrierPlay:
    """Two are there of three, and it is one of them."""
    play = coming()
    play.looked(A)
    play.created()
    play.looked(A, MINE)
    return play


def inside() -> BarrierPlay:
    """It works; A and B do, too."""
    play = waiting()
    play.fired("ready/round-1")
    play.looked(*ALL, members=ALL)
    return play


def leaving() -> BarrierPlay:
    """It is done, and its znode is gone; A and B are still inside."""
    play = inside()
    play.depart()
    play.looked(*ALL, members=ALL)
    play.deleted()
    return play


# -- entering -----------------------------------------------------------------------------------


def test_it_wants_nothing_until_it_is_told_to_enter() -> None:
    play = BarrierPlay()
    assert play.recipe.belief == "joining"
    assert play.restored() == [c.WakeAt(TIMEOUT)]
    assert play.recipe.belief == "outside"
    assert play.enter() == [m.find_round()]
    assert play.enter() == []


def test_who_finds_fewer_than_all_creates_its_znode_and_waits_for_ready() -> None:
    """11."""
    play = coming()
    assert play.looked(A) == [CREATE]
    assert play.created() == look()
    assert play.looked(A, MINE) == []
    assert (play.recipe.belief, play.recipe.watched) == ("waiting", "ready/round-1")
    assert play.recipe.hears("ready/round-1")
    assert play.recipe.hears(f"processes/{MINE}")


def test_who_finds_all_opens_the_round_for_the_first_of_them() -> None:
    """2: with a check of their znodes, and naming them."""
    play = coming()
    play.looked(A, B)
    play.created()
    assert play.looked(LATER, MINE, B, A) == [m.open_round(1, ALL)]
    assert play.opened() == look()
    assert play.looked(*ALL, LATER, members=ALL) == [c.Begin(1)]
    assert (play.recipe.belief, play.recipe.epoch) == ("inside", 1)


def test_a_round_that_cannot_be_opened_is_looked_at_again() -> None:
    """2: one of them has gone, or somebody was faster."""
    play = coming()
    play.looked(A, B)
    play.created()
    play.looked(*ALL)
    assert play.refused() == look()
    assert play.looked(A, MINE) == []


def test_ready_wakes_it_and_it_is_inside_only_if_ready_names_it() -> None:
    play = waiting()
    assert play.fired("ready/round-1") == look()
    assert play.looked(*ALL, members=ALL) == [c.Begin(1)]
    late = waiting()
    late.fired("ready/round-1")
    assert late.looked(A, B, LATER, MINE, members=(A, B, LATER)) == [
        m.Late(1),
        c.delete_own(f"processes/{MINE}"),
    ]
    assert late.deleted() == look(None, 2)
    assert late.looked(A, B, LATER) == [c.create_own("processes/guid_r2-n_")]


def test_who_comes_to_a_round_that_has_begun_takes_part_in_the_next_one() -> None:
    play = BarrierPlay()
    play.restored()
    play.enter()
    assert play.found(7) == look(None, 8, sync=True)
    assert play.looked(members=("x", "y", "z")) == [m.Late(8), *look(None, 9)]


def test_who_stood_still_while_its_round_came_and_went_takes_part_in_the_next_one() -> None:
    """Its ready znode has been cleared: it would wait for ever."""
    play = waiting()
    play.fired("ready/round-1")
    assert play.looked(MINE, latest=3) == [m.Late(3), c.delete_own(f"processes/{MINE}")]
    assert play.deleted() == look(None, 4)


def test_those_of_another_round_do_not_count() -> None:
    """17."""
    play = coming()
    play.looked(A, NEXT)
    play.created()
    assert play.looked(A, MINE, NEXT) == []


def test_a_create_whose_answer_was_lost_is_looked_up_in_the_same_round() -> None:
    """1: the round may have begun with it."""
    play = coming()
    play.looked(A, B)
    play.suspended()
    assert play.restored()[0] == m.look_around(1, None, sync=True)
    assert play.looked(*ALL, members=ALL) == [c.Begin(1)]


def test_an_own_znode_that_was_looked_up_is_watched_before_it_waits() -> None:
    """7: else nobody tells it of its end."""
    play = coming()
    play.looked(A)
    play.suspended()
    assert play.restored()[0] == m.look_around(1, None, sync=True)
    assert play.looked(A, MINE) == look()
    assert play.looked(A, MINE) == []
    assert play.recipe.phase is Phase.WAITING


def test_its_znode_deleted_by_somebody_else_is_created_again() -> None:
    """7."""
    play = waiting()
    assert play.fired(f"processes/{MINE}") == look()
    assert play.looked(A) == [CREATE]


def test_a_watch_that_fires_before_the_last_answer_is_not_forgotten() -> None:
    """11."""
    play = waiting()
    play.fired("ready/round-1")
    assert play.fired(f"processes/{MINE}") == []
    assert play.looked(A, MINE) == look()


def test_a_missing_parent_is_made() -> None:
    """8."""
    play = coming()
    assert play.looked(there=False) == [c.make_parent()]
    other = BarrierPlay()
    other.restored()
    other.enter()
    assert other.found(None) == [c.make_parent()]


# -- inside -------------------------------------------------------------------------------------


def test_suspended_it_is_inside_no_more_until_it_has_looked_again() -> None:
    """4, 5."""
    play = inside()
    (down,) = play.suspended()
    assert isinstance(down, c.End)
    assert play.restored()[0] == m.look_around(1, MINE, sync=True)
    assert play.looked(*ALL, members=ALL) == [c.Begin(1)]


def test_its_session_ends_by_its_own_clock() -> None:
    """4."""
    play = inside()
    (down,) = play.tick(TIMEOUT)
    assert isinstance(down, c.End)
    assert play.depart() == []


def test_in_a_new_session_it_is_out_of_the_round() -> None:
    play = inside()
    play.suspended()
    play.lost()
    assert play.restored(OTHER_SESSION)[0] == m.find_round()


# -- leaving ------------------------------------------------------------------------------------


def test_who_is_done_deletes_its_znode_and_waits_for_the_lowest() -> None:
    """Step 5."""
    play = inside()
    assert play.depart() == look(None)
    assert play.looked(*ALL, members=ALL) == [c.delete_own(f"processes/{MINE}")]
    assert play.deleted() == look(None)
    assert play.looked(A, B, members=ALL) == [c.read_predecessor(f"processes/{A}")]
    assert play.read(f"processes/{A}") == []
    assert (play.recipe.belief, play.recipe.watched) == ("leaving", f"processes/{A}")


def test_the_lowest_keeps_its_znode_and_waits_for_the_highest() -> None:
    """Step 4."""
    play = waiting()
    play.fired("ready/round-1")
    play.looked(MINE, LATER, members=(MINE, LATER))
    play.depart()
    found = play.looked(MINE, LATER, members=(MINE, LATER))
    assert found == [c.read_predecessor(f"processes/{LATER}")]


def test_the_last_one_deletes_its_znode_and_is_out() -> None:
    """Steps 2 and 3."""
    play = inside()
    play.depart()
    assert play.looked(MINE, members=ALL) == [c.delete_own(f"processes/{MINE}")]
    play.deleted()
    assert play.looked(members=ALL) == [m.Out(1)]
    assert play.recipe.belief == "outside"


def test_whom_it_waits_for_may_be_gone_already() -> None:
    """Step 6."""
    play = leaving()
    play.looked(A, B, members=ALL)
    assert play.read(f"processes/{A}", exists=False) == look(None)
    play.looked(B, members=ALL)
    play.read(f"processes/{B}")
    assert play.fired(f"processes/{B}") == look(None)


def test_who_leaves_puts_back_the_ready_znode_that_somebody_took_away() -> None:
    """8: one that has not read it yet waits for it, and all others wait for that one."""
    play = leaving()
    play.looked(A, B, members=ALL)
    play.read(f"processes/{A}")
    assert play.recipe.hears("ready/round-1")
    assert play.fired("ready/round-1") == look(None)
    assert play.looked(A, B) == [m.reopen_round(1, ALL)]
    assert play.opened() == look(None)
    assert play.looked(A, B, members=ALL) == [c.read_predecessor(f"processes/{A}")]


def test_what_was_taken_away_while_it_looked_or_read_is_seen_too() -> None:
    """8, 11."""
    play = leaving()
    assert play.fired("ready/round-1") == []
    assert play.looked(A, B, members=ALL) == look(None)
    play.looked(A, B, members=ALL)
    assert play.fired("ready/round-1") == []
    assert play.read(f"processes/{A}") == look(None)


def test_it_is_put_back_also_where_somebody_stands_for_the_next_round_already() -> None:
    """8: who came while the ready znode stood does not begin that round."""
    play = leaving()
    assert play.looked(A, B, NEXT, latest=1) == [m.reopen_round(1, ALL)]


def test_who_waits_where_the_next_round_is_waited_for_is_too_late() -> None:
    """8: nobody may be left who could put the ready znode back."""
    play = waiting()
    play.fired("ready/round-1")
    assert play.looked(MINE, NEXT, latest=1) == [m.Late(1), c.delete_own(f"processes/{MINE}")]
    assert play.deleted() == look(None, 2)


def test_what_a_later_round_has_cleared_is_not_put_back() -> None:
    """Whoever waits for it sees the later one, and is too late."""
    play = leaving()
    assert play.looked(A, B, latest=2) == [c.read_predecessor(f"processes/{A}")]


def test_another_one_may_put_it_back_first() -> None:
    play = leaving()
    assert play.looked(A, B) == [m.reopen_round(1, ALL)]
    assert play.refused() == look(None)


def test_it_waits_for_nobody_of_the_next_round() -> None:
    """17: who is quick waits there already."""
    play = leaving()
    assert play.looked(NEXT, members=ALL) == [m.Out(1)]


def test_it_waits_for_nobody_who_came_too_late() -> None:
    play = leaving()
    assert play.looked(LATER, members=ALL) == [m.Out(1)]


def test_what_an_earlier_round_has_left_is_taken_away() -> None:
    play = BarrierPlay()
    play.restored()
    play.enter()
    play.found(4)
    play.looked()
    own = "guid_r5-n_0000000001"
    play.created(own)
    play.looked(own, members=(own,))
    play.depart()
    assert play.looked(members=(own,)) == [m.Out(5), m.clear_round(4)]


def test_leaving_goes_on_after_the_connection_was_lost() -> None:
    """5: its task is done, and is not broken off."""
    play = leaving()
    assert play.suspended() == []
    assert play.restored()[0] == m.look_around(1, None, sync=True)
    assert play.looked(members=ALL) == [m.Out(1)]


def test_out_of_a_round_it_takes_part_in_the_next_one_when_it_is_told_to() -> None:
    play = leaving()
    play.looked(members=ALL)
    assert play.enter() == [m.find_round()]
    assert play.found(1) == look(None, 2)


def test_stopped_inside_it_leaves_at_once() -> None:
    """9: its session takes its znode along."""
    play = inside()
    (down, leave) = play.stop()
    assert isinstance(down, c.End)
    assert leave == c.Leave()
    with pytest.raises(IllegalInput):
        play.tick(1.0)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("round-7", 7),
        (A, 1),
        ("e9_r12_r3-n_0000000001", 3),
        ("e9-r12-r3-n_0000000001", 3),
        ("3f2a1b4c-1111-2222-3333-444455556666-r7-n_0000000012", 7),
        ("round-", None),
        ("round-x", None),
        ("ready", None),
        ("guid-n_0000000001", None),
        ("round-" + "1" * 5000, None),
    ],
)
def test_a_round_by_a_name(name: str, number: int | None) -> None:
    assert round_of(name) == number


def test_the_latest_round_is_known_by_those_who_stand_for_the_next_one() -> None:
    assert m.latest_of(("round-6", "round-7", "x"), (A,)) == 7
    assert m.latest_of(("round-6",), (A, "aaaa_r8-n_0000000009")) == 7
    assert m.latest_of((), (A,)) == 0
    assert m.latest_of((), ()) == 0
