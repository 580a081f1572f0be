"""Where the sandbox means to differ from the Apache ZooKeeper that it stands for, with the reasons.

What Apache leaves open is no deviation and is dealt with in raw_view.py: the order of names in
lists, of the entries of `whoAmI`, and of the events of the ephemerals of one closed session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.zookeeper.wire.capabilities import Capabilities
from app.zookeeper.wire.codes import Code, Op

Line = tuple[Any, ...]


class Deviation(NamedTuple):
    """permits: whether it explains that Apache said the first line and the sandbox the second.
    versions: of which Apaches, in words; of: whether one that can do this is among them.
    """

    reason: str
    permits: Callable[[Line, Line], bool]
    versions: str = "every version"
    of: Callable[[Capabilities], bool] = lambda can: True


def _is_of_others(right: Line, other: Line) -> bool:
    return (
        right[:2] == other[:2] == ("reply", Op.CHECK_WATCHES.name)
        and right[4] == Code.OK
        and other[4] == Code.NO_WATCHER
    )


def _is_astral(right: Line, other: Line) -> bool:
    return repr(right).replace("\ufffd" * 6, "😀") == repr(other)


def _is_spared(right: Line, other: Line) -> bool:
    return right == ("the old one", ("hung up",)) and other == ("the old one",)


DEVIATIONS = [
    Deviation(
        "checkWatches answers OK where any session watches the path",
        _is_of_others,
        "before 3.9.0",
        lambda can: not can.checks_own_watches,
    ),
    Deviation(
        "Apache writes characters beyond U+FFFF as two surrogates, which no client reads as UTF-8",
        _is_astral,
    ),
    Deviation(
        "Apache ends a session's connection for anyone who names the session, before it looks at "
        "the password",
        _is_spared,
    ),
]

LEFT_OUT = (
    "createTTL with flags of no TTL znode and a ttl of -1 ends Apache, which does not start again "
    "on that log; the sandbox refuses it",
    "a lone check that succeeds is never answered by Apache before 3.8.5 and 3.9.3; the sandbox "
    "answers",
    "checkWatches of a path without a slash is -5 at Apache's before 3.9 while anyone watches "
    "recursively",
    "deleteContainer of a client's deletes any znode without children since 3.9.0, whatever its "
    "ACL, and is refused before; the sandbox refuses it",
    "a request that is sent right behind a setACL may be judged by the ACL before it at Apache's, "
    "whose queue of changes does not hold the new one",
    "a null path is an empty one to the sandbox; Apache stumbles over it here (-5) and not there",
    "createSession and sasl: the sandbox refuses them (-6); Apache does as told, or hangs up",
)
"""What is not asked in the test, and why."""


def permitted(right: Sequence[Line], other: Sequence[Line], can: Capabilities) -> bool:
    """Whether deviations from an Apache that can do this explain all in which the two differ."""
    known = [one for one in DEVIATIONS if one.of(can)]
    return len(right) == len(other) and all(
        ours == theirs or any(one.permits(theirs, ours) for one in known)
        for theirs, ours in zip(right, other, strict=True)
    )
