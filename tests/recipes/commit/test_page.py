"""The view of a two-phase commit: what is drawn is what the state says, and all is done from it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.view import SCHEMES, View
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

WITHIN = 30.0
LONG = 600
NARROW = {"width": 390, "height": 844}
BEYOND = """() => [...document.querySelectorAll(".centre *")]
  .filter((e) => !e.closest("svg, .transactions"))
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.className || e.tagName)"""
_numbers = itertools.count(1)


class CommitPage:
    """One page that shows one place, with three sites and a coordinator."""

    def __init__(self, view: View, rest: Rest, path: str) -> None:
        self.view, self.rest, self.path = view, rest, path
        self.page, self.at = view.page, view.at

    @property
    def commit(self) -> Json:
        found: Json = self.rest.state()["commits"][self.path]
        return found

    def until(self, holds: Callable[[Json], object]) -> None:
        await_until(lambda: holds(self.commit), WITHIN)

    @property
    def coordinator(self) -> str:
        """The first one."""
        return str(next(iter(self.commit["coordinators"])))

    def begin(self, **more: object) -> None:
        """By REST; what a person does on the page has a test of its own."""
        self.rest.call("POST", "commits/transactions", {"path": self.path, **more})

    def put_in_doubt(self) -> None:
        """All have voted, and nothing is decided."""
        self.begin(pause=LONG)
        self.until(lambda one: one["transactions"].get("tx-1", {}).get("votes_in"))
        expect(self.page.locator('.site[data-doubt="true"]')).to_have_count(3)


OpenCommit = Callable[..., CommitPage]


@pytest.fixture
def open_commit(open_view: OpenView, rest: Rest, dashboard: Dashboard) -> OpenCommit:
    """A page at a place of its own, whose processes are there."""

    def open_one(**settings: object) -> CommitPage:
        path = f"/commit-{next(_numbers)}"
        body = {"path": path, "sites": 3, "coordinators": 1, "think": 0.1, "patience": LONG}
        rest.call("POST", "commits", {**body, "session_timeout": LASTING, **settings})
        view = open_view(rest)
        view.page.goto(f"{dashboard.url}/#view=commit&commit={path}")
        found = CommitPage(view, rest, path)
        found.until(lambda one: len([s for s in one["sites"].values() if s.get("balance")]) == 3)
        await_until(
            lambda: rest.state()["candidates"][found.coordinator]["belief"] == "standing by", WITHIN
        )
        return found

    return open_one


def test_no_hint_is_to_begin_where_nobody_coordinates(open_commit: OpenCommit) -> None:
    shown = open_commit()
    expect(shown.at("hint")).to_have_attribute("data-key", "i")
    shown.rest.act(shown.coordinator, "kill")
    expect(shown.at("hint")).to_have_count(0)


@pytest.mark.proof
def test_votes_decision_and_accounts_are_drawn(open_commit: OpenCommit) -> None:
    shown = open_commit()
    expect(shown.at("transaction")).to_contain_text("no transaction yet")
    expect(shown.at("commit-sum")).to_have_attribute("data-sum", "300")
    shown.at("begin").click()
    expect(shown.at("transaction")).to_have_attribute("data-says", "commit")
    for site, balance in {"s1": "80", "s2": "110", "s3": "110"}.items():
        expect(shown.at(f"vote-{site}")).to_contain_text("commit ✓")
        expect(shown.at(f"account-{site}")).to_have_attribute("data-balance", balance)
        expect(shown.at(f"arrow-decision-{site}")).to_have_attribute("data-owed", "false")
    expect(shown.at("commit-sum")).to_contain_text("300, as at first")
    expect(shown.at("row-tx-1")).to_have_attribute("data-decision", "commit")
    expect(shown.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(5)
    expect(shown.page.locator('[data-testid="recipe-step"]')).to_have_count(7)
    expect(shown.at("story")).to_contain_text("tx-1 is committed.")
    shown.view.press("k")
    expect(shown.at("story")).to_contain_text("Nobody can begin another transaction")
    expect(shown.at("hint")).to_have_attribute("data-key", "n")
    shown.view.press("n")
    expect(shown.at("hint")).to_have_count(0)


def test_the_site_that_is_chosen_votes_no(open_commit: OpenCommit) -> None:
    shown = open_commit()
    shown.at("refuses").select_option("s2")
    shown.view.press("i")
    expect(shown.at("transaction")).to_have_attribute("data-says", "abort")
    expect(shown.at("vote-s2")).to_contain_text("abort")
    expect(shown.at("story")).to_contain_text("tx-1 is aborted: s2 voted against it")
    expect(shown.at("commit-sum")).to_have_attribute("data-sum", "300")


def test_the_coordinator_is_killed_before_it_decides_and_another_one_finishes(
    open_commit: OpenCommit,
) -> None:
    shown = open_commit()
    shown.put_in_doubt()
    dead = shown.coordinator
    for site in ("s1", "s2", "s3"):
        expect(shown.at(f"arrow-vote-{site}")).to_have_count(1)
        expect(shown.at(f"doubt-{site}")).to_be_visible()
    shown.at("role-coordinator").click()
    shown.at("action-kill").click()
    expect(shown.at("story")).to_contain_text(f"{dead}, which coordinated tx-1, was killed")
    expect(shown.at("story")).to_contain_text("are in doubt")
    expect(shown.at("story")).to_contain_text("wait until somebody starts a coordinator")
    shown.rest.end_session(dead)
    expect(shown.at("story")).to_contain_text("Nobody coordinates tx-1.")
    expect(shown.page.locator('.site[data-doubt="true"]')).to_have_count(3)
    shown.view.press("n")
    expect(shown.at("transaction")).to_have_attribute("data-says", "commit")
    expect(shown.page.locator('.site[data-doubt="true"]')).to_have_count(0)


@pytest.mark.proof
def test_a_dead_site_owes_what_it_has_promised_until_it_is_started_again(
    open_commit: OpenCommit,
) -> None:
    shown = open_commit()
    shown.put_in_doubt()
    site = str(shown.commit["sites"]["s3"]["candidate"])
    shown.at(f"process-{site}").click()
    shown.at("action-kill").click()
    expect(shown.at("site-s3")).to_contain_text("dead, has promised")
    shown.rest.act(shown.coordinator, "stop")
    shown.at("start-coordinator").click()
    expect(shown.at("arrow-decision-s3")).to_have_attribute("data-owed", "true")
    expect(shown.at("commit-sum")).to_contain_text("when all have carried it out 300")
    shown.at("commit-restart").click()
    expect(shown.at("arrow-decision-s3")).to_have_attribute("data-owed", "false")
    expect(shown.at("commit-sum")).to_contain_text("300, as at first")


def test_the_session_of_a_frozen_site_runs_down(open_commit: OpenCommit) -> None:
    shown = open_commit()
    site = shown.commit["sites"]["s2"]["candidate"]
    ring = shown.at(f"process-{site}").locator(".ring")
    expect(shown.at(f"process-{site}")).to_be_visible()
    expect(ring).to_have_count(0)
    shown.rest.act(site, "pause")
    expect(ring).to_have_count(1)
    shown.rest.act(site, "resume")
    expect(ring).to_have_count(0)


def test_a_person_chooses_a_process_and_reads_where_it_is_in_the_recipe(
    open_commit: OpenCommit,
) -> None:
    shown = open_commit()
    shown.put_in_doubt()
    step = shown.page.locator('[data-testid="recipe-step"][data-on="true"]')
    shown.at(f"process-{shown.coordinator}").click()
    expect(step).to_have_attribute("data-step", "decide")
    shown.at(f"process-{shown.commit['sites']['s1']['candidate']}").click()
    expect(step).to_have_attribute("data-step", "in doubt")


def test_it_begins_from_nothing_and_fits_a_narrow_screen(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    path = f"/narrow-{next(_numbers)}"
    rest.call("POST", "commits", {"path": path, "sites": 1, "coordinators": 0})
    rest.stop_all()
    view = open_view(rest, viewport=NARROW)
    view.page.goto(f"{dashboard.url}/#view=commit&commit={path}")
    view.at("timeout").select_option("20")
    view.at("start-3").click()
    expect(view.page.locator('.site[data-process="running"]')).to_have_count(3)
    view.await_run(BEYOND, [])
    for scheme in SCHEMES:
        view.light_up(scheme)
        view.await_run(BEYOND, [])


def test_its_help_says_what_is_in_doubt(open_commit: OpenCommit) -> None:
    shown = open_commit()
    shown.view.press("?")
    expect(shown.page.get_by_role("dialog")).to_contain_text("how to read Commit")
    expect(shown.page.get_by_role("dialog")).to_contain_text("it may neither commit nor abort")
