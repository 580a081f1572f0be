"""Where ZooKeeper comes from: the embedded one, local Apache servers, or an existing ensemble."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.errors import SetupError
from app.settings import Settings

if TYPE_CHECKING:
    from app.caretaker import OwnServer

Say = Callable[[str], None]


class ZooKeeper(NamedTuple):
    """The connection string of the ZooKeeper in use, and those of its servers that are ours."""

    hosts: str
    servers: Mapping[str, OwnServer]


@contextlib.contextmanager
def zookeeper_of(settings: Settings, say: Say) -> Iterator[ZooKeeper]:
    """The ZooKeeper that the settings ask for, started where it is to be started, and ended with
    the block. say: told in lines what takes its time. Raises SetupError.
    """
    if settings.zookeeper is not None:
        yield ZooKeeper(settings.zookeeper, {})
        return
    start = _embedded if settings.ensemble is None else _apache
    with _locked(settings.data), start(settings, say) as zookeeper:
        yield zookeeper


@contextlib.contextmanager
def _embedded(settings: Settings, say: Say) -> Iterator[ZooKeeper]:
    from app.sandbox.process import SandboxServer

    server = SandboxServer(_part_of(settings.data, "sandbox"))
    try:
        server.start()
        say(f"the embedded ZooKeeper is ready: {server.hosts}, a sandbox of one server")
        yield ZooKeeper(server.hosts, {"s1": server})
    finally:
        server.stop()


@contextlib.contextmanager
def _apache(settings: Settings, say: Say) -> Iterator[ZooKeeper]:
    from app.apache.ensemble import Ensemble
    from app.apache.locate import find_classpath, find_java

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
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise _unwritable(data, error) from None
    return directory


@contextlib.contextmanager
def _locked(data: Path | None) -> Iterator[None]:
    """The directory for data, held by us alone: two servers would spoil it."""
    if data is None:
        yield
        return
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = open(data / ".lock", "w")  # noqa: SIM115 (closed below, where the lock ends)
    except OSError as error:
        raise _unwritable(data, error) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"{data} is in use by another dashboard; use another --data."
            raise SetupError(message, field="data") from None
        yield


def _unwritable(data: Path, error: OSError) -> SetupError:
    return SetupError(f"{data} cannot be written: {error.strerror}.", field="data")
