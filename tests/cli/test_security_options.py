"""How ZooKeeper is reached, by words and by variables; no secret is repeated."""

from __future__ import annotations

import subprocess
from pathlib import Path

import psutil
import pytest
import requests
from kazoo.security import ACL, Id

from app.commands.candidate import parse as parse_candidate
from app.commands.options import parse
from app.commands.security_options import CREATOR, OPTIONS
from app.zookeeper.security import OPEN, Security, Tls
from tests.support.forked import forked_dashboard
from tests.support.secured import Authority
from tests.support.zookeeper import await_until

SECRET = "a-secret:of=ours"
AUTH, SASL = (("digest", f"ada:{SECRET}"),), ("ada", SECRET)


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Tls:
    return Authority(tmp_path_factory.mktemp("tls") / "ca").sign("client")


@pytest.fixture
def login(tmp_path: Path) -> str:
    file = tmp_path / "login"
    file.write_text(f"ada:{SECRET}\n")
    return str(file)


def test_all_of_it_by_words_and_by_variables(tls: Tls, login: str) -> None:
    assert tls.ca
    assert tls.certificate
    assert tls.key
    said = {
        "zookeeper-tls": "1",
        "zookeeper-ca": tls.ca,
        "zookeeper-certificate": tls.certificate,
        "zookeeper-key": tls.key,
        "zookeeper-auth": login,
        "zookeeper-sasl": login,
        "acl": "digest:ada:ha=sh:cdrwa,world:anyone:r",
    }
    assert set(said) == {one.opts[0][2:] for one in OPTIONS}
    acl = (ACL(31, Id("digest", "ada:ha=sh")), ACL(1, Id("world", "anyone")))
    expected = Security(tls, AUTH, SASL, acl)
    words = [
        word
        for name, value in said.items()
        for word in ([f"--{name}"] if name == "zookeeper-tls" else [f"--{name}", value])
    ]
    environ = {one.variable: said[one.opts[0][2:]] for one in OPTIONS}
    hosts = ["--zookeeper", "a:2281"]
    assert parse([*hosts, *words], {}).settings.security == expected
    assert parse(hosts, environ).settings.security == expected
    assert parse_candidate(words, {}).security == expected
    assert parse_candidate([], environ).security == expected


def test_secrets_in_variables() -> None:
    auth = {"HANDOFF_ZOOKEEPER_AUTH_SECRET": f"ada:{SECRET}"}
    assert parse(["--acl", "creator"], auth).settings.security == Security(auth=AUTH, acl=CREATOR)
    sasl = {"HANDOFF_ZOOKEEPER_SASL_SECRET": f"ada:{SECRET}", "HANDOFF_ZOOKEEPER": "a:2181"}
    assert parse([], sasl).settings.security == Security(sasl=SASL)
    assert parse([], {"HANDOFF_ZOOKEEPER_AUTH_SECRET": ""}).settings.security == OPEN


VARIABLES = ("HANDOFF_ZOOKEEPER_AUTH_SECRET", "HANDOFF_ZOOKEEPER_SASL_SECRET")


@pytest.mark.parametrize("command", [["--zookeeper", "a:2181"], ["candidate"]])
def test_a_secret_in_a_variable_is_taken_out_of_it_also_where_another_one_holds(
    command: list[str], login: str
) -> None:
    words = ["--zookeeper-auth", login, "--zookeeper-sasl", login]
    environ = {**dict.fromkeys(VARIABLES, "bob:another"), "PATH": "/bin"}
    if command == ["candidate"]:
        security = parse_candidate(words, environ).security
    else:
        security = parse([*command, *words], environ).settings.security
    assert security == Security(auth=AUTH, sasl=SASL)
    assert environ == {"PATH": "/bin"}


@pytest.mark.parametrize(
    "arguments", [(), pytest.param(("--ensemble", "1"), marks=pytest.mark.proof)], ids=str
)
def test_no_process_of_ours_gets_a_secret_in_its_environment(arguments: tuple[str, ...]) -> None:
    with forked_dashboard(*arguments, env={VARIABLES[0]: f"ada:{SECRET}"}) as dashboard:
        dashboard.await_zookeeper()
        api = f"{dashboard.url}/api/v1"
        assert requests.post(f"{api}/candidates", json={"count": 1}, timeout=30).ok
        await_until(
            lambda: requests.get(f"{api}/state", timeout=30).json()["candidates"]["c1"]["session"]
        )
        children = psutil.Process(dashboard.process.pid).children(recursive=True)
        environments = {one.pid: Path(f"/proc/{one.pid}/environ") for one in children}
        assert len(environments) >= 3
        assert [one for one in environments.values() if SECRET in one.read_text()] == []


def test_no_secret_is_in_what_is_printed() -> None:
    security = Security(auth=AUTH, sasl=SASL)
    assert SECRET not in repr(security) + security.names
    assert security.names == "SASL user ada, digest ada"


@pytest.mark.parametrize(
    ("words", "environ", "says"),
    [
        (["--zookeeper-auth", f"ada:{SECRET}"], {}, "--zookeeper-auth: must be a readable file"),
        (
            [],
            {"HANDOFF_ZOOKEEPER_SASL": f"ada:{SECRET}"},
            "HANDOFF_ZOOKEEPER_SASL: must be a readable file",
        ),
        ([], {"HANDOFF_ZOOKEEPER_AUTH_SECRET": SECRET[:8]}, "_AUTH_SECRET must hold one line"),
        (["--zookeeper-auth", "{empty}"], {}, "of one line, user:password"),
        ([], {"HANDOFF_ZOOKEEPER_AUTH_SECRET": f"# mine\na:{SECRET}"}, "must hold one line"),
        (["--zookeeper-ca", "{empty}"], {}, "need --zookeeper-tls"),
        (["--zookeeper-tls", "--zookeeper-ca", "/nowhere"], {}, "'/nowhere' does not exist"),
        (["--zookeeper-tls", "--zookeeper-ca", "{empty}"], {}, "no certificate or crl found"),
        (["--zookeeper-tls", "--zookeeper-key", "{empty}"], {}, "needs --zookeeper-certificate"),
        (["--zookeeper-tls"], {}, "give --zookeeper HOSTS too"),
        ([], {"HANDOFF_ZOOKEEPER_SASL_SECRET": f"a:{SECRET}"}, "give --zookeeper HOSTS too"),
        (["--acl", "creator"], {}, "--acl creator, and auth:, need a login"),
        (["--acl", "world:anyone:r,auth::cdrwa"], {}, "--acl creator, and auth:, need a login"),
        (["--acl", "world:anyone"], {}, "must be creator, or like digest:ada:HASH:cdrwa"),
        (["--acl", "world:anyone:x"], {}, "must be creator, or like"),
        (["--acl", ""], {}, "must be creator, or like"),
    ],
)
def test_what_is_wrong_is_said(
    words: list[str],
    environ: dict[str, str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(SystemExit) as ended:
        parse([word.replace("{empty}", str(empty)) for word in words], environ)
    assert ended.value.code == 2
    said = " ".join(capsys.readouterr().err.split())
    assert says in said
    assert SECRET[:8] not in said


def test_an_encrypted_key_is_refused_and_nobody_is_asked(tls: Tls, tmp_path: Path) -> None:
    key = tmp_path / "locked.pem"
    command = ["openssl", "pkcs8", "-topk8", "-in", str(tls.key), "-passout", "pass:sesame"]
    subprocess.run([*command, "-out", str(key)], check=True, capture_output=True)
    with pytest.raises(ValueError, match=r"locked\.pem: .*without a passphrase"):
        tls._replace(key=str(key)).check()
