"""The mirror of a large tree against kazoo's `TreeCache`: time, memory and watches.

The tree: branches of 99 leaves below one znode, 16 bytes of data each, 10,000 or 100,000 in all.
Each measurement has a fresh interpreter that loads the tree once. Time: from starting a session to
the tree being complete, as `mirror.loaded` or as TreeCache's `INITIALIZED` says; both are checked
to hold every znode. Memory: the growth of the process's resident set (buffers used on the way
included), divided by the number of znodes. Watches: `zk_watch_count` of `mntr` while it is loaded,
against what a single recursive watch set by hand makes of it on the same server (2 where the
server keeps it among the data watches and among the child watches, as 3.8.0 does).

The two do not hold the same: TreeCache reads every znode's data and stat and sets two watches on
each, the mirror lists children under one recursive watch and reads a znode when someone looks. Both
are then told of every change in the tree, and that is what is compared.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import median
from typing import NamedTuple

from app.ensemble.apache.server import ApacheServer
from app.recipes.registry import MODELS
from benchmarks.measure import Figure, tell
from benchmarks.processes import Peer
from benchmarks.servers import (
    await_no_watches,
    count_of_one_watch,
    grow_tree,
    private_zookeeper,
    watch_count,
)

ROUNDS = 3
_LOAD_WITHIN = 120.0


class Load(NamedTuple):
    """One load: seconds, bytes of memory per znode (None: unknown here), watches on the server."""

    seconds: float
    memory: float | None
    watches: int


def measure_10_000() -> list[Figure]:
    """The mirror and TreeCache in turns, on one server; medians."""
    with private_zookeeper() as server:
        grow_tree(server.hosts, 10_000)
        one_watch = count_of_one_watch(server)
        _load(server, _load_mirror, 10_000)
        pairs = [
            (_load(server, _load_mirror, 10_000), _load(server, _load_tree_cache, 10_000))
            for _ in range(ROUNDS)
        ]
    ours, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    took, against = median(one.seconds for one in ours), median(one.seconds for one in theirs)
    goal = "1/20 of TreeCache"
    return [
        Figure("mirror of 10,000: load", took, "s", against, goal, took * 20 <= against),
        _watches("10,000", ours, one_watch),
        Figure("TreeCache of 10,000: watches", max(one.watches for one in theirs), ""),
        *_memory("10,000", ours, theirs),
    ]


def measure_100_000() -> list[Figure]:
    """The mirror alone: TreeCache would take most of a minute."""
    with private_zookeeper() as server:
        grow_tree(server.hosts, 100_000)
        one_watch = count_of_one_watch(server)
        loads = [_load(server, _load_mirror, 100_000) for _ in range(ROUNDS)]
    took = median(one.seconds for one in loads)
    return [
        Figure("mirror of 100,000: load", took, "s"),
        _watches("100,000", loads, one_watch),
        *_memory("100,000", loads, []),
    ]


def _watches(size: str, loads: list[Load], one_watch: int) -> Figure:
    most = max(load.watches for load in loads)
    holds = all(load.watches == one_watch for load in loads)
    return Figure(f"mirror of {size}: watches", most, "", one_watch, "one recursive watch", holds)


def _memory(size: str, ours: list[Load], theirs: list[Load]) -> list[Figure]:
    weights = [one.memory for one in ours if one.memory is not None]
    if not weights:
        tell("  this system does not tell a process's resident set size")
        return []
    weight = median(weights)
    others = [one.memory for one in theirs if one.memory is not None]
    against = median(others) if others else None
    name = f"mirror of {size}: memory a znode"
    return [Figure(name, weight, "bytes", against, "<= 1 KB", weight <= 1024)]


def _load(server: ApacheServer, load: Callable[..., None], count: int) -> Load:
    await_no_watches(server)
    with Peer(load, server.hosts, count) as peer:
        seconds, memory = peer.hear(_LOAD_WITHIN)
        watches = watch_count(server)
    tell(f"  {load.__name__.removeprefix('_load_')}: {seconds:.3f} s")
    return Load(seconds, memory / count if memory is not None else None, watches)


# -- in a process of its own ------------------------------------------------------------------


def _load_mirror(pipe: Pipe, hosts: str, count: int) -> None:
    """Load once, say how long it took and how much it grew, stay until the pipe ends."""
    from app.journal.journal import Journal
    from app.journal.recorded import Recorded
    from app.zookeeper.mirror import Mirror

    journal, loaded = Journal(MODELS), threading.Event()

    def look(event: Recorded) -> None:
        if event.kind == "mirror.loaded":
            loaded.set()

    journal.subscribe(look)
    before, began = _resident(), time.monotonic()
    mirror = Mirror(hosts, journal.append)
    mirror.start()
    _require(loaded.wait(_LOAD_WITHIN))
    took = time.monotonic() - began
    _require(journal.state["zookeeper"]["znodes"] >= count)
    pipe.send((took, _growth(before)))
    _stay(pipe, mirror.stop)


def _load_tree_cache(pipe: Pipe, hosts: str, count: int) -> None:
    """The same with kazoo."""
    from kazoo.client import KazooClient
    from kazoo.recipe.cache import TreeCache, TreeEvent

    loaded = threading.Event()

    def look(event: TreeEvent) -> None:
        if event.event_type == TreeEvent.INITIALIZED:
            loaded.set()

    before, began = _resident(), time.monotonic()
    client = KazooClient(hosts)
    client.start()
    cache = TreeCache(client, "/")
    cache.listen(look)
    cache.start()
    _require(loaded.wait(_LOAD_WITHIN))
    took = time.monotonic() - began
    branches = cache.get_children("/tree", set())
    _require(sum(1 + len(cache.get_children(f"/tree/{one}", ())) for one in branches) == count)
    pipe.send((took, _growth(before)))
    _stay(pipe, client.stop)


def _stay(pipe: Pipe, end: Callable[[], object]) -> None:
    try:
        pipe.recv()
    except EOFError:
        end()


def _require(is_so: bool) -> None:
    if not is_so:
        raise RuntimeError("the tree was not loaded")


def _growth(before: int | None) -> int | None:
    now = _resident()
    return now - before if now is not None and before is not None else None


def _resident() -> int | None:
    """The resident set of this process in bytes, garbage left out (Linux)."""
    gc.collect()
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
