"""Say how we reach ZooKeeper: plain or by TLS, as whom, and who may use what we create."""

from __future__ import annotations

import os
import socket
import ssl
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from kazoo.security import ACL


class Tls(NamedTuple):
    """The files of TLS, in PEM. ca: the authorities that may have signed the servers' certificates;
    None: those that the system trusts. certificate, key: our own, for servers that ask for one;
    without a key, the certificate's file has it.
    """

    ca: str | None = None
    certificate: str | None = None
    key: str | None = None

    def check(self) -> None:
        """Raise ValueError, which says what is wrong with which file."""
        for file in filter(None, self):
            if not os.access(file, os.R_OK):
                raise ValueError(f"{file} cannot be read")
        try:
            context_of(self)
        except OSError as error:
            files = ", ".join(filter(None, self))
            raise ValueError(f"{files}: {_words(error)}") from None


@dataclass(frozen=True)
class Security:
    """The security of every connection. auth: `(scheme, credential)` pairs; sasl: user and password
    for DIGEST-MD5; acl: that of all that is created without another one; None: open to everybody.
    """

    tls: Tls | None = None
    auth: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    sasl: tuple[str, str] | None = field(default=None, repr=False)
    acl: tuple[ACL, ...] | None = field(default=None, repr=False)

    @property
    def has_credentials(self) -> bool:
        """Tell whether the server can tell us from everybody else."""
        return bool(self.auth or self.sasl or (self.tls and self.tls.certificate))

    @property
    def names(self) -> str:
        """Return the identities that we use, without secrets."""
        sasl = [] if self.sasl is None else [f"SASL user {self.sasl[0]}"]
        found = [f"{scheme} {one.partition(':')[0]}" for scheme, one in self.auth]
        return ", ".join(sasl + found)

    def open(
        self, server: tuple[str, int], timeout: float, name: str | None = None
    ) -> socket.socket:
        """Connect to a server; `name`: what its certificate must be for, if that is not the host of
        `server`. Raise OSError.
        """
        connection = socket.create_connection(server, timeout)
        return self.protect(connection, name or server[0])

    def protect(
        self, connection: socket.socket, name: str, kind: Any = ssl.SSLSocket
    ) -> socket.socket:
        """Return the same connection behind TLS, a socket of `kind`; return it unchanged without
        TLS. Close it where this raises OSError.
        """
        if self.tls is None:
            return connection
        try:
            return context_of(self.tls, kind).wrap_socket(connection, server_hostname=name)
        except BaseException:
            connection.close()
            raise


OPEN = Security()
"""The security without TLS or credentials."""


_RULES: Final = ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_PARTIAL_CHAIN
"""The rules for certificates: RFC 5280's, and any certificate of the CA's file may end a chain.
They are Python's own from 3.13 on; here they are the same on each Python, so that an update of
Python does not refuse what an earlier one accepts.
"""


@lru_cache
def context_of(tls: Tls, kind: Any = ssl.SSLSocket) -> ssl.SSLContext:
    """Return the TLS context, which also checks the server's name or address. Raise OSError for
    files that cannot be read, or hold something else.
    """
    context = ssl.create_default_context(cafile=tls.ca)
    context.verify_flags |= _RULES
    context.sslsocket_class = kind
    if tls.certificate is not None:
        context.load_cert_chain(tls.certificate, tls.key, _no_passphrase)
    return context


def _no_passphrase() -> str:
    """Refuse an encrypted key: OpenSSL would ask for the passphrase on the terminal, and wait."""
    raise OSError("the key is encrypted: give one without a passphrase, readable by you alone")


_NO_TLS = ("WRONG_VERSION_NUMBER", "TLSV1_ALERT_PROTOCOL_VERSION", "UNEXPECTED_EOF_WHILE_READING")
_IS_A_CA, _OTHER_HOST, _OTHER_ADDRESS = "basicConstraints=critical,CA:TRUE", 62, 64
_LACKS = {
    79: ("its CA's certificate does not say that it is a CA's", _IS_A_CA),
    85: ("it, or one between it and the root CA's, lacks authorityKeyIdentifier",
         "authorityKeyIdentifier=keyid"),
    86: ("its CA's certificate lacks subjectKeyIdentifier", "subjectKeyIdentifier=hash"),
    89: ("its CA's certificate has basicConstraints that are not critical", _IS_A_CA),
    92: ("its CA's certificate lacks keyUsage", "keyUsage=critical,keyCertSign,cRLSign"),
}  # fmt: skip
"""OpenSSL's `X509_V_ERR_…` (x509_vfy.h) -> what a careless CA has left out, and what mends that."""
_STRICT = range(79, 95)
"""The errors that only the strict rules know."""


def tls_words(error: ssl.SSLError, server: str) -> str:
    """Return why a connection by TLS has failed, and what helps where we know."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate of {server} is {_distrust(error)}"
    if isinstance(error, ssl.SSLEOFError) or error.reason in _NO_TLS:
        return f"{server} does not speak TLS, or none of our versions"
    return refusal_words(error.reason or str(error), server)


def refusal_words(alert: str, server: str) -> str:
    """Return what a server's alert means, as OpenSSL spells it: one that asks for a certificate may
    say so (TLS 1.3), or call none at all a bad one.
    """
    words = alert.strip().lower().replace("_", " ")
    if words.endswith(("bad certificate", "certificate required")):
        return (
            f"{server} asks for a certificate that it accepts: give --zookeeper-certificate and "
            "--zookeeper-key"
        )
    return f"{server} refuses TLS with us: {words}"


def _distrust(error: ssl.SSLCertVerificationError) -> str:
    code, message = error.verify_code, error.verify_message
    if code in (_OTHER_HOST, _OTHER_ADDRESS):
        name = message.partition("'")[2].rstrip("'.")
        kind = "DNS" if code == _OTHER_HOST else "IP"
        return (
            f"not for {name}: reach the server by a name or an address that it is for, or have it"
            f" made again, with subjectAltName={kind}:{name} among others"
        )
    if code in _LACKS:
        lacks, cure = _LACKS[code]
        return f"not trusted: {lacks}; have that certificate made again, with {cure}"
    if code in _STRICT:
        return f"not trusted: {message}; have it, or its CA's, made again by the rules of RFC 5280"
    return f"not trusted: {message}"


def _words(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no certificate and key in PEM").lower().replace("_", " ")
    return error.strerror or str(error)
