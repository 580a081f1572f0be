"""The command line: reads the options, starts what they ask for, and ends it in order."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from app.errors import SetupError
from app.options import Options, parse

if TYPE_CHECKING:
    from types import FrameType

    from app import Handoff
    from app.journal.event import Event
    from app.settings import Settings

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}

CONNECTS_WITHIN = 3.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 for a clean end, 2 where it cannot start."""
    options = parse(sys.argv[1:] if arguments is None else arguments, os.environ)
    _log_to_stderr(options.verbose)
    try:
        serve(options)
    except SetupError as error:
        print(f"handoff: {error.message}", file=sys.stderr)
        return 2
    return 0


def serve(options: Options) -> None:
    """Serve the dashboard until a signal ends it. Raises SetupError."""
    from app import create_app
    from app.web.serve import Server, listen

    ending = Ending()
    with contextlib.ExitStack() as stack:
        settings = options.settings
        listener = stack.enter_context(listen(settings.host, settings.port))
        settings = replace(settings, port=listener.getsockname()[1])
        hosts = settings.zookeeper or stack.enter_context(_private_zookeeper(settings))
        source = "external" if settings.zookeeper else "apache"
        app = create_app(settings, hosts=hosts, source=source)
        stack.callback(app.extensions["handoff"].close)
        server = Server(app, listener)
        stack.callback(server.stop)
        server.start()
        if not _connects(app.extensions["handoff"]):
            say(f"ZooKeeper at {hosts} does not answer yet; the page shows when it does")
        announce(settings)
        ending.wait()
        say("stopping …")


class Ending:
    """The first signal asks for an orderly end; a second one ends at once (children die with us).

    A hang-up that the caller ignores (nohup) stays ignored.
    """

    def __init__(self) -> None:
        self._asked = threading.Event()
        signal.signal(signal.SIGINT, self._on_signal)
        signal.signal(signal.SIGTERM, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._on_signal)

    def wait(self) -> None:
        """Until somebody asks for the end."""
        self._asked.wait()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self._asked.is_set():
            os._exit(128 + number)
        self._asked.set()


def announce(settings: Settings) -> None:
    """Print the address, and open it in the browser where a person sits before one."""
    address = address_of(settings)
    say(f"Handoff serves on {address}   (Ctrl-C ends it)")
    if settings.host in WILDCARDS:
        say("and on every other address of this machine")
    if settings.open_browser and has_display():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def address_of(settings: Settings) -> str:
    """The address to open, with the token where there is one."""
    host = WILDCARDS.get(settings.host, settings.host)
    name = f"[{host}]" if ":" in host else host
    query = f"?token={quote(settings.token, safe='')}" if settings.token else ""
    return f"http://{name}:{settings.port}/{query}"


def has_display() -> bool:
    """Whether a browser could show a window here. Without one, `webbrowser` would take over the
    terminal with a text browser.
    """
    if "CI" in os.environ:
        return False
    if sys.platform == "darwin":
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def say(line: str) -> None:
    """A line for the person who started it; nobody may be listening any more."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


def _connects(handoff: Handoff) -> bool:
    """Wait a moment for ZooKeeper, so that the first request finds it; True once it answers."""
    answered = threading.Event()

    def note(event: Event) -> None:
        if event.kind == "zookeeper.connected":
            answered.set()

    unsubscribe = handoff.journal.subscribe(note)
    try:
        return handoff.control.health()["status"] == "ok" or answered.wait(CONNECTS_WITHIN)
    finally:
        unsubscribe()


@contextlib.contextmanager
def _private_zookeeper(settings: Settings) -> Iterator[str]:
    """A private Apache ZooKeeper of ours, as a connection string."""
    from app.apache.locate import find_classpath
    from app.apache.server import ApacheServer

    classpath = find_classpath(settings.zookeeper_home)
    with _data_directory(settings.data) as directory:
        server = ApacheServer(classpath, directory)
        say("starting Apache ZooKeeper …")
        try:
            server.start()
            yield server.hosts
        finally:
            server.stop()


@contextlib.contextmanager
def _data_directory(data: Path | None) -> Iterator[Path | None]:
    """The directory for ZooKeeper's data, held by us alone: two servers would spoil it."""
    if data is None:
        yield None
        return
    directory = data / "zookeeper"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = open(data / ".lock", "w")  # noqa: SIM115 (closed below, where the lock ends)
    except OSError as error:
        raise SetupError(f"{data} cannot be written: {error.strerror}.", field="data") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"{data} is in use by another dashboard; use another --data."
            raise SetupError(message, field="data") from None
        yield directory


def _log_to_stderr(verbose: bool) -> None:
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
