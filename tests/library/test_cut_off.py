"""A server that is cut off from its ensemble goes on answering reads: that proves nothing."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.ensemble import Ensemble
from app.ensemble.apache.server import ApacheServer
from app.zookeeper.fourletter import ask
from tests.library.standing import Stander
from tests.support.ensemble import ensemble, started_ensemble
from tests.support.zookeeper import Connect

__all__ = ["ensemble", "started_ensemble"]

SESSION = 2.0
"""Less than the five seconds after which a follower gives up a leader that is silent."""


def follower_of(ensemble: Ensemble) -> ApacheServer:
    """One that does not lead."""
    return next(one for one in ensemble.servers.values() if "Mode: follower" in srvr(one))


def srvr(server: ApacheServer) -> str:
    host, _, port = server.hosts.rpartition(":")
    return ask(host, int(port), "srvr", 5.0)


@pytest.mark.proof
def test_a_leader_stops_by_its_own_clock_while_its_server_still_answers_reads(
    ensemble: Ensemble, open_client: Connect
) -> None:
    """21. That it does is what the witness shows, which reads there at that moment."""
    server = follower_of(ensemble)
    witness: KazooClient = open_client(server.hosts)
    stander = Stander(server.hosts, "c1", session_timeout=SESSION)
    try:
        stander.await_elected()
        with ExitStack() as frozen:
            for other in set(ensemble.servers.values()) - {server}:
                assert other.pid is not None
                os.kill(other.pid, signal.SIGSTOP)
                frozen.callback(os.kill, other.pid, signal.SIGCONT)
            stander.await_deposed()
            assert witness.exists("/") is not None
    finally:
        stander.close()
