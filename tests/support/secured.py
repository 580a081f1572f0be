"""Apache servers that serve nobody who has not said who it is, each in its own way."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from glob import glob
from pathlib import Path
from typing import NamedTuple, TypeAlias
from unittest.mock import patch

import pytest

from app.commands.security_options import CREATOR
from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.ports import free_port
from app.zookeeper.security import Security, Tls
from tests.support.zookeeper import classpath
from tests.versions.homes import MATRIX
from tests.versions.jars import home_of, is_here

USER, PASSWORD, WRONG = "ada", "a-secret:of=ours", "not-that-one"


Extensions: TypeAlias = Mapping[str, str]
CAREFUL: Extensions = {}
_OF_A_CA: Extensions = {
    "basicConstraints": "critical,CA:TRUE",
    "keyUsage": "critical,keyCertSign,cRLSign",
    "subjectKeyIdentifier": "hash",
}
_SIGNED: Extensions = {
    "basicConstraints": "critical,CA:FALSE",
    "keyUsage": "critical,digitalSignature,keyEncipherment",
    "extendedKeyUsage": "serverAuth,clientAuth",
    "subjectKeyIdentifier": "hash",
    "authorityKeyIdentifier": "keyid",
    "subjectAltName": "IP:127.0.0.1,DNS:localhost",
}


class Secured(NamedTuple):
    """A server, and what the library and the command line say to be served by it. `wrong`: command
    lines by which it serves nobody, with a part of what is said then.
    """

    hosts: str
    security: Security
    options: tuple[str, ...]
    wrong: tuple[tuple[tuple[str, ...], str], ...]


@contextlib.contextmanager
def digest_server(directory: Path) -> Iterator[Secured]:
    """Whatever a user of digest gives as password is right: ACLs tell users apart."""
    extra = ("enforce.auth.enabled=true", "enforce.auth.schemes=digest")
    login = _file(directory / "login", f"{USER}:{PASSWORD}\n")
    wrong = _file(directory / "wrong", f"{USER}:{WRONG}\n")
    security = Security(auth=(("digest", f"{USER}:{PASSWORD}"),), acl=CREATOR)
    with _serving(directory, extra) as server:
        options = ("--zookeeper-auth", login, "--acl", "creator")
        yield Secured(
            server.hosts, security, options,
            (
                ((), "asks for a login, and was given none"),
                (("--zookeeper-auth", wrong), "does not let digest ada read /wrong/secret (ACL)"),
            ),
        )  # fmt: skip


@contextlib.contextmanager
def sasl_server(directory: Path) -> Iterator[Secured]:
    """DIGEST-MD5, and no session without."""
    jaas = _file(directory / "jaas.conf", _JAAS.format(user=USER, password=PASSWORD))
    extra = (
        "authProvider.1=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
        "sessionRequireClientSASLAuth=true",
    )
    login = _file(directory / "login", f"{USER}:{PASSWORD}\n")
    wrong = _file(directory / "wrong", f"{USER}:{WRONG}\n")
    flags = f"{os.environ.get('JVMFLAGS', '')} -Djava.security.auth.login.config={jaas}"
    with _serving(directory, extra, JVMFLAGS=flags) as server:
        yield Secured(
            server.hosts,
            Security(sasl=(USER, PASSWORD), acl=CREATOR),
            ("--zookeeper-sasl", login, "--acl", "creator"),
            (
                ((), "asks for a login, and was given none"),
                (
                    ("--zookeeper-sasl", wrong),
                    "does not accept SASL user ada",
                ),
            ),
        )


@contextlib.contextmanager
def tls_server(directory: Path) -> Iterator[Secured]:
    """TLS with a certificate of the client's."""
    port = free_port()
    ca, stranger = Authority(directory / "ca"), Authority(directory / "stranger")
    server_pem = ca.sign("server", both=True).certificate
    ours, theirs = ca.sign("client"), stranger.sign("client")
    extra = (
        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
        f"secureClientPort={port}",
        f"ssl.keyStore.location={server_pem}",
        f"ssl.trustStore.location={ca.certificate}",
        "authProvider.1=org.apache.zookeeper.server.auth.X509AuthenticationProvider",
    )
    with _serving(directory, extra, with_netty()):
        yield Secured(
            f"127.0.0.1:{port}", Security(ours, acl=CREATOR),
            (*_options(ours), "--acl", "creator"),
            (
                ((), "closed the connection"),
                (_options(Tls(ours.ca)), "asks for a certificate that it accepts"),
                (_options(theirs._replace(ca=ours.ca)), "alert certificate unknown"),
                (_options(ours._replace(ca=theirs.ca)), "is not trusted: unable to get"),
            ),
        )  # fmt: skip


SERVERS = {"digest": digest_server, "tls": tls_server, "sasl": sasl_server}


class Authority:
    """Signs certificates by the program openssl, as a careful CA does (RFC 5280)."""

    def __init__(self, directory: Path) -> None:
        if shutil.which("openssl") is None:
            pytest.skip("there is no program openssl, which makes the certificates")
        directory.mkdir()
        self._directory = directory
        self._openssl("genrsa", "-out", "ca.key", "2048")
        self._numbers = itertools.count(1)
        self.certificate = self.own()

    def own(self, its: Extensions = CAREFUL) -> Path:
        """A certificate of its own, for the key that it always has, in a new file. its: other
        values of its extensions, as openssl writes them; "" for none.
        """
        file = self._directory / f"ca{next(self._numbers)}.pem"
        self._configure({**_OF_A_CA, **its})
        self._openssl("req", "-x509", "-config", "openssl.cnf", "-extensions", "own", "-days", "2",
                      "-subj", f"/CN={self._directory.name}", "-key", "ca.key",
                      "-out", file.name)  # fmt: skip
        return file

    def sign(self, name: str, both: bool = False, its: Extensions = CAREFUL) -> Tls:
        """A certificate and its key; both: in one file, as Apache wants them. its: as above."""
        self._configure({**_SIGNED, **its})
        self._openssl("req", "-config", "openssl.cnf", "-newkey", "rsa:2048", "-nodes",
                      "-subj", f"/CN={name}", "-keyout", f"{name}.key",
                      "-out", f"{name}.csr")  # fmt: skip
        self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", self.certificate.name, "-CAkey",
                      "ca.key", "-CAcreateserial", "-extfile", "openssl.cnf", "-extensions", "own",
                      "-days", "2", "-out", f"{name}.pem")  # fmt: skip
        certificate, key = self._directory / f"{name}.pem", self._directory / f"{name}.key"
        if both:
            certificate.write_text(key.read_text() + certificate.read_text())
        return Tls(str(self.certificate), str(certificate), str(key))

    def _configure(self, extensions: Extensions) -> None:
        """Write openssl's settings; those of the system differ from one version to the next."""
        lines = [f"{name} = {value}\n" for name, value in extensions.items() if value]
        text = f"[req]\ndistinguished_name = subject\n[subject]\n[own]\n{''.join(lines)}"
        (self._directory / "openssl.cnf").write_text(text)

    def _openssl(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self._directory, check=True, capture_output=True)


_NETTY = "io/netty/handler/codec/ByteToMessageDecoder.class"
_JAAS = """\
Server {{
    org.apache.zookeeper.server.auth.DigestLoginModule required
    user_{user}="{password}";
}};
"""


def with_netty() -> str:
    """The class path of the newest release here whose Netty is whole: Netty makes Apache's TLS."""
    others = [find_classpath(home_of(one)) for one in reversed(MATRIX) if is_here(one)]
    for one in (classpath(), *others):
        jars = [jar for part in one.split(os.pathsep) for jar in glob(part)]
        if any(_NETTY in zipfile.ZipFile(jar).namelist() for jar in jars if "netty" in jar):
            return one
    pytest.skip("no ZooKeeper here has the jars of Netty, without which Apache has no TLS")


def _options(tls: Tls) -> tuple[str, ...]:
    words = [(f"--zookeeper-{name}", value) for name, value in tls._asdict().items() if value]
    return ("--zookeeper-tls", *(word for pair in words for word in pair))


def _file(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


@contextlib.contextmanager
def _serving(
    directory: Path, extra: tuple[str, ...], jars: str | None = None, **environ: str
) -> Iterator[ApacheServer]:
    server = ApacheServer(jars or classpath(), directory / "server", extra=extra)
    with patch.dict("os.environ", environ):
        server.start()
    try:
        yield server
    finally:
        server.stop()
