"""Searching names and data, on znodes as they are read."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
from kazoo.protocol.states import ZnodeStat

from app.znodes.workbench.searching import MOST_SECONDS, Search
from app.zookeeper.subtree import Found

DATA = {
    "/t": b"the root, with a Needle",
    "/t/needle": b"",
    "/t/a": "Größe: NEEDLE".encode(),
    "/t/a/b": gzip.compress(b"packed needle"),
    "/t/a/c": b"\x00\xffneedle\x00",
    "/t/a/d": b"nothing",
}


def tree() -> Iterator[Found]:
    for path, data in DATA.items():
        yield Found(path, ZnodeStat(1, 1, 1, 1, 0, 0, 0, 0, len(data), 0, 1), data, [])


@pytest.mark.parametrize(
    ("where", "paths"),
    [
        ("name", ["/t/needle"]),
        ("data", ["/t", "/t/a", "/t/a/b", "/t/a/c"]),
        ("both", ["/t", "/t/needle", "/t/a", "/t/a/b", "/t/a/c"]),
    ],
)
def test_a_text_is_found_whatever_its_case_and_packing(where: str, paths: list[str]) -> None:
    answer = Search("needle", where, 100).through(tree(), "/t")
    assert answer["matches"] == paths
    assert (answer["read"], answer["truncated"], answer["stopped"]) == (len(DATA), False, None)


def test_an_excerpt_shows_what_stands_around() -> None:
    found = Search("needle", "data", 100).through(tree(), "/t")["found"]
    assert found[0] == {"path": "/t", "in": ["data"], "excerpt": DATA["/t"].decode()}
    assert found[2]["excerpt"] == "packed needle"
    assert found[3]["excerpt"] is None
    long = Found("/l", ZnodeStat(1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1), b"x" * 99 + b"needle" * 9, [])
    excerpt = Search("needle", "data", 1).through(iter([long]), "/l")["found"][0]["excerpt"]
    assert excerpt == f"…{'x' * 40}{'needle' * 7}need…"


def test_it_ends_at_its_limits() -> None:
    few = Search("needle", "both", 2).through(tree(), "/t")
    assert (len(few["matches"]), few["truncated"]) == (2, True)
    hours = iter(range(0, 100_000, int(MOST_SECONDS) + 1))
    late = Search("needle", "both", 100, clock=lambda: next(hours)).through(tree(), "/t")
    assert (late["stopped"], late["truncated"], late["read"]) == ("time", True, 1)
