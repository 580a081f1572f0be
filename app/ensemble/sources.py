"""Provide the ZooKeeper in use: the embedded one, local Apache servers, or an existing ensemble."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ..errors import SetupError
from ..settings import Settings
from ..system.folders import narrow
from .children import ChildServer

Say = Callable[[str], None]


class ZooKeeper(NamedTuple):
    """The connection string of the ZooKeeper in use, and those of its servers that are ours."""

    hosts: str
    servers: Mapping[str, ChildServer]


@contextlib.contextmanager
def zookeeper_of(settings: Settings, say: Say) -> Iterator[ZooKeeper]:
    """Yield the ZooKeeper that the settings ask for; one that is started ends with the block. say:
    hears in lines what takes time. Raise SetupError.
    """
    if settings.zookeeper is not None:
        yield ZooKeeper(settings.zookeeper, {})
        return
    start = _embedded if settings.ensemble is None else _apache
    with _locked(settings.data), start(settings, say) as zookeeper:
        yield zookeeper


@contextlib.contextmanager
def _embedded(settings: Settings, say: Say) -> Iterator[ZooKeeper]:
    from .embedded import SandboxServer

    server = SandboxServer(_part_of(settings.data, "sandbox"))
    try:
        server.start()
        say(f"the embedded ZooKeeper is ready: {server.hosts}, a sandbox of one server")
        yield ZooKeeper(server.hosts, {"s1": server})
    finally:
        server.stop()


@contextlib.contextmanager
def _apache(settings: Settings, say: Say) -> Iterator[ZooKeeper]:
    from .apache.ensemble import Ensemble
    from .apache.locate import find_classpath, find_java

    classpath, java = find_classpath(settings.zookeeper_home), find_java()
    size = settings.ensemble or 1
    directory = _part_of(settings.data, "zookeeper")
    ensemble = Ensemble(classpath, size, directory, java=java, say=say)
    many = "" if size == 1 else f": {size} servers, of which {size // 2 + 1} must run"
    say(f"starting Apache ZooKeeper{many} …")
    try:
        ensemble.start()
        yield ZooKeeper(ensemble.hosts, ensemble.servers)
    finally:
        ensemble.stop()


def _part_of(data: Path | None, name: str) -> Path | None:
    if data is None:
        return None
    directory = data / name
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise _unwritable(data, error) from None
    narrow(directory)
    return directory


@contextlib.contextmanager
def _locked(data: Path | None) -> Iterator[None]:
    """Lock the directory for data: two servers would damage it."""
    if data is None:
        yield
        return
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open(data / ".lock", "w")  # noqa: SIM115 (closed below, where the lock ends)
    except OSError as error:
        raise _unwritable(data, error) from None
    narrow(data / ".lock")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"{data} is in use by another dashboard; choose another --data."
            raise SetupError(message, field="data") from None
        yield


def _unwritable(data: Path, error: OSError) -> SetupError:
    return SetupError(f"{data} cannot be written: {error.strerror}.", field="data")
