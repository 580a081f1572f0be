"""What may not be read is not absent: nobody creates because of it, and nobody asks in haste.

NoNode alone means "not there". Any other error is told, and the look that met it is tried again
less and less often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.messages import Message
from app.participation.naming import LEADER
from app.participation.participant import FIRST_RETRY, LONGEST_RETRY
from app.participation.place import Place
from app.recipes.election import messages as m
from app.zookeeper import operations as q
from tests.participation import playbook
from tests.participation.playbook import CZXID, GUID, MINE, SECOND, Play
from tests.participation.test_session_clock import lowest, racer
from tests.recipes.barrier import test_machine as test_barrier
from tests.recipes.configuration import playbook as watching
from tests.recipes.lock import test_machine as test_lock
from tests.recipes.membership import playbook as member_playbook
from tests.recipes.queue import playbook as queue_playbook

PLACE = Place("/here")
STEP = FIRST_RETRY / 4
DELAYS = [min(FIRST_RETRY * 2**tries, LONGEST_RETRY) for tries in range(9)]


def creates(message: Message) -> bool:
    writes = (one for one in message.requests(PLACE) if isinstance(one, tuple))
    return any(isinstance(write, q.Create) for some in writes for write in some)


def sent(commands: list[c.Command]) -> list[Message]:
    return [one for one in commands if isinstance(one, Message)]


def fail(play: Any) -> list[Message]:
    return sent(play.give(i.Failed(play.at, play.recipe.generation, "no permission")))


def wait(play: Any) -> list[Message]:
    """What it asks for next; its session lives until then, as transactions prove."""
    for _ in range(round(2 * LONGEST_RETRY / STEP)):
        play.at += STEP
        play.give(i.Contact(play.at, play.at, proven=True))
        if asked := sent(play.give(i.Tick(play.at))):
            return asked
    raise AssertionError("it asks for nothing any more")


def failures(play: Any) -> Iterator[tuple[float, Message]]:
    """When it asks for what it may not read, and for what, until it asks no more often. The list
    of the children alone it may read.
    """
    fail(play)
    for _ in DELAYS:
        (message,) = wait(play)
        if message.is_of(c.list_names):
            (message,) = sent(play.names(*filter(None, [play.recipe.name])))
        yield play.at, message
        assert fail(play) == []


def waits_between(moments: list[float]) -> list[float]:
    return [later - earlier for earlier, later in pairwise([0.0, *moments])]


def looking_again(play: Any, name: str) -> Any:
    """A watch has fired, and it looks."""
    play.fired(name)
    return play


def listing() -> Play:
    play = playbook.joining()
    play.created()
    return play


def seeking() -> Play:
    play = playbook.joining()
    play.give(i.CreateReplyLost(play.at, play.generation))
    return play


def holding() -> Play:
    play = test_lock.holding()
    play.suspended()
    play.restored()
    return play


def member() -> Any:
    play = member_playbook.live()
    play.own_fired("changed")
    return play


def announced() -> Any:
    play = member_playbook.announcing()
    play.created()
    return play


def provider() -> Any:
    play = watching.registered()
    play.fired("changed")
    return play


def claimed() -> Any:
    play = queue_playbook.claiming()
    play.suspended()
    play.restored()
    return play


LOOKS: dict[str, tuple[Callable[[], Any], bool]] = {
    "predecessor": (listing, True),
    "predecessor-create-unanswered": (seeking, False),
    "herd": (lowest, True),
    "single": (racer, True),
    "lock": (holding, True),
    "member": (member, False),
    "member-announced": (announced, False),
    "provider": (provider, False),
    "barrier": (lambda: looking_again(test_barrier.waiting(), "ready/round-1"), True),
    "consumer-place": (lambda: looking_again(queue_playbook.first_in_line(), "items"), False),
    "consumer-claim": (claimed, False),
}
"""A look that is under way, and whether the own znode's name is known without it."""


@pytest.mark.parametrize("name", LOOKS)
def test_what_may_not_be_read_leads_to_no_create(name: str) -> None:
    """1: it may stand, and would be the second one."""
    make, is_named = LOOKS[name]
    play = make()
    asked = [message for _, message in failures(play)]
    assert asked
    assert not [message for message in asked if creates(message)]
    assert play.recipe.error == "no permission"
    assert (play.recipe.name is not None) >= is_named


@pytest.mark.parametrize("name", LOOKS)
def test_what_may_not_be_read_is_asked_for_less_and_less_often(name: str) -> None:
    """One look a delay, and never more than five seconds from one to the next."""
    moments = [at for at, _ in failures(LOOKS[name][0]())]
    assert waits_between(moments) == pytest.approx(DELAYS, abs=1.1 * STEP)


def test_of_a_race_that_may_have_been_won_the_owner_is_asked_for() -> None:
    """1: the znode that it may not read may be its own."""
    play = racer()
    play.suspended()
    assert play.restored()[0] == m.list_candidates(LEADER)
    assert {message for _, message in failures(play)} == {m.list_candidates(LEADER)}


def test_who_may_not_read_the_list_looks_for_its_create_and_does_not_repeat_it() -> None:
    play = seeking()
    assert {message for _, message in failures(play)} == {play.seek}
    wait(play)
    assert play.children(owner=None) == [c.create_own(f"{GUID}-n_")]


def test_an_unreadable_acknowledgement_costs_its_leader_one_look_a_delay() -> None:
    """It leads on, and says why nobody hears of it."""
    play = playbook.waiting()
    play.fired(SECOND)
    assert play.names(MINE) == [c.Begin(CZXID), m.list_candidates(MINE)]
    looks = list(failures(play))
    assert {message for _, message in looks} == {m.list_candidates(MINE)}
    assert waits_between([at for at, _ in looks]) == pytest.approx(DELAYS, abs=1.1 * STEP)
    assert (play.recipe.belief, play.recipe.error) == ("leading", "no permission")


def test_an_unreadable_acknowledgement_keeps_nobody_from_its_place_for_good() -> None:
    play = listing()
    list(failures(play))
    assert wait(play) == [m.list_candidates(MINE)]
    assert play.children(MINE)[0] == c.Begin(CZXID)
    play.acknowledged()
    assert play.recipe.error is None
