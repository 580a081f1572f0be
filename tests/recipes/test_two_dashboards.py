"""Two dashboards at one ZooKeeper: a number of a dashboard's own is nobody's name there."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

WITHIN = 30.0

Two = tuple[Whole, Whole]


@pytest.fixture
def two(zookeeper: Any) -> Iterator[Two]:
    """Both are connected to the same chroot, which no other test uses."""
    hosts = f"{zookeeper.hosts}/two-{uuid.uuid4().hex}"
    with whole(hosts) as first, whole(hosts) as second:
        yield first, second


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    """Asks both at the same time."""
    with ThreadPoolExecutor(2) as executor:
        yield executor


def started(dashboard: Whole, path: str, body: dict[str, Any]) -> list[str]:
    answer = dashboard.post(path, body)
    assert answer.status_code == 201, answer.text
    names: list[str] = answer.json()["candidates"]
    return names


def transact(dashboard: Whole, giver: str, amount: int) -> None:
    """Have it begun, as soon as somebody could coordinate it and nothing is undecided."""
    order = {"path": "/money", "giver": giver, "amount": amount}
    await_until(lambda: dashboard.post("commits/transactions", order).status_code == 202, WITHIN)


def money(dashboard: Whole) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state["commits"]["/money"]
    return found


def balances(dashboard: Whole) -> dict[str, int]:
    return {name: one["balance"] for name, one in money(dashboard)["sites"].items()}


def test_each_site_is_of_one_dashboard_and_carries_out_its_own(two: Two) -> None:
    for dashboard in two:
        started(dashboard, "commits", {"path": "/money", "sites": 2, "think": 0.1})
    first, second = two
    await_until(lambda: balances(first) == {"s1": 100, "s2": 100}, WITHIN)
    await_until(lambda: balances(second) == {"s3": 100, "s4": 100}, WITHIN)
    transact(first, "s1", 7)
    await_until(lambda: balances(first) == {"s1": 93, "s2": 107}, WITHIN)
    transact(second, "s4", 9)
    await_until(lambda: balances(second) == {"s3": 109, "s4": 91}, WITHIN)
    assert balances(first) == {"s1": 93, "s2": 107}
    await_until(lambda: all(money(one)["invariants"]["sum_stays"] for one in two), WITHIN)


def test_the_names_of_a_dashboards_sites_are_free_once_it_has_ended(zookeeper: Any) -> None:
    hosts = f"{zookeeper.hosts}/one-after-the-other"
    for _ in range(2):
        with whole(hosts) as dashboard:
            started(dashboard, "commits", {"path": "/money", "sites": 1, "coordinators": 0})
            assert [*money(dashboard)["sites"]] == ["s1"]


def test_a_new_ledger_answers_for_no_promise_of_another_one(zookeeper: Any) -> None:
    """The dashboard before has ended while s1 had still to vote, and s2 had promised."""
    hosts = f"{zookeeper.hosts}/promised"
    with whole(hosts) as first:
        body = {"path": "/money", "sites": 2, "think": 0.0, "patience": 600.0}
        (s1, _, _) = started(first, "commits", body)
        await_until(lambda: balances(first) == {"s1": 100, "s2": 100}, WITHIN)
        assert first.post(f"candidates/{s1}/kill").status_code == 202
        await_until(lambda: first.state["candidates"][s1]["process"] == "exited", WITHIN)
        transact(first, "s2", 10)
        await_until(lambda: votes_of(first) == {"s2": "commit"}, WITHIN)
    with whole(hosts) as second:
        started(second, "commits", {"path": "/money", "sites": 2, "think": 0.0})
        assert not {"s1", "s2"} & {*money(second)["sites"]}


def votes_of(dashboard: Whole) -> dict[str, str]:
    votes = money(dashboard)["transactions"]["tx-1"]["votes"]
    return {site: one["vote"] for site, one in votes.items() if one["vote"]}


def await_live(dashboard: Whole, *names: str) -> None:
    def live() -> set[str]:
        nodes = dashboard.state["groups"]["/group"]["nodes"]
        return {name for name, one in nodes.items() if one["live"]}

    await_until(lambda: live() == {*names}, WITHIN)


def test_each_node_of_a_group_is_of_one_dashboard(two: Two) -> None:
    first, second = two
    started(first, "groups", {"path": "/group", "count": 2})
    await_live(first, "n1", "n2")
    started(second, "groups", {"path": "/group", "count": 2})
    for dashboard in two:
        await_live(dashboard, "n1", "n2", "n3", "n4")


@pytest.mark.parametrize(
    ("recipe", "path"), [("commits", "/money"), ("groups", "/group"), ("bookshelves", "/books")]
)
def test_two_that_start_some_at_once_take_different_names(
    two: Two, aside: ThreadPoolExecutor, recipe: str, path: str
) -> None:
    """Neither has read what the other one is about to start."""
    counted = {"sites": 2, "coordinators": 0} if recipe == "commits" else {"count": 2}
    [*aside.map(lambda one: started(one, recipe, {"path": path, **counted}), two)]
    key = "site" if recipe == "commits" else "node"
    names = [one["settings"][key] for each in two for one in each.state["candidates"].values()]
    assert len(names) == len({*names}) == 4


def test_each_node_of_a_bookshelf_is_of_one_dashboard(two: Two) -> None:
    """A node of another dashboard is not asked: what it says would be believed."""
    first, second = two
    book = {"path": "/books", "author": "Ada", "year": 1843}
    started(first, "bookshelves", {"path": "/books", "count": 1})
    await_until(lambda: first.post("bookshelves/books", book).status_code == 201, WITHIN)
    started(second, "bookshelves", {"path": "/books", "count": 1})
    await_until(lambda: second.state["bookshelves"]["/books"]["leader"] == "n1", WITHIN)
    answer = second.post("bookshelves/books", book)
    assert (answer.status_code, answer.json()["error"]["message"]) == (
        503,
        "n1 is of another dashboard: ask it there",
    )
    assert "n2" in second.state["bookshelves"]["/books"]["nodes"]
    assert first.post("bookshelves/books", {**book, "year": 1844}).status_code == 201
