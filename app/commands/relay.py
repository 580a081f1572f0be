"""Serve what another dashboard shows: the option `--relay` of the command `serve`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from ..settings import Settings
from .nowhere import context_of


def start(settings: Settings, stack: contextlib.ExitStack, tell: Callable[[str], None]) -> Settings:
    """Serve until the stack's block ends; return the settings, with the port that was free, as
    those of a dashboard on which nobody can act. Raise SetupError.
    """
    from ..journal.relayed import RelayedJournal
    from ..recipes.registry import MODELS
    from ..system.listening import listen
    from ..web import create_relay
    from ..web.first import First
    from ..web.serve import WebServer

    listener = stack.enter_context(listen(settings.host, settings.port))
    settings = replace(settings, port=listener.getsockname()[1])
    first = First(*first_of(settings.relay or "", settings.relay_token))
    journal = RelayedJournal(MODELS, first.url)
    context = context_of(journal, settings)
    stack.callback(context.supervisor.close)
    web = create_relay(settings, context, first)
    stack.callback(web.close)
    server = WebServer(web.app, listener, journal.tell)
    stack.callback(server.stop)
    server.start()
    tell(f"shows {first.url}, on which nobody can act here")
    return replace(settings, read_only=True, audience_code=web.visitors.code)


def first_of(address: str, token: str | None) -> tuple[str, str | None]:
    """Return where the page of the first dashboard is, and its token or its audience's code: that
    of the address, as the dashboard prints it, or the given one.
    """
    from ..web.visitors import CODE

    parts = urlsplit(address)
    above, _, last = parts.path.rpartition("/")
    code = last if CODE.fullmatch(last) else None
    path = above if code else parts.path.rstrip("/")
    (offered,) = parse_qs(parts.query).get("token", [code or token])
    return f"{parts.scheme}://{parts.netloc}{path}/", offered
