"""`python -m app drill` of the servers of a dashboard, with programs of others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kazoo.client import KazooClient

from app.commands.drill.conclusion import UNREACHED
from app.commands.drill.main import main
from app.commands.drill.options import parse
from app.recipes.drill.actions.commands import run_command
from tests.browser.rest import Rest
from tests.support.app import Dashboard
from tests.support.forked import ForkedProgram, forked_dashboard
from tests.support.zookeeper import await_until

ELECTION = "/others"
SECRET = "a-token-of-nobody"


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    with forked_dashboard("--ensemble", "1") as dashboard:
        yield dashboard


@pytest.fixture
def rest(dashboard: Dashboard) -> Iterator[Rest]:
    rest = Rest(dashboard.url)
    yield rest
    rest.close()


@pytest.fixture
def leads(rest: Rest, open_client: Callable[[str], KazooClient]) -> None:
    """A program stands alone."""
    client = open_client(rest.state()["zookeeper"]["hosts"])
    client.create(f"{ELECTION}/n-", b"a", ephemeral=True, sequence=True, makepath=True)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("restart-after", ()),
        ("restart-after", ("--join", "1")),
        pytest.param("frozen-for", (), marks=pytest.mark.proof),
    ],
)
@pytest.mark.usefixtures("leads")
def test_a_leader_that_outlives_the_outage_has_led_on(
    dashboard: Dashboard, rest: Rest, tmp_path: Path, fault: str, words: tuple[str, ...]
) -> None:
    report, page = tmp_path / "report.json", tmp_path / "report.html"
    drill = ForkedProgram(
        "drill", "--dashboard", f"{dashboard.url.rstrip('/')}/?token={SECRET}", "--election",
        ELECTION, "--fault", fault, "--lasts", "1", "--rounds", "1", "--limit", "failed=0", *words,
        "--json", str(report), "--html", str(page), env={"XDG_STATE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert drill.wait() == 0
    assert SECRET not in "\n".join(drill.lines)
    drill.close()
    found = json.loads(report.read_text("utf-8"))
    assert found["counts"] == {"rounds": 1, "planned": 1, "led on": 1}
    assert found["plan"]["fault"] == "servers"
    assert SECRET not in report.read_text("utf-8")
    assert SECRET not in page.read_text("utf-8")
    await_until(lambda: rest.state()["zookeeper"]["state"] == "connected", 60.0)
    assert rest.state()["zookeeper"]["servers"][0]["process"] == "running"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--fault", "kill", "--target", "quorum-leader"), "without its only server"),
        (("--fault", "restart-after", "--target", "leader+server"), "is of servers"),
        (("servers", "mend", "--lasts", "2"), "last for a time"),
        (("servers", "mend", "--target", "leaders-server"), "leave out --target"),
        (("servers", "quorum-lost-for", "--target", "quorum-leader"), "strikes the majority"),
    ],
)
def test_what_cannot_be_struck_is_refused_before(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, *(["--dashboard", "http://127.0.0.1:1"] if "servers" in words else [])])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err


def test_servers_that_stay_broken_are_told_of_whatever_else_is_mended() -> None:
    drill = ["--dashboard", "http://127.0.0.1:1", "--election", ELECTION, "--fault", "frozen-for"]
    (plan,) = parse([*drill, "--mend", "false; true"], {}).matrix.plans
    assert plan.programs is not None
    assert plan.programs.mends is not None
    ran = run_command(plan.programs.mends, plan.programs.secrets)
    assert ran.code == UNREACHED


def test_a_dashboard_without_servers_of_its_own_is_refused(
    rest: Rest, capsys: pytest.CaptureFixture[str]
) -> None:
    with forked_dashboard("--zookeeper", rest.state()["zookeeper"]["hosts"]) as other:
        assert main(["servers", "restart-after", "--dashboard", other.url]) == 2
    assert "no ZooKeeper servers of its own" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [("servers", "restart-after"), ("servers", "mend"),
     ("--election", ELECTION, "--fault", "restart-after", "--rounds", "1")],
)  # fmt: skip
def test_the_audience_strikes_no_server(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told so before any round."""
    with forked_dashboard("--token", SECRET, "--audience-code", "abcd2345") as dashboard:
        assert main([*words, "--dashboard", f"{dashboard.url}/?token=abcd2345"]) == 3
    told = capsys.readouterr()
    assert "with the audience's code one looks on only" in told.err
    assert "all are in their places" not in told.out
