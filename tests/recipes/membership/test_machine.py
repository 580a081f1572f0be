"""Membership by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import FIRST_RETRY, IllegalInput
from app.recipes.election.messages import Resign
from app.recipes.membership import machine as m
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
    assert play.gathered() == [m.register(ME, None)]
    assert play.registered() == [m.announce(ME, ENTRY.version)]
    assert play.created() == SURVEY
    assert play.recipe.belief == "joining"
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == []
    assert (play.recipe.belief, play.recipe.name) == ("live", NAME)


def test_a_node_that_is_known_writes_what_this_process_has_to_say() -> None:
    """Together with its live znode: another process of its name may be live until then."""
    play = gathering()
    before = m.OwnEntry(version=4, incarnation=OVER)
    assert play.gathered(known=(ME,), entry=before) == [m.announce(ME, 4)]
    play.created()
    assert play.gathered((ME,), (ME,), STANDING, m.OwnEntry(5, MINE)) == []
    assert play.recipe.belief == "live"


def test_who_took_the_place_of_an_earlier_process_writes_what_it_has_to_say_once_it_is_live() -> (
    None
):
    play = gathering(OVER)
    before = m.OwnEntry(version=4, incarnation=OVER)
    assert play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, OVER), before) == [
        m.replace_live(ME, 4)
    ]
    play.created()
    assert play.gathered((ME,), (ME,), STANDING, before) == [m.register(ME, 4)]
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
    assert play.gathered(live=None, known=None) == [c.make_parent()]
    assert play.parent_made() == SURVEY


def test_a_parent_that_goes_while_the_znode_is_created_is_made() -> None:
    """8."""
    play = announcing()
    assert play.give(i.ParentMissing(0, play.generation)) == [c.make_parent()]


@pytest.mark.parametrize("parent", PARENTS)
def test_a_parent_deleted_under_a_member_is_made(parent: str) -> None:
    """8."""
    play = live()
    assert play.fired(parent, "deleted") == [m.read_list(parent)]
    assert play.list_gone(parent) == [c.make_parent()]


def test_an_entry_deleted_under_a_member_is_written_again() -> None:
    """8: whoever forgets a node that is live is told by the node."""
    play = live()
    play.fired(ALL)
    assert play.listed(ALL, OTHER) == SURVEY
    assert play.gathered(BOTH, (OTHER,), STANDING, None) == [m.register(ME, None)]
    assert play.recipe.belief == "live"


@pytest.mark.parametrize("parent", PARENTS)
def test_a_fired_watch_is_a_reason_to_read_that_list_again(parent: str) -> None:
    """11."""
    play = live()
    assert play.fired(parent) == [m.read_list(parent)]
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
    assert play.gathered((ME,), BOTH, STANDING, ENTRY) == [m.read_list(LIVE)]
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
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.announce(ME, ENTRY.version)]


def test_a_live_list_without_it_calls_for_a_closer_look() -> None:
    """7: the list's watch may be heard before that of the znode."""
    play = live()
    play.fired(LIVE)
    assert play.listed(LIVE, OTHER) == SURVEY
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.announce(ME, ENTRY.version)]
    assert play.recipe.belief == "joining"


def test_a_change_of_its_live_znodes_data_only_rearms_the_watch() -> None:
    play = live()
    assert play.own_fired("changed") == SURVEY
    assert play.recipe.belief == "live"
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == []


@pytest.mark.parametrize("told", [MemberPlay.reply_lost, MemberPlay.taken])
def test_a_lost_create_reply_is_looked_up_before_anything_is_created_again(
    told: Callable[[MemberPlay], list[c.Command]],
) -> None:
    """1, 14: and it had happened."""
    play = announcing()
    assert told(play) == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == []
    assert play.recipe.belief == "live"


def test_a_create_that_did_not_happen_is_done_again() -> None:
    """1."""
    play = announcing()
    play.suspended()
    assert play.restored()[0] == SURVEY[0]
    assert play.gathered((), (ME,), None, ENTRY) == [m.announce(ME, ENTRY.version)]


@pytest.mark.parametrize("entry", [ENTRY, None])
def test_it_is_not_live_by_another_sessions_znode(entry: m.OwnEntry | None) -> None:
    """2, 14: it watches it, and waits. That one writes its own entry again where somebody has
    deleted it.
    """
    play = gathering()
    assert play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, STRANGER), entry) == []
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "earlier session")
    assert play.recipe.watched == NAME
    assert play.recipe.name is None


@pytest.mark.parametrize("incarnation", [OVER, STRANGER, None])
def test_it_never_deletes_what_a_process_that_may_live_has_announced(
    incarnation: str | None,
) -> None:
    """14: nobody has told it that its last process is over."""
    play = gathering()
    assert play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, incarnation), ENTRY) == []
    assert play.tick(3.0) == [c.WakeAt(TIMEOUT)]
    assert play.recipe.belief == "waiting"


def test_while_it_waits_it_keeps_its_lists() -> None:
    """11, 14."""
    play = waiting()
    assert play.fired(LIVE) == [m.read_list(LIVE)]
    assert play.listed(LIVE, ME) == []
    assert (play.recipe.lists[LIVE], play.recipe.step) == ((ME,), "earlier session")


@pytest.mark.parametrize(("over", "writer"), [(OVER, OVER), (None, MINE)])
def test_a_znode_of_an_incarnation_that_is_over_is_replaced(over: str | None, writer: str) -> None:
    """14: the node's last process, known to have ended; or itself, in an earlier session."""
    play = gathering(over)
    standing = m.LiveStanding(EARLIER, writer)
    assert play.gathered((ME,), (ME,), standing, ENTRY) == [m.replace_live(ME, ENTRY.version)]
    assert play.created() == SURVEY


def test_suspended_it_does_not_call_itself_live() -> None:
    """4."""
    play = live()
    assert play.suspended() == []
    assert (play.recipe.belief, play.recipe.name) == ("suspended", NAME)
    assert play.recipe.lists[LIVE] == BOTH


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


def test_a_new_session_announces_anew() -> None:
    play = live()
    play.lost()
    assert play.recipe.belief == "joining"
    play.restored(SESSION + 1)
    assert play.gathered((OTHER,), BOTH, None, ENTRY) == [m.announce(ME, ENTRY.version)]


# -- leaving, and trouble ---------------------------------------------------------------------


def test_leaving_deletes_its_live_znode_until_it_is_confirmed() -> None:
    """9: its entry among all nodes stays."""
    play = live()
    assert play.stop() == [m.evict(ME, ENTRY.version)]
    assert play.failed() == [c.WakeAt(FIRST_RETRY)]
    assert play.tick(FIRST_RETRY)[0] == SURVEY[0]
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == [m.evict(ME, ENTRY.version)]
    assert play.deleted() == [c.Leave()]
    assert play.recipe.belief == "gone"


def test_leaving_waits_for_a_create_under_way() -> None:
    """9."""
    play = announcing()
    assert play.stop() == []
    assert play.created() == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == [m.evict(ME, ENTRY.version)]


def test_leaving_while_cut_off_deletes_after_the_reconnect() -> None:
    """9."""
    play = live()
    play.suspended()
    assert play.stop() == []
    play.restored()
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == [m.evict(ME, ENTRY.version)]


def test_leaving_leaves_another_sessions_znode_alone() -> None:
    """2, 14."""
    play = waiting()
    assert play.stop() == [c.Leave()]


def test_leaving_without_an_entry_deletes_by_name_alone() -> None:
    """Nothing would tell that another process has announced itself."""
    play = announcing()
    play.stop()
    play.created()
    assert play.gathered((ME,), (), STANDING, None) == [c.delete_own(NAME)]


def test_leaving_before_there_is_a_session() -> None:
    assert MemberPlay().stop() == [c.Leave()]


def test_leaving_while_it_replaces_the_earlier_znode() -> None:
    play = gathering(OVER)
    play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, OVER), ENTRY)
    assert play.stop() == []
    assert play.created() == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == [m.evict(ME, ENTRY.version)]
    assert play.deleted() == [c.Leave()]


def test_a_failed_create_is_tried_again_less_and_less_often() -> None:
    play = announcing()
    assert play.failed() == [c.WakeAt(FIRST_RETRY)]
    play.tick(FIRST_RETRY)
    play.gathered((), (ME,), None, ENTRY)
    assert play.failed() == [c.WakeAt(3 * FIRST_RETRY)]
    assert play.recipe.error == "no permission"


def test_a_member_that_may_not_write_its_entry_stays_one() -> None:
    """And tries less and less often, with its watches standing."""
    play = announcing()
    play.created()
    play.gathered((ME,), (ME,), STANDING, m.OwnEntry(4, OVER))
    assert play.failed() == [c.WakeAt(FIRST_RETRY)]
    assert (play.recipe.belief, play.recipe.error) == ("live", "no permission")
    assert play.fired(LIVE) == [m.read_list(LIVE)]
    play.listed(LIVE, *BOTH)
    play.tick(FIRST_RETRY)
    assert play.gathered(BOTH, BOTH, STANDING, m.OwnEntry(4, OVER)) == [m.register(ME, 4)]
    assert play.failed() == [c.WakeAt(3 * FIRST_RETRY)]


def test_there_is_nothing_to_resign() -> None:
    play = live()
    with pytest.raises(IllegalInput):
        play.give(Resign(0))
