"""Configurations with real subscribers, on both kinds of server."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.errors import BadRequest, Conflict, NotFound
from tests.recipes.configuration.rooms import CONFIG, WatchingRooms

pytestmark = pytest.mark.rooms_of(made=WatchingRooms)


@pytest.mark.on("apache", "embedded")
def test_a_value_reaches_everybody_from_its_creation_to_its_end(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """6, 11, 17: created, written, created anew with version 0, deleted."""
    names = rooms.subscribe(3)
    assert rooms.config["znode"] is None
    assert rooms.publish("a=1")["version"] == 0
    rooms.await_value("a=1")
    written = rooms.publish("a=2", 0)
    rooms.await_value("a=2")
    rooms.await_(lambda: rooms.config["spread"]["count"] == 2)
    rooms.publish("a=3", 1)
    anew = rooms.publish("a=4", 2, recreate=True)
    assert anew["version"] == 0
    assert anew["mzxid"] > written["mzxid"]
    rooms.await_value("a=4")
    rooms.await_(lambda: told_last(rooms, "recreated", "by", "version") == (True, "test", 0))
    rooms.control.configurations.remove(path=CONFIG, version=0, by="test")
    rooms.await_(lambda: all(one["missing"] for one in rooms.config["subscribers"].values()))
    assert rooms.values() == dict.fromkeys(names, "a=4")
    operator.create(CONFIG, b"a=5")
    rooms.await_value("a=5")
    assert told_last(rooms, "by", "asked_at") == (None, None)


def told_last(rooms: WatchingRooms, *keys: str) -> tuple[Any, ...]:
    """What is known of the last change; who has published it says so when it is done."""
    change = list(rooms.config["changes"].values())[-1]
    return tuple(change[key] for key in keys)


@pytest.mark.proof
def test_one_whose_session_was_ended_reads_again_in_its_new_one(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    """11, 17: its watch went with its session."""
    frozen, awake = rooms.subscribe(2)
    rooms.publish("a=1")
    rooms.await_value("a=1")
    before = [rooms.candidate(name)["session"] for name in (frozen, awake)]
    rooms.act(frozen, "pause")
    rooms.act(awake, "expire")
    rooms.publish("a=2", 0)
    rooms.publish("a=3", 1)
    rooms.await_value("a=3", frozen)
    rooms.await_(lambda: rooms.config["subscribers"][frozen]["standing"] == "behind")
    rooms.act(frozen, "expire")
    rooms.act(frozen, "resume")
    rooms.await_value("a=3")
    for name in (frozen, awake):
        rooms.await_(partial(in_another, rooms, name, before))
    operator.set(CONFIG, b"a=4")
    rooms.await_value("a=4")


def in_another(rooms: WatchingRooms, name: str, before: list[str]) -> bool:
    """Whether a subscriber has a session, and none of these."""
    return rooms.candidate(name)["session"] not in (None, *before)


def test_what_is_no_text_and_what_is_long_is_shown_as_far_as_it_goes(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    operator.create(CONFIG, b"\xff\xfe" + b"x" * 5000)
    rooms.subscribe(1)
    one = rooms.config["subscribers"]["c1"]
    assert one["standing"] == "current"
    assert len(one["value"]) == 500


def test_what_is_not_there_has_children_or_is_too_long_is_refused(
    rooms: WatchingRooms, operator: KazooClient
) -> None:
    with pytest.raises(NotFound):
        rooms.control.configurations.remove(path=CONFIG, version=0, by="test")
    with pytest.raises(BadRequest):
        rooms.publish("x" * 70_000)
    rooms.publish("parent")
    operator.create(f"{CONFIG}/below")
    with pytest.raises(Conflict, match="has children"):
        rooms.control.configurations.remove(path=CONFIG, version=0, by="test")
    with pytest.raises(Conflict, match="has children"):
        rooms.publish("anew", 0, recreate=True)
    assert operator.get(CONFIG)[0] == b"parent"
