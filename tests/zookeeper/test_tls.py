"""Which certificates are trusted, and the sentence where one is not."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import ZooKeeperUnavailable
from app.processes.sessions import end_session
from app.zookeeper.client import close, connect
from app.zookeeper.fourletter import FourLetterError, ask
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.security import Security, Tls, tls_words
from tests.support.secured import CAREFUL, Authority, Extensions
from tests.support.zookeeper import await_until

WITHIN = 30.0
ELSEWHERE = "DNS:zk1.example,IP:127.0.0.2"
RENAMED = (
    "not for {name}: reach the server by a name or an address that it is for, or have it made"
    " again, with subjectAltName={kind}:{name} among others"
)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls") / "ca")


@contextlib.contextmanager
def serving(own: Tls) -> Iterator[int]:
    """A server with this certificate, which hangs up after the handshake; its port."""
    assert own.certificate
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(own.certificate, own.key)

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                connection.settimeout(WITHIN)
                with connection, contextlib.suppress(OSError):
                    context.wrap_socket(connection, server_side=True).close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)  # closing it would leave the thread in accept
            thread.join()


def why_not(port: int, ca: Path, name: str = "localhost") -> str | None:
    """What the certificate of a server reached by this name is not; None where it is trusted."""
    try:
        Security(Tls(str(ca))).open(("127.0.0.1", port), WITHIN, name).close()
    except ssl.SSLError as error:
        return tls_words(error, "zk1").removeprefix("the certificate of zk1 is ")
    return None


@pytest.mark.parametrize(
    ("names", "reached", "kind"),
    [
        ("IP:127.0.0.1,DNS:localhost", "localhost", None),
        ("IP:127.0.0.1,DNS:localhost", "127.0.0.1", None),
        ("DNS:*.zk.example", "a.zk.example", None),
        ("IP:0:0:0:0:0:0:0:1", "::1", None),
        (ELSEWHERE, "zk2.example", "DNS"),
        (ELSEWHERE, "127.0.0.1", "IP"),
        ("IP:127.0.0.1", "localhost", "DNS"),
        ("DNS:localhost", "127.0.0.1", "IP"),
        ("IP:127.0.0.1", "::1", "IP"),
    ],
)
def test_the_name_or_the_address_must_be_in_the_certificate(
    authority: Authority, names: str, reached: str, kind: str | None
) -> None:
    with serving(authority.sign("server", its={"subjectAltName": names})) as port:
        said = why_not(port, authority.certificate, reached)
    assert said == (kind and RENAMED.format(name=reached, kind=kind))


def test_whoever_asks_is_told_of_another_name(authority: Authority) -> None:
    with serving(authority.sign("server", its={"subjectAltName": ELSEWHERE})) as port:
        security = Security(Tls(str(authority.certificate)))
        handler = InOrderHandler(security=security)
        client = connect(f"127.0.0.1:{port}", 10.0, handler=handler)
        client.start_async()
        reason = await_until(lambda: handler.reason)
        close(client)
        with pytest.raises(FourLetterError) as word:
            ask("127.0.0.1", port, "srvr", WITHIN, security)
        with pytest.raises(ZooKeeperUnavailable) as end:
            end_session(f"127.0.0.1:{port}", (1, bytes(16)), 10.0, 0.0, security)
    words = RENAMED.format(name="127.0.0.1", kind="IP")
    assert reason == f"the certificate of 127.0.0.1:{port} is {words}"
    assert str(word.value) == f"the certificate of the server is {words}"
    assert str(end.value).endswith(f"the certificate of 127.0.0.1:{port} is {words}")


@pytest.mark.parametrize(
    ("its", "lacks"),
    [
        ({"keyUsage": ""}, "lacks keyUsage"),
        ({"subjectKeyIdentifier": "none"}, "lacks subjectKeyIdentifier"),
        ({"basicConstraints": "CA:TRUE"}, "has basicConstraints that are not critical"),
        ({"basicConstraints": ""}, "does not say that it is a CA's"),
    ],
)
def test_what_a_careless_ca_lacks_is_said_and_mends_it(
    authority: Authority, its: Extensions, lacks: str
) -> None:
    """On every Python, and also where the certificates that it has signed stay as they are."""
    careless = authority.own(its)
    with serving(authority.sign("server")) as port:
        said = why_not(port, careless)
        assert said is not None
        what, _, cure = said.partition("; have that certificate made again, with ")
        assert what == f"not trusted: its CA's certificate {lacks}"
        name, _, value = cure.partition("=")
        assert why_not(port, authority.own({**its, name: value})) is None


@pytest.mark.parametrize(
    ("its", "says"),
    [
        (
            {"authorityKeyIdentifier": "none"},
            "lacks authorityKeyIdentifier; have that certificate made again, with"
            " authorityKeyIdentifier=keyid",
        ),
        (
            {"keyUsage": "critical,digitalSignature,keyCertSign"},
            "have it, or its CA's, made again by the rules of RFC 5280",
        ),
    ],
)
def test_what_is_wrong_with_the_servers_own_is_said(
    authority: Authority, its: Extensions, says: str
) -> None:
    with serving(authority.sign("server", its=its)) as port:
        said = why_not(port, authority.certificate)
    assert said is not None
    assert said.startswith("not trusted: ")
    assert said.endswith(says)


def test_a_servers_certificate_may_be_trusted_itself(authority: Authority) -> None:
    own = authority.sign("server", its=CAREFUL)
    with serving(own) as port:
        assert why_not(port, Path(own.certificate or "")) is None
