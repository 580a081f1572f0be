"""The simulated ensemble does what Apache's does, by the points of docs/simulation.md."""

from __future__ import annotations

import pytest

from app.sandbox.core.messages import Limits
from app.zookeeper.wire.codes import Code, CreateMode, Op
from app.zookeeper.wire.records import ConnectResponse, PathOnly, PathVersion, PathWatch
from tests.simulation.ensemble.reign import TICK_MS
from tests.simulation.plan import draw
from tests.simulation.three import (
    AWHILE,
    GIVES_UP_IN,
    LATENCY,
    PARENT,
    TICK,
    TIMEOUT,
    Three,
    create,
    events,
)


@pytest.fixture
def three() -> Three:
    return Three()


# -- 1: followers apply prefixes of the log; reads and watches come from them ---------------------


def test_a_follower_reads_from_a_tree_that_is_behind(three: Three) -> None:
    writer, reader = three.client("s1", "c1"), three.client("s2", "c2")
    three.s2.applying.lag(AWHILE)
    writer.create("a")
    assert writer.names() == ["a"]
    assert reader.names() == []
    three.pass_(AWHILE)
    assert reader.names() == ["a"]


def test_its_watches_fire_when_it_knows(three: Three) -> None:
    writer, reader = three.client("s1", "c1"), three.client("s2", "c2")
    reader.names(watch=True)
    three.s2.applying.lag(AWHILE)
    writer.create("a")
    three.pass_(AWHILE / 2)
    assert events(reader) == []
    three.pass_(AWHILE)
    assert events(reader) == [PARENT]


# -- 2: a session's requests in order, its own writes visible to it -------------------------------


def test_what_is_asked_behind_a_write_is_answered_behind_it(three: Three) -> None:
    client = three.client("s2")
    three.s2.applying.lag(AWHILE)
    client.create("a")
    client.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))
    three.pass_(AWHILE / 2)
    assert len(client.told) == 1
    three.pass_(AWHILE)
    assert [client.told[1].path, client.told[2].children] == [f"{PARENT}/a", ["a"]]


def test_the_leader_lets_a_session_wait_for_its_write_by_another_server(three: Three) -> None:
    """It waits for what no majority has agreed on yet, though no sync would."""
    client = three.client("s2")
    for follower in (three.s2, three.s3):
        assert follower.line is not None
        follower.accept = lambda proposal, line: None  # type: ignore[method-assign]
    client.create("a")
    three.pass_(4 * LATENCY)
    client.connect("s1")
    client.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))
    three.pass_(AWHILE)
    assert len(client.told) == 2
    (proposal,) = three.s1.accepted
    assert three.s1.reign is not None
    three.s1.reign.acknowledged(proposal, three.s1.reign.lines[three.s3])
    three.pass_(4 * LATENCY)
    assert client.told[-1].children == ["a"]


# -- 3: who has seen more is refused --------------------------------------------------------------


def test_a_server_refuses_who_has_seen_more(three: Three) -> None:
    client = three.client("s1")
    three.s2.applying.lag(AWHILE)
    client.create("a")
    three.pass_(4 * LATENCY)
    client.connect("s2")
    assert client.told[-1] == "the end"
    three.pass_(AWHILE)
    client.connect("s2")
    assert client.names() == ["a"]


# -- 4: sessions end by tick, by a transaction; "expired" may be told before ----------------------


def test_a_session_never_ends_early_and_at_most_a_tick_late(three: Three) -> None:
    client = three.client("s1")
    touched_at = three.world.now
    while three.lives(client):
        three.world.step()
    assert TIMEOUT - 8 * LATENCY <= three.world.now - touched_at <= TIMEOUT + 1.5 * TICK


def test_expired_is_told_before_a_majority_has_agreed(three: Three) -> None:
    """By a leader that has none any more; the session lives on under the next one."""
    client = three.client("s1")
    three.pass_(TIMEOUT - 3 * TICK)
    three.isolate(three.s1, 2 * TIMEOUT)
    three.pass_(4.5 * TICK)
    client.connect("s1")
    answer = next(one for one in reversed(client.told) if isinstance(one, ConnectResponse))
    assert answer.session == 0
    assert len(three.ensemble.core.sessions) == 1


# -- 5: touches come with answers to pings --------------------------------------------------------


def test_a_session_is_told_of_by_its_follower(three: Three) -> None:
    client = three.client("s2")
    until = three.world.now + 2 * TIMEOUT
    while three.world.now < until:
        client.names()
        three.pass_(TIMEOUT / 8)
    assert three.lives(client)


def test_a_write_by_a_follower_tells_the_leader_nothing_of_the_session(three: Three) -> None:
    """It was committed, and the session ends by what its server has told before."""
    client = three.client("s2")
    three.pass_(TIMEOUT / 2)
    three.s2.pinged = lambda line: None  # type: ignore[method-assign]
    client.create("a")
    client.hear()
    written_at = three.world.now
    while three.lives(client):
        three.s2.heard_at = three.world.now
        three.world.step()
        assert three.s2.line is not None
        three.s2.line.heard_in = three.s2.line.reign.ticks
    assert three.world.now < written_at + TIMEOUT * 3 / 4


# -- 6: a session's owner is a server -------------------------------------------------------------


def test_a_create_held_back_passes_when_its_client_has_come_back(three: Three) -> None:
    """A `sync` over the new connection comes behind it (ZOOKEEPER-2886)."""
    client = three.client("s2")
    three.s2.hold(three.ensemble.ports_of(three.s2)[0], create("a"), AWHILE)
    client.connect("s1")
    assert client.names() == []
    client.connect("s2")
    client.ask(Op.SYNC, PathOnly(PARENT))
    client.hear()
    assert client.names() == ["a"]


def test_a_create_held_back_is_refused_while_its_client_is_elsewhere(three: Three) -> None:
    client = three.client("s2")
    three.s2.hold(three.ensemble.ports_of(three.s2)[0], create("late"), AWHILE)
    client.connect("s1")
    three.pass_(2 * AWHILE)
    assert client.names() == []


def test_a_late_word_takes_the_session_back(three: Three) -> None:
    """What goes by the server that has it in fact is refused, and ends its connection."""
    client = three.client("s1")
    assert three.s2.line is not None
    three.s2.line.up.lag(AWHILE)
    client.connect("s2")
    client.connect("s3")
    three.pass_(AWHILE)
    client.create("a")
    three.pass_(4 * LATENCY)
    assert client.told[-1] == "the end"
    assert three.true_names() == []


# -- 7: sync --------------------------------------------------------------------------------------


def test_sync_is_answered_when_its_server_knows_all_that_there_was(three: Three) -> None:
    writer, reader = three.client("s1", "c1"), three.client("s2", "c2")
    three.s2.applying.lag(AWHILE)
    writer.create("a")
    three.pass_(AWHILE / 2)
    reader.ask(Op.SYNC, PathOnly(PARENT))
    reader.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))
    three.pass_(AWHILE / 4)
    assert len(reader.told) == 1
    three.pass_(AWHILE)
    assert reader.told[2].children == ["a"]


def test_sync_needs_no_majority(three: Three) -> None:
    client = three.client("s1")
    three.isolate(three.s1, TIMEOUT)
    three.pass_(TICK)
    client.ask(Op.SYNC, PathOnly(PARENT))
    three.pass_(4 * LATENCY)
    assert client.told[-1] == PathOnly(PARENT)


def test_sync_by_a_follower_is_answered_though_the_session_has_moved(three: Three) -> None:
    client, moved = three.client("s2", "c1"), three.client("s1", "c2")
    moved.session, moved.password = client.session, client.password
    moved.connect("s3")
    client.ask(Op.SYNC, PathOnly(PARENT))
    client.hear()
    assert client.told[-1] == PathOnly(PARENT)
    client.create("a")
    client.hear()
    assert client.told[-1] == "the end"


# -- 8: a stale leader ----------------------------------------------------------------------------


def test_a_stale_leader_answers_for_a_while_and_commits_nothing(three: Three) -> None:
    stale, other = three.client("s1", "c1"), three.client("s2", "c2")
    three.isolate(three.s1, 2 * TIMEOUT)
    stale.ask(Op.DELETE, PathVersion("/nothing", -1))
    second = three.client("s1", "c3")
    assert second.told == []
    while three.ensemble.leader is three.s1 or three.ensemble.leader is None:
        three.world.step()
    other.connect("s2")
    other.create("a")
    three.pass_(4 * LATENCY)
    assert three.true_names() == ["a"]
    three.pass_(GIVES_UP_IN)
    assert stale.told[-1] == "the end"


# -- 9: a new leader ------------------------------------------------------------------------------


def test_a_proposal_in_the_log_of_the_next_leader_survives(three: Three) -> None:
    client = three.client("s1")
    for follower in (three.s2, three.s3):
        assert follower.line is not None
        follower.line.up.lag(2 * TIMEOUT)
    client.create("a")
    three.pass_(4 * LATENCY)
    assert three.true_names() == []
    three.ensemble.crash(three.s1, 2 * TIMEOUT)
    three.pass_(GIVES_UP_IN)
    assert three.true_names() == ["a"]


def test_a_proposal_that_nobody_else_has_vanishes(three: Three) -> None:
    client = three.client("s1")
    three.isolate(three.s1, TIMEOUT)
    client.create("a")
    three.pass_(TIMEOUT + GIVES_UP_IN)
    other = three.client("s1", "c2")
    assert three.s1.reign is not None
    assert other.names() == []


def test_a_new_leader_closes_connections_and_begins_every_timeout_again(three: Three) -> None:
    client = three.client("s2")
    three.pass_(TIMEOUT - 2 * TICK)
    three.ensemble.crash(three.s1, 2 * TIMEOUT)
    while three.ensemble.leader is None:
        three.world.step()
    assert client.told[-1] == "the end"
    three.pass_(TIMEOUT - 2 * TICK)
    assert three.lives(client)


# -- 10: without a majority -----------------------------------------------------------------------


def test_without_a_majority_connections_close_and_nothing_expires(three: Three) -> None:
    client = three.client("s1")
    for peer in (three.s2, three.s3):
        three.ensemble.crash(peer, 3 * TIMEOUT)
    three.pass_(2 * TIMEOUT)
    assert client.told[-1] == "the end"
    assert three.lives(client)
    client.connect("s1")
    assert client.told[-1] == "the end"


# -- 11: a leader that wakes ----------------------------------------------------------------------


def test_a_leader_that_wakes_ends_overdue_sessions_first(three: Three) -> None:
    client = three.client("s2")
    client.timeout = 2 * TICK
    client.session, client.password = 0, bytes(16)
    client.connect("s2")
    three.ensemble.freeze(three.s1, 4 * TICK)
    until = three.world.now + 4 * TICK + 8 * LATENCY
    while three.world.now < until:
        client.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))
        three.pass_(TICK / 10)
    assert not three.lives(client)


# -- 12: timeouts and zxids -----------------------------------------------------------------------


def test_the_timeout_is_negotiated_at_each_connect(three: Three) -> None:
    three.s2.limits = Limits(TICK_MS, longest_timeout=1000)
    client = three.client("s1")
    client.connect("s2")
    assert [one.timeout for one in client.told] == [TIMEOUT * 1000, 1000]


def test_a_failed_transaction_uses_a_zxid(three: Three) -> None:
    client = three.client("s2")
    before = three.ensemble.core.zxid
    client.ask(Op.DELETE, PathVersion("/nothing", -1))
    client.hear()
    assert client.told[-1] == Code.NO_NODE
    assert three.ensemble.core.zxid == client.last_zxid == before + 1


# -- and of all -----------------------------------------------------------------------------------


def test_who_is_ephemeral_goes_with_its_session_at_one_zxid(three: Three) -> None:
    client, other = three.client("s2", "c1"), three.client("s3", "c2")
    client.create("a", CreateMode.EPHEMERAL)
    client.create("b", CreateMode.EPHEMERAL)
    client.hear()
    client.hear()
    assert other.names(watch=True) == ["a", "b"]
    client.ask(Op.CLOSE_SESSION, None)
    three.pass_(8 * LATENCY)
    assert other.names() == []
    assert three.ensemble.core.tree.nodes[PARENT].pzxid == three.ensemble.core.zxid


def test_with_servers_a_seed_has_its_faults_and_some_more() -> None:
    alone, followed = draw(7, servers=1), draw(7, servers=3)
    assert set(alone.faults) < set(followed.faults)
    assert (alone.servers, followed.servers) == (1, 3)
