"""Drills of a lock and of a bookshelf on an embedded ZooKeeper."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.errors import BadRequest
from app.recipes.drill.compare import compared_all
from app.recipes.drill.kept import report_from
from app.recipes.drill.limits import limit_of
from app.recipes.drill.page import html_of
from app.recipes.drill.plan import DrillPlan, checked
from app.recipes.drill.rounds import DrillRound
from tests.browser.rest import Rest
from tests.recipes.drill.test_compare import document
from tests.recipes.drill.test_figures import rounds_of
from tests.recipes.drill.test_limits import LOST
from tests.recipes.drill.test_page import report_of
from tests.recipes.drill.test_run import drilled
from tests.support.forked import forked_dashboard

PHASES = {
    "lock": ["detect", "told", "claims"],
    "bookshelf": ["detect", "claims", "acknowledged", "serves"],
}


@pytest.fixture(scope="module")
def rest() -> Iterator[Rest]:
    with forked_dashboard() as dashboard:
        rest = Rest(dashboard.url)
        yield rest
        rest.close()


@pytest.mark.parametrize("recipe", PHASES)
@pytest.mark.parametrize("fault", ["stop", "kill", "freeze", "expire"])
def test_each_fault_hands_over_and_is_mended(rest: Rest, recipe: str, fault: str) -> None:
    report = drilled(rest, recipe=recipe, fault=fault, limits=["failed=0", "max:claims=60s"])
    assert report["error"] is None
    assert report["counts"] == {"rounds": 2, "planned": 2, "handed over": 2}
    assert [one["kept"] for one in report["limits"]] == [True, True]
    assert report["plan"]["path"] == f"/drill/{recipe}"
    for one in report["rounds"]:
        assert one["heir"] not in (None, *one["victims"])
        assert [*one["ms"]] == PHASES[recipe]
        assert one["handoff"] == pytest.approx(sum(one["ms"].values()), abs=0.01)
    here = rest.of(report["plan"]["path"])
    assert {one["process"] for one in here} == {"exited"}


@pytest.mark.parametrize(
    ("target", "phases"),
    [("successor", ["detect", "told"]), ("middle", ["detect", "told"]), ("tail", ["detect"])],
)
def test_the_holder_holds_on_where_another_one_is_struck(
    rest: Rest, target: str, phases: list[str]
) -> None:
    report = drilled(rest, recipe="lock", fault="expire", target=target, limits=["failed=0"])
    assert report["counts"] == {"rounds": 2, "planned": 2, "led on": 2}
    assert [[*one["ms"]] for one in report["rounds"]] == [phases, phases]


def test_the_leader_serves_on_where_another_node_is_struck(rest: Rest) -> None:
    report = drilled(rest, recipe="bookshelf", fault="kill", target="tail", limits=["lost=0"])
    assert report["counts"] == {"rounds": 2, "planned": 2, "led on": 2}
    assert [[*one["ms"]] for one in report["rounds"]] == [["detect"], ["detect"]]
    assert report["limits"][0]["kept"] is True


@pytest.mark.parametrize("recipe", PHASES)
def test_two_are_struck_at_once(rest: Rest, recipe: str) -> None:
    report = drilled(rest, recipe=recipe, fault="kill", target="leader+successor")
    assert report["counts"] == {"rounds": 2, "planned": 2, "handed over": 2}
    assert [len({*one["victims"], one["heir"]}) for one in report["rounds"]] == [3, 3]


@pytest.mark.parametrize("recipe", PHASES)
def test_a_drill_of_no_fault_sees_none(rest: Rest, recipe: str) -> None:
    report = drilled(rest, recipe=recipe, fault="none", limits=["failed=0"])
    assert report["counts"] == {"rounds": 2, "planned": 2, "led on": 2}


def test_the_books_are_counted(rest: Rest) -> None:
    report = drilled(rest, recipe="bookshelf", fault="kill", limits=["lost=0"])
    books = [one["books"] for one in report["rounds"]]
    assert min(books) > 0
    assert report["books"] == {"acknowledged": sum(books), "lost": 0}
    assert report["limits"] == [
        {
            "limit": "lost=0",
            "kept": True,
            "says": f"0 of {sum(books)} acknowledged books were lost",
        }
    ]


def test_books_that_another_dashboard_had_are_no_drills(rest: Rest) -> None:
    """Their disks are not here, so nobody may lead with them."""
    drilled(rest, recipe="bookshelf", fault="stop", rounds=1)
    hosts = rest.state()["zookeeper"]["hosts"]
    with forked_dashboard("--zookeeper", hosts) as other:
        there = Rest(other.url)
        report = drilled(there, recipe="bookshelf", fault="stop")
        there.close()
    assert report["cause"] == "unsettled"
    assert "whose disks are not here" in report["error"]


def test_a_strategy_is_of_elections(rest: Rest) -> None:
    with pytest.raises(AssertionError, match="a strategy is of elections only"):
        rest.call("POST", "drills", {"recipe": "lock", "strategy": "predecessor"})


def test_a_bookshelf_has_so_many_nodes(rest: Rest) -> None:
    with pytest.raises(AssertionError, match="a bookshelf has at most 12 nodes"):
        rest.call("POST", "drills", {"recipe": "bookshelf", "candidates": 13})


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"strategy": "herd"}, "a strategy is of elections only"),
        ({"fault": "resign"}, "resign of leader is of elections only"),
        ({"fault": "restart-after", "target": "leader"}, "is of servers"),
        ({"fault": "expire", "target": "quorum-leader"}, "is of candidates, not of servers"),
        ({"target": "leader+successor", "candidates": 2}, "nobody is left"),
        ({"limits": [limit_of("lost=0")]}, "only the recipe bookshelf has books"),
        ({"limits": [limit_of("max:acknowledged=1s")]}, "has acknowledged"),
        ({"limits": [limit_of("max:serves=1s")]}, "has serves"),
        ({"recipe": "bookshelf", "limits": [limit_of("max:told=1s")]}, "has told"),
        ({"recipe": "election", "limits": [limit_of("lost=0")]}, "only the recipe bookshelf"),
    ],
)
def test_what_a_recipe_cannot_have_is_refused(plan: dict[str, Any], says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        checked(DrillPlan(**{"recipe": "lock", **plan}))


def test_with_a_fault_of_servers_every_recipe_has_the_phase_of_the_quorum() -> None:
    """A bookshelf's own, until its first book, would be another one."""
    limits = [limit_of("max:serves=1s"), limit_of("max:claims=1s")]
    for recipe in PHASES:
        plan = checked(DrillPlan(recipe=recipe, fault="restart-after", limits=limits))
        assert plan.phases == [one for one in PHASES[recipe] if one != "serves"]


def test_it_says_what_its_recipe_says() -> None:
    assert DrillPlan(recipe="lock", target="leader+successor").shown["does"] == (
        "the holder and the one that is next are killed: ZooKeeper waits for their sessions"
    )


# -- the reports ----------------------------------------------------------------------------------


def test_a_page_tells_of_lost_books() -> None:
    assert "3 of 1,007 acknowledged books were lost" in html_of(report_of(10.0, rounds=LOST))


def shelved(count: int, lost: int) -> list[DrillRound]:
    return [{**one, "books": 10, "lost": lost} for one in rounds_of(*[10.0] * count)]


def test_rounds_that_lost_books_are_compared() -> None:
    pair = (report_from(json.dumps(document(shelved(20, lost))).encode()) for lost in (0, 1))
    (found,) = compared_all([(next(pair), next(pair))])
    (row,) = (one for one in found.rows if one.name == "lost")
    assert (row.a, row.b, row.of, row.word) == (0, 20, (20, 20), "more")


def test_older_reports_are_of_an_election() -> None:
    assert report_from(json.dumps(document(rounds_of(1.0))).encode())["plan"]["recipe"] == (
        "election"
    )
