"""Finding a ZooKeeper and a Java, on machines of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import pytest

from app.ensemble.apache.locate import find_classpath, find_java
from app.errors import SetupError

Machine: TypeAlias = dict[str, Any]


def jar(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


@pytest.fixture
def nowhere(tmp_path: Path) -> Machine:
    """A machine without any ZooKeeper."""
    return {"environ": {}, "debian": tmp_path / "none", "homebrew": [tmp_path / "brew"]}


def test_debians_package(tmp_path: Path, nowhere: Machine) -> None:
    server, log = jar(tmp_path / "java/zookeeper.jar"), jar(tmp_path / "java/log4j-1.2.jar")
    found = find_classpath(**{**nowhere, "debian": tmp_path / "java"})
    assert found.split(":") == [str(server), str(log)]


@pytest.mark.parametrize("layout", ["lib/zookeeper-3.9.3.jar", "zookeeper-3.4.14.jar"])
def test_a_release_unpacked_anywhere(layout: str, tmp_path: Path, nowhere: Machine) -> None:
    jar(tmp_path / "zk" / layout)
    (tmp_path / "zk/lib").mkdir(exist_ok=True)
    expected = f"{tmp_path}/zk/lib/*:{tmp_path}/zk/*"
    assert find_classpath(home=tmp_path / "zk", **nowhere) == expected
    by_environment = {**nowhere, "environ": {"ZOOKEEPER_HOME": str(tmp_path / "zk")}}
    assert find_classpath(**by_environment) == expected


def test_homebrews(tmp_path: Path, nowhere: Machine) -> None:
    jar(tmp_path / "brew/lib/zookeeper-3.9.3.jar")
    assert find_classpath(**nowhere).startswith(f"{tmp_path}/brew/lib/*")


def test_what_is_named_comes_before_what_is_found(tmp_path: Path, nowhere: Machine) -> None:
    jar(tmp_path / "zk/lib/zookeeper-3.9.3.jar")
    jar(tmp_path / "java/zookeeper.jar")
    places = {**nowhere, "debian": tmp_path / "java"}
    assert "zk/lib" in find_classpath(home=tmp_path / "zk", **places)


def test_a_wrong_home_is_not_passed_over_in_silence(tmp_path: Path, nowhere: Machine) -> None:
    jar(tmp_path / "java/zookeeper.jar")
    with pytest.raises(SetupError, match="has no ZooKeeper") as refusal:
        find_classpath(home=tmp_path / "typo", **{**nowhere, "debian": tmp_path / "java"})
    assert refusal.value.field == "zookeeper_home"


def test_without_one_all_ways_to_get_one_are_named(nowhere: Machine) -> None:
    with pytest.raises(SetupError) as refusal:
        find_classpath(**nowhere)
    for way in ("make run", "apt-get install", "brew install", "ZOOKEEPER_HOME", "--zookeeper "):
        assert way in refusal.value.message


def test_java_is_taken_from_java_home_first(tmp_path: Path) -> None:
    java = jar(tmp_path / "jdk/bin/java")
    java.chmod(0o755)
    assert find_java({"JAVA_HOME": str(tmp_path / "jdk"), "PATH": ""}) == str(java)
    assert find_java({"PATH": str(java.parent)}) == str(java)


def test_without_java_it_says_how_to_get_it() -> None:
    with pytest.raises(SetupError, match="needs Java"):
        find_java({"PATH": ""})
