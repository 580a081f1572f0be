"""Fixtures for all tests, and how the tests are shared out among processes."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

from tests.support.archive import with_archive
from tests.support.proofs import draw_by_the_commit
from tests.support.releases import need
from tests.support.sharing import Sharing, begins, in_order, load_in_turn, unit_of, workers
from tests.support.zookeeper import fresh_hosts, open_client, own_zookeeper, zookeeper
from tests.versions.areas import area_of
from tests.versions.homes import use_the_newest

pytest_plugins = ["tests.browser.fixtures", "tests.processes.fixtures", "tests.steady.again"]

__all__ = ["fresh_hosts", "open_client", "own_zookeeper", "zookeeper"]

REAL = frozenset({"zookeeper", "own_zookeeper", "open_client", "sandbox", "browser"})
"""What stands for a real server or a real browser, by which a test is marked as `real`."""
SLOW = (
    "*_actions.py", "*_process.py", "*_end_to_end.py", "*/test_faults.py", "*/test_simulation.py",
)  # fmt: skip
"""The files whose tests start processes of their own, or play many schedules: `real` too."""

use_the_newest()
draw_by_the_commit()

if "JVMFLAGS" not in os.environ:  # the workers have those of who starts them
    # None of the servers serves for so long that what the thorough compiler does is worth it.
    os.environ["JVMFLAGS"] = with_archive("-XX:TieredStopAtLevel=1")

settings.load_profile("ci")  # everywhere: the same examples every time, and no clock that judges


def pytest_report_header() -> str:
    """Which server the tests are about to run on."""
    return f"ZooKeeper: {os.environ.get('ZOOKEEPER_HOME', 'that of the system')}"


def pytest_collection(session: pytest.Session) -> None:
    """The workers share out what is to be compiled."""
    load_in_turn(session.config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, see `in_order`; what is about Apache is marked."""
    for item in items:
        if area_of(item.nodeid):
            item.add_marker("apache")
        if REAL.intersection(getattr(item, "fixturenames", ())) or begins(item.nodeid, SLOW):
            item.add_marker("real")
    units = in_order([item.nodeid for item in items])
    places = {unit: place for place, unit in enumerate(units)}
    items.sort(key=lambda item: places[unit_of(item.nodeid)])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What Apache's server at hand has not is not asked of it; the sandbox has all."""
    mark = item.get_closest_marker("needs")
    if mark and item.get_closest_marker("apache"):
        need(*mark.args)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Of `-n auto`."""
    return workers()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    """Whatever `--dist` says."""
    return Sharing(config, log)
