"""Leaving a group, and trouble in it, by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation.participant import FIRST_RETRY, IllegalInput
from app.recipes.election.messages import Resign
from app.recipes.membership import messages as m
from app.recipes.membership.znodes import LIVE
from tests.recipes.membership.playbook import (
    BOTH,
    EARLIER,
    ENTRY,
    ME,
    NAME,
    OVER,
    STANDING,
    SURVEY,
    MemberPlay,
    announcing,
    gathering,
    live,
    waiting,
)


def test_leaving_deletes_its_live_znode_until_it_is_confirmed() -> None:
    """9: its entry among all nodes stays."""
    play = live()
    assert play.stop() == [m.Evict(ME, ENTRY.version)]
    assert play.failed() == [c.WakeAt(FIRST_RETRY)]
    assert play.tick(FIRST_RETRY)[0] == SURVEY[0]
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == [m.Evict(ME, ENTRY.version)]
    assert play.deleted() == [c.Leave()]
    assert play.recipe.belief == "gone"


def test_leaving_waits_for_a_create_under_way() -> None:
    """9."""
    play = announcing()
    assert play.stop() == []
    assert play.created() == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == [m.Evict(ME, ENTRY.version)]


def test_leaving_while_cut_off_deletes_after_the_reconnect() -> None:
    """9."""
    play = live()
    play.suspended()
    assert play.stop() == []
    play.restored()
    assert play.gathered(BOTH, BOTH, STANDING, ENTRY) == [m.Evict(ME, ENTRY.version)]


def test_leaving_leaves_another_sessions_znode_alone() -> None:
    """2, 14."""
    play = waiting()
    assert play.stop() == [c.Leave()]


def test_leaving_without_an_entry_deletes_by_name_alone() -> None:
    """Nothing would tell that another process has announced itself."""
    play = announcing()
    play.stop()
    play.created()
    assert play.gathered((ME,), (), STANDING, None) == [c.DeleteOwn(NAME)]


def test_leaving_before_there_is_a_session() -> None:
    assert MemberPlay().stop() == [c.Leave()]


def test_leaving_while_it_replaces_the_earlier_znode() -> None:
    play = gathering(OVER)
    play.gathered((ME,), (ME,), m.LiveStanding(EARLIER, OVER), ENTRY)
    assert play.stop() == []
    assert play.created() == SURVEY
    assert play.gathered((ME,), (ME,), STANDING, ENTRY) == [m.Evict(ME, ENTRY.version)]
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
    assert play.fired(LIVE) == [m.ReadList(LIVE)]
    play.listed(LIVE, *BOTH)
    play.tick(FIRST_RETRY)
    assert play.gathered(BOTH, BOTH, STANDING, m.OwnEntry(4, OVER)) == [m.Register(ME, 4)]
    assert play.failed() == [c.WakeAt(3 * FIRST_RETRY)]


def test_there_is_nothing_to_resign() -> None:
    play = live()
    with pytest.raises(IllegalInput):
        play.give(Resign(0))
