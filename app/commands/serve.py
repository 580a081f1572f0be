"""The command `serve`: start what the options ask for, and end it in order."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..errors import SetupError
from ..system.logs import log_to_stderr
from ..system.machine import own_addresses
from ..visible import visible
from .ending import end_at_a_signal
from .options import parse
from .relay import start as start_relay

if TYPE_CHECKING:
    from ..assembly import Handoff
    from ..journal.recorded import Recorded
    from ..settings import Settings

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}

CONNECTS_WITHIN = 3.0
LOOK_UP = 0.5


def main(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    options = parse(arguments, os.environ)
    log_to_stderr(logging.DEBUG if options.verbose else logging.WARNING)
    # Where the output is for programs, what is for the person stands beside it.
    tell = partial(say, aside=options.settings.print_events)
    start = start_relay if options.settings.relay else _start
    return serve(lambda stack: start(options.settings, stack, tell), tell)


def serve(start: Callable[[contextlib.ExitStack], Settings], tell: Callable[[str], None]) -> int:
    """Serve what `start` begins until a signal ends it; return the exit code: 0 for a clean end, 2
    where it cannot start.
    """
    asked = threading.Event()
    end_at_a_signal(asked.set)
    try:
        with contextlib.ExitStack() as stack:
            with loading():
                settings = start(stack)
            announce(settings, tell)
            # It looks up: where the system gives the signal to another thread, as to one that just
            # starts a third, Python notes it and wakes nobody.
            while not asked.wait(LOOK_UP):
                pass
            tell("stopping …")
    except SetupError as error:
        print(visible(f"handoff: {error.message}"), file=sys.stderr)
        return 2
    return 0


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Pause garbage collection in the block, and exempt what is loaded at its end: it is code, and
    stays.
    """
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _start(
    settings: Settings, stack: contextlib.ExitStack, tell: Callable[[str], None]
) -> Settings:
    """Serve until the stack's block ends; return the settings, with the port that was free. Raise
    SetupError. The imports are inside because `--help` and a wrong option need nothing of them.
    """
    from ..ensemble.sources import zookeeper_of
    from ..history.places import history_of
    from ..system.folders import live_in_own_folder
    from ..system.listening import listen

    stack.enter_context(live_in_own_folder())
    listener = stack.enter_context(listen(settings.host, settings.port))
    settings = replace(settings, port=listener.getsockname()[1])
    history = stack.enter_context(history_of(settings, tell))
    with _loading_meanwhile("..web.serve"):
        zookeeper = stack.enter_context(zookeeper_of(settings, tell))
    from ..assembly import create_app
    from ..web.serve import WebServer
    from .printer import Printer

    app = create_app(
        settings, hosts=zookeeper.hosts, source=settings.source, servers=zookeeper.servers,
        history=history,
    )  # fmt: skip
    handoff: Handoff = app.extensions["handoff"]
    if settings.print_events:
        printer = Printer(handoff.journal, sys.stdout)
        stack.callback(printer.close)
        printer.start()
    stack.callback(handoff.close)
    server = WebServer(app, listener, handoff.journal.tell)
    stack.callback(server.stop)
    server.start()
    if not _connects(handoff):
        tell(f"ZooKeeper at {zookeeper.hosts} does not answer yet; the page shows when it does")
    return replace(settings, audience_code=handoff.visitors.code)


@contextlib.contextmanager
def _loading_meanwhile(module: str) -> Iterator[None]:
    """Load a module, and all that it needs, while the block waits; end when both are done."""
    thread = threading.Thread(target=import_module, args=(module, __package__), name="loading")
    thread.start()
    try:
        yield
    finally:
        thread.join()


def announce(settings: Settings, say: Callable[[str], None]) -> None:
    """Tell the address, and open it in the browser if there is a display."""
    address = address_of(settings)
    say(f"Handoff serves on {address}   (Ctrl-C ends it)")
    if settings.host in WILDCARDS:
        say("and on every other address of this machine")
    if settings.audience_code is not None:
        name_the_doors(settings, say)
    if settings.open:
        can = "see everything" if settings.read_only else "start processes, and change ZooKeeper"
        say(f"and asks for no token (--open): everybody who reaches it may {can}")
    if settings.open_browser and has_display():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def name_the_doors(settings: Settings, say: Callable[[str], None]) -> None:
    """Tell the presenter's address and the audience's; a terminal draws the second as a code."""
    place = _place_of(settings, towards_others=True)
    audience = f"{place}{settings.audience_code}"
    if not settings.relay:
        say(f"for the presenter: {place}{_query_of(settings)}")
    say(f"for the audience: {audience}")
    if sys.stdout.isatty():
        import segno

        with contextlib.suppress(OSError, UnicodeError):
            segno.make(audience, error="m", micro=False).terminal(compact=True)


def address_of(settings: Settings) -> str:
    """Return the address to open, with the token if there is one."""
    return f"{_place_of(settings)}{_query_of(settings)}"


def _place_of(settings: Settings, *, towards_others: bool = False) -> str:
    """Return the address of the page; towards_others: as other machines find it, if they can."""
    host = WILDCARDS.get(settings.host, settings.host)
    if towards_others and settings.allowed_hosts:
        return f"https://{settings.allowed_hosts[0]}{settings.base_path}/"
    if towards_others and settings.host in WILDCARDS:
        host = next(iter(own_addresses()), host)
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{settings.port}{settings.base_path}/"


def _query_of(settings: Settings) -> str:
    return f"?token={quote(settings.token, safe='')}" if settings.token else ""


def has_display() -> bool:
    """Tell whether a browser could show a window here. Without one, `webbrowser` would take over
    the terminal with a text browser.
    """
    if "CI" in os.environ:
        return False
    if sys.platform == "darwin":
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def say(line: str, *, aside: bool = False) -> None:
    """Print a line for the person who started it; nobody may be listening any more. aside: to
    stderr.
    """
    with contextlib.suppress(OSError):
        print(visible(line), file=sys.stderr if aside else sys.stdout, flush=True)


def _connects(handoff: Handoff) -> bool:
    """Wait a moment for ZooKeeper, so that the first request finds it; return True once it
    answers.
    """
    answered = threading.Event()

    def note(event: Recorded) -> None:
        if event.kind == "zookeeper.connected":
            answered.set()

    unsubscribe = handoff.journal.subscribe(note)
    try:
        is_connected = handoff.journal.state["zookeeper"]["state"] == "connected"
        return is_connected or answered.wait(CONNECTS_WITHIN)
    finally:
        unsubscribe()
