"""The options for reaching ZooKeeper, the same for every command that has them.

A secret is in a file or in a variable of its own: everybody on the machine may read a
command line.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import click
from kazoo.security import ACL, Id

from ..zookeeper.security import Security, Tls
from .arguments import Option

CREATOR = (ACL(31, Id("auth", "")),)
"""ZooKeeper puts in the creator's credentials."""

AUTH_SECRET, SASL_SECRET = "HANDOFF_ZOOKEEPER_AUTH_SECRET", "HANDOFF_ZOOKEEPER_SASL_SECRET"
_HOLDS = "holds user:password, or set in a variable instead:"
_PERMISSIONS = {"r": 1, "w": 2, "c": 4, "d": 8, "a": 16}


def _login(text: str) -> str:
    """Read `user:password`."""
    line = text.removeprefix("\ufeff").strip("\r\n")
    user, colon, password = line.partition(":")
    if not (user and colon and password) or len(line.splitlines()) > 1:
        raise ValueError("must hold one line, user:password")
    return f"{user}:{password}"


def _login_in(text: str) -> str:
    """Read a file; somebody may have given the secret itself, so it is not repeated."""
    try:
        return _login(Path(text).read_text())
    except (OSError, ValueError):
        raise click.BadParameter("must be a readable file of one line, user:password") from None


def _acl(text: str) -> tuple[ACL, ...]:
    return CREATOR if text == "creator" else tuple(map(_entry, text.split(",")))


def _entry(text: str) -> ACL:
    """Read an entry; an id may have colons in it."""
    scheme, _, rest = text.partition(":")
    name, _, letters = rest.rpartition(":")
    if not (scheme and letters and set(letters) <= _PERMISSIONS.keys()) or ":" not in rest:
        raise ValueError("must be creator, or like digest:ada:HASH:cdrwa,world:anyone:r")
    return ACL(sum(_PERMISSIONS[one] for one in set(letters)), Id(scheme, name))


_FILE = click.Path(exists=True, dir_okay=False)
OPTIONS = (
    Option("zookeeper-tls", bool, "reach ZooKeeper by TLS"),
    Option("zookeeper-ca", _FILE, "who may sign its servers' certificates (PEM)", "FILE"),
    Option(
        "zookeeper-certificate", _FILE, "our certificate, if ZooKeeper asks for one (PEM)", "FILE"
    ),
    Option("zookeeper-key", _FILE, "the key of our certificate (PEM), if separate", "FILE"),
    Option("zookeeper-auth", _login_in, f"log in by digest; {_HOLDS} {AUTH_SECRET}", "FILE"),
    Option(
        "zookeeper-sasl", _login_in, f"log in by SASL DIGEST-MD5; {_HOLDS} {SASL_SECRET}", "FILE"
    ),
    Option("acl", _acl, "ACL of all that is created: creator, or SCHEME:ID:PERMS,…", "ACL"),
)


def take_security(values: dict[str, Any], environ: MutableMapping[str, str]) -> Security:
    """Take what these options say out of `values`, and secrets out of `environ`: every process that
    is started gets what is left there. Raise click's UsageError.
    """
    tls = _take_tls(values)
    auth = _secret(values.pop("zookeeper_auth"), environ, AUTH_SECRET)
    sasl = _secret(values.pop("zookeeper_sasl"), environ, SASL_SECRET)
    user, _, password = (sasl or "").partition(":")
    pairs = (("digest", auth),) if auth else ()
    security = Security(tls, pairs, (user, password) if sasl else None, values.pop("acl"))
    by_login = any(one.id.scheme == "auth" for one in security.acl or ())
    if by_login and not security.has_credentials:
        raise click.UsageError(
            "--acl creator, and auth:, need a login: --zookeeper-auth, --zookeeper-sasl"
            " or a certificate"
        )
    return security


def _take_tls(values: dict[str, Any]) -> Tls | None:
    tls = Tls(*(values.pop(f"zookeeper_{name}") for name in Tls._fields))
    is_wanted = values.pop("zookeeper_tls")
    if any(tls) and not is_wanted:
        raise click.UsageError(
            "--zookeeper-ca, --zookeeper-certificate and --zookeeper-key need --zookeeper-tls"
        )
    if tls.key and not tls.certificate:
        raise click.UsageError("--zookeeper-key needs --zookeeper-certificate")
    try:
        tls.check()
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return tls if is_wanted else None


def _secret(said: str | None, environ: MutableMapping[str, str], variable: str) -> str | None:
    """Return the secret; that of a file comes first."""
    around = environ.pop(variable, "")
    try:
        return said or (_login(around) if around else None)
    except ValueError as error:
        raise click.UsageError(f"{variable} {error}") from None
