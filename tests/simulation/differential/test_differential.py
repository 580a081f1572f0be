"""The simulated ensemble and Apache's keep the same rules, and the rules can be broken."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import ConnectResponse
from tests.simulation.differential.__main__ import play
from tests.simulation.differential.checker import Checker
from tests.simulation.differential.history import (
    READS,
    WRITES,
    Connection,
    Exchange,
    Heard,
    History,
)
from tests.simulation.differential.script import FAR
from tests.simulation.ensemble.peer import Peer
from tests.simulation.ensemble.reign import Reign
from tests.support.proofs import of_the_commit, proofs_but
from tests.support.zookeeper import classpath

SEEDS = list(range(14))
FEW = of_the_commit("seeds").sample(SEEDS, 4)
OPERATIONS = 400
APACHES = 250
MOST_UNDECIDED = 2
BROKEN_WITHIN = 8


def checked(seed: int, operations: int = OPERATIONS) -> Checker:
    return Checker(play("simulated", seed, operations))


@pytest.mark.parametrize("seeds", proofs_but([FEW, SEEDS], FEW.__eq__), ids=["few", "all"])
def test_the_simulated_servers_keep_the_rules(seeds: list[int]) -> None:
    """What is drawn brings about all that is judged."""
    checkers = [checked(seed) for seed in seeds]
    assert not [problem for checker in checkers for problem in checker.problems()]
    figures = [checker.figures() for checker in checkers]
    assert sum(one.undecided for one in figures) <= MOST_UNDECIDED
    for name in ("stale_reads", "moves", "refusals", "expired", "events", "leader_changes"):
        assert sum(getattr(one, name) for one in figures), name


@pytest.mark.proof
def test_apaches_servers_keep_the_rules() -> None:
    classpath()
    checker = Checker(play("apache", 1, APACHES))
    assert not checker.problems()
    figures = checker.figures()
    assert figures.reads
    assert figures.writes
    assert figures.events
    assert figures.moves


# -- a history that is not true ---------------------------------------------------------------


OF_MOST, WITH_AN_END = 9, 2
"""Seeds: of a short history with a bit of nearly everything, and of one in which a session ends."""


@cache
def true_history(seed: int) -> History:
    return play("simulated", seed, OPERATIONS)


def heard_of(history: History, ops: frozenset[int]) -> Iterator[tuple[Exchange, Heard]]:
    """Requests without an error, with their replies."""
    for one in history.exchanges:
        if one.asked.op in ops and one.heard is not None and not one.heard.error:
            yield one, one.heard


def put(connection: Connection, old: Heard, **fields: Any) -> None:
    """Let something else have been heard."""
    index = next(at for at, one in enumerate(connection.told) if one is old)
    connection.told[index] = old._replace(**fields)


def another_result(history: History) -> None:
    """Somebody reads what somebody else has read."""
    reads = list(heard_of(history, frozenset({Op.GET_DATA})))
    (one, heard), (_, other) = reads[len(reads) // 2], reads[-1]
    assert heard.body.data != other.body.data
    put(one.connection, heard, body=other.body)


def another_name(history: History) -> None:
    """A child is kept from somebody."""
    lists = heard_of(history, frozenset({Op.GET_CHILDREN}))
    one, heard = next(found for found in lists if len(found[1].body.children) > 1)
    put(one.connection, heard, body=heard.body._replace(children=heard.body.children[1:]))


def no_event(history: History) -> None:
    """A watch tells nothing."""
    connection = next(one for one in history.connections if _events(one))
    connection.told.remove(_events(connection)[0])


def late_event(history: History) -> None:
    """A watch tells behind the reply that shows the change."""
    for connection in history.connections:
        for at, one in enumerate(connection.told[:-1]):
            after = connection.told[at + 1]
            if _is_event(one) and isinstance(after, Heard) and not after.is_event:
                connection.told[at : at + 2] = [after, one]
                return


def another_event(history: History) -> None:
    """A watch tells of what has happened to something else."""
    connection = next(one for one in history.connections if _events(one))
    event = _events(connection)[0]
    put(connection, event, body=event.body._replace(path="/d/none"))


def back(history: History) -> None:
    """Somebody is answered from a tree that is older than what it has seen."""
    (one, heard) = list(heard_of(history, READS))[-1]
    put(one.connection, heard, zxid=heard.zxid - 5)


def no_reply(history: History) -> None:
    """A request is left out."""
    reads = heard_of(history, READS)
    one, heard = next(found for found in reads if found[0].connection.client == "rs1")
    one.connection.told.remove(heard)


def no_sync(history: History) -> None:
    """A sync waits for nothing, where all is well."""
    syncs = list(heard_of(history, frozenset({Op.SYNC})))
    one, heard = syncs[-1]
    put(one.connection, heard, zxid=heard.zxid - 3)


def another_timeout(history: History) -> None:
    """A server grants what nobody has asked for."""
    connection = next(one for one in history.connections if one.is_accepted)
    assert connection.answer is not None
    connection.answer = connection.answer._replace(timeout=connection.answer.timeout + 1)


def let_in(history: History) -> None:
    """A client has seen what is not there."""
    connection = next(one for one in history.connections if one.is_accepted and not one.told)
    connection.asked = connection.asked._replace(last_zxid_seen=FAR)


def same_zxid(history: History) -> None:
    """Two writes have one zxid."""
    (one, first), (_, second), *_ = heard_of(history, WRITES)
    put(one.connection, first, zxid=second.zxid)


def other_order(history: History) -> None:
    """A write is carried out before one that was answered when it was asked for."""
    writes = list(heard_of(history, frozenset({Op.SET_DATA})))
    (one, first), (other, second) = writes[0], writes[-1]
    put(one.connection, first, zxid=second.zxid)
    put(other.connection, second, zxid=first.zxid)


def nobodys(history: History) -> None:
    """Zxids are left out that nobody has used."""
    for one in list(history.exchanges):
        if one.asked.op in WRITES and one.heard is not None and one.heard.error:
            one.connection.told.remove(one.asked)
            one.connection.told.remove(one.heard)


def early(history: History) -> None:
    """A session ends long before its time."""
    ended = Checker(history)._log
    session = next(one for one, at in ended.replay.ended.items() if not ended.txns[at].exchange)
    for connection in history.connections:
        if connection.session == session and connection.answer is not None:
            connection.asked = connection.asked._replace(timeout=1 << 30)
            connection.answer = connection.answer._replace(timeout=1 << 30)
            history.limits[connection.server] = 0, 1 << 30


def left(history: History) -> None:
    """A write is carried out over a connection that its session has left."""
    history.troubles.clear()
    one, _ = list(heard_of(history, frozenset({Op.SET_DATA})))[-1]
    old = one.connection
    asked = old.asked._replace(session=old.session, last_zxid_seen=0)
    answer = ConnectResponse(0, history.limits["s1"][1], old.session, b"")
    server = next(name for name in history.limits if name != old.server)
    at = one.asked.at - 0.001
    moved = Connection(old.client, server, at, asked, answer, at)
    history.connections.append(moved)


def _is_event(one: object) -> bool:
    return isinstance(one, Heard) and one.is_event


def _events(connection: Connection) -> list[Heard]:
    return [one for one in connection.heard if one.is_event]


LIES: dict[str, tuple[str, Callable[[History], None]]] = {
    "another result": ("read", another_result),
    "another name": ("read", another_name),
    "no event": ("watch", no_event),
    "a late event": ("watch", late_event),
    "another event": ("watch", another_event),
    "back in time": ("forward", back),
    "no reply": ("answered", no_reply),
    "no sync": ("sync", no_sync),
    "another timeout": ("timeout", another_timeout),
    "let in": ("refusal", let_in),
    "one zxid for two": ("zxid", same_zxid),
    "another order": ("order", other_order),
    "a zxid of nobody": ("gap", nobodys),
    "an early end": ("early", early),
    "a connection that was left": ("moved", left),
}


@pytest.mark.parametrize("seed", [OF_MOST, WITH_AN_END])
def test_the_history_that_is_changed_is_true(seed: int) -> None:
    assert not Checker(true_history(seed)).problems()


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found(name: str) -> None:
    rule, tell = LIES[name]
    history = copy.deepcopy(true_history(WITH_AN_END if tell is early else OF_MOST))
    tell(history)
    assert rule in {problem.partition(":")[0] for problem in Checker(history).problems()}


# -- a model that is not true -----------------------------------------------------------------


def sync_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A follower answers a sync by itself."""
    monkeypatch.setattr(Reign, "sync", lambda self, asker: asker.peer._read_synced(asker))


def refuse_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has seen more is let in."""
    greet = Peer.greet
    monkeypatch.setattr(
        Peer, "greet", lambda self, port, asked: greet(self, port, asked._replace(last_zxid_seen=0))
    )


def own_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose session it is nobody asks."""
    monkeypatch.setattr(Reign, "refusal", lambda self, peer, session: 0)


def wait_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked behind a write does not wait for it."""
    monkeypatch.setattr(Peer, "is_waiting", lambda self, session: False)


MISTAKES: dict[Callable[[pytest.MonkeyPatch], None], int] = {
    sync_at_once: OPERATIONS,
    refuse_nobody: OPERATIONS,
    own_nothing: OPERATIONS,
    wait_for_nothing: OPERATIONS // 4,
}
"""With how many operations: what breaks every order takes long to be explained."""


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.__name__)
def test_a_mistake_of_the_model_is_found(
    mistake: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake(monkeypatch)
    assert any(checked(seed, MISTAKES[mistake]).problems() for seed in range(BROKEN_WITHIN))
