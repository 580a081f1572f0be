"""The predecessor election by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import FIRST_RETRY, IllegalInput
from app.participation.phases import Phase
from app.recipes.election import messages as m
from tests.participation.playbook import (
    CZXID,
    FIRST,
    GUID,
    MINE,
    SECOND,
    SESSION,
    TIMEOUT,
    Play,
    joining,
    leading,
    waiting,
)


def test_joins_behind_its_predecessor() -> None:
    play = Play()
    assert play.restored() == [c.create_own(f"{GUID}-n_"), c.WakeAt(TIMEOUT)]
    assert play.created() == [m.list_candidates(MINE)]
    assert play.children(MINE, SECOND, FIRST) == [c.read_predecessor(SECOND)]
    assert play.recipe.belief == "joining"
    assert play.read(SECOND) == []
    assert (play.recipe.belief, play.recipe.watched) == ("waiting", SECOND)


def test_leads_when_it_is_the_lowest() -> None:
    play = joining()
    play.created()
    assert play.children(MINE) == [c.Begin(CZXID), m.acknowledge(MINE, CZXID, None)]
    assert (play.recipe.belief, play.recipe.step) == ("leading", "acknowledge")
    assert play.acknowledged() == []
    assert (play.recipe.epoch, play.recipe.step) == (CZXID, "lead")


def test_acknowledges_over_the_version_it_has_read() -> None:
    play = joining()
    play.created()
    older = m.Acknowledgement(version=9, epoch=CZXID - 1, mzxid=CZXID)
    assert play.children(MINE, acknowledgement=older)[-1] == m.acknowledge(MINE, CZXID, 9)


def test_names_are_compared_by_number_across_the_wrap() -> None:
    """10: -2147483648 comes after 2147483647."""
    play = joining()
    mine = f"{GUID}-n_-2147483648"
    play.created(mine)
    assert play.children(mine, "zzzz-n_2147483647") == [c.read_predecessor("zzzz-n_2147483647")]


def test_a_lost_create_reply_is_looked_up_before_creating_again() -> None:
    """1."""
    play = joining()
    assert play.give(i.CreateReplyLost(0, play.generation)) == [play.seek]
    assert play.children(FIRST, MINE, owner=None) == [m.list_candidates(MINE)]
    assert play.recipe.name == MINE


def test_a_create_that_did_not_happen_is_done_again() -> None:
    """1."""
    play = joining()
    play.suspended()
    assert play.restored() == [play.seek, c.WakeAt(TIMEOUT)]
    assert play.children(FIRST, owner=None) == [c.create_own(f"{GUID}-n_")]


def test_a_znode_of_a_dying_session_is_not_its_own() -> None:
    """2."""
    play = joining()
    play.give(i.CreateReplyLost(0, play.generation))
    play.children(MINE, owner=None)
    (wake,) = play.children(MINE, owner=SESSION - 1)
    assert isinstance(wake, c.WakeAt), "it would find that one again at once"
    play.tick(wake.at)
    assert play.children(owner=None) == [c.create_own(f"{GUID}-n_")]
    assert play.recipe.belief == "joining"


def test_does_not_lead_with_the_lowest_znode_of_another_session() -> None:
    """3."""
    play = joining()
    play.created()
    assert not any(isinstance(one, c.Begin) for one in play.children(MINE, owner=SESSION + 1))


def test_suspension_ends_leadership_at_once() -> None:
    """4."""
    play = leading()
    assert play.suspended() == [c.End("the connection was lost")]
    assert (play.recipe.belief, play.recipe.epoch) == ("suspended", None)


def test_leadership_ends_by_its_own_clock_without_any_word_from_a_server() -> None:
    """4."""
    play = leading()
    assert play.tick(TIMEOUT - 0.01) == [c.WakeAt(TIMEOUT)]
    assert play.tick(TIMEOUT) == [c.End("the session ran out by its own clock")]
    assert play.recipe.belief == "suspended"


def test_an_answered_request_prolongs_the_session_from_its_sending() -> None:
    """4: that of one who only waits."""
    play = waiting()
    play.at = 3.5
    play.contact(sent_at=3.0)
    assert play.tick(TIMEOUT) == [c.WakeAt(3.0 + TIMEOUT)]
    assert play.recipe.belief == "waiting"


def test_woken_from_a_freeze_it_steps_down_before_anything_else() -> None:
    """4, 13: the reply that was waiting in the queue proves nothing about now."""
    play = leading()
    play.at = 60.0
    assert play.contact(sent_at=0.5) == [c.End("the session ran out by its own clock")]


def test_a_freeze_shorter_than_the_session_is_looked_into_again() -> None:
    """4, 5: the server had not ended the session after all."""
    play = leading()
    play.tick(TIMEOUT + 1)
    assert play.answered(TIMEOUT + 1) == []
    alarm = c.WakeAt(2 * TIMEOUT + 2)
    assert play.answered(TIMEOUT + 2, proven=True) == [m.list_candidates(MINE), alarm]
    assert play.children(MINE)[0] == c.Begin(CZXID)


def test_reconnecting_lists_again_and_neither_deletes_nor_creates() -> None:
    """5."""
    play = waiting()
    play.suspended()
    assert play.restored() == [m.list_candidates(MINE), c.WakeAt(TIMEOUT)]


def test_replies_of_an_older_generation_are_dropped() -> None:
    """5."""
    play = joining()
    old = play.generation
    play.suspended()
    play.restored()
    assert play.give(i.Created(0, old, MINE)) == []
    assert play.recipe.name is None


def test_a_new_session_queues_anew_under_a_new_guid() -> None:
    play = waiting()
    play.suspended()
    assert play.lost() == []
    assert play.recipe.belief == "joining"
    assert play.restored(session=SESSION + 1, guid="other")[0] == c.create_own("other-n_")


def test_a_vanished_predecessor_means_listing_again() -> None:
    """6."""
    play = waiting()
    assert play.fired(SECOND) == [c.list_names()]
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "notified")
    assert play.names(FIRST, MINE) == [c.read_predecessor(FIRST)]


def test_a_predecessor_gone_between_list_and_read_means_listing_again() -> None:
    """6."""
    play = joining()
    play.created()
    play.children(SECOND, MINE)
    assert play.read(SECOND, exists=False) == [m.list_candidates(MINE)]


def test_a_watch_on_anybody_else_is_ignored() -> None:
    play = waiting()
    assert play.fired(FIRST) == []


@pytest.mark.parametrize("play", [waiting(), leading()], ids=["waiting", "leading"])
def test_its_own_znode_deleted_it_queues_again(play: Play) -> None:
    """7."""
    was_leading = play.recipe.belief == "leading"
    commands = play.fired(MINE)
    assert commands[-1] == c.create_own(f"{GUID}-n_")
    assert (c.End("its znode is gone") in commands) is was_leading
    assert play.recipe.belief == "joining"


def test_a_change_of_its_own_data_only_rearms_the_watch() -> None:
    play = leading()
    assert play.fired(MINE, "changed") == [m.list_candidates(MINE)]
    assert play.children(MINE) == []
    assert play.recipe.belief == "leading"


def test_a_missing_election_is_made() -> None:
    """8."""
    play = joining()
    assert play.give(i.ParentMissing(0, play.generation)) == [c.make_parent()]
    assert play.give(i.ParentMade(0, play.generation)) == [c.create_own(f"{GUID}-n_")]


def test_leaving_deletes_first_and_again_until_it_is_confirmed() -> None:
    """9."""
    play = waiting()
    assert play.stop() == [c.delete_own(MINE)]
    assert play.failed() == [c.WakeAt(FIRST_RETRY)]
    assert play.tick(FIRST_RETRY)[0] == c.delete_own(MINE)
    assert play.deleted() == [c.Leave()]
    assert play.recipe.belief == "gone"


def test_leaving_waits_for_a_create_under_way() -> None:
    """9: what is created after the decision to leave is deleted too."""
    play = joining()
    assert play.stop() == []
    assert play.created() == [c.delete_own(MINE)]


def test_leaving_while_cut_off_deletes_after_the_reconnect() -> None:
    """9."""
    play = waiting()
    play.suspended()
    assert play.stop() == []
    assert play.restored()[0] == c.delete_own(MINE)


def test_leaving_without_a_session_is_immediate() -> None:
    assert Play().stop() == [c.Leave()]


def test_a_lost_session_takes_the_znode_with_it_and_leaving_is_done() -> None:
    play = waiting()
    play.suspended()
    play.stop()
    assert play.lost() == [c.Leave()]


def test_a_stopped_leader_steps_down_before_its_znode_goes() -> None:
    assert leading().stop() == [c.End("it was stopped"), c.delete_own(MINE)]


def test_resigning_gives_up_leadership_and_queues_again() -> None:
    play = leading()
    assert play.resign() == [c.End("it resigned"), c.delete_own(MINE)]
    assert play.deleted() == [c.create_own(f"{GUID}-n_")]
    assert play.created("guid-n_0000000009") == [m.list_candidates("guid-n_0000000009")]


def test_a_later_epoch_seen_forbids_leading() -> None:
    """13."""
    play = joining()
    play.created()
    later = m.Acknowledgement(version=1, epoch=CZXID + 1, mzxid=CZXID + 2)
    commands = play.children(MINE, acknowledgement=later)
    assert commands == [c.WakeAt(FIRST_RETRY)]
    assert play.tick(FIRST_RETRY)[0] == c.delete_own(MINE)


def test_an_epoch_of_another_ensemble_forbids_nothing() -> None:
    """24: a genuine one is below the zxid of the change that wrote it."""
    play = joining()
    play.created()
    copied = m.Acknowledgement(version=1, epoch=CZXID + 9, mzxid=CZXID + 9)
    assert play.children(MINE, acknowledgement=copied) == [
        c.Begin(CZXID),
        m.acknowledge(MINE, CZXID, 1),
    ]
    assert play.recipe.error is not None
    assert f"0x{CZXID + 9:x} is not believed" in play.recipe.error
    play.acknowledged()
    assert play.recipe.error is None


def test_a_refused_acknowledgement_is_read_again_first() -> None:
    play = joining()
    play.created()
    play.children(MINE)
    assert play.give(i.WriteRefused(0, play.generation)) == [m.list_candidates(MINE)]
    newer = m.Acknowledgement(version=4, epoch=None, mzxid=CZXID + 1)
    assert play.children(MINE, acknowledgement=newer) == [m.acknowledge(MINE, CZXID, 4)]


def test_a_leader_whose_znode_is_found_gone_steps_down() -> None:
    play = joining()
    play.created()
    play.children(MINE)
    play.give(i.WriteRefused(0, play.generation))
    assert play.children(owner=None)[0] == c.End("its znode is gone")


def test_a_leader_that_may_not_acknowledge_leads_on_and_tries_again() -> None:
    play = joining()
    play.created()
    play.children(MINE)
    assert play.failed("no permission") == [c.WakeAt(FIRST_RETRY)]
    assert (play.recipe.belief, play.recipe.error) == ("leading", "no permission")
    assert play.tick(FIRST_RETRY)[0] == m.list_candidates(MINE)


def test_retries_grow_apart() -> None:
    play = joining()
    play.failed()
    play.tick(FIRST_RETRY)
    assert play.failed() == [c.WakeAt(FIRST_RETRY + 2 * FIRST_RETRY)]


@pytest.mark.parametrize(
    ("play", "given"),
    [
        (Play(), m.Resign(0)),
        (waiting(), m.Resign(0)),
        (waiting(), i.Deleted(0, waiting().generation)),
        (leading(), i.Created(0, leading().generation, MINE)),
    ],
)
def test_an_illegal_input_is_refused_and_changes_nothing(play: Play, given: i.Input) -> None:
    before = dict(vars(play.recipe))
    with pytest.raises(IllegalInput):
        play.give(given)
    assert vars(play.recipe) == before


def test_after_leaving_nothing_is_legal() -> None:
    play = Play()
    play.stop()
    assert play.recipe.phase is Phase.LEFT
    with pytest.raises(IllegalInput):
        play.restored()
