"""Two-phase commits by REST, on a whole dashboard and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.zookeeper import await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 30.0


@pytest.fixture(scope="module")
def dashboard(zookeeper: Any) -> Iterator[Whole]:
    """One for the tests of this module; each takes a place of its own."""
    with whole(f"{zookeeper.hosts}/web-commits") as it:
        yield it


def commit_of(dashboard: Whole, path: str) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state["commits"][path]
    return found


def begun(dashboard: Whole, body: dict[str, Any]) -> str:
    """As soon as the sites are there, and somebody could coordinate; the coordinator's name."""
    calls: list[dict[str, Any]] = []

    def answered() -> bool:
        answer = dashboard.post("commits/transactions", body)
        calls.append(answer.json())
        return answer.status_code == 202

    await_until(answered, WITHIN)
    return str(calls[-1]["candidate"])


def test_a_transaction_from_the_start_to_its_end(dashboard: Whole) -> None:
    body = {"path": "/money", "sites": 2, "coordinators": 1, "think": 0.1, "opening": 50}
    answer = dashboard.post("commits", body)
    assert answer.status_code == 201
    *sites, coordinator = answer.json()["candidates"]
    assert len(sites) == 2
    order = {"path": "/money", "giver": "s2", "amount": 7}
    assert begun(dashboard, order) == coordinator
    await_until(
        lambda: (
            [one["balance"] for one in commit_of(dashboard, "/money")["sites"].values()] == [57, 43]
        ),
        WITHIN,
    )
    commit = commit_of(dashboard, "/money")
    assert commit["transactions"]["tx-1"]["decision"] == "commit"
    assert False not in commit["invariants"].values()
    assert {dashboard.state["candidates"][name]["recipe"] for name in sites} == {"site"}
    assert not any(path.startswith("/money") for path in dashboard.state["elections"])


def test_without_a_word_three_sites_and_a_coordinator_start(dashboard: Whole) -> None:
    names = dashboard.post("commits", {}).json()["candidates"]
    recipes = [dashboard.state["candidates"][name]["recipe"] for name in names]
    assert recipes == ["site", "site", "site", "coordinator"]
    assert [*commit_of(dashboard, "/commit")["sites"]] == ["s1", "s2", "s3"]


def test_while_one_is_undecided_no_other_is_begun(dashboard: Whole) -> None:
    body = {"path": "/one", "sites": 2, "coordinators": 1, "think": 0.1}
    dashboard.post("commits", body)
    begun(dashboard, {"path": "/one", "pause": 600})
    await_until(lambda: commit_of(dashboard, "/one")["undecided"] == "tx-1", WITHIN)
    answer = dashboard.post("commits/transactions", {"path": "/one"})
    assert answer.status_code == 409
    assert answer.json()["error"]["message"] == "tx-1 is undecided: wait for it"


def test_of_orders_at_the_same_time_one_is_taken(dashboard: Whole) -> None:
    """The transaction is in ZooKeeper, and is seen, some time after the order was given."""
    dashboard.post("commits", {"path": "/at-once", "sites": 2, "coordinators": 1, "think": 2.0})
    begun(dashboard, {"path": "/at-once"})
    after = [dashboard.post("commits/transactions", {"path": "/at-once"}) for _ in range(3)]
    assert {answer.status_code for answer in after} == {409}
    await_until(lambda: commit_of(dashboard, "/at-once")["transactions"], WITHIN)
    await_until(lambda: commit_of(dashboard, "/at-once")["undecided"] is None, WITHIN)
    begun(dashboard, {"path": "/at-once"})
    await_until(lambda: "tx-2" in commit_of(dashboard, "/at-once")["transactions"], WITHIN)


REFUSED: tuple[Refused, ...] = (
    ("commits", {"path": "/c", "sites": 9}, 409, "sites"),
    ("commits/transactions", {"path": "/nowhere"}, 404, "path"),
    ("commits/transactions", {"path": "/alone"}, 409, "path"),
    ("commits/sites/s1/restart", {"path": "/nowhere"}, 404, "path"),
    ("commits/sites/s9/restart", {"path": "/alone"}, 404, "site"),
    ("commits/sites/s1/restart", {"path": "/alone"}, 409, "site"),
    ("locks", {"path": "/alone"}, 409, "path"),
    ("locks", {"path": "/alone/tx-1/lock"}, 409, "path"),
)


def test_refusals_say_what_is_wrong_and_change_nothing(dashboard: Whole) -> None:
    """Nothing else is built where transactions are."""
    dashboard.post("commits", {"path": "/alone", "sites": 1})
    assert_refused(dashboard, REFUSED)
