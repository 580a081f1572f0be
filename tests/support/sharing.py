"""How the tests are shared out among pytest-xdist's processes: `pytest -n auto`.

A module's tests stay together, for they share what its fixtures start. So do the proofs on one kind
of server, which run beside those on the other kind. The tests of some modules share nothing, and go
wherever there is time. What takes long begins first; then come modules that calculate and modules
that wait, side by side; what is short fills the gaps.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import translate
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

TESTS = Path(__file__).parents[1]
ALONE = ("tests/simulation/test_mistakes.py", "tests/sandbox/test_fuzz.py")
FIRST = (
    "tests/conformance/test_differential.py", "tests/simulation/test_simulation.py",
    "tests/conformance/", "tests/browser/test_servers.py", "tests/browser/test_tour",
)  # fmt: skip
"""Beginnings of units' names: what takes longest, the longest first."""

TOGETHER = (
    ("tests/browser/", "tests/recipes/*/test_page"),
    (
        "tests/web/",
        "tests/cli/",
        "tests/ensemble/",
        "tests/library/",
        "tests/processes/",
        "tests/znodes/",
        "tests/recipes/*/test_*process",
        "tests/recipes/*/test_*actions",
    ),
    ("tests/zookeeper/", "tests/sandbox/test_words.py", "tests/sandbox/test_durability.py"),
)
"""Units that calculate, and others that mostly wait: at any time there are to be some of each."""

MOST_WORKERS = 8
"""Each may have a ZooKeeper and a Chromium of its own, which is half a gigabyte."""

_ON_A_KIND = re.compile(r"(tests/conformance/)\w+\.py::.*\[(apache|sandbox)\b")


def workers() -> int:
    """How many processes: with fewer, processors are idle while tests wait; with more, a leader
    that gets no processor in time does believe for longer than its session lasts.
    """
    return min(3 * (os.cpu_count() or 1), MOST_WORKERS)


def load_in_turn(config: pytest.Config) -> None:
    """Import all test modules, each worker from another place on and round the end: what one has
    compiled the others find. What cannot be imported is left for the collection to say.
    """
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is None or config.args_source is not config.ArgsSource.TESTPATHS:
        return
    files = sorted(path.relative_to(config.rootpath) for path in TESTS.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in files[first:] + files[:first]:
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.with_suffix("").parts))


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out the units in the order of the collection, see `in_order`."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


def begins(nodeid: str, beginnings: Sequence[str]) -> bool:
    """Whether one of these is the beginning of a test's id; `*` in it stands for anything."""
    return _any_of(tuple(beginnings)).match(nodeid) is not None


@cache
def _any_of(beginnings: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(translate(f"{one}*") for one in beginnings))


def unit_of(nodeid: str) -> str:
    """What a test stays together with."""
    on_a_kind = _ON_A_KIND.match(nodeid)
    if on_a_kind:
        return f"{on_a_kind[1]} on {on_a_kind[2]}"
    return nodeid if nodeid.startswith(ALONE) else nodeid.partition("::")[0]


def in_order(nodeids: Sequence[str]) -> list[str]:
    """The units of these tests, in the order in which they are to begin."""
    units = list(dict.fromkeys(map(unit_of, nodeids)))
    first = [unit for begin in FIRST for unit in units if unit.startswith(begin)]
    groups = [[u for u in units if begins(u, group) and u not in first] for group in TOGETHER]
    places = {unit: (at + 0.5) / len(group) for group in groups for at, unit in enumerate(group)}
    then = sorted(places, key=lambda unit: places[unit])
    return list(dict.fromkeys([*first, *then, *units]))
