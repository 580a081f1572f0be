"""The options: defaults, the environment, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.commands.arguments import Option, read
from app.commands.candidate import OPTIONS as OF_CANDIDATE
from app.commands.candidate import parse as parse_candidate
from app.commands.catalogue import COMMANDS
from app.commands.options import OPTIONS, parse
from app.commands.relay import first_of
from app.commands.replay import command as replay
from app.commands.sandbox import parse as parse_sandbox
from app.commands.security_options import OPTIONS as SECURITY_OPTIONS
from app.settings import Settings
from tests.cli.test_security_options import VARIABLES as SECRETS

A_VALUE = {
    "host": "0.0.0.0",
    "port": "8080",
    "zookeeper": "a:2181,b:2181/chroot",
    "ensemble": "3",
    "zookeeper-home": "/opt/zookeeper",
    "election": "/locks/a",
    "read-only": "1",
    "token": "secret",
    "audience-code": "abcd2345",
    "open": "1",
    "data": "/var/lib/handoff",
    "no-history": "1",
    "history-days": "3",
    "history-megabytes": "64",
    "print-events": "on",
    "candidate-limit": "7",
    "allowed-host": "board.example",
    "base-path": "/class/handoff/",
    "trusted-proxy": "192.0.2.7",
    "relay": "http://first.example:5050/?token=t",
    "relay-token": "first-secret",
    "no-browser": "yes",
    "verbose": "on",
}
EXPECTED = Settings(
    host="0.0.0.0",
    port=8080,
    zookeeper="a:2181,b:2181/chroot",
    zookeeper_home=Path("/opt/zookeeper"),
    election="/locks/a",
    read_only=True,
    token="secret",
    audience_code="abcd2345",
    data=Path("/var/lib/handoff"),
    history=False,
    history_days=3,
    history_megabytes=64,
    print_events=True,
    candidate_limit=7,
    open_browser=False,
    allowed_hosts=("board.example",),
    base_path="/class/handoff",
    trusted_proxies=("192.0.2.7/32",),
)


# There is one ZooKeeper, and a token or none: what excludes each other is said in two rounds.
RELAY = {"relay", "relay-token"}
ROUNDS = {
    "existing": (EXPECTED, {"ensemble", "open", *RELAY}),
    "started": (
        replace(EXPECTED, zookeeper=None, ensemble=3, token=None, audience_code=None, open=True),
        {"zookeeper", "token", "audience-code", *RELAY},
    ),
    "relayed": (
        replace(
            EXPECTED,
            zookeeper=None,
            zookeeper_home=None,
            relay="http://first.example:5050/?token=t",
            relay_token="first-secret",
        ),
        {"zookeeper", "ensemble", "zookeeper-home", "open"},
    ),
}


def test_nothing_said_is_the_default() -> None:
    assert parse([], {}) == (Settings(), False)
    assert parse(["serve"], {}) == (Settings(), False)


@pytest.mark.parametrize(("expected", "unsaid"), ROUNDS.values(), ids=ROUNDS)
def test_every_option_has_a_name_in_the_environment(expected: Settings, unsaid: set[str]) -> None:
    options = [option for option in OPTIONS if option not in SECURITY_OPTIONS]
    assert set(A_VALUE) == {option.opts[0][2:] for option in options}
    said = {one.variable: one.opts[0][2:] for one in options}
    environ = {one: A_VALUE[name] for one, name in said.items() if name not in unsaid}
    assert parse([], environ) == (expected, True)


@pytest.mark.parametrize(("expected", "unsaid"), ROUNDS.values(), ids=ROUNDS)
def test_every_option_can_be_said_on_the_command_line(expected: Settings, unsaid: set[str]) -> None:
    switches = {"read-only", "open", "no-history", "print-events", "no-browser", "verbose"}
    words = [
        word
        for name, value in A_VALUE.items()
        if name not in unsaid
        for word in ([f"--{name}"] if name in switches else [f"--{name}", value])
    ]
    assert parse(words, {}) == (expected, True)


@pytest.mark.parametrize("option", ["--zookeeper", "--ensemble", "--zookeeper-home"])
def test_a_relay_has_no_zookeeper(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(["--relay", A_VALUE["relay"], option, A_VALUE[option[2:]]], {})
    assert f"give no {option}" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["first:5050", "ftp://first/", "http://", "http://a/#b"])
def test_a_relay_needs_an_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(["--relay", address], {})
    assert "the address that another dashboard prints" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "given", "expected"),
    [
        ("http://a:1/?token=t", "other", ("http://a:1/", "t")),
        ("http://a:1", "other", ("http://a:1/", "other")),
        ("https://a/class/handoff", None, ("https://a/class/handoff/", None)),
        ("https://a/class/handoff/abcd2345", None, ("https://a/class/handoff/", "abcd2345")),
    ],
)
def test_the_token_of_the_first_one(
    address: str, given: str | None, expected: tuple[str, str | None]
) -> None:
    assert first_of(address, given) == expected


@pytest.mark.parametrize(
    ("words", "environ", "source", "ensemble"),
    [
        ([], {}, "embedded", None),
        (["--ensemble", "5"], {}, "apache", 5),
        (["--zookeeper-home", "/opt"], {}, "apache", 1),
        (["--zookeeper-home", "/opt", "--ensemble", "3"], {}, "apache", 3),
        ([], {"HANDOFF_ZOOKEEPER_HOME": "/opt"}, "apache", 1),
        (["--zookeeper", "a:1"], {}, "external", None),
        (["--zookeeper", "a:1", "--zookeeper-home", "/opt"], {}, "external", None),
        (["--zookeeper", "a:1"], {"HANDOFF_ENSEMBLE": "3"}, "external", None),
        (["--ensemble", "3"], {"HANDOFF_ZOOKEEPER": "a:1"}, "apache", 3),
    ],
)
def test_where_zookeeper_comes_from(
    words: list[str], environ: dict[str, str], source: str, ensemble: int | None
) -> None:
    settings = parse(words, environ).settings
    assert (settings.source, settings.ensemble) == (source, ensemble)


@pytest.mark.parametrize(
    ("words", "environ"),
    [
        (["--ensemble", "3", "--zookeeper", "a:1"], {}),
        ([], {"HANDOFF_ENSEMBLE": "3", "HANDOFF_ZOOKEEPER": "a:1"}),
    ],
)
def test_there_is_one_zookeeper(
    words: list[str], environ: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(words, environ)
    assert "--ensemble starts a ZooKeeper and --zookeeper uses an existing one" in (
        capsys.readouterr().err
    )


def test_the_command_line_is_stronger_than_the_environment() -> None:
    settings = parse(["--port", "1"], {"HANDOFF_PORT": "2", "HANDOFF_ELECTION": "/e"}).settings
    assert (settings.port, settings.election) == (1, "/e")


def test_an_empty_variable_says_nothing() -> None:
    assert parse([], {option.variable: "" for option in OPTIONS}).settings == Settings()


def test_several_host_names() -> None:
    words = ["--allowed-host", "a.example", "--allowed-host", "b.example:80"]
    expected = ("a.example", "b.example:80")
    assert parse(words, {}).settings.allowed_hosts == expected
    variable = {"HANDOFF_ALLOWED_HOST": "a.example,b.example:80"}
    assert parse([], variable).settings.allowed_hosts == expected
    assert parse(["--allowed-host", "::1"], {}).settings.allowed_hosts == ("[::1]",)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "board.example"])
def test_another_address_than_loopback_gets_a_token(host: str) -> None:
    first, second = (parse(["--host", host], {}).settings.token for _ in range(2))
    assert first is not None
    assert len(first) >= 20
    assert first != second


@pytest.mark.parametrize("blank", ["", " ", "\t"])
@pytest.mark.parametrize("reached", [["--host", "0.0.0.0"], ["--allowed-host", "board.example"]])
def test_a_blank_token_counts_as_not_set(reached: list[str], blank: str) -> None:
    variable = {"HANDOFF_TOKEN": blank}
    for words, environ in (([*reached, "--token", blank], {}), (reached, variable)):
        assert len(parse(words, environ).settings.token or "") >= 20
        replayed: Settings = read(replay, [*words, "night.gz"], environ)[0]
        assert len(replayed.token or "") >= 20
    assert parse(["--token", blank], {"HANDOFF_TOKEN": "secret"}).settings.token == "secret"
    assert parse(["--token", blank], variable).settings == Settings()


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize("option", [one for one in OPTIONS if not one.is_flag], ids=str)
def test_a_blank_word_opens_nothing(
    option: Option, blank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for the token it is refused: as an ACL it would be none, as a folder where one works."""
    if option.name == "token":
        return
    with pytest.raises(SystemExit, match="2"):
        parse([option.opts[0], blank], {})
    assert option.opts[0] in capsys.readouterr().err


def test_a_sandbox_without_a_host_is_refused_and_not_on_every_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for option in ("--host", "--data"):
        with pytest.raises(SystemExit, match="2"):
            parse_sandbox([option, ""])
        assert option in capsys.readouterr().err


@pytest.mark.parametrize("reached", [["--allowed-host", "a.example"], ["--trusted-proxy", "::1"]])
def test_a_name_that_is_allowed_needs_a_token(reached: list[str]) -> None:
    assert len(parse(reached, {}).settings.token or "") >= 20
    assert parse([*reached, "--token", "chosen"], {}).settings.token == "chosen"


@pytest.mark.parametrize("reached", [["--host", "0.0.0.0"], ["--allowed-host", "board.example"]])
def test_what_is_open_asks_for_no_token(
    reached: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    settings = parse([*reached, "--open"], {}).settings
    assert (settings.token, settings.open) == (None, True)
    assert parse([*reached, "--open", "--token", ""], {}).settings.token is None
    with pytest.raises(SystemExit, match="2"):
        parse([*reached, "--open"], {"HANDOFF_TOKEN": "secret"})
    said = capsys.readouterr().err
    assert "--open asks for no token, and --token for one: give one of them" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "[::1]"])
def test_loopback_needs_no_token(host: str) -> None:
    assert parse(["--host", host], {}).settings.token is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("host", "a b"),
        ("host", "http://localhost"),
        ("port", "x"),
        ("port", "-1"),
        ("port", "65536"),
        ("port", "٣"),
        ("zookeeper", "a:2181, b:2181"),
        ("zookeeper", "a:2181/x,b:2181/x"),
        ("ensemble", "2"),
        ("ensemble", "0"),
        ("ensemble", "many"),
        ("election", "election"),
        ("election", "/"),
        ("election", "/a//b"),
        ("token", "two words"),
        ("token", "ü"),
        ("allowed-host", "http://handoff.example"),
        ("allowed-host", "handoff.example:port"),
        ("base-path", "class"),
        ("base-path", "//handoff"),
        ("base-path", "/class/../handoff"),
        ("base-path", "https://handoff.example/"),
        ("trusted-proxy", "proxy.example"),
        ("trusted-proxy", "10.0.0.1/8"),
        ("candidate-limit", "0"),
        ("candidate-limit", "1e3"),
    ],
)
def test_a_wrong_value_is_refused_by_name(
    name: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse([f"--{name}={value}"], {})
    assert f"--{name}" in capsys.readouterr().err
    variable = f"HANDOFF_{name.upper().replace('-', '_')}"
    with pytest.raises(SystemExit, match="2"):
        parse([], {variable: value})
    assert variable in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--prot", "1"], ["--read"], ["drill"], ["--port"]])
def test_what_is_no_option_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(words, {})
    assert "error:" in capsys.readouterr().err


def test_a_switch_in_the_environment_must_be_clear(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse([], {"HANDOFF_READ_ONLY": "false"}).settings.read_only is False
    with pytest.raises(SystemExit, match="2"):
        parse([], {"HANDOFF_READ_ONLY": "maybe"})
    assert "HANDOFF_READ_ONLY" in capsys.readouterr().err


@pytest.mark.parametrize(("reads", "options"), [(parse, OPTIONS), (parse_candidate, OF_CANDIDATE)])
def test_the_help_names_every_option_and_variable(
    reads: Callable[..., object], options: Sequence[Option], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        reads(["--help"], {})
    text = "".join(capsys.readouterr().out.split())
    assert all(variable in text for variable in SECRETS)
    for option in options:
        assert option.opts[0] in text
        assert f"[{option.variable}]" in text


@pytest.mark.parametrize("code", ["short", "abcd-234", "ABCD2345", "abcdé234", "abcd23456"])
def test_a_code_that_nobody_could_type_is_refused(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(["--audience-code", code], {})
    assert "eight letters a to z or digits" in capsys.readouterr().err


def test_who_names_an_audience_gets_a_token_and_no_open_dashboard(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(parse(["--audience-code", "abcd2345"], {}).settings.token or "") >= 20
    with pytest.raises(SystemExit, match="2"):
        parse(["--audience-code", "abcd2345", "--open"], {})
    assert "--audience-code lets some look on" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        parse(["--audience-code", "abcd2345", "--token", "Abcd2345"], {})
    assert "they must not be the same" in capsys.readouterr().err


EVERY = {
    **COMMANDS,
    **{f"{one} {name}": it for one in COMMANDS for name, it in COMMANDS[one].below.items()},
}


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_its_help_in_one_form(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        read(EVERY[name].command, ["--help"], {})
    usage, about, *rest = capsys.readouterr().out.split("\n\n")
    assert usage.startswith(f"Usage: python -m app {name} [OPTIONS]")
    assert re.match(r"  [A-Z]", about)
    assert any("\n  -h, --help" in one for one in rest)


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        parse(["--help"], {})
    *_, listed = capsys.readouterr().out.partition("COMMAND --help\n")
    rows = dict(line.split(None, 1) for line in listed.splitlines())
    assert rows == {name: one.about for name, one in COMMANDS.items()}
