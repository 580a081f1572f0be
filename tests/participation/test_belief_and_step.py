"""What a participant believes and the step that it is at are of one moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.participation import inputs as i
from app.recipes.election import messages as m
from tests.participation import playbook
from tests.participation.playbook import CZXID, MINE, SESSION, Play
from tests.recipes.election import test_herd_machine as test_herd
from tests.recipes.election import test_single_machine as test_single

Act = Callable[[Play], object]


def seen(play: Play) -> tuple[str, str | None]:
    return play.recipe.belief, play.recipe.step


def reconnect(play: Play) -> None:
    play.suspended()
    play.restored()


def see_another_session(play: Play) -> None:
    """Another session's znode has the own name."""
    play.tick(play.recipe._retry_at or 0.0)
    play.children(MINE, owner=SESSION + 1)


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (Play.suspended, ("suspended", None)),
        (Play.lost, ("joining", None)),
        (Play.resign, ("joining", None)),
        (Play.stop, ("gone", None)),
        (lambda play: play.data(1, 2), ("behind", "sit out")),
        (reconnect, ("waiting", "list children")),
        (see_another_session, ("joining", "create znode")),
    ],
)
def test_who_has_led_is_not_at_the_step_of_leading_any_more(
    act: Act, expected: tuple[str, str | None]
) -> None:
    play = playbook.leading()
    assert seen(play) == ("leading", "lead")
    act(play)
    assert seen(play) == expected


def test_who_has_resigned_begins_again() -> None:
    play = playbook.leading()
    play.resign()
    play.deleted()
    assert seen(play) == ("joining", "create znode")


def test_who_waits_for_a_later_epoch_to_be_over_is_at_no_step() -> None:
    play = playbook.leading()
    later = m.Acknowledgement(version=2, epoch=CZXID + 1, mzxid=CZXID + 2)
    own = i.Own(SESSION, CZXID)
    play.give(i.Children(0.0, play.generation, (MINE,), own, m.ReadBeside(later)))
    assert seen(play) == ("waiting", None)


@pytest.mark.parametrize("leading", [test_herd.leading, test_single.leading])
@pytest.mark.parametrize("act", [Play.suspended, Play.lost, Play.resign, Play.stop])
def test_no_strategy_mixes_two_moments(leading: Callable[[], Play], act: Act) -> None:
    play = leading()
    assert play.recipe.belief == "leading"
    act(play)
    assert play.recipe.belief != "leading"
    assert play.recipe.step not in ("lead", "acknowledge")
