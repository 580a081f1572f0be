"""The headline of docs/drills.md: which release of Curator leads twice after an outage."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.ensemble.ports import free_ports
from tests.conformance.curator import (
    CLASSPATH,
    JARS,
    classpath_today,
    compile_program,
    missing,
    missing_today,
)
from tests.support.app import ROOT
from tests.support.forked import ForkedProgram
from tests.support.zookeeper import Connect, await_until, classpath

EXAMPLES = ROOT / "docs" / "drills"
OLD = "5.4.0"


class Latches:
    """Two of Curator's latches on a ZooKeeper of their own, all started as the document says."""

    def __init__(self, folder: Path, curator: str) -> None:
        self.folder = folder
        self.port, *ports = free_ports(3)
        self.names = [f"127.0.0.1:{port}" for port in ports]
        self._env = {
            "DRILLS": str(folder), "PORT": str(self.port),
            "SERVER": classpath(), "CURATOR": curator,
        }  # fmt: skip

    def do(self, *words: str) -> None:
        """Run others.sh."""
        env = {**os.environ, **self._env}
        subprocess.run([EXAMPLES / "others.sh", *words], env=env, check=True)

    def stand(self, client: KazooClient) -> None:
        """Start both, and wait until both have their znodes."""
        client.ensure_path("/drilled")
        for name in self.names:
            self.do("start", "latch", name)
        await_until(lambda: len(client.get_children("/drilled")) == len(self.names), 60.0)

    def drill(self) -> Any:
        """Run a round; return what the report says of it."""
        report, script = self.folder / "report.json", EXAMPLES / "others.sh"
        mend = f"{script} stop $HANDOFF_MEMBER; {script} start latch $HANDOFF_MEMBER"
        drill = ForkedProgram(
            "drill", "--zookeeper", f"127.0.0.1:{self.port}", "--election", "/drilled",
            "--leader-of", "data", "--members", ",".join(self.names), "--rounds", "1",
            "--break", f"{script} away 8", "--mend", mend, "--json", str(report),
            "--believes", "curl -fsm 1 http://$HANDOFF_MEMBER",
            env={**self._env, "XDG_STATE_HOME": str(self.folder / "state")},
        )  # fmt: skip
        try:
            drill.await_line("^1/1  ")
            assert drill.wait() == 0
        finally:
            drill.close()
        (one,) = json.loads(report.read_text("utf-8"))["rounds"]
        return one


@pytest.fixture
def latches(
    request: pytest.FixtureRequest, tmp_path: Path, open_client: Connect
) -> Iterator[Latches]:
    is_old = request.param == OLD
    lacks = missing() or (None if is_old else missing_today())
    if is_old and not (JARS / f"curator-recipes-{OLD}.jar").exists():
        lacks = f"no Curator {OLD}: it comes with Debian 12's package libcurator-recipes-java"
    if shutil.which("curl") is None:
        lacks = "no curl: it comes with Debian's package curl"
    if lacks is not None:
        pytest.skip(lacks)
    latches = Latches(tmp_path, CLASSPATH if is_old else classpath_today())
    compile_program("Believer", tmp_path, EXAMPLES)
    try:
        latches.do("zookeeper")
        latches.stand(open_client(f"127.0.0.1:{latches.port}"))
        yield latches
    finally:
        for name in ("zookeeper", *latches.names):
            if (tmp_path / f"{name}.pid").exists():
                latches.do("kill", name)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("latches", "broken"), [(OLD, ["two_leaders"]), ("5.9.0", [])], indirect=["latches"]
)
def test_only_the_old_latch_leads_twice_after_an_outage(
    latches: Latches, broken: list[str]
) -> None:
    one = latches.drill()
    assert (one["outcome"], one["broken"]) == ("broke" if broken else "handed over", broken)
