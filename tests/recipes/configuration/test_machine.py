"""A subscriber of a configuration by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation import watching as w
from tests.participation.playbook import TIMEOUT
from tests.recipes.configuration.playbook import LOOK, OTHERS, reading, subscribed, value


def test_it_reads_with_a_watch_and_waits_for_that() -> None:
    play = reading()
    assert play.recipe.belief == "joining"
    assert play.seen(value("limit=10", 10, 3)) == []
    assert (play.recipe.belief, play.recipe.step) == ("watching", "watch")
    assert play.recipe.watched == "config"
    assert play.recipe.view()["configuration"]["value"] == "limit=10"


def test_a_fired_watch_is_a_reason_to_read_again() -> None:
    """11."""
    play = subscribed()
    play.at = 2.0
    assert play.told() == LOOK
    assert play.recipe.belief == "watching"
    play.at = 2.5
    play.seen(value("limit=20", 11, 8))
    said = play.recipe.view()["configuration"]
    assert (said["value"], said["told_at"], said["taken_at"]) == ("limit=20", 2.0, 2.5)


def test_a_znode_deleted_and_created_again_is_newer_although_its_version_is_0() -> None:
    """17."""
    play = subscribed()
    play.told("deleted")
    play.seen(value("limit=99", 12, 0))
    said = play.recipe.view()["configuration"]
    assert (said["value"], said["mzxid"], said["version"]) == ("limit=99", 12, 0)


@pytest.mark.parametrize("version", [0, 7, 1000])
def test_what_was_written_before_is_not_taken_whatever_its_version(version: int) -> None:
    """17: a server that lags behind answered. Once it has caught up it tells."""
    play = subscribed()
    play.suspended()
    play.restored()
    assert play.seen(w.Value("limit=1", 9, 2, version)) == [w.look(w.SELF, sync=True)]
    assert play.recipe.view()["configuration"]["value"] == "limit=10"
    assert play.seen(value("limit=10", 10, 7)) == []
    assert play.recipe.watched == "config"
    assert play.recipe.taken_at == 0.0


def test_what_is_older_after_a_sync_too_is_of_another_history_and_holds() -> None:
    """24: ZooKeeper was restored, or set up anew."""
    play = subscribed()
    play.suspended()
    play.restored()
    play.seen(w.Value("limit=1", 9, 2, 0))
    assert play.seen(w.Value("limit=1", 9, 2, 0)) == []
    said = play.recipe.view()["configuration"]
    assert (said["value"], said["mzxid"]) == ("limit=1", 9)
    play.told()
    assert play.seen(w.Value("limit=2", 11, 2, 1)) == []


def test_another_value_of_the_same_change_is_of_another_history() -> None:
    """24: a restored ZooKeeper uses its zxids twice."""
    play = subscribed()
    play.told()
    play.seen(value("limit=7", 10, 7))
    assert play.recipe.view()["configuration"]["value"] == "limit=7"


def test_the_same_change_read_again_is_no_new_value() -> None:
    play = subscribed()
    play.at = 3.0
    play.told()
    play.seen(value("limit=10", 10, 7))
    assert play.recipe.taken_at == 0.0
    assert play.recipe.read_at == 3.0


def test_a_missing_znode_is_awaited_by_exists() -> None:
    """6: getData leaves no watch there."""
    play = reading()
    assert play.missing() == [w.await_creation(w.SELF)]
    assert play.recipe.belief == "joining"
    assert play.absent() == []
    assert (play.recipe.belief, play.recipe.step) == ("watching", "await")
    assert play.told("created") == LOOK


def test_one_created_between_the_two_looks_is_read() -> None:
    """6."""
    play = reading()
    play.missing()
    assert play.present() == LOOK


def test_what_it_has_stays_in_use_when_the_znode_is_deleted() -> None:
    play = subscribed()
    play.told("deleted")
    play.missing()
    play.absent()
    said = play.recipe.view()["configuration"]
    assert (said["value"], said["missing"]) == ("limit=10", True)
    play.told("created")
    play.seen(value("limit=20", 30))
    assert play.recipe.view()["configuration"]["missing"] is False


def test_it_reads_again_after_each_reconnect() -> None:
    """11: what fired meanwhile was not told."""
    play = subscribed()
    assert play.suspended() == []
    assert play.recipe.belief == "suspended"
    assert play.restored() == [*LOOK, c.WakeAt(TIMEOUT)]
    assert (play.recipe.belief, play.recipe.step) == ("joining", "read again")


def test_it_reads_again_in_a_new_session_and_keeps_its_value_until_then() -> None:
    """11."""
    play = subscribed()
    play.lost()
    assert play.recipe.belief == "joining"
    assert play.recipe.view()["configuration"]["value"] == "limit=10"
    assert play.restored(OTHERS) == [*LOOK, c.WakeAt(TIMEOUT)]


def test_a_watch_of_an_older_look_is_not_listened_to() -> None:
    """5: exists has left one on a znode that had come meanwhile; both fire at its next change."""
    play = reading()
    play.missing()
    old = play.generation
    play.present()
    play.seen(value("limit=10", 10))
    assert play.told(generation=old) == []
    assert play.recipe.belief == "watching"
    assert play.told() == LOOK


def test_a_watch_that_fires_while_it_reads_leads_to_one_more_look() -> None:
    play = subscribed()
    play.told()
    old = play.generation
    assert play.told() == LOOK
    assert play.give(w.Seen(0, old, value("limit=20", 11))) == []
    assert play.recipe.view()["configuration"]["value"] == "limit=10"


def test_what_cannot_be_read_is_tried_again_later() -> None:
    play = reading()
    assert play.failed() == [c.WakeAt(0.1)]
    assert play.recipe.error == "no permission"
    assert play.tick(0.1) == [*LOOK, c.WakeAt(TIMEOUT)]
    play.seen(value("limit=10", 10))
    assert play.recipe.error is None


def test_it_counts_as_cut_off_when_its_session_ran_out_by_its_own_clock() -> None:
    """4."""
    play = subscribed()
    play.tick(TIMEOUT)
    assert play.recipe.belief == "suspended"


@pytest.mark.parametrize("connected", [True, False])
def test_it_leaves_at_once_and_has_nothing_to_take_away(connected: bool) -> None:
    play = subscribed()
    if not connected:
        play.suspended()
    assert play.stop() == [c.Leave()]
    assert play.recipe.belief == "gone"
