"""Membership by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.membership import messages as m
from app.recipes.membership.znodes import ALL, LIVE, PARENTS
from tests.participation.playbook import SESSION, TIMEOUT
from tests.recipes.membership.playbook import (
    BOTH,
    EARLIER,
    ENTRY,
    ME,
    MINE,
    NAME,
    OTHER,
    OVER,
    STANDING,
    STRANGER,
    SURVEY,
    MemberPlay,
    announcing,
    gathering,
    live,
    waiting,
)


def test_a_new_node_registers_announces_and_is_live_once_it_has_read_it() -> None:
    play = MemberPlay()
    assert play.restored() == [*SURVEY, c.WakeAt(TIMEOUT)]
    assert play.gathered() == [m.Register(ME, None)]
    assert play.registered() == [m.Announce(ME, ENTRY.version)]
    assert play.created() == SURVEY
    assert play.recipe.belief == "joining"
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == []
    assert (play.recipe.belief, play.recipe.name) == ("live", NAME)


def test_a_node_that_is_known_writes_what_this_process_has_to_say() -> None:
    """Together with its live znode: another process of its name may be live until then."""
    play = gathering()
    before = m.OwnEntry(version=4, incarnation=OVER)
    assert play.gathered(known=(ME,), entry=before) == [m.Announce(ME, 4)]
    play.created()
    assert play.gathered((ME,), (ME,), STANDING, m.OwnEntry(5, MINE)) == []
    assert play.recipe.belief == "live"


def test_who_took_the_place_of_an_earlier_process_writes_what_it_has_to_say_once_it_is_live() -> (
    None
):
    play = gathering(OVER)
    before = m.OwnEntry(version=4, incarnation=OVER)
    assert play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, OVER), before) == [m.Replace(ME, 4)]
    play.created()
    assert play.gathered((ME,), (ME,), STANDING, before) == [m.Register(ME, 4)]
    assert play.recipe.belief == "live"
    assert play.registered() == []


def test_an_entry_written_by_somebody_else_meanwhile_is_read_again() -> None:
    play = announcing()
    play.created()
    play.gathered((ME,), (ME,), STANDING, m.OwnEntry(4, OVER))
    assert play.refused() == SURVEY


def test_missing_parents_are_made() -> None:
    """8."""
    play = gathering()
    assert play.gathered(live=None, known=None) == [c.MakeParent()]
    assert play.parent_made() == SURVEY


def test_a_parent_that_goes_while_the_znode_is_created_is_made() -> None:
    """8."""
    play = announcing()
    assert play.give(i.ParentMissing(0, play.generation)) == [c.MakeParent()]


@pytest.mark.parametrize("parent", PARENTS)
def test_a_parent_deleted_under_a_member_is_made(parent: str) -> None:
    """8."""
    play = live()
    assert play.fired(parent, "deleted") == [m.ReadList(parent)]
    assert play.list_gone(parent) == [c.MakeParent()]


def test_an_entry_deleted_under_a_member_is_written_again() -> None:
    """8: whoever forgets a node that is live is told by the node."""
    play = live()
    play.fired(ALL)
    assert play.listed(ALL, OTHER) == SURVEY
    assert play.gathered(BOTH, (OTHER,), STANDING, None) == [m.Register(ME, None)]
    assert play.recipe.belief == "live"


@pytest.mark.parametrize("parent", PARENTS)
def test_a_fired_watch_is_a_reason_to_read_that_list_again(parent: str) -> None:
    """11."""
    play = live()
    assert play.fired(parent) == [m.ReadList(parent)]
    assert play.recipe.step == "notified"
    play.at = 2.0
    assert play.listed(parent, ME) == []
    assert play.recipe.lists[parent] == (ME,)
    assert (play.recipe.read_at, play.recipe.step) == (2.0, "watch members")


def test_a_watch_that_fires_before_the_gathering_is_done_is_not_forgotten() -> None:
    """11: what the gathering's first answer said is old by its last."""
    play = announcing()
    play.created()
    assert play.fired(LIVE) == []
    assert play.gathered((ME,), BOTH, STANDING, ENTRY) == [m.ReadList(LIVE)]
    assert play.listed(LIVE, *BOTH) == []
    assert play.recipe.lists[LIVE] == BOTH


def test_watches_that_fire_while_it_creates_are_answered_by_the_gathering_that_follows() -> None:
    play = announcing()
    assert play.fired(LIVE) == []
    assert play.created() == SURVEY


def test_a_watch_of_an_older_gathering_is_dropped() -> None:
    """5."""
    play = live()
    old = play.generation
    play.own_fired("changed")
    assert play.give(i.WatchFired(0, old, LIVE, "children")) == []
    assert play.give(m.Gathered(0, old, (), (), None, None)) == []
    assert play.recipe.belief == "live"


def test_its_live_znode_deleted_by_an_operator_it_announces_again() -> None:
    """7."""
    play = live()
    assert play.own_fired() == SURVEY
    assert (play.recipe.belief, play.recipe.name) == ("joining", None)
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.Announce(ME, ENTRY.version)]


def test_a_live_list_without_it_calls_for_a_closer_look() -> None:
    """7: the list's watch may be heard before that of the znode."""
    play = live()
    play.fired(LIVE)
    assert play.listed(LIVE, OTHER) == SURVEY
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.Announce(ME, ENTRY.version)]
    assert play.recipe.belief == "joining"


def test_a_change_of_its_live_znodes_data_only_rearms_the_watch() -> None:
    play = live()
    assert play.own_fired("changed") == SURVEY
    assert play.recipe.belief == "live"
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == []


def test_a_lost_create_reply_is_looked_up_before_anything_is_created_again() -> None:
    """1: and it had happened."""
    play = announcing()
    assert play.give(i.CreateReplyLost(0, play.generation)) == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == []
    assert play.recipe.belief == "live"


def test_a_create_that_did_not_happen_is_done_again() -> None:
    """1."""
    play = announcing()
    play.suspended()
    assert play.restored()[0] == SURVEY[0]
    assert play.gathered((), (ME,), None, ENTRY) == [m.Announce(ME, ENTRY.version)]


def test_a_name_taken_by_its_own_session_is_its_own() -> None:
    """1, 14."""
    play = announcing()
    assert play.taken() == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == []
    assert play.recipe.belief == "live"


def test_it_is_not_live_by_another_sessions_znode() -> None:
    """2, 14: it watches it, and waits."""
    play = gathering()
    assert play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, STRANGER), ENTRY) == []
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "earlier session")
    assert play.recipe.watched == NAME
    assert play.recipe.name is None


def test_it_registers_nothing_while_another_process_of_its_node_lives() -> None:
    """14: that one writes its own entry again where somebody has deleted it."""
    play = gathering()
    assert play.gathered((), (ME,), m.LiveStanding(EARLIER, STRANGER), None) == []
    assert play.recipe.watched == NAME


@pytest.mark.parametrize("incarnation", [OVER, STRANGER, None])
def test_it_never_deletes_what_a_process_that_may_live_has_announced(
    incarnation: str | None,
) -> None:
    """14: nobody has told it that its last process is over."""
    play = gathering()
    assert play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, incarnation), ENTRY) == []
    assert play.tick(3.0) == [c.WakeAt(TIMEOUT)]
    assert play.recipe.belief == "waiting"


def test_when_the_earlier_session_is_over_it_announces() -> None:
    """14."""
    play = waiting()
    assert play.own_fired() == SURVEY
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.Announce(ME, ENTRY.version)]
    play.created()
    play.gathered(BOTH, BOTH, STANDING, ENTRY)
    assert play.recipe.belief == "live"


def test_while_it_waits_it_keeps_its_lists() -> None:
    """11, 14."""
    play = waiting()
    assert play.fired(LIVE) == [m.ReadList(LIVE)]
    assert play.listed(LIVE, ME) == []
    assert (play.recipe.lists[LIVE], play.recipe.step) == ((ME,), "earlier session")


@pytest.mark.parametrize(("over", "writer"), [(OVER, OVER), (None, MINE)])
def test_a_znode_of_an_incarnation_that_is_over_is_replaced(over: str | None, writer: str) -> None:
    """14: the node's last process, known to have ended; or itself, in an earlier session."""
    play = gathering(over)
    standing = m.LiveStanding(EARLIER, writer)
    assert play.gathered((ME,), (ME,), standing, ENTRY) == [m.Replace(ME, ENTRY.version)]
    assert play.created() == SURVEY


def test_one_woken_after_somebody_took_its_place_waits() -> None:
    """14: two processes of one name; the one that holds the znode is the node."""
    play = live()
    play.suspended()
    play.lost()
    play.restored(SESSION + 1)
    assert play.gathered(BOTH, BOTH, m.LiveStanding(SESSION + 5, STRANGER), ENTRY) == []
    assert play.recipe.belief == "waiting"


def test_suspended_it_does_not_call_itself_live() -> None:
    """4."""
    play = live()
    assert play.suspended() == []
    assert (play.recipe.belief, play.recipe.name) == ("suspended", NAME)


def test_its_session_ends_by_its_own_clock() -> None:
    """4."""
    play = live()
    play.tick(TIMEOUT)
    assert play.recipe.belief == "suspended"
    assert play.answered(TIMEOUT) == []
    alarm = c.WakeAt(2 * TIMEOUT + 1)
    assert play.answered(TIMEOUT + 1, proven=True) == [*SURVEY, alarm]


def test_reconnecting_reads_again_and_neither_deletes_nor_creates() -> None:
    """5, 11."""
    play = live()
    play.suspended()
    assert play.restored() == [*SURVEY, c.WakeAt(TIMEOUT)]
    assert play.recipe.belief == "joining"
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == []
    assert play.recipe.belief == "live"


def test_what_it_read_last_stays_what_it_believes_while_it_is_cut_off() -> None:
    play = live()
    play.suspended()
    assert play.recipe.lists[LIVE] == BOTH


def test_a_new_session_announces_anew() -> None:
    play = live()
    play.lost()
    assert play.recipe.belief == "joining"
    play.restored(SESSION + 1)
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.Announce(ME, ENTRY.version)]


def test_sessions_are_compared_and_not_names() -> None:
    """2."""
    play = announcing()
    play.created()
    assert play.gathered((ME,), (ME,), m.LiveStanding(SESSION + 1, STRANGER), ENTRY) == []
    assert play.recipe.belief == "waiting"
