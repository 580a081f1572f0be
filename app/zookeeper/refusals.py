"""Judge kazoo's errors, here and nowhere else: as answers, and as errors of ours in plain words."""

from __future__ import annotations

from typing import Any, NamedTuple

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
from . import operations as o

UNANSWERED = (
    kazoo.ConnectionLoss,
    kazoo.ConnectionClosedError,
    kazoo.SessionExpiredError,
    kazoo.OperationTimeoutError,
    KazooTimeoutError,
)
"""The errors that are no answers of ZooKeeper: what somebody asked for may have been done or not.
"""

_WHY: dict[type[Exception], o.Why] = {
    kazoo.NoNodeError: "no node",
    kazoo.NodeExistsError: "exists",
    kazoo.BadVersionError: "version",
    kazoo.NotEmptyError: "not empty",
}
_ERRORS = {why: error for error, why in _WHY.items()}
_VERBS = {o.Get: "read", o.Exists: "read", o.Names: "list", o.Create: "create", o.Set: "write",
          o.Delete: "delete", o.Check: "check", o.Sync: "sync"}  # fmt: skip
_READING = (o.Read, o.Reads, o.Sync, o.Ephemerals, o.WhoAmI)


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
"""The codes from here down, in KeeperException.Code, are errors of one request, which was not
carried out.
"""

_OF_THE_SESSION = (kazoo.SessionExpiredError, kazoo.SessionMovedError)


def answer_of(error: Exception, asked: Any, index: int = 0, failed: bool = False) -> o.Answer:
    """Return what an error means that answers `asked`, one read or write. index: its place among
    the writes of a transaction. failed: whether it counts as a failure, whatever it is.
    """
    if isinstance(error, UNANSWERED):
        return o.Unanswered(_why(error, None))
    why = None if failed or isinstance(asked, _READING) else _WHY.get(type(error))
    if why is not None:
        return o.RequestRefused(index, why)
    path = getattr(asked, "path", "/")
    reason = f"cannot {_VERBS.get(type(asked), 'ask about')} {path}: {brief_words(error)}"
    return o.RequestFailed(reason, getattr(error, "code", 0), path)


def refusal_of(answer: o.Answer, asked: o.Operation | str | None) -> HandoffError:
    """Return the error that tells a person of an answer that is no success. asked: the operation,
    or the path that it was about. The cause of the error is kazoo's.
    """
    is_change = not isinstance(asked, _READING)
    error: Exception = kazoo.ConnectionLoss()
    if isinstance(answer, o.RequestRefused):
        one = asked[answer.index] if isinstance(asked, tuple) else asked
        error = _ERRORS[answer.why]()
        refusal = in_words(error, one if isinstance(one, str) else getattr(one, "path", None))
    elif isinstance(answer, o.RequestFailed):
        error = kazoo.EXCEPTIONS.get(answer.code or None, kazoo.ZookeeperError)()
        refusal = in_words(error, answer.path, changes=is_change)
    else:
        assert isinstance(answer, o.Unanswered)
        refusal = _unanswered(answer.reason, is_change and answer.was_sent)
    refusal.__cause__ = error
    return refusal


def in_words(
    error: BaseException, path: str | None = None, *, changes: bool = False,
    within: float | None = None,
) -> HandoffError:  # fmt: skip
    """Return kazoo's error as one of ours, about `path`.

    changes: whether the request was a change. If no answer came (a lost connection, an expired
    session, a timeout), its outcome is unknown: OutcomeUnknown. within: the seconds that somebody
    waited for the answer.
    """
    known = _REFUSALS.get(type(error))
    if known is not None:
        words = known.words.format(path=path or "the znode")
        return known.kind(words, code=known.code, field=known.field)
    if getattr(error, "code", 0) <= _OF_THE_REQUEST and not isinstance(error, _OF_THE_SESSION):
        words = f"ZooKeeper refuses that for {path or 'the znode'}: {type(error).__name__}."
        return Conflict(words, code="refused", field="path")
    return _unanswered(_why(error, within), changes)


def _unanswered(reason: str, is_change: bool) -> HandoffError:
    if is_change:
        return OutcomeUnknown(
            f"ZooKeeper did not answer ({reason}): it may be done or not."
            " Check before you try again."
        )
    return ZooKeeperUnavailable(f"ZooKeeper does not answer: {reason}.")


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
    """Return an error in words, for people who know already what was requested."""
    known = {
        "InvalidACLError": "ZooKeeper knows none of the users that this ACL names",
        "NoAuthError": "no permission (ACL)",
        "NoNodeError": "there is no znode above it",
        "QuotaExceededError": "quota exceeded",
    }
    name = type(error).__name__
    return known.get(name, str(error) or name)
