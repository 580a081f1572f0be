"""Ask a dashboard that serves elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from ...errors import BadRequest, ZooKeeperUnavailable

_WITHIN = 20.0
_open = build_opener(ProxyHandler({})).open


class DistantDashboard:
    """The dashboard at an address, as it printed that: with its token, if it has one."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/v1"
        self._token = next(iter(parse_qs(parts.query).get("token", ())), None)

    def ask(self, verb: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the answer of a route. Raise BadRequest for what the dashboard refuses,
        ZooKeeperUnavailable where it cannot be reached.
        """
        headers = {"Content-Type": "application/json"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self._base}/{path}", data, headers, method=verb)
        try:
            with _open(request, timeout=_WITHIN) as answer:
                found: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            raise BadRequest(_said(error)) from None
        except (URLError, TimeoutError, ValueError) as error:
            why = getattr(error, "reason", error)
            raise ZooKeeperUnavailable(f"no dashboard answers at {self._base}: {why}") from None
        return found


def _said(error: HTTPError) -> str:
    """Return what the dashboard says."""
    try:
        return str(json.load(error)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"the dashboard answers {error.code}"
