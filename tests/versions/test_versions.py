"""The matrix: what is chosen, and what its table says."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from app.zookeeper.wire.capabilities import Capabilities
from tests.versions import __main__ as command
from tests.versions.__main__ import main
from tests.versions.areas import AREAS, TELLING, area_of
from tests.versions.homes import MATRIX, NEWEST, OF_DEBIAN, version_in
from tests.versions.jars import PACKAGES, home_of
from tests.versions.lacks import LACKS, lacks_of, reason
from tests.versions.run import ROOT, Row, files, places_of, row_of
from tests.versions.table import summary, table

NAMED = [one for of in AREAS.values() for one in of] + list(TELLING)


@pytest.mark.parametrize("beginning", NAMED)
def test_what_is_listed_is_there(beginning: str) -> None:
    path, _, name = beginning.partition("::")
    assert places_of(path)
    assert not name or re.search(rf"^def {name}", (ROOT / path).read_text(), re.MULTILINE)


def test_what_tells_most_is_about_apache() -> None:
    assert all(area_of(f"{one}::test_x" if one.endswith(".py") else one) for one in TELLING)


@pytest.mark.parametrize(
    ("nodeid", "area"),
    [
        ("tests/zookeeper/test_mirror.py::test_x", "mirror, reader"),
        ("tests/zookeeper/test_probe.py::test_x", "probe, words"),
        ("tests/conformance/test_zkcli.py::test_transcript[apache-zkcli]", "conformance"),
        ("tests/conformance/test_zkcli.py::test_transcript[sandbox-zkcli]", None),
        ("tests/recipes/lock/test_process.py::test_x[3-embedded]", None),
        ("tests/recipes/lock/test_process.py::test_x[apache]", "recipes"),
        ("tests/journal/test_state.py::test_x", None),
    ],
)
def test_the_longest_beginning_decides_and_the_sandbox_is_left_out(
    nodeid: str, area: str | None
) -> None:
    assert area_of(nodeid) == area


def test_no_file_is_collected_twice() -> None:
    found = files()
    assert not [one for one in found for other in found if one != other and one.startswith(other)]


def test_every_version_can_be_had_somewhere() -> None:
    assert set(MATRIX) <= PACKAGES.keys() | OF_DEBIAN.keys()


def test_every_capability_has_its_words_and_the_newest_lacks_none() -> None:
    assert set(LACKS) == {field.name for field in fields(Capabilities)}
    assert lacks_of(NEWEST) == []
    assert reason("3.4.14", "ttl") == "ZooKeeper 3.4 has no TTL znodes"


def test_what_goes_without_saying_is_not_said() -> None:
    """A server without recursive watches does not count them twice."""
    assert "counts_recursive_once" in lacks_of("3.8.0")
    assert "recursive_watches" in lacks_of("3.4.14")
    assert "counts_recursive_once" not in lacks_of("3.4.14")


def test_the_version_is_that_of_the_servers_jar(tmp_path: Path) -> None:
    for name in ("zookeeper-jute-3.8.0.jar", "zookeeper-it-3.7.0.jar", "zookeeper.jar"):
        (tmp_path / name).touch()
    assert version_in(tmp_path) is None
    (tmp_path / "zookeeper-3.9.5.jar").touch()
    assert version_in(tmp_path) == "3.9.5"


LINES = [
    '["tests/zookeeper/test_mirror.py::test_a", "passed", ""]',
    '["tests/zookeeper/test_mirror.py::test_b", "skipped", "Skipped: ZooKeeper 3.4 has no ttl"]',
    '["tests/recipes/lock/test_process.py::test_c[apache]", "passed", ""]',
    '["tests/recipes/lock/test_process.py::test_c[apache]", "failed", "its tear-down"]',
]


def test_a_row_counts_each_test_by_its_area() -> None:
    row = row_of("3.4.14", LINES)
    assert row.areas == {
        "mirror, reader": {"passed": 1, "skipped": 1}, "recipes": {"failed": 1},
    }  # fmt: skip
    assert row.skipped == {"ZooKeeper 3.4 has no ttl": 1}
    assert (row.failed, row.is_good) == (
        ["tests/recipes/lock/test_process.py::test_c[apache]"],
        False,
    )
    assert (row.count("passed"), row.count("failed")) == (1, 1)


def test_the_table_says_what_ran_and_why_the_rest_did_not() -> None:
    rows = [row_of("3.4.14", LINES), Row("3.8.0", missing="only Debian 12 has it")]
    told = "\n".join(table(rows))
    assert "| recipes | 0 / 0, 1 FAILED |" in told
    assert "| 3.8.0 | cannot be had here: only Debian 12 has it |" in told
    assert "| 3.4.14 | 1 | ZooKeeper 3.4 has no ttl |" in told
    assert "- `tests/recipes/lock/test_process.py::test_c[apache]`" in told
    assert "has no recursive watches" in told


def test_what_cannot_be_had_is_said_and_is_no_failure() -> None:
    row = Row("3.8.0", missing="only Debian 12 has it")
    assert row.is_good
    assert summary(row) == "ZooKeeper 3.8.0 cannot be had here: only Debian 12 has it"
    assert not Row("3.8.0", crashed=True).is_good


def test_where_the_newest_cannot_be_had_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """And `make test` goes on, and says later what its tests ran on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert main(["--fetch"]) == 0
    first, why = capsys.readouterr().err.splitlines()
    assert first == f"setup: fetching ZooKeeper {NEWEST} for the tests"
    assert why.startswith(f"setup: ZooKeeper {NEWEST} cannot be had: pyspark==")
    assert list((tmp_path / "handoff").iterdir()) == []
    assert main(["--second"]) == 0
    said = f"ZooKeeper {NEWEST} is not here: all tests ran on the system's alone.\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("system", [None, NEWEST])
def test_where_the_system_has_no_other_nothing_runs_twice(
    system: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home_of(NEWEST).mkdir(parents=True)
    monkeypatch.setattr(command, "of_the_system", lambda: system)
    assert main(["--second"]) == 0
    assert f"all tests ran on {NEWEST} alone" in capsys.readouterr().out


def test_a_version_that_is_not_covered_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["3.7.0"])
