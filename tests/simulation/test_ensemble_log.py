"""More of what Apache's ensemble does: who waits for what, and whose log is true in the end.

The points are those of docs/simulation.md, as in test_ensemble.py.
"""

from __future__ import annotations

import pytest

from app.sandbox.core.messages import Limits, ServerReply
from app.zookeeper.wire.codes import Code, Op
from app.zookeeper.wire.records import PathOnly, PathWatch
from tests.simulation.ensemble.peer import Peer
from tests.simulation.ensemble.reign import TICK_MS
from tests.simulation.three import (
    AWHILE,
    GIVES_UP_IN,
    LATENCY,
    PARENT,
    TICK,
    TIMEOUT,
    Client,
    Three,
    create,
    events,
)

HEARD = 4 * LATENCY
"""Seconds after which a request has been answered, if nothing holds it up."""


@pytest.fixture
def three() -> Three:
    return Three()


def slow_down(three: Three, lasts: float) -> None:
    """Let the followers hear late what their leader says; it hears them as before."""
    for follower in (three.s2, three.s3):
        assert follower.line is not None
        follower.line.down.lag(lasts)


def elect_another(three: Three) -> tuple[Peer, Peer]:
    """Wait until one of the other two leads instead of s1, and the third follows it."""
    three.wait_until(lambda: three.s2.leads or three.s3.leads)
    return (three.s2, three.s3) if three.s2.leads else (three.s3, three.s2)


def end_leader(three: Three) -> tuple[Peer, Peer]:
    """End s1 for good, and return the new leader and its follower."""
    three.ensemble.crash(three.s1, 10 * TIMEOUT)
    return elect_another(three)


def same_session(three: Three, client: Client, server: str) -> Client:
    """Take up a session by another program, which leaves the first its connection."""
    other = three.client(server, f"{client.name} again")
    other.session, other.password = client.session, client.password
    other.connect(server)
    return other


def ask_names(client: Client) -> None:
    """Ask what stands below the parent, and do not wait for the answer."""
    client.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))


# -- 1: followers apply prefixes of the log; reads and watches come from them ---------------------


def test_a_watch_event_tells_the_zxid_of_what_happened(three: Three) -> None:
    """Not that of what its server will know later."""
    writer, reader = three.client("s1", "c1"), three.client("s2", "c2")
    reader.names(watch=True)
    three.s2.applying.lag(AWHILE)
    writer.create("a")
    writer.create("b")
    three.pass_(2 * AWHILE)
    nodes = three.ensemble.core.tree.nodes
    assert events(reader) == [PARENT]
    assert reader.last_zxid == nodes[f"{PARENT}/a"].czxid < nodes[f"{PARENT}/b"].czxid


# -- 2: a session's requests in order -------------------------------------------------------------


def test_two_creates_of_one_session_are_agreed_on_at_once(three: Three) -> None:
    """The second does not wait until the server that lags has answered the first."""
    client = three.client("s2")
    three.s2.applying.lag(AWHILE)
    client.create("a")
    client.create("b")
    three.pass_(HEARD)
    assert three.true_names() == ["a", "b"]
    assert len(client.told) == 1
    three.pass_(AWHILE)
    assert [one.path for one in client.told[1:]] == [f"{PARENT}/a", f"{PARENT}/b"]


# -- 4: sessions end by a transaction -------------------------------------------------------------


def test_a_server_hangs_up_when_it_applies_the_end_of_a_session(three: Three) -> None:
    client = three.client("s2")
    three.pass_(TIMEOUT / 2)
    three.s2.applying.lag(TIMEOUT)
    three.wait_until(lambda: not three.lives(client))
    three.pass_(HEARD)
    assert len(client.told) == 1
    three.pass_(TIMEOUT)
    assert client.told[1:] == ["the end"]


def test_the_leader_drops_what_a_closing_session_asks_for(three: Three) -> None:
    """It says nothing at all, though no majority has agreed on the end."""
    client = three.client("s1")
    three.pass_(TIMEOUT - TICK / 2)
    slow_down(three, 4 * TICK)
    three.pass_(2 * TICK)
    ask_names(client)
    client.create("a")
    three.pass_(HEARD)
    assert three.lives(client)
    assert len(client.told) == 1
    three.pass_(4 * TICK)
    assert client.told[1:] == ["the end"]
    assert three.true_names() == []


def test_what_a_session_writes_behind_its_end_is_refused_as_expired(three: Three) -> None:
    """Its server does not know of the end yet; the log does."""
    client = three.client("s2")
    three.s2.applying.lag(AWHILE)
    three.ensemble.end_session(three.ensemble.core.sessions[client.session])
    client.create("a")
    three.pass_(HEARD)
    (answer,) = three.ensemble.core.log[-1].answers
    assert isinstance(answer, ServerReply)
    assert answer.error == Code.SESSION_EXPIRED
    assert three.true_names() == []


# -- 5: touches -----------------------------------------------------------------------------------


def test_each_follower_touches_a_session_that_it_sees_beginning(three: Three) -> None:
    """One that lags lengthens the session by that."""
    three.s2.applying.lag(TIMEOUT / 2)
    client = three.client("s1")
    three.pass_(TIMEOUT + 3 * TICK)
    assert three.lives(client)
    three.pass_(TIMEOUT / 2)
    assert not three.lives(client)


def test_a_client_that_waits_for_its_write_keeps_its_session_by_pings(three: Three) -> None:
    client = three.client("s2")
    three.s2.applying.lag(2 * TIMEOUT)
    client.create("a")
    until = three.world.now + 1.5 * TIMEOUT
    while three.world.now < until:
        client.ask(Op.PING, None)
        three.pass_(TICK)
    assert three.lives(client)
    assert len(client.told) == 1


# -- 6: a session's owner is a server -------------------------------------------------------------


def test_who_connects_again_to_the_same_server_loses_the_old_connection(three: Three) -> None:
    client = three.client("s2")
    again = same_session(three, client, "s2")
    assert client.told[-1] == "the end"
    assert again.names() == []


def test_on_another_server_the_old_connection_stays(three: Three) -> None:
    client = three.client("s2")
    again = same_session(three, client, "s3")
    assert client.names() == again.names() == []


def test_a_refused_write_uses_a_zxid(three: Three) -> None:
    client = three.client("s2")
    same_session(three, client, "s3")
    before = three.ensemble.core.zxid
    client.create("a")
    three.pass_(HEARD)
    assert client.told[-1] == "the end"
    assert three.true_names() == []
    assert three.ensemble.core.zxid == before + 1


# -- 7: sync --------------------------------------------------------------------------------------


def test_sync_waits_for_what_is_proposed(three: Three) -> None:
    """It is answered behind that, and a read behind it sees that."""
    writer, reader = three.client("s1", "c1"), three.client("s2", "c2")
    slow_down(three, AWHILE)
    writer.create("a")
    three.pass_(HEARD)
    reader.ask(Op.SYNC, PathOnly(PARENT))
    ask_names(reader)
    three.pass_(AWHILE / 2)
    assert three.true_names() == []
    assert len(reader.told) == 1
    three.pass_(AWHILE)
    assert reader.told[1] == PathOnly(PARENT)
    assert reader.told[2].children == ["a"]


# -- 9: a new leader ------------------------------------------------------------------------------


def test_nothing_waits_for_a_write_that_a_new_leader_does_not_know(three: Three) -> None:
    client = three.client("s2")
    slow_down(three, AWHILE)
    client.create("a")
    three.pass_(HEARD)
    end_leader(three)
    client.connect("s2")
    assert client.names() == []


def test_what_was_held_back_for_the_old_leader_is_not_for_the_new_one(three: Three) -> None:
    client = three.client("s2")
    (port,) = three.ensemble.ports_of(three.s2)
    three.s2.hold(port, create("late"), TIMEOUT / 2)
    end_leader(three)
    assert three.world.now < TIMEOUT / 2
    client.connect("s2")
    three.pass_(TIMEOUT / 2)
    assert three.lives(client)
    assert client.names() == []


def test_the_longest_log_is_elected(three: Three) -> None:
    """What is in it survives, though its server comes first by no other rule."""
    client = three.client("s1")
    assert three.s2.line is not None
    assert three.s3.line is not None
    three.s2.line.up.lag(TIMEOUT)
    three.s3.line.down.lag(TIMEOUT)
    client.create("a")
    three.pass_(HEARD)
    assert three.true_names() == []
    assert end_leader(three) == (three.s2, three.s3)
    assert three.true_names() == ["a"]


def test_a_later_epoch_is_elected_before_a_longer_log(three: Three) -> None:
    """Its log ends with a smaller zxid: nothing has been written in that epoch yet."""
    client = three.client("s1")
    three.isolate(three.s1, TIMEOUT)
    client.create("a")
    elect_another(three)
    three.pass_(GIVES_UP_IN)
    leader, follower = elect_another(three)
    assert three.s1.last[1] > follower.last[1]
    three.ensemble.crash(leader, 2 * TIMEOUT)
    three.pass_(TIMEOUT)
    assert three.ensemble.leader is follower
    client.connect("s1")
    assert client.names() == three.true_names() == []


def test_nobody_follows_a_leader_of_an_earlier_epoch(three: Three) -> None:
    """One that wakes, and leads until the end of its tick, is left alone."""
    client, stale = three.client("s2"), three.s1.reign
    assert stale is not None
    three.pass_(TICK / 2)
    three.ensemble.freeze(three.s1, TIMEOUT + TICK / 4)
    leader, follower = elect_another(three)
    three.ensemble.crash(leader, 3 * TIMEOUT)
    three.wait_until(lambda: leader not in stale.lines)
    assert stale.is_on
    assert follower.reign is None
    three.pass_(GIVES_UP_IN)
    assert three.ensemble.leader is follower
    client.connect(follower.name)
    client.create("a")
    client.hear()
    assert three.true_names() == ["a"]


def test_who_joins_is_sent_what_is_proposed(three: Three) -> None:
    """It makes the majority for that, while the other follower has not heard of it."""
    client = three.client("s1")
    assert three.s2.line is not None
    three.s2.line.down.lag(TIMEOUT)
    three.ensemble.crash(three.s3, TICK)
    client.create("a")
    three.wait_until(lambda: three.s3.reign is not None)
    assert three.true_names() == []
    three.pass_(HEARD)
    assert three.true_names() == ["a"]
    assert three.s2.is_behind


# -- 12: timeouts and zxids -----------------------------------------------------------------------


def test_a_new_leader_knows_the_first_zxid_of_its_epoch(three: Three) -> None:
    """Its follower does not before there is a transaction, and refuses who has seen it."""
    client = three.client("s1")
    leader, follower = end_leader(three)
    client.connect(leader.name)
    assert client.names() == []
    assert client.last_zxid == leader.epoch << 32
    client.connect(follower.name)
    assert client.told[-1] == "the end"
    client.connect(leader.name)
    client.create("a")
    client.hear()
    client.connect(follower.name)
    assert client.names() == ["a"]


def test_the_leader_ends_a_session_by_the_timeout_negotiated_last(three: Three) -> None:
    three.s2.limits = Limits(TICK_MS, longest_timeout=1000)
    client = three.client("s1")
    client.connect("s2")
    three.pass_(1.0 - TICK)
    assert three.lives(client)
    three.pass_(3 * TICK)
    assert not three.lives(client)


# -- and of all -----------------------------------------------------------------------------------


def test_a_late_handshake_of_a_server_that_has_ended_comes_to_nothing(three: Three) -> None:
    """It began to read it in another life: no session comes of it."""
    three.ensemble.slowness = 10 * TIMEOUT
    client = three.client("s2")
    three.ensemble.crash(three.s2, TICK / 2)
    assert client.told == []
    three.pass_(TIMEOUT)
    assert three.s2.reign is not None
    assert three.ensemble.core.sessions == {}
    assert client.told == ["the end"]


def test_a_late_handshake_of_a_server_that_has_ended_moves_no_session(three: Three) -> None:
    """What the session asks by the server that has it is carried out."""
    client = three.client("s3")
    again = three.client("s2", "c again")
    again.session, again.password = client.session, client.password
    three.ensemble.slowness = TIMEOUT * 3 / 4
    again.connect("s2")
    three.ensemble.crash(three.s2, TICK / 2)
    three.pass_(TIMEOUT * 3 / 4)
    assert three.s2.reign is not None
    client.create("a")
    three.pass_(HEARD)
    assert three.true_names() == ["a"]
