"""The options that say how ZooKeeper is reached, the same for every command that has them.

A secret is in a file or in a variable of its own: what stands on a command line, all of the machine
may read.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from kazoo.security import ACL, Id

from app.arguments import Option, Unshown, as_switch
from app.security import Security, Tls

CREATOR = (ACL(31, Id("auth", "")),)
"""ZooKeeper puts in the credentials of whoever creates."""

AUTH_SECRET, SASL_SECRET = "HANDOFF_ZOOKEEPER_AUTH_SECRET", "HANDOFF_ZOOKEEPER_SASL_SECRET"
_HOLDS = "holds user:password, which may stand in a variable instead:"
_PERMISSIONS = {"r": 1, "w": 2, "c": 4, "d": 8, "a": 16}


def _file(text: str) -> str:
    if not os.access(text, os.R_OK) or os.path.isdir(text):
        raise ValueError("must be a file that can be read")
    return text


def _login(text: str) -> str:
    """`user:password`."""
    line = text.removeprefix("\ufeff").strip("\r\n")
    user, colon, password = line.partition(":")
    if not (user and colon and password) or len(line.splitlines()) > 1:
        raise ValueError("must hold one line, user:password")
    return f"{user}:{password}"


def _login_in(text: str) -> str:
    """Somebody may have given the secret itself."""
    try:
        return _login(Path(_file(text)).read_text())
    except ValueError:
        raise Unshown("must be a file that can be read, of one line, user:password") from None


def _acl(text: str) -> tuple[ACL, ...]:
    return CREATOR if text == "creator" else tuple(map(_entry, text.split(",")))


def _entry(text: str) -> ACL:
    """An id may have colons in it."""
    scheme, _, rest = text.partition(":")
    name, _, letters = rest.rpartition(":")
    if not (scheme and letters and set(letters) <= _PERMISSIONS.keys()) or ":" not in rest:
        raise ValueError("must be creator, or like digest:ada:HASH:cdrwa,world:anyone:r")
    return ACL(sum(_PERMISSIONS[one] for one in set(letters)), Id(scheme, name))


OPTIONS = (
    Option("zookeeper-tls", as_switch, "reach ZooKeeper by TLS"),
    Option("zookeeper-ca", _file, "who may sign its servers' certificates (PEM)", "FILE"),
    Option("zookeeper-certificate", _file, "our certificate, if it asks for one (PEM)", "FILE"),
    Option("zookeeper-key", _file, "the key of our certificate (PEM), if apart", "FILE"),
    Option("zookeeper-auth", _login_in, f"log in by digest; {_HOLDS} {AUTH_SECRET}", "FILE"),
    Option(
        "zookeeper-sasl", _login_in, f"log in by SASL DIGEST-MD5; {_HOLDS} {SASL_SECRET}", "FILE"
    ),
    Option("acl", _acl, "of all that is created: creator, or SCHEME:ID:PERMS,…", "ACL"),
)


def take_security(
    parser: argparse.ArgumentParser, values: dict[str, Any], environ: MutableMapping[str, str]
) -> Security:
    """Take what these options say out of `values`, and secrets out of `environ`: every process
    that is started gets what is left there. A wrong value ends the program with code 2.
    """
    tls = _take_tls(parser, values)
    auth = _secret(parser, values.pop("zookeeper_auth", None), environ, AUTH_SECRET)
    sasl = _secret(parser, values.pop("zookeeper_sasl", None), environ, SASL_SECRET)
    user, _, password = (sasl or "").partition(":")
    pairs = (("digest", auth),) if auth else ()
    security = Security(tls, pairs, (user, password) if sasl else None, values.pop("acl", None))
    by_login = any(one.id.scheme == "auth" for one in security.acl or ())
    if by_login and not security.has_credentials:
        parser.error("--acl creator, and auth:, need a login: --zookeeper-auth, --zookeeper-sasl"
                     " or a certificate")  # fmt: skip
    return security


def _take_tls(parser: argparse.ArgumentParser, values: dict[str, Any]) -> Tls | None:
    tls = Tls(*(values.pop(f"zookeeper_{name}", None) for name in Tls._fields))
    is_wanted = values.pop("zookeeper_tls", False)
    if any(tls) and not is_wanted:
        parser.error("--zookeeper-ca, --zookeeper-certificate and --zookeeper-key need"
                     " --zookeeper-tls")  # fmt: skip
    if tls.key and not tls.certificate:
        parser.error("--zookeeper-key needs --zookeeper-certificate")
    try:
        tls.check()
    except ValueError as error:
        parser.error(str(error))
    return tls if is_wanted else None


def _secret(
    parser: argparse.ArgumentParser,
    said: str | None,
    environ: MutableMapping[str, str],
    variable: str,
) -> str | None:
    """The one of a file comes first."""
    around = environ.pop(variable, "")
    try:
        return said or (_login(around) if around else None)
    except ValueError as error:
        parser.error(f"{variable} {error}")
