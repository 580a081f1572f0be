"""Name services with real providers and clients. Numbers are those of docs/correctness.md."""

from __future__ import annotations

import json

import pytest
from kazoo.client import KazooClient
from kazoo.security import OPEN_ACL_UNSAFE, make_acl

from app.errors import Conflict
from tests.processes.rooms import TIMEOUT
from tests.recipes.configuration.rooms import NAMES, SHOP, WatchingRooms

pytestmark = pytest.mark.rooms_of(made=WatchingRooms)


def test_a_name_leads_to_a_provider_that_is_called_and_moves(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """1, 14: whoever is first is found, the other one stands by."""
    first, second, *_ = rooms.name(2, 2)
    holder = str(next(iter(rooms.answerers())))
    other = second if holder == first else first
    rooms.await_(lambda: rooms.standing(other) == "standby")
    data, stat = operator.get(SHOP)
    said = json.loads(data)
    assert (said["candidate"], said["address"]) == (holder, rooms.shop["znode"]["value"])
    assert stat.ephemeralOwner != 0
    rooms.control.names.move(holder, by="test")
    rooms.await_(lambda: rooms.shop["znode"]["value"] != said["address"])
    moved = rooms.shop["znode"]["value"]
    rooms.await_(lambda: rooms.calls("address") == {moved})
    rooms.await_answers_of(holder)
    change = rooms.await_(lambda: list(rooms.shop["changes"].values())[-1]["asked_at"])
    assert change is not None
    assert operator.exists(SHOP).czxid == stat.czxid


def test_a_killed_providers_name_leads_to_it_until_its_session_ends(
    rooms: WatchingRooms,
) -> None:
    """14."""
    rooms.name(2, 2)
    holder = str(next(iter(rooms.answerers())))
    other = next(name for name in rooms.shop["providers"] if name != holder)
    rooms.act(holder, "kill")
    rooms.await_(lambda: rooms.standing(holder) == "fading")
    rooms.await_(lambda: rooms.calls("error") == {"refused"})
    rooms.end_session(holder)
    rooms.await_answers_of(other)
    rooms.await_(lambda: (rooms.shop["outage"] or {}).get("ms"))


def test_one_that_leaves_takes_its_name_away_first(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """9: long before its session would have run out."""
    rooms.name(2, 1)
    holder = str(next(iter(rooms.answerers())))
    other = next(name for name in rooms.shop["providers"] if name != holder)
    rooms.await_(lambda: rooms.standing(other) == "standby")
    rooms.act(holder, "stop")
    rooms.await_answers_of(other)
    rooms.act(other, "stop")
    rooms.await_(lambda: rooms.shop["znode"] is None)
    rooms.await_(lambda: rooms.candidate(other)["process"] == "exited")
    assert operator.exists(SHOP) is None
    rooms.await_(lambda: all(one["missing"] for one in rooms.shop["subscribers"].values()))


@pytest.mark.proof
def test_a_frozen_one_wakes_to_find_its_name_taken_and_stands_by(rooms: WatchingRooms) -> None:
    """14: it accepts calls meanwhile, and answers none."""
    rooms.name(2, 1)
    holder = str(next(iter(rooms.answerers())))
    other = next(name for name in rooms.shop["providers"] if name != holder)
    rooms.act(holder, "pause")
    rooms.act(holder, "expire")
    rooms.await_answers_of(other)
    rooms.act(holder, "resume")
    rooms.await_(lambda: rooms.standing(holder) == "standby")
    rooms.await_answers_of(other)


@pytest.mark.proof
def test_a_name_deleted_by_an_operator_is_registered_again(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """7, 8: the parent too."""
    (provider, _) = rooms.name(1, 1)
    czxid = operator.exists(SHOP).czxid
    transaction = operator.transaction()
    transaction.delete(SHOP)
    transaction.delete(NAMES)
    assert not [one for one in transaction.commit() if isinstance(one, Exception)]
    rooms.await_(lambda: (rooms.shop["znode"] or {"czxid": 0})["czxid"] > czxid)
    rooms.await_answers_of(provider)


def test_an_address_of_somebody_else_is_called_only_on_this_machine(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """Anybody may have written it."""
    operator.create(SHOP, b"example.org:80", makepath=True)
    rooms.control.names.start(NAMES, "shop", 1, 1, TIMEOUT, by="test")
    error = "not an address of this machine"
    rooms.await_(lambda: (rooms.shop["subscribers"]["c2"]["call"] or {}).get("error") == error)
    rooms.await_(lambda: rooms.standing("c1") == "standby")
    with pytest.raises(Conflict, match="provides no name"):
        rooms.control.names.move("c2", by="test")
    operator.delete(SHOP)
    rooms.await_answers_of("c1")


def test_a_service_below_a_parent_that_is_closed_takes_registrations(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """25: the znode that counts them cannot be made there."""
    operator.create(NAMES)
    operator.set_acls("/", [make_acl("world", "anyone", read=True, admin=True)])
    rooms.name(1, 1)
    (holder,) = rooms.answerers()
    assert operator.exists(f"{NAMES}-registrations") is None
    rooms.act(str(holder), "stop")
    rooms.await_(lambda: operator.exists(SHOP) is None)
    operator.set_acls("/", OPEN_ACL_UNSAFE)
