"""Check what a program gives to a class of the library; all else raises ValueError, and says what
would have been right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from kazoo.client import KazooClient
from kazoo.security import ACL

from ..errors import HandoffError
from ..zookeeper.addresses import as_hosts
from ..zookeeper.paths import NAMES
from ..zookeeper.paths import check_path as check_znode
from ..zookeeper.security import Security, Tls
from .news import News


class ClientOptions(TypedDict, total=False):
    """The options that every class of the library takes besides its own; see `RecipeClient`."""

    session_timeout: float
    connect_within: float | None
    auth: Sequence[tuple[str, str]]
    acl: Sequence[ACL] | None
    sasl: tuple[str, str] | None
    tls: Tls | None
    on_news: Callable[[News], object] | None


def check_options(
    session_timeout: float,
    connect_within: float | None,
    auth: Sequence[tuple[str, str]],
    acl: Sequence[ACL] | None,
    sasl: tuple[str, str] | None,
    tls: Tls | None,
    on_news: Callable[[News], object] | None,
) -> Security:
    """Check the options, and return those about security as one."""
    check_functions(on_news=on_news)
    require(
        isinstance(auth, (list, tuple, set, frozenset)) and all(map(_is_credential, auth)),
        "auth must be a list of pairs of strings like [('digest', 'ada:secret')]",
    )
    is_list = isinstance(acl, (list, tuple)) and not isinstance(acl, ACL)  # an ACL is a tuple too
    require(
        acl is None or (is_list and bool(acl) and all(isinstance(one, ACL) for one in acl)),
        "acl must be a list of kazoo's ACLs like [make_digest_acl('ada', 'secret', all=True)]",
    )
    require(
        sasl is None or _is_credential(sasl), "sasl must be a pair of strings: ('ada', 'secret')"
    )
    require(tls is None or isinstance(tls, Tls), f"tls must be a Tls, not {tls!r}")
    if tls is not None:
        tls.check()
    check_seconds("session_timeout", session_timeout)
    if connect_within is not None:
        check_seconds("connect_within", connect_within)
    return Security(tls, tuple(auth), sasl, tuple(acl) if acl else None)


def check_place(hosts: str, path: str, identity: str) -> None:
    """Check where ZooKeeper is, the path of a recipe there, and a name to take part under."""
    require(
        not isinstance(hosts, KazooClient),
        "only Lock and SharedLock take a KazooClient: give its options, by **from_kazoo(options)",
    )
    require(isinstance(hosts, str), "hosts must be a string like 'host:2181,host:2181/chroot'")
    try:
        as_hosts(hosts)
    except ValueError as error:
        raise ValueError(f"hosts {hosts!r} is not a connection string: it {error}") from None
    try:
        check_znode(path)
    except HandoffError as error:
        raise ValueError(
            f"{error.message}: {path!r}; a correct path looks like '/path/to/znode'"
        ) from None
    require(path != "/", "path must name a znode below the root, like '/path/to/znode'")
    _check_identity(identity)


def check_shared(options: Mapping[str, Any]) -> None:
    """Check the options that are given with a client of the program's own."""
    others = sorted(options.keys() - {"on_news"})
    require(not others, f"the KazooClient has {', '.join(others)} of its own: leave that out")


def require(holds: bool, words: str) -> None:
    """Raise ValueError with these words unless it holds."""
    if not holds:
        raise ValueError(words)


def _check_identity(name: str) -> None:
    require(
        isinstance(name, str) and bool(name.strip()) and name.isprintable(),
        f"identity must be a string of printable characters, not {name!r}",
    )


def check_node(identity: str) -> None:
    """Check an identity that is the name of a znode too."""
    _check_identity(identity)
    words = f"identity must be a valid znode name, not {identity!r}"
    require(re.fullmatch(NAMES, identity) is not None, words)


def check_functions(**functions: object) -> None:
    """Check functions of the user's by their names; None where one is left out."""
    for name, function in functions.items():
        require(
            function is None or callable(function),
            f"{name} must be a function, not {function!r}: pass it without ()",
        )


def _is_credential(pair: object) -> bool:
    return isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(one, str) for one in pair)


def check_seconds(what: str, seconds: float) -> None:
    """Check a time."""
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    require(is_number and 0 < seconds < 1e6, f"{what} must be a number of seconds, not {seconds!r}")
