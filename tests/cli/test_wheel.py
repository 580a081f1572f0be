"""The wheel: what it declares and carries, and that everything runs from it."""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests
from kazoo.client import KazooClient
from packaging.requirements import Requirement

from app.version import VERSION
from tests.cli.test_setup import chosen, pins
from tests.support.app import ADDRESS, ROOT
from tests.support.program import Program
from tests.support.testing_page import EXAMPLE
from tests.support.wheel import (
    Environment,
    build,
    contents,
    copy_sources,
    metadata,
    requirements,
)
from tests.support.zookeeper import Connect, await_until

PAGE = (ROOT / "docs" / "library.md").read_text()
EXAMPLES = ("Barrier", "Candidate", "Lock", "Membership", "QueueConsumer", "SharedLock")

Start = Callable[..., Program]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is built from."""
    return copy_sources(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the checkout's files."""
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """With the wheel, for all tests here."""
    return Environment(tmp_path_factory.mktemp("environment"), wheel)


@pytest.fixture
def start(environment: Environment) -> Iterator[Start]:
    """Starts commands of the environment, which end with the test."""
    programs: list[Program] = []

    def one_more(command: str, *arguments: str) -> Program:
        programs.append(environment.start(command, *arguments))
        return programs[-1]

    yield one_more
    for program in programs:
        program.close()


@pytest.mark.proof
def test_it_says_what_it_is(wheel: Path) -> None:
    said = metadata(wheel)
    assert (said["Name"], said["Version"]) == ("handoff", VERSION)
    assert said["License-Expression"] == "Apache-2.0"


def test_it_declares_ranges_that_hold_what_we_install(wheel: Path) -> None:
    needed = requirements(wheel)
    files = ("tests/support/jupyter.txt", "requirements-dev.txt", "requirements.txt")
    installed = {name: pin for file in files for name, pin in pins(file).items()}
    assert chosen("requirements.txt").keys() <= {one.name for one in needed}
    for one in needed:
        assert installed[one.name] in one.specifier, one
        assert ">=" in str(one.specifier), one
    extra = {one.name: str(one.marker) for one in needed if one.marker}
    jupyter = {"jupyter-server-proxy": 'extra == "jupyter"'}
    assert extra == {"scipy": 'extra == "compare"', **jupyter}


def test_it_carries_types_and_page_and_no_tests(wheel: Path) -> None:
    carried = {name for name in contents(wheel) if ".dist-info/" not in name}
    files = (path for one in ("app", "static", "templates") for path in (ROOT / one).rglob("*"))
    expected = {
        f"handoff/{path.relative_to(ROOT)}".replace("handoff/app/", "handoff/")
        for path in files
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {
        "handoff/py.typed",
        "handoff/commands/main.py",
        "handoff/templates/index.html",
    } < expected
    assert carried == expected


def test_it_says_what_it_is_made_of(wheel: Path) -> None:
    """By name and version: what the page's scripts have in them, and each pin."""
    (said,) = (data for name, data in contents(wheel).items() if "/sboms/" in name)
    bill = json.loads(said)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["version"] == VERSION
    of_npm, of_pypi = (
        {
            c["name"]: c["version"]
            for c in bill["components"]
            if c["purl"].startswith(f"pkg:{kind}/")
        }
        for kind in ("npm", "pypi")
    )
    assert of_pypi == pins("requirements.txt")
    direct = ("@tanstack/virtual-core", "htm", "preact", "socket.io-client", "uplot")
    named = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert {name: of_npm.get(name) for name in direct} == {name: named[name] for name in direct}
    assert of_npm["lunr"] == "2.3.9", "which searches in the documentation"
    assert "engine.io-client" in of_npm, "which socket.io-client brings along"
    assert "rollup" not in of_npm, "which only makes the bundle"


def edited(folder: Path) -> Path:
    """Copy what the wheel is built from, with a script that the page's bundle is not of."""
    folder.mkdir()
    copy_sources(folder)
    with (folder / "static" / "js" / "words.js").open("a") as script:
        script.write("\n// planted\n")
    return folder


def test_it_is_not_built_with_a_bundle_of_other_files(tmp_path: Path) -> None:
    """What would make another bundle is not there."""
    source, target = edited(tmp_path / "source"), tmp_path / "wheel"
    with pytest.raises(AssertionError, match="run `make bundle`"):
        build("wheel", source, target)
    assert not list(target.glob("*.whl"))


@pytest.mark.proof
def test_it_makes_another_bundle_where_it_can(tmp_path: Path) -> None:
    if not (ROOT / "build/page/installed-package-lock.json").exists():
        pytest.skip("the tools that make the bundle come from npm")
    source = edited(tmp_path / "source")
    (source / "build").mkdir()
    for name in (".ci", "package.json", "build/page"):
        (source / name).symlink_to(ROOT / name)
    carried = contents(build("wheel", source, tmp_path / "wheel"))
    named = carried["handoff/static/bundle/SOURCES"]
    assert named == (source / "static/bundle/SOURCES").read_bytes()
    assert named != (ROOT / "static/bundle/SOURCES").read_bytes()


@pytest.mark.proof
def test_the_source_distribution_makes_the_same_wheel(
    source: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sdist = build("sdist", source, tmp_path_factory.mktemp("sdist"))
    unpacked, target = tmp_path_factory.mktemp("unpacked"), tmp_path_factory.mktemp("again")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    (folder,) = unpacked.iterdir()
    assert (folder / "CHANGELOG.md").is_file()
    assert contents(build("wheel", folder, target)) == contents(wheel)


def test_the_installed_command_serves_the_page_and_starts_a_candidate(start: Start) -> None:
    handoff = start("handoff", "--no-browser", "--port", "0")
    address = handoff.await_line(ADDRESS.pattern)[1].rstrip("/")
    await_until(lambda: requests.get(f"{address}/healthz", timeout=30).status_code == 200, 30)
    with requests.Session() as browser:
        assert "<title>" in browser.get(f"{address}/", timeout=30).text
        for path in (ROOT / "static").rglob("*"):
            if path.is_file():
                served = browser.get(f"{address}/{path.relative_to(ROOT)}", timeout=30)
                assert served.content == path.read_bytes(), path
        documents = browser.get(f"{address}/docs", timeout=30)
        assert documents.content == (ROOT / "static/bundle/docs/index.html").read_bytes()
    started = requests.post(f"{address}/api/v1/candidates", json={"count": 1}, timeout=30)
    assert started.status_code == 201

    def leads() -> bool:
        state = requests.get(f"{address}/api/v1/state", timeout=30).json()
        return bool(state["candidates"]["c1"].get("belief") == "leading")

    await_until(leads, 30)
    handoff.interrupt()
    assert handoff.wait() == 0
    assert handoff.errors == []


def test_a_suite_beside_it_has_its_fixtures(
    environment: Environment, start: Start, tmp_path: Path
) -> None:
    """The example of docs/testing.md, and nothing that says where they come from."""
    environment.carry_over(Requirement("pytest"))
    suite = tmp_path / "test_theirs.py"
    suite.write_text(EXAMPLE)
    alone = ("--rootdir", str(tmp_path), "-p", "no:cacheprovider")
    theirs = start("python", "-m", "pytest", "-W", "error", *alone, str(suite))
    assert theirs.wait() == 0, theirs.lines


# -- the examples of docs/library.md, as they stand there ----------------------------------------

HOSTS = '"127.0.0.1:2181"'


def example(name: str) -> str:
    """The page's block of Python that imports this name, and begins with that."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (found,) = (one for one in blocks if re.match(rf"from handoff import {name}\b", one))
    return str(found)


@pytest.fixture
def play(start: Start, fresh_hosts: str, tmp_path: Path) -> Start:
    """Runs the example with this name, against the test's server."""

    def one_more(name: str) -> Program:
        text = example(name)
        assert text.count(HOSTS) == 1
        text = text.replace(HOSTS, repr(fresh_hosts))
        script = tmp_path / f"{len(list(tmp_path.iterdir()))}.py"
        script.write_text(text)
        return start("python", str(script))

    return one_more


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_about_ten_lines(name: str) -> None:
    assert len([line for line in example(name).splitlines() if line.strip()]) <= 12


@pytest.fixture
def client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    return open_client(fresh_hosts)


def test_candidate_leads_until_it_is_stopped(play: Start, client: KazooClient) -> None:
    one = play("Candidate")
    one.await_line(r"I lead in epoch \d+")
    one.await_line("working")
    one.interrupt()
    assert one.wait() != 0
    assert "I no longer lead: it was stopped" in one.lines
    assert one.errors[-1].startswith("KeyboardInterrupt")
    assert client.get_children("/election") == []


def test_lock_is_held_until_its_block_ends(play: Start, client: KazooClient) -> None:
    one = play("Lock")
    one.await_line(r"I hold the lock in epoch \d+")
    one.await_line("writing")
    one.interrupt()
    one.wait()
    assert client.get_children("/lock") == []


def test_shared_lock_a_writer_that_is_asked_gives_way(play: Start, client: KazooClient) -> None:
    one = play("SharedLock")
    one.await_line(r"I write in epoch \d+")
    one.await_line("writing")
    (held,) = client.get_children("/shared-lock")
    client.set(f"/shared-lock/{held}", b"unlock")
    one.await_line("somebody asked for it")
    assert one.wait() == 0
    assert client.get_children("/shared-lock") == []


def test_membership_hears_of_another(play: Start, client: KazooClient) -> None:
    one = play("Membership")
    one.await_line("live: node-1$")
    other = client.create("/group/live_nodes/node-2", ephemeral=True)
    one.await_line("live: .*node-2")
    client.delete(other)
    one.await_line("live: node-1$", times=2)


def test_barrier_both_enter_and_both_leave(play: Start) -> None:
    for one in [play("Barrier"), play("Barrier")]:
        one.await_line("all are here, in round 1")
        one.await_line("all have left")
        assert one.wait() == 0


def test_queue_consumer_does_what_is_put_in(play: Start, client: KazooClient) -> None:
    one = play("QueueConsumer")
    client.ensure_path("/queue/items")
    client.create("/queue/items/item-", b"work", sequence=True)
    one.await_line("work given out 1 times")
    await_until(lambda: client.get_children("/queue/items") == [])
