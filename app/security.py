"""How ZooKeeper is reached: plain or by TLS, as whom, and who may use what is created."""

from __future__ import annotations

import os
import socket
import ssl
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from kazoo.security import ACL


class Tls(NamedTuple):
    """Files in PEM. ca: who may have signed the servers' certificates; None: those that the system
    trusts. certificate, key: our own, for servers that ask for one; without a key it is in the
    certificate's file.
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
    for DIGEST-MD5; acl: of all that is created without another one, None: open to everybody.
    """

    tls: Tls | None = None
    auth: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    sasl: tuple[str, str] | None = field(default=None, repr=False)
    acl: tuple[ACL, ...] | None = field(default=None, repr=False)

    @property
    def has_credentials(self) -> bool:
        """Tell whether the server can tell us from anybody else."""
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
        """Return the same connection behind TLS, a socket of `kind`; unchanged without TLS. Raise
        OSError, having closed it.
        """
        if self.tls is None:
            return connection
        try:
            return context_of(self.tls, kind).wrap_socket(connection, server_hostname=name)
        except BaseException:
            connection.close()
            raise


OPEN = Security()
"""Security without TLS or credentials."""


@lru_cache
def context_of(tls: Tls, kind: Any = ssl.SSLSocket) -> ssl.SSLContext:
    """Return the TLS context. Raise OSError for files that cannot be read, or hold something
    else.
    """
    context = ssl.create_default_context(cafile=tls.ca)
    context.sslsocket_class = kind
    if tls.certificate is not None:
        context.load_cert_chain(tls.certificate, tls.key, _no_passphrase)
    return context


def _no_passphrase() -> str:
    """Refuse an encrypted key: OpenSSL would ask for the passphrase on the terminal, and wait."""
    raise OSError("the key is encrypted: give one without a passphrase, readable by you alone")


def _words(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no certificate and key in PEM").lower().replace("_", " ")
    return error.strerror or str(error)
