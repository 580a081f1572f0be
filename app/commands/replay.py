"""The command `replay`: show a recording, on any machine, without ZooKeeper."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..settings import Settings
from ..system.logs import log_to_stderr
from ..version import PACKAGE
from .arguments import read
from .nowhere import context_of
from .options import OPTIONS, with_token
from .serve import say, serve

if TYPE_CHECKING:
    from ..history.history import History
    from ..readmodels.document import HistoryFacts, State

_SERVES = frozenset(
    {"host", "port", "token", "open", "allowed_host", "base_path", "trusted_proxy", "no_browser"}
)


def main(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    settings, file = read(command, arguments, os.environ)
    log_to_stderr()
    return serve(lambda stack: _start(settings, file, stack), say)


@click.command(
    "replay",
    params=[
        click.Argument(["file"], type=click.Path(path_type=Path)),
        *(one for one in OPTIONS if one.name in _SERVES),
    ],
    epilog=f"A recording is a file that the time bar saves. Example: python -m {PACKAGE} replay"
    " night.handoff.gz",
)
def command(
    file: Path, no_browser: bool, allowed_host: Any, trusted_proxy: Any, **values: Any
) -> Any:
    """Show a recording in the browser, moment by moment, without any ZooKeeper."""
    settings = Settings(
        read_only=True, open_browser=not no_browser, allowed_hosts=allowed_host,
        trusted_proxies=trusted_proxy, **values,
    )  # fmt: skip
    return with_token(settings), file


def _start(settings: Settings, file: Path, stack: contextlib.ExitStack) -> Settings:
    """Serve until the stack's block ends; return the settings, with the port that was free. Raise
    SetupError.
    """
    from ..history.history import History
    from ..system.folders import live_in_own_folder
    from ..system.listening import listen
    from ..web.serve import WebServer

    stack.enter_context(live_in_own_folder())
    history = stack.enter_context(contextlib.closing(History.of_recording(file)))
    listener = stack.enter_context(listen(settings.host, settings.port))
    settings = replace(settings, port=listener.getsockname()[1])
    web, append = _web_of(settings, history)
    stack.callback(web.close)
    server = WebServer(web.app, listener, append)
    stack.callback(server.stop)
    server.start()
    return replace(settings, audience_code=web.visitors.code)


def _web_of(settings: Settings, history: History) -> tuple[Any, Any]:
    """Return the web room over a journal in which nothing happens any more, and its `tell`."""
    from ..journal.journal import Journal
    from ..recipes.registry import MODELS
    from ..web import create_web

    history.past.models = MODELS
    journal = Journal(MODELS, _begin(history))
    return create_web(settings, context_of(journal, settings, history)), journal.tell


def _begin(history: History) -> State:
    """Return the document of a dashboard that shows this recording: the page asks for moments."""
    from ..journal.document import initial_state
    from ..recipes.registry import MODELS

    last = history.begins_after
    nothing = initial_state(MODELS, read_only=True, candidate_limit=0, seq=last)
    kept: HistoryFacts = {
        "file": None,
        "after": 0,
        "since": 0.0,
        "stopped": None,
        "unkept": None,
        "replays": history.replays,
    }
    return {**nothing, "history": kept}
