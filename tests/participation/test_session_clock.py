"""The session by one's own clock: what keeps it going, and for whom; 4 of docs/correctness.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.naming import LEADER
from app.participation.session_clock import SessionClock
from app.recipes.election import messages as m
from app.recipes.queue import machine as g
from tests.participation import playbook
from tests.participation.playbook import CZXID, GUID, MINE, SECOND, SESSION, TIMEOUT, Play
from tests.recipes.barrier import test_machine as test_barrier
from tests.recipes.election import test_herd_machine as test_herd
from tests.recipes.election import test_single_machine as test_single
from tests.recipes.lock import test_machine as test_lock
from tests.recipes.queue import playbook as queue_playbook

TOUCH = TIMEOUT / 4
RAN_OUT = c.End("the session ran out by its own clock")


def clock(offered_at: float = 0.0) -> SessionClock:
    made = SessionClock()
    made.start(offered_at, TIMEOUT)
    return made


def answer_at_once(one: SessionClock, *moments: float) -> None:
    for moment in moments:
        one.contact(moment, moment)


# -- the clock alone ----------------------------------------------------------------------------


def test_it_starts_when_the_handshake_was_sent() -> None:
    """Its answer may be late, and ZooKeeper counts from before it."""
    assert clock(3.0).deadline(holds=False) == clock(3.0).deadline(holds=True) == 3.0 + TIMEOUT


def test_who_waits_believes_any_answer_from_its_sending() -> None:
    one = clock()
    one.contact(sent_at=2.0, at=3.0)
    assert one.deadline(holds=False) == 2.0 + TIMEOUT
    one.contact(sent_at=1.0, at=3.5)
    assert one.deadline(holds=False) == 2.0 + TIMEOUT


def test_that_a_session_goes_on_is_proven_by_the_first_transaction_over_its_connection() -> None:
    """A leader that has no followers any more says so too."""
    one = clock()
    one.start(3.0, TIMEOUT, is_new=False)
    one.contact(3.1, 3.2)
    assert one.deadline(holds=True) == TIMEOUT
    one.contact(3.3, 3.4, proven=True)
    assert one.deadline(holds=True) == 3.0 + TIMEOUT


def test_who_leads_believes_no_answer_to_a_read() -> None:
    """A server that is cut off from its leader goes on answering."""
    one = clock()
    answer_at_once(one, 1.0, 2.0, 3.0)
    assert one.deadline(holds=True) == TIMEOUT


def test_a_transaction_proves_what_had_been_answered_a_quarter_of_the_timeout_before() -> None:
    """By then the server had told the leader of it."""
    one = clock()
    answer_at_once(one, 1.0, 1.5, 2.2)
    one.contact(sent_at=1.5 + TOUCH, at=3.0, proven=True)
    assert one.deadline(holds=True) == 1.5 + TIMEOUT


def test_it_proves_from_the_sending_of_what_had_been_answered() -> None:
    one = clock()
    one.contact(sent_at=0.5, at=1.0)
    one.contact(sent_at=1.0 + TOUCH, at=2.5, proven=True)
    assert one.deadline(holds=True) == 0.5 + TIMEOUT


def test_it_proves_nothing_of_what_was_answered_too_late() -> None:
    one = clock()
    one.contact(sent_at=0.5, at=1.2)
    one.contact(sent_at=1.0 + TOUCH, at=2.5, proven=True)
    assert one.deadline(holds=True) == TIMEOUT


def test_proofs_in_quick_succession_prove_no_more_than_one() -> None:
    one = clock()
    for moment in (0.1, 0.3, 0.6, 0.9):
        one.contact(moment, moment, proven=True)
    assert one.deadline(holds=True) == TIMEOUT


def test_proofs_a_quarter_of_the_timeout_apart_keep_it_going_from_the_one_before() -> None:
    one = clock()
    for number in range(1, 40):
        one.contact(number * TOUCH, number * TOUCH, proven=True)
        assert one.deadline(holds=True) == max(0, number - 1) * TOUCH + TIMEOUT


def test_a_notification_proves_what_had_been_answered_a_quarter_before_the_last_answer() -> None:
    """Its server has heard of a change after it gave that answer; when, nobody knows."""
    one = clock()
    answer_at_once(one, 1.0, 2.0, 2.0 + TOUCH)
    one.notified()
    assert one.deadline(holds=True) == 2.0 + TIMEOUT


def test_a_notification_right_after_the_handshake_proves_nothing_more() -> None:
    one = clock(5.0)
    one.notified()
    assert one.deadline(holds=True) == 5.0 + TIMEOUT


def test_what_was_answered_over_the_connection_before_is_not_counted() -> None:
    """Nobody knows whether its server told of it."""
    one = clock()
    answer_at_once(one, 1.0, 2.0)
    one.start(2.5, TIMEOUT, is_new=False)
    one.contact(sent_at=2.0 + TOUCH, at=3.2, proven=True)
    assert one.deadline(holds=True) == 2.5 + TIMEOUT


def test_of_one_session_the_smallest_timeout_counts() -> None:
    """A server may have been told of a longer one, and the leader goes by the shorter."""
    one = clock()
    one.start(1.0, TIMEOUT / 2, is_new=False)
    one.start(2.0, TIMEOUT, is_new=False)
    assert one.deadline(holds=False) == 2.0 + TIMEOUT / 2
    one.start(3.0, 2 * TIMEOUT, is_new=True)
    assert one.deadline(holds=False) == 3.0 + 2 * TIMEOUT


# -- a participant and its clock ------------------------------------------------------------------


LEADERS: dict[str, Callable[[], Any]] = {
    "predecessor": playbook.leading,
    "herd": test_herd.leading,
    "single": test_single.leading,
    "lock": test_lock.holding,
    "barrier": test_barrier.inside,
    "consumer": queue_playbook.working,
}


def contact(play: Any, at: float, *, proven: bool) -> list[c.Command]:
    play.at = at
    found: list[c.Command] = play.give(i.Contact(at, at, proven))
    return found


@pytest.mark.parametrize("name", LEADERS)
def test_a_leader_whose_transactions_are_not_answered_stops_at_its_deadline(name: str) -> None:
    """Its reads are, by a server that is cut off."""
    play = LEADERS[name]()
    assert play.recipe.must_prove
    for step in range(1, 8):
        assert contact(play, step * TIMEOUT / 8, proven=False) == []
    assert play.recipe.deadline == TIMEOUT
    assert RAN_OUT in play.tick(TIMEOUT)
    assert play.recipe.belief == "suspended"


@pytest.mark.parametrize("name", LEADERS)
def test_a_leader_whose_transactions_are_answered_goes_on(name: str) -> None:
    play = LEADERS[name]()
    believed = play.recipe.belief
    for step in range(1, 30):
        assert contact(play, step * TOUCH, proven=True) == []
    assert play.recipe.belief == believed
    assert play.recipe.deadline == 28 * TOUCH + TIMEOUT


@pytest.mark.parametrize("name", LEADERS)
def test_who_leads_beats_with_a_check_of_its_own_znode(name: str) -> None:
    play = LEADERS[name]()
    assert play.recipe.beat() == c.beat(play.recipe.name)
    assert play.recipe.name is not None


def test_who_only_waits_beats_with_a_read() -> None:
    for play in (playbook.waiting(), test_herd.waiting(), test_single.waiting()):
        assert play.recipe.beat() == c.beat(None)


def test_who_cannot_know_whether_its_znode_stands_beats_with_a_check_of_it() -> None:
    play = playbook.waiting()
    play.tick(TIMEOUT)
    assert play.recipe.belief == "suspended"
    assert play.recipe.beat() == c.beat(MINE)


def late(play: Play, at: float) -> None:
    """Its reads have been answered all the time, and nothing else."""
    for step in range(1, round(at / TOUCH) + 1):
        contact(play, step * TOUCH, proven=False)


def test_nobody_begins_to_lead_by_a_clock_that_has_run_out() -> None:
    """What it was told may be old; by its answers alone it went on waiting."""
    play = playbook.joining()
    play.created()
    late(play, 6.0)
    assert not any(
        isinstance(one, c.Begin) or one.is_of(m.acknowledge) for one in play.children(MINE)
    )
    assert (play.recipe.belief, play.recipe.epoch) == ("suspended", None)
    assert contact(play, 6.0 + TOUCH, proven=True)[0] == m.list_candidates(MINE)
    assert play.children(MINE)[0] == c.Begin(CZXID)


@pytest.mark.parametrize("name", LEADERS)
def test_who_is_taken_up_again_by_an_answer_is_woken_by_its_deadline(name: str) -> None:
    """The tick that finds the session over asks for no other one."""
    play = LEADERS[name]()
    assert RAN_OUT in play.tick(TIMEOUT)
    contact(play, TIMEOUT, proven=False)
    *again, alarm = contact(play, TIMEOUT + TOUCH, proven=True)
    assert again
    assert alarm == c.WakeAt(2 * TIMEOUT + TOUCH)


def client() -> Play:
    """A lock's, whose znode stands."""
    found = test_lock.resting()
    found.acquire()
    found.created()
    return found


def racer() -> Play:
    """The znode that all race for is its own."""
    play = test_single.joining()
    play.names()
    play.created(LEADER)
    return play


def lowest() -> Play:
    """One of a herd, of which it has found itself the lowest."""
    play = test_herd.joined()
    play.names(MINE)
    return play


@pytest.mark.parametrize(("make", "name"), [(lowest, MINE), (racer, LEADER), (client, MINE)])
def test_no_recipe_begins_by_a_clock_that_has_run_out(make: Callable[[], Play], name: str) -> None:
    play = make()
    late(play, 6.0)
    assert play.children(name) == []
    assert play.recipe.belief == "suspended"


def test_no_round_begins_for_one_whose_clock_has_run_out() -> None:
    play: Any = test_barrier.coming()
    play.looked(test_barrier.A, test_barrier.B)
    play.created()
    late(play, 6.0)
    assert play.looked(*test_barrier.ALL, members=test_barrier.ALL) == []
    assert play.recipe.belief == "suspended"


def test_no_item_is_begun_by_a_clock_that_has_run_out() -> None:
    play: Any = queue_playbook.claiming()
    late(play, 6.0)
    assert play.claimed() == []
    assert play.recipe.belief == "suspended"


def test_no_end_of_an_item_is_asked_for_by_a_clock_that_has_run_out() -> None:
    """What it would ask for is void, and over a connection of which it knows nothing."""
    play: Any = queue_playbook.finishing()
    play.suspended()
    play.restored()
    late(play, 6.0)
    told = play.inspected(queue_playbook.FIRST, version=1, owner=SESSION)
    assert not any(one.is_of(g.finish) for one in told)


def test_a_notification_lets_the_next_one_lead_at_once() -> None:
    """It proves of its server that it is in touch."""
    play = playbook.waiting()
    late(play, 6.0)
    assert play.fired(SECOND) == [c.list_names()]
    assert play.names(MINE)[0] == c.Begin(CZXID)
    assert play.recipe.deadline == 6.0 - TOUCH + TIMEOUT


def test_a_participants_clock_starts_when_the_handshake_was_sent() -> None:
    play = Play()
    play.at = 3.0
    given = i.Restored(3.0, SESSION, GUID, TIMEOUT, offered_at=1.5)
    assert play.give(given)[-1] == c.WakeAt(1.5 + TIMEOUT)
    assert play.recipe.deadline == 1.5 + TIMEOUT


def test_a_shorter_timeout_of_the_session_stays_its_timeout() -> None:
    play = playbook.waiting()
    play.suspended()
    play.give(i.Restored(1.0, SESSION, GUID, TIMEOUT / 2))
    play.suspended()
    assert play.give(i.Restored(2.0, SESSION, GUID, TIMEOUT))[-1] == c.WakeAt(2.0 + TIMEOUT / 2)
    play.lost()
    assert play.give(i.Restored(3.0, SESSION + 1, "other", TIMEOUT))[-1] == c.WakeAt(3.0 + TIMEOUT)


def test_woken_from_a_freeze_whose_session_lived_it_joins_again_where_its_znode_is_gone() -> None:
    """7: somebody has deleted it meanwhile, so there is nothing left that could be proven."""
    play = playbook.waiting()
    play.tick(TIMEOUT + 1)
    assert contact(play, TIMEOUT + 1, proven=False) == []
    disproven = i.Disproven(play.at, play.generation)
    alarm = c.WakeAt(2 * TIMEOUT + 1)
    assert play.give(disproven) == [c.create_own(f"{GUID}-n_"), alarm]


def test_a_check_of_the_connection_before_disproves_nothing() -> None:
    """5."""
    play = playbook.leading()
    disproven = i.Disproven(play.at, play.generation)
    play.suspended()
    assert play.give(disproven) == []
    assert play.restored()[0] == m.list_candidates(MINE)
    assert play.give(disproven) == []


def test_however_many_answers_come_few_are_remembered() -> None:
    """They come by the thousand in a second where there is much to do."""
    clock = SessionClock()
    clock.start(0.0, TIMEOUT)
    for step in range(20_000):
        clock.contact(step / 5000, step / 5000)
    assert len(clock._answered) < 100


def test_what_was_answered_before_one_is_told_to_join_counts() -> None:
    """A class joins one after the other: the last ones have been connected for a while by then."""
    late = SessionClock()
    for step in range(61):
        late.contact(step * 0.5, step * 0.5)
    late.start(0.0, TIMEOUT)
    late.contact(30.1, 30.1, proven=True)
    assert late.deadline(holds=True) >= 30.1 + TIMEOUT - TOUCH - 0.5
