"""Translate the options of a program's KazooClient into those of the library's classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..zookeeper.security import Tls

_ITS_OWN = frozenset({"connection_retry", "command_retry", "randomize_hosts", "logger"})
_CHECKS_MORE = frozenset({"check_hostname", "verify_certs"})
_PLAIN = {"timeout": "session_timeout", "default_acl": "acl"}
_TLS = {"ca": "ca", "certfile": "certificate", "keyfile": "key"}
_KNOWN = {"hosts", "auth_data", "sasl_options", "use_ssl", *_ITS_OWN, *_CHECKS_MORE, *_PLAIN, *_TLS}


def from_kazoo(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `Candidate`, `Lock` and the others for these keyword arguments of a
    `KazooClient`: `hosts`, `session_timeout`, `auth`, `sasl`, `acl` and `tls`, of those that are
    given.

    Each opens a session of its own beside the client's. How it tries again is part of its recipe:
    options for retries, like `logger` and `randomize_hosts`, have no effect. Raise ValueError for
    an option that Handoff cannot follow.
    """
    if not isinstance(options, Mapping):
        raise ValueError("from_kazoo takes the options of a KazooClient, not a client")
    given = {name: value for name, value in options.items() if value is not None}
    _check(given)
    schemes = list(given.get("auth_data", ()))
    if not all(isinstance(one, (tuple, list)) and len(one) == 2 for one in schemes):
        raise ValueError(f"auth_data must be pairs of a scheme and a credential, not {schemes!r}")
    logins = [secret.partition(":")[::2] for scheme, secret in schemes if scheme == "sasl"]
    if sasl := given.get("sasl_options"):
        logins.append((sasl.get("username"), sasl.get("password")))
    tls = Tls(**{ours: given.get(theirs) for theirs, ours in _TLS.items()})
    found = {
        "hosts": _joined(given.get("hosts")),
        "auth": tuple(one for one in schemes if one[0] != "sasl"),
        "sasl": logins[0] if logins else None,
        "tls": tls if given.get("use_ssl") else None,
        **{ours: given.get(theirs) for theirs, ours in _PLAIN.items()},
    }
    return {name: value for name, value in found.items() if value}


def _joined(hosts: Any) -> Any:
    """Join a list of hosts, which may end with the chroot."""
    return ",".join(hosts).replace(",/", "/") if isinstance(hosts, list) else hosts


def _check(given: Mapping[str, Any]) -> None:
    if unknown := sorted(name for name in given.keys() - _KNOWN if given[name]):
        raise ValueError(
            f"Handoff cannot take {', '.join(unknown)} from a KazooClient: it has sessions,"
            " threads and a way to connect of its own; leave that out"
        )
    if not given.get("verify_certs", True):
        raise ValueError("Handoff checks certificates: give ca instead of verify_certs=False")
    options = given.get("sasl_options", {})
    if not isinstance(options, Mapping):
        raise ValueError(f"sasl_options must be a mapping of options, not {options!r}")
    mechanism = options.get("mechanism", "DIGEST-MD5")
    if mechanism != "DIGEST-MD5":
        raise ValueError(f"Handoff supports only DIGEST-MD5 for SASL, not {mechanism}")
