"""Candidates among members of other libraries, by REST, on real dashboards and a real ZooKeeper."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import requests
from jsonschema import Draft202012Validator
from kazoo.client import KazooClient

from app.participation.libraries import RECIPE
from app.recipes.election.strategies import STRATEGIES
from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Whole, whole

WITHIN = 20.0
PATH = "/election"
MEMBER = {"ephemeral": True, "sequence": True, "makepath": True}
LATCH = "_c_3f2a1b4c-1111-2222-3333-444455556666-latch-"


@pytest.fixture
def dashboard(fresh_hosts: str) -> Iterator[Whole]:
    with whole(fresh_hosts) as it:
        yield it


@pytest.fixture
def stranger(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """A session of somebody else."""
    return open_client(fresh_hosts)


def start(dashboard: Whole, **more: Any) -> tuple[int, dict[str, Any]]:
    answer = dashboard.post("candidates", {"session_timeout": 20.0, **more})
    return answer.status_code, answer.json()


def await_members(dashboard: Whole, count: int) -> None:
    await_until(lambda: len(dashboard.chain()) == count, WITHIN)


def test_among_strangers_candidates_start_only_where_that_is_asked_for(
    dashboard: Whole, stranger: KazooClient
) -> None:
    for _ in range(2):
        stranger.create(f"{PATH}/{LATCH}", **MEMBER)
    stranger.create(f"{PATH}/n_", **MEMBER)
    await_members(dashboard, 3)
    status, refusal = start(dashboard)
    assert status == 409
    error, said = refusal["error"], refusal["strangers"]
    assert (error["code"], error["field"]) == ("strangers", "among_strangers")
    assert said["who"] == (
        "/election has 3 members that are not Handoff's: 2 of Curator's LeaderLatch "
        "(latch-0000000000, …), 1 of a program whose names Handoff does not know (n_0000000002)."
    )
    assert "as whole strings" in said["why"]
    assert "two may lead" in said["why"]
    for part in (said["who"], said["why"], '"among_strangers": true'):
        assert part in error["message"]
    assert dashboard.state["candidates"] == {}
    assert start(dashboard, among_strangers=True) == (201, {"candidates": ["c1"]})
    await_members(dashboard, 4)


def test_the_candidates_of_another_dashboard_are_no_strangers(
    dashboard: Whole, fresh_hosts: str
) -> None:
    with whole(fresh_hosts) as other:
        assert start(other)[0] == 201
        await_members(dashboard, 1)
        assert start(dashboard)[0] == 201
        await_members(dashboard, 2)
        assert dashboard.state["elections"][PATH]["orders"] is None


def test_kazoos_election_leads_beside_ours_and_one_leader_is_not_known(
    dashboard: Whole, stranger: KazooClient
) -> None:
    assert start(dashboard)[0] == 201
    await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading"], WITHIN)
    leads, done = threading.Event(), threading.Event()

    def lead() -> None:
        leads.set()
        done.wait(WITHIN)

    thread = threading.Thread(target=stranger.Election(PATH, "kazoo's").run, args=(lead,))
    thread.start()
    try:
        assert leads.wait(WITHIN)
        await_until(lambda: dashboard.chain()[1]["session"], WITHIN)
        election = dashboard.state["elections"][PATH]
        ours, kazoos = election["chain"]
        assert (ours["belief"], ours["library"], kazoos["library"]) == (
            "leading",
            "Handoff",
            "kazoo",
        )
        assert election["invariants"]["one_leader"] is None
        assert [order["libraries"] for order in election["orders"]] == [[RECIPE], ["kazoo"]]
        assert [one["leader"] for one in election["orders"]] == [ours["znode"], kazoos["znode"]]
        assert election["doubts"][0]["invariant"] == "one_leader"
        assert "two orders" in election["story"][0]
    finally:
        done.set()
        thread.join(WITHIN)
    await_members(dashboard, 1)
    election = dashboard.state["elections"][PATH]
    assert (election["orders"], election["invariants"]["one_leader"]) == (None, None)
    stranger.stop()
    await_until(lambda: dashboard.state["elections"][PATH]["invariants"]["one_leader"], WITHIN)


def test_a_comparison_among_strangers_starts_nobody(
    dashboard: Whole, stranger: KazooClient
) -> None:
    """Its elections are where they are, and what strangers cost would be counted too."""
    for strategy in STRATEGIES:
        member = stranger.create(f"/compare/{strategy}/__lock__", **MEMBER)
        for call in ("comparisons", "comparisons/measure"):
            answer = dashboard.post(call, {})
            assert answer.status_code == 409, answer.text
            error = answer.json()["error"]
            assert error["code"] == "strangers"
            for word in (f"/compare/{strategy} has a member that is not Handoff's", "Nobody was"):
                assert word in error["message"]
            for advice in ("another path", "among_strangers"):
                assert advice not in error["message"]
        stranger.delete(member)
    assert dashboard.state["candidates"] == {}
    assert dashboard.state["comparison"]["measuring"] is None


def test_a_comparison_where_another_strategy_is_followed_starts_nobody(dashboard: Whole) -> None:
    assert start(dashboard, election="/compare/herd", count=2)[0] == 201
    answer = dashboard.post("comparisons", {"count": 3})
    assert answer.status_code == 409, answer.text
    message = answer.json()["error"]["message"]
    assert "/compare/herd follows the strategy predecessor" in message
    assert "another path" not in message
    assert len(dashboard.state["candidates"]) == 2


def refusal(dashboard: Whole, path: str) -> str:
    """Why candidates do not start there unasked; "" where they do."""
    status, answer = start(dashboard, election=path)
    if status == 201:
        return ""
    assert (status, answer["error"]["code"]) == (409, "strangers")
    return str(answer["strangers"]["who"])


def test_in_a_path_that_is_not_its_own_it_asks_first(
    dashboard: Whole, stranger: KazooClient
) -> None:
    stranger.create("/service/batman/config", makepath=True)
    stranger.create("/empty")
    assert refusal(dashboard, "/service/batman") == (
        "/service/batman exists, holds a znode that is not Handoff's (config), and no candidate "
        "has led there."
    )
    assert refusal(dashboard, "/service/robin") == (
        "/service holds a znode that is not Handoff's (batman)."
    )
    assert "is empty" in refusal(dashboard, "/empty")
    assert refusal(dashboard, "/new") == refusal(dashboard, "/deep/new") == ""
    assert refusal(dashboard, "/deep/newer") == ""
    assert start(dashboard, election="/empty", among_strangers=True)[0] == 201


def test_where_a_candidate_has_led_it_does_not_ask(dashboard: Whole, fresh_hosts: str) -> None:
    assert start(dashboard)[0] == 201
    await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading"], WITHIN)
    await_until(lambda: dashboard.state["elections"][PATH]["acknowledged"], WITHIN)
    requests.delete(f"{dashboard.url}/api/v1/candidates", timeout=30)
    await_members(dashboard, 0)
    with whole(fresh_hosts) as later:
        assert start(later)[0] == 201


def test_beside_an_election_of_its_own_it_does_not_ask(
    dashboard: Whole, stranger: KazooClient
) -> None:
    for name in ("a", "a-acknowledged", "b-version", "b"):
        stranger.create(f"/ours/{name}", makepath=True)
    assert refusal(dashboard, "/ours/new") == ""
    stranger.create("/ours/theirs")
    assert "(theirs)" in refusal(dashboard, "/ours/newer")


def test_a_leader_key_is_not_raced_for_unasked(dashboard: Whole, stranger: KazooClient) -> None:
    stranger.create("/service/leader", "\u202en1".encode(), ephemeral=True, makepath=True)
    assert "has a znode “leader” that is not Handoff's, and it says \\u202en1." in refusal(
        dashboard, "/service"
    )


def test_below_a_key_nobody_starts_even_where_it_is_free_and_that_is_asked_for(
    dashboard: Whole, stranger: KazooClient
) -> None:
    """A candidate would create it, and keep the other programs from it."""
    stranger.create("/controller", b'{"brokerid": 1}', ephemeral=True)
    await_until(partial(is_named, dashboard, "/controller", ["brokerid 1"]), WITHIN)
    more = {"election": "/controller", "among_strangers": True}
    assert "for which other programs race" in start(dashboard, **more)[1]["error"]["message"]
    for thing in ("locks", "shared-locks", "groups", "queues", "barriers"):
        assert dashboard.post(thing, {"path": "/controller"}).status_code == 409
        assert dashboard.post(thing, {"path": "/controller/x"}).status_code == 409
    stranger.delete("/controller")
    await_until(partial(is_named, dashboard, "/controller", []), WITHIN)
    assert "for which other programs race" in start(dashboard, **more)[1]["error"]["message"]
    assert dashboard.state["elections"]["/controller"]["vacant"]["from_name"] == "brokerid 1"


def test_in_line_a_child_called_leader_is_asked_about(
    dashboard: Whole, stranger: KazooClient
) -> None:
    """Other programs may take it for a member, and fail on it."""
    stranger.create("/line/c_", sequence=True, makepath=True)
    found = start(dashboard, election="/line", strategy="single")[1]["strangers"]
    assert "may fail on a child “leader”" in found["why"]


def test_in_an_ensemble_of_its_own_it_does_not_ask(fresh_hosts: str, stranger: KazooClient) -> None:
    stranger.create("/shop/till", makepath=True)
    with whole(fresh_hosts, source="apache") as dashboard:
        assert refusal(dashboard, "/shop") == ""


def is_named(dashboard: Whole, path: str, names: list[str]) -> bool:
    """Whether the members that the dashboard knows there are called so; it reads that after the
    list.
    """
    chain = dashboard.state["elections"].get(path, {"chain": ()})["chain"]
    return [one["name"] for one in chain] == names


HEX = "3f2a1b4c111122223333444455556666"


IN_SOMETHING_ELSE = (
    (
        (f"{HEX}__rlock__", f"{HEX}__lock__"),
        "1 of kazoo's ReadLock (r1), 1 of kazoo (r2).",
        "Nobody leads in a shared lock",
    ),
    (
        ("_c_3f2a1b4c-1111-2222-3333-444455556666-lease-",),
        "1 of Curator's InterProcessSemaphoreV2 (r1).",
        "Nobody leads in a semaphore",
    ),
    (
        ("item-",),
        "1 of a program whose names Handoff does not know (r1).",
        "nobody is known to lead there",
    ),
)
"""Names of strangers' znodes; what is said of who stands there, and of why that matters."""


def test_the_question_calls_strangers_and_what_they_stand_in_as_the_page_does(
    dashboard: Whole, stranger: KazooClient
) -> None:
    for place, (names, said, why) in enumerate(IN_SOMETHING_ELSE):
        path = f"/things/{place}"
        for number, name in enumerate(names, 1):
            stranger.create(f"{path}/{name}", f"r{number}".encode(), **MEMBER)
        called = [f"r{number}" for number, _ in enumerate(names, 1)]
        await_until(partial(is_named, dashboard, path, called), WITHIN)
        found = start(dashboard, election=path)[1]["strangers"]
        assert found["who"].endswith(said)
        assert why in found["why"]
        assert "two may lead" not in found["why"]


def test_nobody_is_stopped_at_what_is_no_path(dashboard: Whole) -> None:
    for path in ("", "x", "/a\0b"):
        answer = dashboard.delete("candidates", {"path": path})
        assert (answer.status_code, answer.json()["error"]["field"]) == (400, "path")


def test_a_watch_of_a_console_is_one_of_the_dashboards_own(
    dashboard: Whole, stranger: KazooClient
) -> None:
    stranger.ensure_path("/cw")
    console = dashboard.post("consoles").json()
    line = dashboard.post(f"consoles/{console['console']}/lines", {"line": "get -w /cw"})
    assert line.status_code == 200
    assert start(dashboard)[0] == 201, "what changes makes the dashboard ask for the lists at once"

    def listed() -> list[bool]:
        watches = dashboard.get("watches?under=/cw").json()["watches"]
        return [one["dashboard"] for one in watches if one["session"] == console["session"]]

    assert await_until(listed) == [True]


def test_the_answers_are_as_the_openapi_document_describes_them(
    dashboard: Whole, stranger: KazooClient
) -> None:
    stranger.ensure_path("/described")
    assert dashboard.post("znodes/session").status_code == 201
    document = dashboard.get("openapi.json").json()
    for path in ("watches", "znodes/export", "znodes/acl", "znodes/history"):
        said = document["paths"][f"/api/v1/{path}"]["get"]["responses"]["200"]["content"]
        query = "" if path == "watches" else "?path=/described"
        answer = dashboard.get(f"{path}{query}")
        assert answer.status_code == 200, answer.text
        resolved = {**said["application/json"]["schema"], "components": document["components"]}
        Draft202012Validator(resolved).validate(answer.json())
