"""Every message to ZooKeeper: the requests that it makes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages

import pytest

from app import participation, recipes
from app.participation import commands as c
from app.participation import watching as w
from app.participation.messages import Message
from app.participation.place import Place
from app.recipes.barrier import machine as b
from app.recipes.bookshelf.replication import messages as words
from app.recipes.bookshelf.znodes import given_to
from app.recipes.election import messages as m
from app.recipes.membership import machine as r
from app.recipes.membership.znodes import LIVE
from app.recipes.naming import machine as d
from app.recipes.queue import machine as g
from app.zookeeper import operations as q
from tests.participation.playbook import is_message

PLACE = Place(
    "/e",
    b'{"candidate": "c1"}',
    "c1",
    {"incarnation": "i1"},
    {"address": "host"},
    stands_on=("", "-more"),
)
SHELF = Place("/e", parts={"election": Place("/e/election")}, main="election")
PROCESS = b'{"candidate": "c1", "incarnation": "i1"}'
ENTRY = b'{"candidate": "c1", "incarnation": "i1", "address": "host"}'
ADDRESS = b'{"address": "host:1", "candidate": "c1", "incarnation": "i1"}'
ACKNOWLEDGED = b'{"znode": "n_1", "epoch": 7, "candidate": "c1"}'
READY = b'{"members": ["a", "b"], "by": "c1"}'
IN_SYNC = given_to("n1", "store-1")


def reads(*some: q.Read, atomic: bool = False) -> q.Reads:
    return q.Reads(some, atomic)


def writes(*some: q.Write) -> tuple[q.Write, ...]:
    return some


def watched(path: str) -> q.Get:
    return q.Get(path, watch=True)


SYNC = q.Sync()
TAKE = g.take("item-1", 2, b"data", "line/x-n_1")
TAKEN = (
    q.Set("/e/items/item-1", b"data", 2),
    q.Create("/e/claims/item-1", PLACE.data, ephemeral=True),
)
SURVEYED = reads(
    q.Names("/e/all_nodes", watch=True),
    q.Names("/e/live_nodes", watch=True),
    watched("/e/live_nodes/n1"),
    q.Get("/e/all_nodes/n1"),
)
APPEARED = q.Create("/e/live_nodes/n1", PROCESS, ephemeral=True)
LOOKED = (
    q.Exists("/e/ready/round-4", watch=True),
    q.Get("/e/ready/round-4"),
    q.Names("/e/ready"),
    q.Names("/e/processes"),
)

REQUESTS: list[tuple[Message, tuple[q.Operation, ...]]] = [
    (c.beat(None), (reads(q.Exists("/")),)),
    (c.beat("n_1"), (writes(q.Check("/e/n_1")),)),
    (c.prove("n_1"), (writes(q.Check("/e/n_1")),)),
    (c.create_own("n_"), (writes(q.Create("/e/n_", PLACE.data, ephemeral=True, sequence=True)),)),
    (c.claim("leader"), (writes(q.Create("/e/leader", PLACE.data, ephemeral=True)),)),
    (c.make_parent(), (q.Parents(("/e", "/e-more")),)),
    (
        c.list_children("n_1", sync=True),
        (SYNC, reads(watched("/e/n_1")), reads(q.Names("/e"), atomic=True)),
    ),
    (
        m.list_candidates("n_1"),
        (
            reads(watched("/e/n_1")),
            reads(q.Names("/e"), q.Get("/e-acknowledged"), atomic=True),
        ),
    ),
    (
        m.list_candidates(None, newest=True, watch=False, sync=True),
        (
            SYNC,
            reads(q.Names("/e"), q.Get("/e-acknowledged"), q.Get("/e-version"), atomic=True),
        ),
    ),
    (
        m.list_candidates("leader", watch=False, sync=True),
        (
            SYNC,
            reads(q.Get("/e/leader")),
            reads(q.Names("/e"), q.Get("/e-acknowledged"), atomic=True),
        ),
    ),
    (c.list_names(watch=True), (reads(q.Names("/e", watch=True)),)),
    (c.list_names(), (reads(q.Names("/e")),)),
    (c.read_predecessor("n_0"), (reads(watched("/e/n_0")),)),
    (c.delete_own("n_1"), (writes(q.Delete("/e/n_1")),)),
    (
        m.acknowledge("n_1", 7, None),
        (writes(q.Check("/e/n_1"), q.Create("/e-acknowledged", ACKNOWLEDGED)),),
    ),
    (
        m.acknowledge("n_1", 7, 3),
        (writes(q.Check("/e/n_1"), q.Set("/e-acknowledged", ACKNOWLEDGED, 3)),),
    ),
    (r.gather("n1"), (SURVEYED,)),
    (r.read_list(LIVE), (reads(q.Names("/e/live_nodes", watch=True)),)),
    (r.register("n1", None), (writes(q.Create("/e/all_nodes/n1", ENTRY)),)),
    (r.register("n1", 4), (writes(q.Set("/e/all_nodes/n1", ENTRY, 4)),)),
    (r.announce("n1", 4), (writes(q.Set("/e/all_nodes/n1", ENTRY, 4), APPEARED),)),
    (
        r.replace_live("n1", 4),
        (writes(q.Check("/e/all_nodes/n1", 4), q.Delete("/e/live_nodes/n1"), APPEARED),),
    ),
    (r.evict("n1", 4), (writes(q.Check("/e/all_nodes/n1", 4), q.Delete("/e/live_nodes/n1")),)),
    (d.find_name("shop"), (reads(q.Get("/e-registrations"), watched("/e/shop")),)),
    (
        d.enter_name("shop", "host:1"),
        (
            writes(
                q.Create("/e/shop", ADDRESS, ephemeral=True),
                q.Set("/e-registrations", b"", -1),
            ),
        ),
    ),
    (d.readdress("shop", "host:1", 2), (writes(q.Set("/e/shop", ADDRESS, 2)),)),
    (d.remove_name("shop", 2), (writes(q.Delete("/e/shop", 2)),)),
    (
        d.remove_name("shop", 2, 6),
        (writes(q.Delete("/e/shop", 2), q.Check("/e-registrations", 6)),),
    ),
    (w.look(w.SELF), (reads(watched("/e")),)),
    (w.look("shop"), (reads(watched("/e/shop")),)),
    (w.await_creation(w.SELF), (reads(q.Exists("/e", watch=True)),)),
    (w.await_creation("shop"), (reads(q.Exists("/e/shop", watch=True)),)),
    (b.find_round(), (reads(q.Names("/e/ready"), q.Names("/e/processes")),)),
    (b.look_around(4, None), (reads(*LOOKED),)),
    (b.look_around(4, "x", sync=True), (SYNC, reads(watched("/e/processes/x"), *LOOKED))),
    (
        b.open_round(4, ("a", "b")),
        (
            writes(
                q.Check("/e/processes/a"),
                q.Check("/e/processes/b"),
                q.Create("/e/ready/round-4", READY),
            ),
        ),
    ),
    (b.reopen_round(4, ("a", "b")), (writes(q.Create("/e/ready/round-4", READY)),)),
    (b.clear_round(3), (writes(q.Delete("/e/ready/round-3")),)),
    (
        g.gather_queue(watch=True),
        (
            reads(
                q.Names("/e/items", watch=True),
                q.Names("/e/claims", watch=True),
                q.Names("/e/line"),
            ),
        ),
    ),
    (
        g.gather_queue(watch=False, sync=True),
        (SYNC, reads(q.Names("/e/items"), q.Names("/e/claims"), q.Names("/e/line"))),
    ),
    (g.inspect_item("item-1", owner=False), (reads(q.Get("/e/items/item-1")),)),
    (
        g.inspect_item("item-1", owner=True, sync=True),
        (SYNC, reads(q.Get("/e/items/item-1"), q.Get("/e/claims/item-1"))),
    ),
    (TAKE, (writes(*TAKEN, q.Delete("/e/line/x-n_1")),)),
    (g.take("item-1", 2, b"data", None), (writes(*TAKEN),)),
    (
        g.finish("item-1", 3),
        (writes(q.Delete("/e/items/item-1", 3), q.Delete("/e/claims/item-1")),),
    ),
    (
        g.open_ledger("producers/p1"),
        (writes(q.Create("/e/producers/p1", b"0")), reads(q.Get("/e/producers/p1"))),
    ),
    (
        g.put((b"x", b"y"), "producers/p1", 2, 9),
        (
            writes(
                q.Create("/e/items/item-", b"x", sequence=True),
                q.Create("/e/items/item-", b"y", sequence=True),
                q.Set("/e/producers/p1", b"9", 2),
            ),
        ),
    ),
    (words.read_in_sync(8), (reads(q.Exists("/e/in_sync", watch=True), q.Get("/e/in_sync")),)),
    (
        words.write_in_sync(8, 2, IN_SYNC, None, None),
        (q.Parents(("/e",)), writes(q.Create("/e/in_sync", IN_SYNC.document()))),
    ),
    (
        words.write_in_sync(8, 2, IN_SYNC, 4, "n_1"),
        (writes(q.Check("/e/n_1"), q.Set("/e/in_sync", IN_SYNC.document(), 4)),),
    ),
]
"""Every message, and what it asks for at PLACE."""

ALL = [message for message, _ in REQUESTS]


def name_of(value: object) -> str | None:
    return value.name if isinstance(value, Message) else None


def messages() -> set[Callable[..., Message]]:
    """The functions that make all that there are."""
    for package in (participation, recipes):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    homes = [home for name, home in sys.modules.items() if name.startswith("app.")]
    return {one for home in homes for one in vars(home).values() if is_message(one)}


def test_the_table_names_every_message() -> None:
    """Of the recipes that it knows: a recipe's folder may have a table of its own."""
    known = {message.name for message in ALL}
    homes = {make.__module__ for make in messages() if make.__name__ in known}
    assert known == {make.__name__ for make in messages() if make.__module__ in homes} - {"of_part"}


@pytest.mark.parametrize(("message", "asked"), REQUESTS, ids=name_of)
def test_the_requests_of_a_message(message: Message, asked: tuple[q.Operation, ...]) -> None:
    assert message.requests(PLACE) == asked


@pytest.mark.parametrize("message", ALL, ids=name_of)
def test_what_is_read_at_one_moment_carries_no_watch(message: Message) -> None:
    """ZooKeeper drops the watches of a MultiRead, and says nothing."""
    for request in message.requests(PLACE):
        if isinstance(request, q.Reads) and request.atomic:
            assert not any(one.watch for one in request.reads)


@pytest.mark.parametrize("message", ALL, ids=name_of)
def test_a_sync_comes_before_what_is_read(message: Message) -> None:
    asked = message.requests(PLACE)
    assert q.Sync() not in asked[1:]
    assert asked != (q.Sync(),)


def test_of_a_shelf_the_election_is_meant_but_its_own_znode_is_the_shelfs() -> None:
    asked = words.write_in_sync(8, 2, IN_SYNC, 4, "n_1").requests(SHELF)
    assert asked == (
        writes(q.Check("/e/election/n_1"), q.Set("/e/in_sync", IN_SYNC.document(), 4)),
    )
