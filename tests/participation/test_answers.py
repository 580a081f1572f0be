"""Every message to ZooKeeper: what its recipe hears of the answers."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation import watching as w
from app.participation.messages import Message
from app.recipes.barrier import machine as b
from app.recipes.bookshelf.machine import To, of_part
from app.recipes.bookshelf.replication import messages as words
from app.recipes.election import messages as m
from app.recipes.membership import machine as r
from app.recipes.membership.znodes import LIVE
from app.recipes.naming import machine as d
from app.recipes.queue import machine as g
from app.zookeeper import operations as q
from tests.participation.test_messages import (
    ALL,
    IN_SYNC,
    PLACE,
    SHELF,
    TAKE,
    name_of,
    reads,
    watched,
)

AT, GENERATION = 3.0, 5
STAT = SimpleNamespace(ephemeralOwner=0x1000, czxid=70, mzxid=80, version=4)
SHORT = q.Node(b"", STAT)
DONE, GONE = q.Committed(), q.RequestRefused(0, "no node")
THERE, OLD = q.RequestRefused(0, "exists"), q.RequestRefused(0, "version")
ONLY = (AT, GENERATION)
VALUE = w.Value("", 80, 70, 4, 0x1000)


def node(**said: Any) -> q.Node:
    return q.Node(json.dumps(said).encode(), STAT)


def values(*some: Any) -> q.Values:
    return q.Values(some)


def children(*some: Any) -> i.Children:
    return i.Children(AT, GENERATION, *some)


def beside(version: int, epoch: int | None, newest: int | None = None) -> m.ReadBeside:
    return m.ReadBeside(m.Acknowledgement(version, epoch, STAT.mzxid), newest)


SAID: list[tuple[Message, tuple[q.Answer, ...], i.Input | None]] = [
    (c.beat(None), (values(STAT),), None),
    (c.beat("n_1"), (DONE,), None),
    (c.beat("n_1"), (GONE,), i.Disproven(*ONLY)),
    (c.prove("n_1"), (DONE,), i.Proven(*ONLY)),
    (c.prove("n_1"), (GONE,), i.Disproven(*ONLY)),
    (c.create_own("n_"), (q.Committed(("/e/n_0000000003",)),), i.Created(*ONLY, "n_0000000003")),
    (c.create_own("n_"), (GONE,), i.ParentMissing(*ONLY)),
    (c.claim("leader"), (q.Committed(("/e/leader",)),), i.Created(*ONLY, "leader")),
    (c.claim("leader"), (THERE,), i.Taken(*ONLY)),
    (c.claim("leader"), (GONE,), i.ParentMissing(*ONLY)),
    (c.make_parent(), (DONE,), i.ParentMade(*ONLY)),
    (
        c.list_children("n_1"),
        (values(SHORT), values(("n_1", "n_2"))),
        children(("n_1", "n_2"), i.Own(0x1000, 70)),
    ),
    (
        m.list_candidates("n_1"),
        (values(SHORT), values(("n_1", "n_2"), node(epoch=6))),
        children(("n_1", "n_2"), i.Own(0x1000, 70), beside(4, 6)),
    ),
    (
        m.list_candidates("n_1"),
        (values(None), values(None, None)),
        children(None, None, m.ReadBeside()),
    ),
    (
        m.list_candidates(None, newest=True, sync=True),
        (q.Values(), values((), SHORT, q.Node(b" 12\n", STAT))),
        children((), None, beside(4, None, 12)),
    ),
    (
        m.list_candidates(None, newest=True),
        (values((), None, None),),
        children((), None, m.ReadBeside()),
    ),
    (c.list_names(watch=True), (values(("n_1",)),), children(("n_1",), None)),
    (c.list_names(), (values(None),), children(None, None)),
    (c.read_predecessor("n_0"), (values(SHORT),), i.NodeRead(*ONLY, "n_0", True)),
    (c.read_predecessor("n_0"), (values(None),), i.NodeRead(*ONLY, "n_0", False)),
    (c.delete_own("n_1"), (DONE,), i.Deleted(*ONLY)),
    (c.delete_own("n_1"), (GONE,), i.Deleted(*ONLY)),
    (
        c.delete_own("n_1"),
        (q.RequestRefused(0, "not empty"),),
        i.Failed(*ONLY, "cannot delete n_1: not empty"),
    ),
    (m.acknowledge("n_1", 7, 3), (DONE,), i.Written(*ONLY)),
    (m.acknowledge("n_1", 7, 3), (GONE,), i.WriteRefused(*ONLY, 0, "no node")),
    (
        m.acknowledge("n_1", 7, 3),
        (q.RequestRefused(1, "version"),),
        i.WriteRefused(*ONLY, 1, "version"),
    ),
    (
        m.acknowledge("n_1", 7, None),
        (q.RequestRefused(1, "exists"),),
        i.WriteRefused(*ONLY, 1, "exists"),
    ),
    (
        r.gather("n1"),
        (values(("n1",), ("n1",), node(incarnation="i1"), node(incarnation="i0")),),
        r.Gathered(*ONLY, ("n1",), ("n1",), r.LiveStanding(0x1000, "i1"), r.OwnEntry(4, "i0")),
    ),
    (r.gather("n1"), (values(None, None, None, None),), r.Gathered(*ONLY, None, None, None, None)),
    (
        r.gather("n1"),
        (values((), (), q.Node(b"[", STAT), node(incarnation=7)),),
        r.Gathered(*ONLY, (), (), r.LiveStanding(0x1000, None), r.OwnEntry(4, None)),
    ),
    (r.read_list(LIVE), (values(None),), r.ListRead(*ONLY, LIVE, None)),
    (r.register("n1", None), (DONE,), r.Registered(*ONLY, 0)),
    (r.register("n1", None), (GONE,), i.ParentMissing(*ONLY)),
    (r.register("n1", None), (THERE,), i.WriteRefused(*ONLY, 0, "exists")),
    (r.register("n1", 4), (DONE,), r.Registered(*ONLY, 5)),
    (r.register("n1", 4), (GONE,), i.WriteRefused(*ONLY, 0, "no node")),
    (r.register("n1", 4), (OLD,), i.WriteRefused(*ONLY, 0, "version")),
    (r.announce("n1", 4), (DONE,), i.Created(*ONLY, "n1")),
    (r.announce("n1", 4), (OLD,), i.Taken(*ONLY)),
    (r.announce("n1", 4), (q.RequestRefused(1, "exists"),), i.Taken(*ONLY)),
    (r.replace_live("n1", 4), (DONE,), i.Created(*ONLY, "n1")),
    (r.replace_live("n1", 4), (OLD,), i.Taken(*ONLY)),
    (r.evict("n1", 4), (DONE,), i.Deleted(*ONLY)),
    (r.evict("n1", 4), (OLD,), i.Deleted(*ONLY)),
    (d.find_name("shop"), (values(SHORT, SHORT),), d.NameFound(*ONLY, VALUE, 4)),
    (d.find_name("shop"), (values(None, SHORT),), d.NameFound(*ONLY, VALUE, None)),
    (d.find_name("shop"), (values(SHORT, None),), w.Missing(*ONLY)),
    (d.enter_name("shop", "h"), (q.Committed(("/e/shop", STAT)),), i.Created(*ONLY, "shop")),
    (d.enter_name("shop", "h"), (THERE,), i.Taken(*ONLY)),
    (d.enter_name("shop", "h"), (q.RequestRefused(1, "no node"),), i.ParentMissing(*ONLY)),
    (d.readdress("shop", "h", 2), (DONE,), i.Written(*ONLY)),
    (d.readdress("shop", "h", 2), (OLD,), i.WriteRefused(*ONLY, 0, "version")),
    (d.readdress("shop", "h", 2), (GONE,), i.WriteRefused(*ONLY, 0, "no node")),
    (d.remove_name("shop", 2, 6), (DONE,), i.Deleted(*ONLY)),
    (d.remove_name("shop", 2, 6), (GONE,), i.Deleted(*ONLY)),
    (
        d.remove_name("shop", 2, 6),
        (q.RequestRefused(1, "version"),),
        i.WriteRefused(*ONLY, 1, "version"),
    ),
    (w.look("shop"), (values(SHORT),), w.Seen(*ONLY, VALUE)),
    (w.look("shop"), (values(None),), w.Missing(*ONLY)),
    (w.await_creation("shop"), (values(STAT),), w.Present(*ONLY)),
    (w.await_creation("shop"), (values(None),), w.Absent(*ONLY)),
    (b.find_round(), (values(("round-2",), ()),), b.RoundFound(*ONLY, 2)),
    (b.find_round(), (values((), None),), b.RoundFound(*ONLY, None)),
    (
        b.look_around(4, "x", sync=True),
        (q.Values(), values(SHORT, STAT, node(members=["a"]), ("round-4",), ("x",))),
        b.Looked(*ONLY, ("x",), ("a",), 4),
    ),
    (b.look_around(4, None), (values(None, None, (), ("x",)),), b.Looked(*ONLY, ("x",), None, 0)),
    (b.look_around(4, None), (values(None, None, None, ("x",)),), b.Looked(*ONLY, None, None, 0)),
    (b.open_round(4, ("a",)), (DONE,), i.Written(*ONLY)),
    (b.open_round(4, ("a",)), (GONE,), i.WriteRefused(*ONLY, 0, "no node")),
    (b.reopen_round(4, ("a",)), (THERE,), i.WriteRefused(*ONLY, 0, "exists")),
    (b.clear_round(3), (GONE,), None),
    (b.clear_round(3), (q.RequestFailed("no permission"),), None),
    (
        g.gather_queue(watch=True),
        (values(("a",), (), None),),
        g.GatheredQueue(*ONLY, ("a",), (), None),
    ),
    (
        g.inspect_item("x", False),
        (values(q.Node(b"y", STAT)),),
        g.InspectedItem(*ONLY, "x", 4, b"y", None),
    ),
    (
        g.inspect_item("x", True, sync=True),
        (q.Values(), values(SHORT, SHORT)),
        g.InspectedItem(*ONLY, "x", 4, b"", 0x1000),
    ),
    (
        g.inspect_item("x", True),
        (values(None, None),),
        g.InspectedItem(*ONLY, "x", None, b"", None),
    ),
    (TAKE, (DONE,), i.Written(*ONLY)),
    (TAKE, (OLD,), i.WriteRefused(*ONLY, 0, "version")),
    (g.finish("x", 3), (DONE,), i.Written(*ONLY)),
    (g.finish("x", 3), (q.RequestRefused(1, "no node"),), i.WriteRefused(*ONLY, 1, "no node")),
    (
        g.open_ledger("l"),
        (THERE, values(q.Node(b"17", STAT))),
        g.LedgerRead(*ONLY, 4, 17),
    ),
    (g.open_ledger("l"), (DONE, values(q.Node(b"x", STAT))), g.LedgerRead(*ONLY, 4, 0)),
    (g.open_ledger("l"), (GONE, values(None)), i.ParentMissing(*ONLY)),
    (
        g.open_ledger("l"),
        (THERE, values(None)),
        i.Failed(*ONLY, "cannot open l: it was deleted meanwhile"),
    ),
    (
        g.put((b"x",), "l", 2, 9),
        (q.Committed(("/e/items/item-0000000001", STAT)),),
        g.WasPut(*ONLY, ("item-0000000001",)),
    ),
    (
        g.put((b"x",), "l", 2, 9),
        (q.RequestRefused(1, "version"),),
        i.WriteRefused(*ONLY, 1, "version"),
    ),
    (
        words.read_in_sync(8),
        (values(STAT, q.Node(IN_SYNC.document(), STAT)),),
        words.InSyncRead(AT, 8, IN_SYNC, 4, 70, 80),
    ),
    (words.read_in_sync(8), (values(STAT, None),), words.InSyncRead(AT, 8, None, None)),
    (words.read_in_sync(8), (values(None, None),), words.InSyncRead(AT, 8, None, None)),
    (
        words.write_in_sync(8, 2, IN_SYNC, None, None),
        (DONE, DONE),
        words.InSyncWritten(AT, 8, 2, 0),
    ),
    (words.write_in_sync(8, 2, IN_SYNC, 4, "n"), (DONE,), words.InSyncWritten(AT, 8, 2, 5)),
    (
        words.write_in_sync(8, 2, IN_SYNC, 4, "n"),
        (GONE,),
        words.InSyncRefused(AT, 8, 2, "it has changed"),
    ),
    (r.announce("n1", 4), (GONE,), i.Taken(*ONLY)),
    (r.replace_live("n1", 4), (q.RequestRefused(1, "no node"),), i.Taken(*ONLY)),
    (d.remove_name("shop", 2, 6), (OLD,), i.WriteRefused(*ONLY, 0, "version")),
    (
        d.remove_name("shop", 2, 6),
        (q.RequestRefused(1, "no node"),),
        i.WriteRefused(*ONLY, 1, "no node"),
    ),
]


@pytest.mark.parametrize(("message", "answers", "heard"), SAID, ids=name_of)
def test_what_is_heard(
    message: Message, answers: tuple[q.Answer, ...], heard: i.Input | None
) -> None:
    assert message.hear(AT, GENERATION, answers) == heard


def test_every_message_that_is_heard_of_has_its_answers_here() -> None:
    assert {message.name for message, _, _ in SAID} == {message.name for message in ALL}


# -- trouble --------------------------------------------------------------------------------------

REASON = "cannot read /e: no permission (ACL)"
IN_ITS_WORDS: dict[str, i.Input | None] = {
    c.beat.__name__: None,
    b.clear_round.__name__: None,
    words.read_in_sync.__name__: words.InSyncUnread(AT, 8, REASON),
    words.write_in_sync.__name__: words.InSyncRefused(AT, 8, 2, REASON, failed=True),
}


def troubled(message: Message, *trouble: q.Answer) -> i.Input | None:
    """Its last answers are these, and all before them are good."""
    count = len(message.requests(PLACE))
    return message.hear(AT, GENERATION, (*[DONE] * (count - len(trouble)), *trouble))


def test_a_proof_that_failed_is_told() -> None:
    """Who may not read its own znode stops leading at its deadline, and says why."""
    assert troubled(c.beat("n_1"), q.RequestFailed(REASON)) == i.Unproven(AT, GENERATION, REASON)


@pytest.mark.parametrize("message", [one for one in ALL if one != c.beat("n_1")], ids=name_of)
def test_a_failure_is_told_as_a_failure(message: Message) -> None:
    """Whatever it was: not as something that was read, and not as a refusal."""
    heard = IN_ITS_WORDS.get(message.name, i.Failed(AT, GENERATION, REASON))
    assert troubled(message, q.RequestFailed(REASON)) == heard
    first = (q.RequestFailed(REASON), *[DONE] * (len(message.requests(PLACE)) - 1))
    assert message.hear(AT, GENERATION, first) == heard


@pytest.mark.parametrize("message", ALL, ids=name_of)
def test_of_what_was_not_answered_only_a_create_is_told(message: Message) -> None:
    """All else is read again after the next reconnect."""
    is_create = message.is_of(c.create_own, c.claim, r.announce, r.replace_live, d.enter_name)
    heard = i.CreateReplyLost(AT, GENERATION) if is_create else None
    assert troubled(message, q.Unanswered()) == heard


def test_what_was_not_answered_comes_before_what_failed() -> None:
    """Of a connection that broke, an error says nothing of what comes next."""
    message = c.list_children("n_1")
    assert message.hear(AT, GENERATION, (q.RequestFailed(REASON), q.Unanswered())) is None


# -- watches --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "path", "heard"),
    [
        (c.list_children("n_1"), "/e/n_1", i.WatchFired(AT, GENERATION, "n_1", "deleted", 9)),
        (c.list_names(watch=True), "/e", i.WatchFired(AT, GENERATION, i.PARENT, "children", 9)),
        (
            r.gather("n1"),
            "/e/live_nodes",
            i.WatchFired(AT, GENERATION, "live_nodes", "deleted", 9),
        ),
        (w.look(w.SELF), "/e", i.WatchFired(AT, GENERATION, "e", "deleted", 9)),
        (d.find_name("shop"), "/e/shop", i.WatchFired(AT, GENERATION, "shop", "deleted", 9)),
        (words.read_in_sync(8), "/e/in_sync", words.InSyncChanged(AT, 8)),
    ],
    ids=name_of,
)
def test_whose_watch_has_fired(message: Message, path: str, heard: i.Input) -> None:
    assert message.fired(AT, GENERATION, PLACE, path, "deleted", 9) == heard


# -- of a part ------------------------------------------------------------------------------------


def test_what_a_part_asks_for_is_asked_in_its_place_and_told_to_it() -> None:
    message = of_part("election", 8, c.read_predecessor("n_0"))
    assert message.requests(SHELF) == (reads(watched("/e/election/n_0")),)
    assert message.hear(AT, GENERATION, (values(None),)) == To(
        AT, "election", i.NodeRead(AT, 8, "n_0", False)
    )
    fired = message.fired(AT, GENERATION, SHELF, "/e/election/n_0", "deleted", 9)
    assert fired == To(AT, "election", i.WatchFired(AT, 8, "n_0", "deleted", 9))


def test_a_parts_beat_is_counted_as_little_as_any() -> None:
    assert not c.beat(None).counts
    assert not of_part("election", 8, c.beat("n_1")).counts
    assert of_part("election", 8, c.beat("n_1")).hear(AT, GENERATION, (DONE,)) is None
    assert of_part("election", 8, c.read_predecessor("n_0")).counts
