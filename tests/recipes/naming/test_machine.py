"""Providers and clients of a name by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation import watching as w
from app.participation.phases import Phase
from app.recipes.naming.machine import Provider, enter_name, readdress, remove_name
from app.recipes.naming.znodes import address_in
from tests.participation.playbook import SESSION, TIMEOUT
from tests.recipes.configuration.playbook import (
    COUNT,
    FIND,
    LOOK_UP,
    MINE,
    OTHERS,
    Play,
    client,
    own,
    registered,
    registering,
    value,
)

ANOTHERS = value('{"address": "host:9", "incarnation": "another"}', 15, 0, OTHERS)


def test_a_provider_registers_its_address_and_is_found_once_it_has_read_it() -> None:
    play = Play(Provider.made_for("c1", {"name": "shop", "incarnation": MINE}))
    play.move("host:1")
    assert play.restored() == [*FIND, c.WakeAt(TIMEOUT)]
    assert play.missing() == [enter_name("shop", "host:1")]
    assert play.created() == FIND
    assert play.recipe.belief == "joining"
    assert play.found(own()) == []
    assert (play.recipe.belief, play.recipe.name) == ("registered", "shop")
    assert play.recipe.step == "registered"


def test_without_an_address_there_is_nothing_to_register() -> None:
    play = Play(Provider.made_for("c1", {"name": "shop", "incarnation": MINE}))
    play.restored()
    assert play.missing() == []
    assert play.recipe.phase is Phase.RESTING
    assert play.move("host:1") == FIND


def test_a_lost_reply_is_looked_up_before_anything_is_created_again() -> None:
    """1: and it had happened."""
    play = registering()
    assert play.reply_lost() == FIND
    assert play.found(own()) == []
    assert play.recipe.belief == "registered"


def test_a_name_of_another_session_is_not_its_own() -> None:
    """2, 14: it watches it, and stands by."""
    play = registering()
    assert play.taken() == FIND
    assert play.found(ANOTHERS) == []
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "taken")
    assert (play.recipe.watched, play.recipe.name) == ("shop", None)


@pytest.mark.parametrize("text", [ANOTHERS.text, "host:9", "", "[" * 5000, '{"incarnation": 7}'])
def test_a_standby_never_deletes_what_somebody_else_has_registered(text: str) -> None:
    """14: whoever has made it may live."""
    play = registering()
    play.taken()
    assert play.found(value(text, 15, 0, OTHERS)) == []
    assert play.tick(3.0) == [c.WakeAt(TIMEOUT)]
    assert play.recipe.belief == "waiting"


def test_a_standby_registers_when_the_name_is_free() -> None:
    """14."""
    play = registering()
    play.taken()
    play.found(ANOTHERS)
    assert play.told("deleted") == FIND
    assert play.missing() == [enter_name("shop", "host:1")]


def test_a_name_of_its_own_earlier_session_is_replaced_as_it_was_read() -> None:
    """14: nobody else has this incarnation."""
    play = registered()
    play.lost()
    play.restored(OTHERS)
    assert play.found(own(version=3)) == [remove_name("shop", 3, COUNT)]
    assert play.deleted() == FIND
    assert play.missing() == [enter_name("shop", "host:1")]


def test_its_znode_deleted_by_somebody_else_it_registers_again() -> None:
    """7."""
    play = registered()
    assert play.told("deleted") == FIND
    assert play.recipe.belief != "registered"
    assert play.missing() == [enter_name("shop", "host:1")]


def test_a_move_is_written_over_the_version_that_was_read() -> None:
    play = registered()
    assert play.move("host:2") == FIND
    assert play.found(own(version=4)) == [readdress("shop", "host:2", 4, COUNT)]
    assert play.recipe.step == "move"
    assert play.told() == []
    assert play.readdressed() == FIND
    assert play.found(own("host:2", 5)) == []
    assert play.recipe.belief == "registered"


def test_a_move_under_way_is_not_lost() -> None:
    """What is being created says the old address."""
    play = registering()
    assert play.move("host:2") == []
    play.created()
    assert play.found(own("host:1")) == [readdress("shop", "host:2", 0, COUNT)]


def test_an_address_that_somebody_else_has_written_is_written_over() -> None:
    play = registered()
    play.told("changed")
    assert play.found(own("nowhere:0", 1)) == [readdress("shop", "host:1", 1, COUNT)]


def test_a_move_overtaken_by_somebody_elses_write_looks_first() -> None:
    play = registered()
    play.move("host:2")
    play.found(own())
    assert play.overtaken() == FIND
    assert play.found(own("x", 7)) == [readdress("shop", "host:2", 7, COUNT)]


def test_a_missing_parent_is_made() -> None:
    """8."""
    play = registering()
    assert play.parent_missing() == [c.make_parent()]
    assert play.parent_made() == FIND


def test_leaving_takes_the_own_name_away_first() -> None:
    """9."""
    play = registered()
    assert play.stop() == FIND
    assert play.found(own(version=2)) == [remove_name("shop", 2, COUNT)]
    assert play.recipe.step == "leave"
    assert play.deleted() == [c.Leave()]


def test_leaving_leaves_anothers_name_alone() -> None:
    """9, 14."""
    play = registered()
    play.stop()
    assert play.found(ANOTHERS) == [c.Leave()]


def test_leaving_is_repeated_until_the_name_is_confirmed_gone() -> None:
    """9."""
    play = registered()
    play.stop()
    play.found(own())
    assert play.failed() == [c.WakeAt(0.1)]
    assert play.tick(0.1) == [*FIND, c.WakeAt(TIMEOUT)]


def test_leaving_it_looks_again_at_a_name_that_changed_meanwhile() -> None:
    """9: what it has not read it does not delete, and it does not leave without knowing."""
    play = registered()
    play.stop()
    play.found(own())
    assert play.overtaken() == FIND
    assert play.found(own("x", 8)) == [remove_name("shop", 8, COUNT)]


def test_leaving_while_it_registers_waits_for_the_answer() -> None:
    """9: so that nothing stays behind."""
    play = registering()
    assert play.stop() == []
    assert play.created() == FIND
    assert play.found(own()) == [remove_name("shop", 0, COUNT)]


def test_cut_off_it_does_not_call_itself_registered() -> None:
    """4."""
    play = registered()
    play.suspended()
    assert play.recipe.belief == "suspended"
    play.restored()
    assert play.recipe.belief == "joining"
    assert play.found(own()) == []
    assert play.recipe.belief == "registered"


def test_a_client_uses_the_address_that_the_name_leads_to() -> None:
    play = client()
    play.seen(own("host:1"))
    assert (play.recipe.address, play.recipe.step) == ("host:1", "use")
    assert play.told() == LOOK_UP
    assert play.recipe.address == "host:1"
    play.seen(w.Value('{"address": "host:2"}', 21, 20, 1, SESSION))
    assert play.recipe.address == "host:2"
    assert play.recipe.view()["lookup"]["value"] == "host:2"


def test_a_client_calls_nobody_when_the_name_is_gone() -> None:
    """Unlike a configuration's value: who is not registered may not be there."""
    play = client()
    play.seen(own("host:1"))
    play.told("deleted")
    assert play.missing() == [w.await_creation("shop")]
    play.absent()
    assert (play.recipe.address, play.recipe.step) == (None, "no such name")
    assert play.told("created") == LOOK_UP


def test_a_name_registered_again_leads_elsewhere_although_its_version_is_0() -> None:
    """17."""
    play = client()
    play.seen(own("host:1"))
    play.told("deleted")
    play.seen(value('{"address": "host:7"}', 40, 0, OTHERS))
    assert play.recipe.address == "host:7"


@pytest.mark.parametrize(
    ("text", "address"),
    [('{"address": "a:1"}', "a:1"), ("a:1", "a:1"), ('{"address": 7}', '{"address": 7}'), ("", "")],
)
def test_an_address_is_read_from_whatever_stands_there(text: str, address: str) -> None:
    assert address_in(text) == address


def test_where_nothing_may_be_made_beside_the_service_it_registers_uncounted() -> None:
    """25: an administrator has made the service, and keeps the rest to himself."""
    play = registering()
    play.parent_missing()
    assert play.failed() == FIND
    assert play.missing() == [enter_name("shop", "host:1", counted=False)]
    play.parent_missing()
    (wake,) = play.failed()
    assert isinstance(wake, c.WakeAt)
    assert play.recipe.error == "no permission"
