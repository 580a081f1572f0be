"""Tell jupyter-server-proxy how to start a dashboard for the person whose Jupyter server it is."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any

from ..version import PACKAGE

NAME = "handoff"
"""The entry point's name, which is the last part of the path: /user/ada/handoff/."""

_HERE = "127.0.0.1"
_ICON = Path(__file__).parents[1] / "static" / "icon.svg"
"""It is there where the wheel is installed."""


def launcher() -> dict[str, Any]:
    """Return what jupyter-server-proxy is to start and to show: the entry point calls this once in
    each Jupyter server.

    Jupyter asks who somebody is, and brings the token along with each request, so that no page
    needs it. The token keeps other users of this machine away, who reach the port too; it also lets
    the dashboard answer to the hub's name, which nobody here knows: see `app/web/guard.py`.
    """
    token = secrets.token_urlsafe(18)
    command = [sys.executable, "-m", PACKAGE, "serve", "--no-browser", "--host", _HERE]
    command += ["--port", "{port}", "--base-path", f"{{base_url}}{NAME}", "--trusted-proxy", _HERE]
    return {
        "command": command,
        "environment": {"HANDOFF_TOKEN": token},
        "request_headers_override": {"Authorization": f"Bearer {token}"},
        "timeout": 60,
        "new_browser_tab": True,
        "launcher_entry": {"title": "Handoff", "icon_path": str(_ICON)},
    }
