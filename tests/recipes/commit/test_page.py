"""The view of a two-phase commit: what is drawn is what the state says, and all is done from it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import LASTING, Rest
from tests.browser.subject_page import LONG, SubjectPage, numbers
from tests.support.zookeeper import await_until

PARTS = ".centre *:not(svg, svg *, .transactions, .transactions *)"


AFAR = """() => [...document.querySelectorAll(".site.beside")].map((one) => {
  const [disc, account] = [".person-disc", ".account"].map((part) =>
    one.querySelector(part).getBoundingClientRect());
  return (account.left - disc.right) / disc.width;
})"""
"""How far each account is from its site's disc, in discs, where it stands beside it."""


class CommitPage(SubjectPage):
    """One page that shows one place, with three sites and a coordinator."""

    place = "view=commit&commit="
    section = "commits"

    @property
    def coordinator(self) -> str:
        """The first one."""
        return str(next(iter(self.document["coordinators"])))

    def begin(self, **more: object) -> None:
        """By REST; what a person does on the page has a test of its own."""
        self.rest.call("POST", "commits/transactions", {"path": self.path, **more})

    def put_in_doubt(self) -> None:
        """All have voted, and nothing is decided."""
        self.begin(pause=LONG)
        self.until(lambda one: one["transactions"].get("tx-1", {}).get("votes_in"))
        expect(self.page.locator('.site[data-doubt="true"]')).to_have_count(3)


OpenCommit = Callable[[], CommitPage]


@pytest.fixture
def open_commit(rest: Rest, open_view: OpenView) -> OpenCommit:
    """A page at a place of its own, whose processes are there."""

    def open_one() -> CommitPage:
        path = f"/commit-{next(numbers)}"
        body = {"path": path, "sites": 3, "coordinators": 1, "think": 0.1, "patience": LONG}
        rest.call("POST", "commits", {**body, "session_timeout": LASTING})
        page = CommitPage.open(open_view, rest, path)
        page.until(lambda one: len([s for s in one["sites"].values() if s.get("balance")]) == 3)
        await_until(lambda: rest.candidate(page.coordinator)["belief"] == "standing by")
        return page

    return open_one


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
    assert all(ratio < 1 for ratio in shown.page.evaluate(AFAR))
    expect(shown.at("commit-sum")).to_contain_text("300, as much as they were opened with")
    expect(shown.at("row-tx-1")).to_have_attribute("data-decision", "commit")
    expect(shown.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(6)
    expect(shown.page.locator('[data-testid="recipe-step"]')).to_have_count(7)
    expect(shown.at("story")).to_contain_text("tx-1 is committed.")
    shown.press("k")
    expect(shown.at("story")).to_contain_text("Nobody can begin another transaction")
    expect(shown.at("hint")).to_have_attribute("data-key", "n")
    shown.press("n")
    expect(shown.at("hint")).to_have_count(0)


def test_the_site_that_is_chosen_votes_no(open_commit: OpenCommit) -> None:
    """No hint is to begin where nobody coordinates."""
    shown = open_commit()
    expect(shown.at("hint")).to_have_attribute("data-key", "i")
    dead = shown.coordinator
    shown.rest.act(dead, "kill")
    expect(shown.at("hint")).to_have_count(0)
    shown.rest.end_session(dead)
    shown.press("n")
    expect(shown.at("hint")).to_have_attribute("data-key", "i")
    shown.setting("refuses", "s2")
    shown.press("i")
    expect(shown.at("transaction")).to_have_attribute("data-says", "abort")
    others = re.compile("(commit|no vote) ✗")  # one vote against it decides: it waits for no more
    against = re.compile("abort ✗")
    for site, vote in {"s1": others, "s2": against, "s3": others}.items():
        expect(shown.at(f"vote-{site}")).to_contain_text(vote)
        expect(shown.at(f"vote-{site}")).to_contain_class("is-abort")
    expect(shown.at("story")).to_contain_text("tx-1 is aborted: s2 voted against it")
    expect(shown.at("commit-sum")).to_have_attribute("data-sum", "300")
    shown.press("?")
    expect(shown.page.get_by_role("dialog")).to_contain_text("how to read Commit")
    expect(shown.page.get_by_role("dialog")).to_contain_text("it may neither commit nor abort")
    shown.press("Escape")
    shown.rest.stop_all()
    shown.view.expect_fits(PARTS)
    shown.view.start(3)
    expect(shown.page.locator('.site[data-process="running"]')).to_have_count(3)
    shown.view.expect_within(PARTS)


def test_the_coordinator_is_killed_before_it_decides_and_another_one_finishes(
    open_commit: OpenCommit,
) -> None:
    shown = open_commit()
    must_see_a_session_run_down(shown, shown.document["sites"]["s2"]["candidate"])
    shown.put_in_doubt()
    dead = shown.coordinator
    shown.at(f"process-{dead}").click()
    shown.expect_step("decide")
    shown.at(f"process-{shown.document['sites']['s1']['candidate']}").click()
    shown.expect_step("in doubt")
    shown.press("Escape")
    for site in ("s1", "s2", "s3"):
        expect(shown.at(f"arrow-vote-{site}")).to_have_count(1)
        expect(shown.at(f"doubt-{site}")).to_be_visible()
    shown.view.take_role("coordinator")
    shown.at("action-kill").click()
    expect(shown.at("story")).to_contain_text(f"{dead}, which coordinated tx-1, was killed")
    expect(shown.at("story")).to_contain_text("are in doubt")
    expect(shown.at("story")).to_contain_text("wait until somebody starts a coordinator")
    shown.rest.end_session(dead)
    expect(shown.at("story")).to_contain_text("Nobody coordinates tx-1.")
    expect(shown.page.locator('.site[data-doubt="true"]')).to_have_count(3)
    shown.press("n")
    expect(shown.at("transaction")).to_have_attribute("data-says", "commit")
    expect(shown.page.locator('.site[data-doubt="true"]')).to_have_count(0)


def must_see_a_session_run_down(shown: CommitPage, site: str) -> None:
    """That of a frozen one."""
    ring = shown.at(f"process-{site}").locator(".ring")
    expect(shown.at(f"process-{site}")).to_be_visible()
    expect(ring).to_have_count(0)
    shown.rest.act(site, "pause")
    expect(ring).to_have_count(1)
    shown.rest.act(site, "resume")
    expect(ring).to_have_count(0)


@pytest.mark.proof
def test_a_dead_site_owes_what_it_has_promised_until_it_is_started_again(
    open_commit: OpenCommit,
) -> None:
    shown = open_commit()
    shown.put_in_doubt()
    site = str(shown.document["sites"]["s3"]["candidate"])
    shown.at(f"process-{site}").click()
    shown.at("action-kill").click()
    expect(shown.at("site-s3")).to_contain_text("dead, has promised")
    shown.rest.act(shown.coordinator, "stop")
    shown.reach("start-coordinator").click()
    expect(shown.at("arrow-decision-s3")).to_have_attribute("data-owed", "true")
    expect(shown.at("commit-sum")).to_contain_text("and 300 when all have carried it out")
    shown.more("commit-restart")
    expect(shown.at("arrow-decision-s3")).to_have_attribute("data-owed", "false")
    expect(shown.at("commit-sum")).to_contain_text("300, as much as they were opened with")
