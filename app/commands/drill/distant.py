"""Ask a dashboard that serves elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from ...errors import BadRequest, Conflict, ZooKeeperUnavailable

_WITHIN = 20.0
_open = build_opener(ProxyHandler({})).open


class DistantDashboard:
    """The dashboard at an address, as it printed that: with its token, if it has one."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/v1"
        self._token = next(iter(parse_qs(parts.query).get("token", ())), None)

    def ask(
        self, verb: str, path: str, body: Mapping[str, Any] | None = None, has: str | None = None
    ) -> dict[str, Any]:
        """Return the answer of a route. Raise BadRequest for what the dashboard does not take,
        Conflict for what it refuses now, ZooKeeperUnavailable where it cannot be reached, or its
        answer is not an object that `has` this.
        """
        headers = {"Content-Type": "application/json"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self._base}/{path}", data, headers, method=verb)
        try:
            with _open(request, timeout=_WITHIN) as answer:
                found: Any = json.load(answer)
        except HTTPError as error:
            if (said := _said(error)) is None:
                raise self._silent(f"it answers {error.code}") from None
            refusal = BadRequest if error.code in (400, 404, 422) else Conflict
            raise refusal(said) from None
        except (OSError, HTTPException, ValueError) as error:
            why = getattr(error, "reason", error) or type(error).__name__
            raise self._silent(str(why)) from None
        if not isinstance(found, dict) or (has is not None and has not in found):
            raise ZooKeeperUnavailable(f"what answers at {self._base} is no dashboard")
        return found

    def _silent(self, why: str) -> ZooKeeperUnavailable:
        return ZooKeeperUnavailable(f"no dashboard answers at {self._base}: {why}")


def _said(error: HTTPError) -> str | None:
    """Return what the dashboard says; None where the answer is not one of a dashboard."""
    try:
        return str(json.load(error)["error"]["message"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
