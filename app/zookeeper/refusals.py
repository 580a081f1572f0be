"""Say what ZooKeeper refuses in plain words: kazoo's errors as errors of ours."""

from __future__ import annotations

from typing import NamedTuple

from kazoo import exceptions as kazoo
from kazoo.handlers.threading import KazooTimeoutError

from ..errors import (
    BadRequest,
    Conflict,
    Forbidden,
    HandoffError,
    NotFound,
    OutcomeUnknown,
    ZooKeeperUnavailable,
)


class _Words(NamedTuple):
    kind: type[HandoffError]
    code: str
    words: str
    field: str | None = "path"


_REFUSALS: dict[type[BaseException], _Words] = {
    kazoo.NoNodeError: _Words(NotFound, "no_znode", "There is no znode {path}."),
    kazoo.NoAuthError: _Words(
        Forbidden, "no_permission", "The ACL of {path} does not allow this session to do that."
    ),
    kazoo.BadVersionError: _Words(
        Conflict, "stale", "{path} was changed since it was read.", "version"
    ),
    kazoo.NodeExistsError: _Words(Conflict, "exists", "The znode {path} exists already."),
    kazoo.NotEmptyError: _Words(Conflict, "not_empty", "{path} has children."),
    kazoo.NoChildrenForEphemeralsError: _Words(
        Conflict,
        "ephemeral_parent",
        "{path} would be below an ephemeral znode, which can have no children."
    ),
    kazoo.InvalidACLError: _Words(
        BadRequest, "bad_acl", "ZooKeeper does not accept this ACL for {path}.", "acl"
    ),
    kazoo.BadArgumentsError: _Words(
        BadRequest, "bad_arguments", "ZooKeeper does not accept this request for {path}."
    ),
    kazoo.UnimplementedError: _Words(
        Conflict,
        "unsupported",
        "This ZooKeeper cannot do that. (Znodes with a time to live need"
        " zookeeper.extendedTypesEnabled=true there.)",
        "kind",
    ),
    kazoo.QuotaExceededError: _Words(Conflict, "quota", "A quota at or above {path} is used up."),
    kazoo.AuthFailedError: _Words(
        Forbidden, "auth_failed", "ZooKeeper refuses these credentials.", "scheme"
    ),
    kazoo.ThrottledOpError: _Words(
        ZooKeeperUnavailable, "throttled", "ZooKeeper is overloaded, and did not do this.",
        None,
    ),
}  # fmt: skip

_OF_THE_REQUEST = -100
"""Codes from here down are errors of one request, in KeeperException.Code: it was not done."""

_OF_THE_SESSION = (kazoo.SessionExpiredError, kazoo.SessionMovedError)


def in_words(
    error: BaseException, path: str | None = None, *, changes: bool = False, sent: bool = True,
    within: float | None = None,
) -> HandoffError:  # fmt: skip
    """Return kazoo's error as one of ours, about `path`.

    changes: whether the request was a change. If it was sent and no answer came (a lost connection,
    an expired session, a timeout), its outcome is unknown: OutcomeUnknown. within: the seconds that
    the answer was awaited.
    """
    known = _REFUSALS.get(type(error))
    if known is not None:
        words = known.words.format(path=path or "the znode")
        return known.kind(words, code=known.code, field=known.field)
    if getattr(error, "code", 0) <= _OF_THE_REQUEST and not isinstance(error, _OF_THE_SESSION):
        words = f"ZooKeeper refuses that for {path or 'the znode'}: {type(error).__name__}."
        return Conflict(words, code="refused", field="path")
    if changes and sent:
        return OutcomeUnknown(
            f"ZooKeeper did not answer ({_why(error, within)}): it may be done or not."
            " Check before you try again."
        )
    return ZooKeeperUnavailable(f"ZooKeeper does not answer: {_why(error, within)}.")


def _why(error: BaseException, within: float | None) -> str:
    if isinstance(error, KazooTimeoutError):
        return "no answer in time" if within is None else f"no answer within {within:g} s"
    if isinstance(error, kazoo.ConnectionClosedError):
        return "the session is closed"
    if isinstance(error, kazoo.SessionExpiredError):
        return "the session has expired"
    if isinstance(error, kazoo.ConnectionLoss):
        return "the connection was lost"
    return f"{type(error).__name__} {error}".strip()


def brief_words(error: BaseException) -> str:
    """Return an error in words for people who know already what was requested."""
    known = {
        "InvalidACLError": "ZooKeeper knows none of the users that this ACL names",
        "NoAuthError": "no permission (ACL)",
        "NoNodeError": "there is no znode above it",
        "QuotaExceededError": "quota exceeded",
    }
    name = type(error).__name__
    return known.get(name, str(error) or name)
