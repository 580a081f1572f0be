"""The lists that grow with people: what a patch of each carries, and what an event is kept with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.journal.patch import apply, difference, keyed, listed
from app.journal.recorded import Brief
from app.readmodels.events import ServersTold, WatchesListed
from app.readmodels.lines import Lines
from app.recipes.registry import MODELS

CONTRACT = (Path(__file__).parent.parent.parent / "docs" / "contract.md").read_text()


def document_with(path: str, value: Any) -> dict[str, Any]:
    """A document that has this value at a path."""
    for part in reversed(path.split(".")):
        value = {"any" if part == "*" else part: value}
    found: dict[str, Any] = value
    return found


def entries(key: Sequence[str], numbers: Sequence[int]) -> list[Any]:
    """A list of words, or of entries whose key is made of these fields."""
    names = [f"n{number}" for number in numbers]
    if not key:
        return names
    return [
        {**dict.fromkeys(key, name), "place": float(at)}
        for name, at in zip(names, numbers, strict=True)
    ]


WITHIN_LISTS = ("zookeeper.servers.*", "groups.*.changes.*")


@pytest.mark.parametrize("path", [one for one in MODELS.named if not one.startswith(WITHIN_LISTS)])
def test_who_comes_or_goes_costs_the_same_in_a_long_list(path: str) -> None:
    key = MODELS.named[path]
    for change in ([*range(1, 100)], [*range(101)], [*range(50), *range(51, 100)]):
        before = document_with(path, entries(key, range(100)))
        after = document_with(path, entries(key, change))
        patch = difference(before, after, MODELS.lines)
        assert apply(keyed(before, MODELS.lines), patch) == keyed(after, MODELS.lines)
        carried = patch
        for part in path.split("."):
            carried = carried["any" if part == "*" else part]
        assert len(carried) <= 2, "who it is, and the one behind"


def test_a_list_within_a_list() -> None:
    lines = Lines({"servers": ("address",), "servers.*.sessions": ()})
    before = {"servers": [{"address": "a:1", "sessions": ["0x1", "0x2", "0x3"]}]}
    after = {"servers": [{"address": "a:1", "sessions": ["0x1", "0x3"]}]}
    patch = difference(before, after, lines)
    assert patch == {"servers": {"a:1": {"sessions": {"0x2": None, "0x3": "0x1"}}}}
    assert apply(keyed(before, lines), patch) == keyed(after, lines)


def test_a_list_that_becomes_empty_stays_a_list() -> None:
    lines = Lines({"queue": ()})
    assert difference({"queue": ["c1"]}, {"queue": []}, lines) == {"queue": {"c1": None}}
    assert difference({"queue": None}, {"queue": []}, lines) == {"queue": {}}
    assert difference({"queue": []}, {"queue": []}, lines) == {}


@pytest.mark.parametrize("words", [{"": ""}, {"": "a", "a": ""}, {"a": "", "": "a", "b": "a"}])
def test_words_that_lead_in_a_circle_have_an_end(words: dict[str, str]) -> None:
    """A recording may say anything."""
    read = listed({"racers": words}, Lines({"racers": ()}))
    assert set(read["racers"]) <= {"a", "b"}


def test_the_contract_names_every_list_that_travels_as_a_map() -> None:
    table = CONTRACT.partition("| list | its map |")[2].partition("\n\n")[0]
    told = set(re.findall(r"[\w.*]+", table))
    for path in MODELS.named:
        assert told & {path, path.rpartition("*.")[2], path.partition(".*.")[2]}, path


def test_what_the_state_says_is_not_kept_again_with_the_event() -> None:
    brief = Brief()
    sessions = {"0x1": ["/a"], "0x2": []}
    listed = WatchesListed(source="wchp", asked_at=1.0, complete=True, sessions=sessions)
    of = {"source": "wchp", "asked_at": 1.0, "complete": True}
    assert brief.of(listed, []).data == {**of, "count": 2}
    told = ServersTold(servers=[{"address": "a:1", "sessions": ["0x1"]}])
    kept = brief.of(told, [server("s1", "0x1")])
    assert kept.data == {"servers": [{"address": "a:1"}], "moved": []}


def test_a_session_that_no_server_listed_for_a_while_has_moved() -> None:
    brief = Brief()
    nothing = ServersTold(servers=[])
    brief.of(nothing, [server("s1", "0x1", "0x2"), server("s2")])
    brief.of(nothing, [server("s1"), server("s2")])
    after = brief.of(nothing, [server("s1"), server("s2", "0x1", "0x2")])
    assert after.data["moved"] == [{"from": "s1", "to": "s2", "count": 2}]
    again = brief.of(nothing, [server("s1"), server("s2", "0x1", "0x2")])
    assert again.data["moved"] == []


def server(name: str, *sessions: str) -> Any:
    return {"id": name, "address": f"{name}:2181", "sessions": list(sessions)}
