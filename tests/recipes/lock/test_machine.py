"""The lock by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import Phase
from app.recipes.lock.machine import Acquire, Confirm, Confirmed, DistributedLock, GaveUp, Release
from tests.participation.playbook import (
    CZXID,
    FIRST,
    GUID,
    MINE,
    SECOND,
    SESSION,
    TIMEOUT,
    Play,
)

LIMIT = 2.5
AGAIN = f"{GUID}-n_0000000009"


class Client(Play):
    """One client of a lock."""

    listing = staticmethod(c.list_children)

    def __init__(self, machine: type[DistributedLock] = DistributedLock) -> None:
        super().__init__()
        self.recipe: DistributedLock = machine()  # type: ignore[assignment]

    def acquire(self, within: float | None = None) -> list[c.Command]:
        return self.give(Acquire(self.at, within))

    def release(self) -> list[c.Command]:
        return self.give(Release(self.at))

    def confirm(self) -> list[c.Command]:
        return self.give(Confirm(self.at))

    def proven(self) -> list[c.Command]:
        return self.give(i.Proven(self.at, self.generation))

    def disproven(self) -> list[c.Command]:
        return self.give(i.Disproven(self.at, self.generation))


def resting() -> Client:
    """It is connected, and has not asked for the lock."""
    client = Client()
    client.restored()
    return client


def waiting(within: float | None = None) -> Client:
    """It waits behind FIRST and SECOND."""
    client = resting()
    client.acquire(within)
    client.created()
    client.children(FIRST, SECOND, MINE)
    client.read(SECOND)
    return client


def holding(within: float | None = None) -> Client:
    """It holds the lock."""
    client = resting()
    client.acquire(within)
    client.created()
    client.children(MINE)
    return client


def test_it_creates_nothing_before_it_is_asked_to() -> None:
    client = Client()
    assert client.restored() == [c.WakeAt(TIMEOUT)]
    assert (client.recipe.belief, client.recipe.phase) == ("idle", Phase.RESTING)


def test_asked_for_before_the_connection_stands_it_begins_with_it() -> None:
    client = Client()
    assert client.acquire() == []
    assert client.restored() == [c.create_own(f"{GUID}-n_"), c.WakeAt(TIMEOUT)]


def test_without_a_session_it_is_not_there_yet() -> None:
    """Else whoever waits for it to join would take it for one that has."""
    client = Client()
    client.suspended()
    assert client.recipe.belief == "joining"


def test_waits_behind_the_next_lower_one_alone() -> None:
    client = resting()
    assert client.acquire() == [c.create_own(f"{GUID}-n_")]
    client.created()
    assert client.children(FIRST, SECOND, MINE) == [c.read_predecessor(SECOND)]
    assert client.read(SECOND) == []
    assert (client.recipe.belief, client.recipe.watched) == ("waiting", SECOND)


def test_holds_when_it_is_the_lowest_and_owns_its_znode() -> None:
    client = waiting()
    client.fired(SECOND)
    assert client.children(MINE) == [c.Begin(CZXID)]
    assert (client.recipe.belief, client.recipe.step) == ("holding", "hold")
    assert client.recipe.epoch == CZXID


def test_notified_it_trusts_the_watch_on_its_own_znode_and_lists_the_names_alone() -> None:
    """3: it has seen its owner on this connection, and nobody has said that it is gone."""
    client = waiting()
    assert client.fired(SECOND) == [c.list_names()]
    assert client.names(MINE) == [c.Begin(CZXID)]


def test_a_list_without_its_own_znode_makes_it_look() -> None:
    client = waiting()
    client.fired(SECOND)
    assert client.names() == [c.list_children(MINE)]
    assert client.children(owner=None) == [c.create_own(f"{GUID}-n_")]


def test_told_of_its_own_znodes_end_it_trusts_no_list_that_is_under_way() -> None:
    client = waiting()
    client.fired(SECOND)
    stale = i.Children(client.at, client.generation, (MINE,), None)
    assert client.fired(MINE) == [c.create_own(f"{GUID}-n_")]
    assert client.give(stale) == []


def test_cut_off_while_it_lists_the_names_it_reads_its_own_znode_again() -> None:
    client = waiting()
    client.fired(SECOND)
    client.lost()
    client.restored(SESSION + 1, "other")
    client.created("other-n_0000000009")
    assert client.children("other-n_0000000009", owner=SESSION + 1) == [c.Begin(CZXID)]


def test_over_a_new_connection_it_reads_its_own_znode_again() -> None:
    client = waiting()
    client.suspended()
    assert client.restored()[0] == c.list_children(MINE)
    client.children(SECOND, MINE)
    client.read(SECOND)
    assert client.fired(SECOND) == [c.list_names()]


def test_a_vanished_predecessor_does_not_give_the_lock() -> None:
    """6."""
    client = waiting()
    client.fired(SECOND)
    assert client.children(FIRST, MINE) == [c.read_predecessor(FIRST)]
    assert client.read(FIRST, exists=False)[0] == c.list_children(MINE)
    assert client.recipe.belief == "waiting"


def test_the_lowest_znode_of_another_session_does_not_give_the_lock() -> None:
    """2, 3."""
    client = resting()
    client.acquire()
    client.created()
    assert client.children(MINE, owner=SESSION + 1) == [c.create_own(f"{GUID}-n_")]


def test_a_missing_parent_is_made() -> None:
    """8."""
    client = resting()
    client.acquire()
    assert client.give(i.ParentMissing(0, client.generation)) == [c.make_parent()]
    assert client.give(i.ParentMade(0, client.generation)) == [c.create_own(f"{GUID}-n_")]


def test_names_are_compared_by_number_across_the_wrap() -> None:
    """10."""
    client = resting()
    client.acquire()
    mine = f"{GUID}-n_-2147483648"
    client.created(mine)
    assert client.children(mine, "zzzz-n_2147483647") == [c.read_predecessor("zzzz-n_2147483647")]


# -- releasing ---------------------------------------------------------------------------------


def test_released_it_says_so_before_it_deletes_its_znode_and_rests() -> None:
    client = holding()
    assert client.release() == [c.End("it released the lock"), c.delete_own(MINE)]
    assert client.recipe.belief == "idle"
    assert client.deleted() == []
    assert client.recipe.phase is Phase.RESTING


def test_to_release_is_idempotent() -> None:
    """16: in every phase the second one does nothing, and the znode is deleted once."""
    client = holding()
    client.release()
    assert client.release() == []
    client.deleted()
    assert client.release() == []
    assert resting().release() == []
    client = waiting()
    client.stop()
    assert client.release() == []
    assert client.deleted() == [c.Leave()]


def test_released_after_it_was_lost_it_deletes_only_what_is_its_own() -> None:
    """16: the znode of a session that is over is nobody's business any more."""
    client = holding()
    client.lost()
    assert client.release() == []
    assert client.restored(SESSION + 1, "other") == [c.WakeAt(TIMEOUT)]


def test_a_place_in_the_queue_can_be_given_back() -> None:
    client = waiting()
    assert client.release() == [c.delete_own(MINE)]
    assert client.deleted() == []


def test_released_while_its_create_is_on_the_way_it_leaves_nothing_behind() -> None:
    """9."""
    client = resting()
    client.acquire()
    assert client.release() == []
    assert client.created() == [c.delete_own(MINE)]
    client = resting()
    client.acquire()
    client.suspended()
    client.release()
    assert client.restored() == [client.seek, c.WakeAt(TIMEOUT)]
    assert client.children(FIRST, MINE, owner=None) == [c.delete_own(MINE)]


def test_a_delete_that_failed_is_tried_again_until_it_is_confirmed() -> None:
    """9."""
    client = holding()
    client.release()
    (wake,) = client.failed()
    assert isinstance(wake, c.WakeAt)
    assert client.tick(wake.at)[0] == c.delete_own(MINE)


def test_asked_for_again_it_queues_behind_the_others() -> None:
    """Never with the znode of the last time: it would be served before those who came first."""
    client = holding()
    client.release()
    assert client.acquire() == []
    assert client.deleted() == [c.create_own(f"{GUID}-n_")]
    client.created(AGAIN)
    assert client.children(SECOND, AGAIN) == [c.read_predecessor(SECOND)]


def test_asked_for_again_over_a_broken_connection_it_does_not_hold_by_the_old_znode() -> None:
    client = holding()
    client.release()
    client.acquire()
    client.suspended()
    assert client.restored() == [c.delete_own(MINE), c.WakeAt(TIMEOUT)]
    assert client.deleted() == [c.create_own(f"{GUID}-n_")]


def test_to_acquire_what_is_wanted_already_does_nothing() -> None:
    """Nor does it prolong the time limit, or cost the place."""
    assert holding().acquire() == []
    client = waiting(LIMIT)
    assert client.acquire(2 * LIMIT) == []
    assert client.recipe.gives_up_at == LIMIT
    client.suspended()
    assert client.restored()[0] == c.list_children(MINE)


# -- losing ------------------------------------------------------------------------------------


def test_suspension_takes_the_lock_at_once() -> None:
    """4, 16."""
    client = holding()
    assert client.suspended() == [c.End("the connection was lost")]
    assert (client.recipe.belief, client.recipe.epoch) == ("suspended", None)


def test_the_lock_ends_by_its_own_clock_without_any_word_from_a_server() -> None:
    """4, 16."""
    client = holding()
    assert client.tick(TIMEOUT) == [c.End("the session ran out by its own clock")]


def test_woken_from_a_freeze_it_is_told_before_anything_else() -> None:
    """16: also by the confirmation that it asks for before it writes, and by a late answer."""
    for late in (Client.confirm, Client.release):
        client = holding()
        client.at = 60.0
        assert late(client)[0] == c.End("the session ran out by its own clock")
    client = holding()
    client.confirm()
    client.at = 60.0
    assert client.proven() == [c.End("the session ran out by its own clock")]


def test_back_in_the_same_session_it_looks_before_it_holds_again() -> None:
    """5."""
    client = holding()
    client.suspended()
    assert client.restored() == [c.list_children(MINE), c.WakeAt(TIMEOUT)]
    assert client.children(MINE) == [c.Begin(CZXID)]


def test_after_the_end_of_its_session_it_queues_anew() -> None:
    """5, 16: what it had asked for it still wants."""
    client = holding()
    client.lost()
    assert client.restored(SESSION + 1, "other")[0] == c.create_own("other-n_")


def test_its_znode_deleted_by_an_operator_takes_the_lock() -> None:
    """7, 16."""
    client = holding()
    assert client.fired(MINE) == [c.End("its znode is gone"), c.create_own(f"{GUID}-n_")]


# -- confirming --------------------------------------------------------------------------------


def test_confirmed_is_what_zookeeper_says_now() -> None:
    """16."""
    client = holding()
    assert client.confirm() == [c.prove(MINE)]
    assert client.proven() == [Confirmed()]
    assert client.recipe.belief == "holding"


def test_a_lock_that_is_gone_is_not_confirmed() -> None:
    """16: frozen, its session ended by hand, woken before its own clock ran out."""
    client = holding()
    client.confirm()
    assert client.disproven()[0] == c.End("its znode is gone")
    client = holding()
    client.fired(MINE, "changed")
    assert client.children(MINE, owner=SESSION + 1)[0] == c.End("its znode is gone")


def test_without_the_lock_nothing_is_confirmed() -> None:
    assert resting().confirm() == []
    assert waiting().confirm() == []


def test_a_look_for_another_reason_confirms_nothing() -> None:
    client = holding()
    assert client.fired(MINE, "changed") == [c.list_children(MINE)]
    assert client.children(MINE) == []


def test_a_confirmation_does_not_outlive_the_loss_of_the_lock() -> None:
    client = holding()
    client.confirm()
    late = i.Proven(client.at, client.generation)
    client.suspended()
    client.restored()
    assert client.children(MINE) == [c.Begin(CZXID)]
    assert client.give(late) == []
    client.fired(MINE, "changed")
    assert client.children(MINE) == []


def test_a_confirmation_that_was_overtaken_by_a_look_is_given_all_the_same() -> None:
    """Somebody wrote to its znode meanwhile. Who asked waits for the answer before it writes."""
    client = holding()
    client.confirm()
    proven = i.Proven(client.at, client.generation)
    told = [*client.fired(MINE, "changed"), *client.give(proven), *client.children(MINE)]
    if c.prove(MINE) in told:
        told = client.proven()
    assert Confirmed() in told


def test_a_confirmation_that_failed_is_asked_for_again() -> None:
    """Else whoever asked would hold the lock for ever, and never write."""
    client = holding()
    client.confirm()
    (wake,) = client.failed("throttled")
    assert isinstance(wake, c.WakeAt)
    assert c.prove(MINE) in client.tick(wake.at)
    client.children(MINE)
    assert Confirmed() in client.proven()


# -- the time limit ----------------------------------------------------------------------------


def test_it_gives_up_at_its_limit_and_leaves_nothing_behind() -> None:
    client = waiting(LIMIT)
    assert client.recipe.gives_up_at == LIMIT
    assert client.tick(LIMIT)[:2] == [GaveUp(), c.delete_own(MINE)]
    assert (client.recipe.belief, client.recipe.step) == ("idle", "give up")
    assert client.deleted() == []
    assert client.recipe.phase is Phase.RESTING


def test_it_asks_to_be_woken_at_its_limit() -> None:
    client = resting()
    assert client.acquire(LIMIT)[-1] == c.WakeAt(LIMIT)
    assert c.WakeAt(LIMIT) in client.tick(1.0)


def test_who_holds_in_time_has_no_limit_any_more() -> None:
    client = holding(LIMIT)
    assert client.tick(LIMIT) == [c.WakeAt(TIMEOUT)]
    assert client.recipe.belief == "holding"


def test_a_lock_that_comes_too_late_is_not_taken() -> None:
    """Frozen in the queue, its notification and its limit have both come."""
    client = waiting(LIMIT)
    client.fired(SECOND)
    client.at = LIMIT + 0.1
    assert client.children(MINE) == [GaveUp(), c.delete_own(MINE)]


def test_it_gives_up_also_without_a_connection() -> None:
    client = waiting(LIMIT)
    client.suspended()
    assert client.tick(LIMIT) == [GaveUp()]
    assert client.restored()[0] == c.delete_own(MINE)


def test_a_create_on_the_way_at_the_limit_is_taken_back_when_it_has_answered() -> None:
    """9."""
    client = resting()
    client.acquire(LIMIT)
    assert client.tick(LIMIT)[0] == GaveUp()
    assert client.created() == [c.delete_own(MINE)]


def test_who_lost_the_lock_waits_again_as_long_as_at_first() -> None:
    client = holding(LIMIT)
    client.at = 1.0
    assert client.suspended() == [c.End("the connection was lost"), c.WakeAt(1.0 + LIMIT)]
    assert client.tick(1.0 + LIMIT) == [GaveUp()]


@pytest.mark.parametrize("client", [waiting(LIMIT), holding(LIMIT)])
def test_stopped_it_leaves_and_its_limit_is_no_matter_any_more(client: Client) -> None:
    assert client.stop()[-1] == c.delete_own(MINE)
    assert GaveUp() not in client.tick(LIMIT)
    assert client.deleted() == [c.Leave()]
    assert client.recipe.belief == "gone"
