"""Everything that Handoff refuses or fails at on purpose, as one tree.

HandoffError
├── BadRequest            400  the request itself is wrong
├── Unauthorized          401  no token, or not the right one
├── Forbidden             403  understood, but not allowed here
├── NotFound              404  no such thing
├── TooSlow               408  the request did not arrive in time
├── Conflict              409  right request, wrong moment
│   └── LimitReached      409  one more would be too many
├── TooOften              429  too many requests of a visitor, or of all
├── NoRoom                503  no room for one more now
├── ZooKeeperUnavailable  503  ZooKeeper does not answer
├── OutcomeUnknown        504  no answer came: done or not done
└── SetupError                 the program cannot start (exit code 2)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def error_body(code: str, message: str, field: str | None = None) -> dict[str, Any]:
    """Return `{"error": {"code", "message", "field", "docs"}}`: the last is where docs/errors.md
    explains the code, relative to the dashboard's page.
    """
    docs = f"docs/errors.html#{code}"
    return {"error": {"code": code, "message": message, "field": field, "docs": docs}}


class HandoffError(Exception):
    """An error whose message is meant for the person who caused it.

    `code` is a stable word for scripts, `field` names the offending input; `beside` is what else
    the answer says: how things really are.
    """

    status = 500
    default_code = "error"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        field: str | None = None,
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.field = field
        self.beside = dict(beside or {})

    def as_json(self) -> dict[str, Any]:
        """Return the body of every refusal, and `beside`."""
        return {**error_body(self.code, self.message, self.field), **self.beside}


class BadRequest(HandoffError):
    """The request itself is wrong; `field` says where."""

    status = 400
    default_code = "bad_request"


class Unauthorized(HandoffError):
    """The request came without a token, or with a wrong one."""

    status = 401
    default_code = "unauthorized"


class Forbidden(HandoffError):
    """The request is understood, but not allowed: read-only, a foreign site, a foreign host."""

    status = 403
    default_code = "forbidden"


class NotFound(HandoffError):
    """There is no such candidate, election, znode or address."""

    status = 404
    default_code = "not_found"


class TooSlow(HandoffError):
    """The request did not arrive whole in the time that it has."""

    status = 408
    default_code = "request_timeout"


class Conflict(HandoffError):
    """The request is right, the moment is not; the message says why."""

    status = 409
    default_code = "conflict"


class LimitReached(Conflict):
    """One more would be more than the configured limit."""

    default_code = "limit_reached"


class TooOften(HandoffError):
    """A visitor asks too often, or all visitors do. after: in how many seconds they may again."""

    status = 429
    default_code = "too_often"

    def __init__(self, message: str, *, after: float) -> None:
        seconds = max(1, math.ceil(after))
        super().__init__(f"{message} Try again in {seconds} s.", beside={"retry_after": seconds})
        self.after = seconds


class NoRoom(HandoffError):
    """There is no room for one more now; a later try may find some."""

    status = 503
    default_code = "no_room"


class ZooKeeperUnavailable(HandoffError):
    """ZooKeeper does not answer now; nothing was changed."""

    status = 503
    default_code = "zookeeper_unavailable"


class OutcomeUnknown(HandoffError):
    """ZooKeeper was asked to change something and did not answer: check before you try again."""

    status = 504
    default_code = "outcome_unknown"


class SetupError(HandoffError):
    """The program cannot start; the message says what is missing and how to get it."""

    default_code = "setup"
