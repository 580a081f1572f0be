"""kazoo's own shipped tests: what of them must pass, what is left out and why."""

from __future__ import annotations

import pkgutil
from typing import NamedTuple

from kazoo import tests as shipped

PACKAGE = "kazoo.tests"

# How many tests of each module pass against Apache ZooKeeper 3.8.0 and 3.9.5 (kazoo 2.11.0): no
# fewer may pass against a server that calls itself one; a test that skips itself is noticed here.
EXPECTED = {
    "test_barrier": 8,
    "test_cache": 17,
    "test_client": 104,
    "test_connection": 9,
    "test_counter": 5,
    "test_election": 2,
    "test_interrupt": 1,
    "test_lease": 12,
    "test_lock": 29,
    "test_partitioner": 8,
    "test_party": 4,
    "test_queue": 12,
    "test_watchers": 22,
}


class LeftOut(NamedTuple):
    """A module, or a test of one as `module::class::test`, and why it is not run."""

    name: str
    why: str


_STOPS = "stops and restarts servers of a cluster that it started itself"
_MISSES = "hangs where the lock passes on before the test has looked: its own wait misses that"
_RACES = "wants the reply to its write later than its own hang-up: fails on any quick server"
_TLS = "TLS, which the sandbox does not speak"
_RECONFIG = "reconfig: one server has no members to add and remove"
_NO_SERVER = "asks no server"
_OTHER_LOOP = "another event loop in the client; the protocol is the same"

LEFT_OUT = (
    LeftOut("test_client::TestClient::test_request_queuing_session_expired", _STOPS),
    LeftOut("test_client::TestClient::test_request_queuing_session_recovered", _STOPS),
    LeftOut("test_client::TestClient::test_update_host_list", _STOPS),
    LeftOut("test_connection::TestReadOnlyMode::test_read_only", _STOPS),
    LeftOut("test_connection::TestConnectionDrop::test_connection_dropped", _RACES),
    LeftOut("test_lock::KazooLockTests::test_lock", _MISSES),
    LeftOut("test_lock::KazooLockTests::test_rw_lock", _MISSES),
    LeftOut("test_client::TestSSLClient::test_create", _TLS),
    LeftOut("test_client::TestReconfig::test_add_remove_observer", _RECONFIG),
    LeftOut("test_client::TestReconfig::test_bad_input", _RECONFIG),
    LeftOut("test_client::TestReconfig::test_no_super_auth", _RECONFIG),
    LeftOut("test_sasl", "SASL, which the sandbox does not speak"),
    LeftOut("test_eventlet_handler", _OTHER_LOOP),
    LeftOut("test_gevent_handler", _OTHER_LOOP),
    LeftOut("test_build", _NO_SERVER),
    LeftOut("test_exceptions", _NO_SERVER),
    LeftOut("test_hosts", _NO_SERVER),
    LeftOut("test_paths", _NO_SERVER),
    LeftOut("test_retry", _NO_SERVER),
    LeftOut("test_security", _NO_SERVER),
    LeftOut("test_selectors_select", _NO_SERVER),
    LeftOut("test_threading_handler", _NO_SERVER),
    LeftOut("test_utils", _NO_SERVER),
)


def shipped_modules() -> set[str]:
    """The test modules that the installed kazoo brings, without their package."""
    found = pkgutil.iter_modules(shipped.__path__)
    return {module.name for module in found if module.name.startswith("test_")}


def left_out_of(module: str) -> set[str]:
    """The tests of a module that are left out, as `class::test`."""
    parts = (entry.name.partition("::") for entry in LEFT_OUT)
    return {test for name, _, test in parts if name == module and test}


def left_out_modules() -> set[str]:
    """The modules that are left out whole."""
    return {entry.name for entry in LEFT_OUT if "::" not in entry.name}
