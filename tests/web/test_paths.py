"""Whatever takes the path of a znode refuses what is not one, and names the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests

from tests.web.whole import Whole, whole

WRONG = ("a", "", "/a//b", "/a/../b", "/a/", "../x", "/a\u0000")


@pytest.fixture(scope="module")
def dashboard(zookeeper: Any) -> Iterator[Whole]:
    """One for the tests of this module, which change nothing."""
    with whole(zookeeper.hosts) as it:
        yield it


@pytest.mark.parametrize(
    ("method", "place", "field", "others"),
    [
        ("POST", "candidates", "election", {}),
        ("DELETE", "candidates", "path", {}),
        ("POST", "roles/leader/stop", "election", {}),
        ("POST", "elections", "path", {}),
        ("POST", "elections/fencing", "path", {"on": False}),
        ("POST", "barriers", "path", {}),
        ("POST", "locks", "path", {}),
        ("POST", "groups", "path", {}),
        ("POST", "groups", "path", {"count": 0}),
        ("POST", "bookshelves", "path", {}),
        ("POST", "bookshelves/books", "path", {"author": "Jane Austen", "year": 1815}),
        ("PUT", "znodes", "path", {"data": {"text": ""}, "version": 0}),
        ("GET", "znodes", "path", {}),
        ("GET", "znodes/search", "under", {"q": "a"}),
        ("GET", "znodes/export", "path", {}),
        ("GET", "watches", "under", {}),
    ],
)
def test_a_wrong_path_is_named(
    dashboard: Whole, method: str, place: str, field: str, others: dict[str, Any]
) -> None:
    before = dashboard.state["candidates"]
    for path in WRONG:
        given = {"params" if method == "GET" else "json": {**others, field: path}}
        url = f"{dashboard.url}/api/v1/{place}"
        answer = requests.request(method, url, timeout=30, **given)  # type: ignore[arg-type]
        assert (answer.status_code, answer.json()["error"]["field"]) == (400, field), path
    assert dashboard.state["candidates"] == before
