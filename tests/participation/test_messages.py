"""Every message to ZooKeeper: the requests that it makes."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

from app import recipes
from app.participation import commands as c
from app.participation import watching as w
from app.participation.messages import Message, Reading, Writing
from app.participation.place import Place
from app.recipes.barrier import messages as b
from app.recipes.bookshelf.composite import Of, _BeatOf
from app.recipes.bookshelf.replication import messages as words
from app.recipes.bookshelf.replication import znode as z
from app.recipes.bookshelf.replication.notation import written
from app.recipes.election import messages as m
from app.recipes.membership import messages as r
from app.recipes.membership.znodes import LIVE
from app.recipes.naming import messages as d
from app.recipes.queue import messages as g
from app.zookeeper import operations as q

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
IN_SYNC = words.given_to("n1", "store-1")


def reads(*some: q.Read, atomic: bool = False) -> q.Reads:
    return q.Reads(some, atomic)


def writes(*some: q.Write) -> tuple[q.Write, ...]:
    return some


def watched(path: str) -> q.Get:
    return q.Get(path, watch=True)


SYNC = q.Sync()
TAKE = g.Take("item-1", 2, b"data", "line/x-n_1")
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
    (c.Beat(None), (reads(q.Exists("/")),)),
    (c.Beat("n_1"), (writes(q.Check("/e/n_1")),)),
    (c.Prove("n_1"), (writes(q.Check("/e/n_1")),)),
    (c.CreateOwn("n_"), (writes(q.Create("/e/n_", PLACE.data, ephemeral=True, sequence=True)),)),
    (c.Claim("leader"), (writes(q.Create("/e/leader", PLACE.data, ephemeral=True)),)),
    (c.MakeParent(), (q.Parents(("/e", "/e-more")),)),
    (
        c.List("n_1", sync=True),
        (SYNC, reads(watched("/e/n_1")), reads(q.Names("/e"), atomic=True)),
    ),
    (
        m.ListCandidates("n_1"),
        (
            reads(watched("/e/n_1")),
            reads(q.Names("/e"), q.Get("/e-acknowledged"), atomic=True),
        ),
    ),
    (
        m.ListCandidates(None, newest=True, watch=False, sync=True),
        (
            SYNC,
            reads(q.Names("/e"), q.Get("/e-acknowledged"), q.Get("/e-version"), atomic=True),
        ),
    ),
    (
        m.ListCandidates("leader", watch=False, sync=True),
        (
            SYNC,
            reads(q.Get("/e/leader")),
            reads(q.Names("/e"), q.Get("/e-acknowledged"), atomic=True),
        ),
    ),
    (c.ListWatching(), (reads(q.Names("/e", watch=True)),)),
    (c.ListNames(), (reads(q.Names("/e")),)),
    (c.ReadPredecessor("n_0"), (reads(watched("/e/n_0")),)),
    (c.DeleteOwn("n_1"), (writes(q.Delete("/e/n_1")),)),
    (
        m.Acknowledge("n_1", 7, None),
        (writes(q.Check("/e/n_1"), q.Create("/e-acknowledged", ACKNOWLEDGED)),),
    ),
    (
        m.Acknowledge("n_1", 7, 3),
        (writes(q.Check("/e/n_1"), q.Set("/e-acknowledged", ACKNOWLEDGED, 3)),),
    ),
    (r.Gather("n1"), (SURVEYED,)),
    (r.ReadList(LIVE), (reads(q.Names("/e/live_nodes", watch=True)),)),
    (r.Register("n1", None), (writes(q.Create("/e/all_nodes/n1", ENTRY)),)),
    (r.Register("n1", 4), (writes(q.Set("/e/all_nodes/n1", ENTRY, 4)),)),
    (r.Announce("n1", 4), (writes(q.Set("/e/all_nodes/n1", ENTRY, 4), APPEARED),)),
    (
        r.Replace("n1", 4),
        (writes(q.Check("/e/all_nodes/n1", 4), q.Delete("/e/live_nodes/n1"), APPEARED),),
    ),
    (r.Evict("n1", 4), (writes(q.Check("/e/all_nodes/n1", 4), q.Delete("/e/live_nodes/n1")),)),
    (d.FindName("shop"), (reads(q.Get("/e-registrations"), watched("/e/shop")),)),
    (
        d.EnterName("shop", "host:1"),
        (
            writes(
                q.Create("/e/shop", ADDRESS, ephemeral=True),
                q.Set("/e-registrations", b"", -1),
            ),
        ),
    ),
    (d.Readdress("shop", "host:1", 2), (writes(q.Set("/e/shop", ADDRESS, 2)),)),
    (d.Remove("shop", 2), (writes(q.Delete("/e/shop", 2)),)),
    (
        d.Remove("shop", 2, 6),
        (writes(q.Delete("/e/shop", 2), q.Check("/e-registrations", 6)),),
    ),
    (w.Look(w.SELF), (reads(watched("/e")),)),
    (w.Look("shop"), (reads(watched("/e/shop")),)),
    (w.Await(w.SELF), (reads(q.Exists("/e", watch=True)),)),
    (w.Await("shop"), (reads(q.Exists("/e/shop", watch=True)),)),
    (b.FindRound(), (reads(q.Names("/e/ready"), q.Names("/e/processes")),)),
    (b.LookAround(4, None), (reads(*LOOKED),)),
    (b.LookAround(4, "x", sync=True), (SYNC, reads(watched("/e/processes/x"), *LOOKED))),
    (
        b.Open(4, ("a", "b")),
        (
            writes(
                q.Check("/e/processes/a"),
                q.Check("/e/processes/b"),
                q.Create("/e/ready/round-4", READY),
            ),
        ),
    ),
    (b.Reopen(4, ("a", "b")), (writes(q.Create("/e/ready/round-4", READY)),)),
    (b.Clear(3), (writes(q.Delete("/e/ready/round-3")),)),
    (
        g.GatherQueue(watch=True),
        (
            reads(
                q.Names("/e/items", watch=True),
                q.Names("/e/claims", watch=True),
                q.Names("/e/line"),
            ),
        ),
    ),
    (
        g.GatherQueue(watch=False, sync=True),
        (SYNC, reads(q.Names("/e/items"), q.Names("/e/claims"), q.Names("/e/line"))),
    ),
    (g.InspectItem("item-1", owner=False), (reads(q.Get("/e/items/item-1")),)),
    (
        g.InspectItem("item-1", owner=True, sync=True),
        (SYNC, reads(q.Get("/e/items/item-1"), q.Get("/e/claims/item-1"))),
    ),
    (TAKE, (writes(*TAKEN, q.Delete("/e/line/x-n_1")),)),
    (g.Take("item-1", 2, b"data", None), (writes(*TAKEN),)),
    (
        g.Finish("item-1", 3),
        (writes(q.Delete("/e/items/item-1", 3), q.Delete("/e/claims/item-1")),),
    ),
    (
        g.OpenLedger("producers/p1"),
        (writes(q.Create("/e/producers/p1", b"0")), reads(q.Get("/e/producers/p1"))),
    ),
    (
        g.Put((b"x", b"y"), "producers/p1", 2, 9),
        (
            writes(
                q.Create("/e/items/item-", b"x", sequence=True),
                q.Create("/e/items/item-", b"y", sequence=True),
                q.Set("/e/producers/p1", b"9", 2),
            ),
        ),
    ),
    (z.ReadInSync(8), (reads(q.Exists("/e/in_sync", watch=True), q.Get("/e/in_sync")),)),
    (
        z.WriteInSync(8, 2, IN_SYNC, None, None),
        (q.Parents(("/e",)), writes(q.Create("/e/in_sync", written(IN_SYNC)))),
    ),
    (
        z.WriteInSync(8, 2, IN_SYNC, 4, "n_1"),
        (writes(q.Check("/e/n_1"), q.Set("/e/in_sync", written(IN_SYNC), 4)),),
    ),
]
"""Every message, and what it asks for at PLACE."""

ALL = [message for message, _ in REQUESTS]


def name_of(value: object) -> str | None:
    return type(value).__name__ if isinstance(value, Message) else None


def messages() -> set[type[Message]]:
    """All that there are."""
    for module in walk_packages(recipes.__path__, f"{recipes.__name__}."):
        import_module(module.name)
    found, more = set[type[Message]](), [Message]
    while more:
        kind = more.pop()
        found.add(kind)
        more += kind.__subclasses__()
    return {one for one in found if one.__module__.startswith("app.")}


def test_the_table_names_every_message() -> None:
    """Of the recipes that it knows: a recipe's folder may have a table of its own."""
    shared = {Message, Reading, Writing, c.Creation, w.Asking, b.Opening}
    known = {type(one) for one in ALL}
    homes = {one.__module__.rpartition(".")[0] for one in known}
    named = {one for one in messages() if one.__module__.rpartition(".")[0] in homes}
    assert known == named - shared - {Of, _BeatOf}


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
    asked = z.WriteInSync(8, 2, IN_SYNC, 4, "n_1").requests(SHELF)
    assert asked == (writes(q.Check("/e/election/n_1"), q.Set("/e/in_sync", written(IN_SYNC), 4)),)
