"""The view of a group: what is drawn is what is, and everything is done from the page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.subject_page import WITHIN, SubjectPage, numbers
from tests.support.zookeeper import await_until

CUT = """() => {
  const box = (e) => e.getBoundingClientRect();
  const parts = ":scope > *, .member-znodes > *, .member-znodes button > *, .member-since > *";
  return [...document.querySelectorAll(".member")].flatMap((member) =>
    [...member.querySelectorAll(parts)]
      .filter((e) => box(e).left < box(member).left - 1 || box(e).right > box(member).right + 1)
      .map((e) => e.outerHTML));
}"""


class GroupPage(SubjectPage):
    """One page that shows one group."""

    place = "view=members&group="
    section = "groups"

    @property
    def nodes(self) -> Json:
        found: Json = self.document["nodes"]
        return found

    def member(self, name: str) -> Locator:
        return self.at(f"member-{name}")

    def expect_standing(self, **standings: str) -> None:
        for name, standing in standings.items():
            expect(self.member(name)).to_have_attribute(
                "data-standing", standing, timeout=WITHIN * 1000
            )

    def choose(self, name: str) -> None:
        self.at(f"node-{name}").click()
        self.expect_pressed(f"node-{name}")

    def candidate(self, name: str) -> str:
        return str(self.nodes[name]["candidate"])

    def until_nodes(self, holds: Callable[[Json], object]) -> None:
        await_until(lambda: holds(self.nodes), WITHIN)

    def await_ended(self, name: str) -> None:
        expect(self.member(name)).to_have_attribute("data-process", "exited")


@pytest.fixture
def empty(rest: Rest, open_view: OpenView) -> GroupPage:
    """A page at a group of its own, to which nobody belongs."""
    path = f"/group-{next(numbers)}"
    rest.call("POST", "groups", {"path": path, "count": 0})
    page = GroupPage.open(open_view, rest, path)
    expect(page.at("group")).to_have_value(path)
    return page


def begin(page: GroupPage, count: int = 3) -> GroupPage:
    """Nodes that are live, and know each other; their sessions outlast any test."""
    body = {"path": page.path, "count": count, "session_timeout": LASTING}
    page.rest.call("POST", "groups", body)
    page.until_nodes(lambda nodes: len(nodes) == count and all(
        node["standing"] == "live" and (node["read"] or {}).get("count") == count
        for node in nodes.values()
    ))  # fmt: skip
    for name in page.nodes:
        page.expect_standing(**{name: "live"})
    return page


@pytest.fixture
def slow(empty: GroupPage) -> GroupPage:
    """Three nodes."""
    return begin(empty)


def test_five_are_started_by_a_click_and_by_a_key(empty: GroupPage) -> None:
    empty.at("start-first").click()
    empty.expect_standing(n1="live", n2="live", n3="live", n4="live", n5="live")
    empty.press("1")
    empty.expect_standing(n6="live")
    expect(empty.at("mark-n6")).to_have_text("new")
    expect(empty.at("live-n6")).to_contain_text("live")
    expect(empty.at("known-n6")).to_contain_text(f"pid {empty.nodes['n6']['info']['pid']}")
    empty.story("^Six nodes are live")
    empty.view.expect_fits(".members *, .changes *")


@pytest.mark.proof
def test_a_dead_one_fades_goes_and_is_down(slow: GroupPage) -> None:
    slow.choose("n2")
    slow.at("action-kill").click()
    slow.rest.end_session(slow.candidate("n2"))
    slow.expect_standing(n2="down")
    expect(slow.member("n2")).to_have_attribute("data-live", "false")
    expect(slow.member("n2")).to_contain_text("down for")
    expect(slow.at("known-n2")).to_be_enabled()
    change = slow.at("change").first
    expect(change).to_contain_text("n2 is down (killed)")
    expect(change).to_contain_text("2 of 2 told")
    slow.story("n2 was killed and its session is over.*Two of three are live")


@pytest.mark.proof
def test_a_session_that_runs_out_is_seen_running_out(slow: GroupPage) -> None:
    slow.choose("n3")
    slow.press("k")
    slow.expect_standing(n3="fading")
    expect(slow.at("live-n3")).to_contain_text(re.compile(r"ends in \d+\.\d s"))
    slow.story("n3 was killed.*everybody counts it as live")
    expect(slow.at("list-n1")).to_have_text("its list: 3 live")


@pytest.mark.proof
def test_a_restarted_one_meets_its_ghost_and_waits(empty: GroupPage) -> None:
    page = begin(empty, 2)
    page.choose("n2")
    before = page.candidate("n2")
    page.press("k")
    page.await_ended("n2")
    page.press("r")
    page.expect_standing(n2="ghost")
    page.story("n2 is back as process .* still that of its earlier session")
    expect(page.at("live-n2")).to_contain_text("ghost")
    expect(page.member("n2")).to_have_attribute("data-belief", "waiting")
    page.rest.end_session(before)
    page.expect_standing(n2="live")
    assert page.candidate("n2") != before
    expect(page.at("mark-n2")).to_contain_text("was down")


@pytest.mark.proof
def test_one_that_may_replaces_its_ghost_at_once(slow: GroupPage) -> None:
    before = slow.nodes["n1"]["session"]
    slow.choose("n1")
    slow.press("k")
    slow.await_ended("n1")
    slow.more("members-replace")
    slow.expect_standing(n1="live")
    slow.until_nodes(lambda nodes: nodes["n1"]["session"] not in (before, None))


def test_a_frozen_one_believes_on_until_it_wakes(slow: GroupPage, client: KazooClient) -> None:
    """Then another group is followed from the page."""
    for name in ("live_is_true", "all_are_told"):
        expect(slow.at(f"invariant-{name}")).to_have_attribute("data-holds", "true")
    slow.choose("n1")
    slow.press("f")
    slow.rest.await_process(slow.candidate("n1"), "paused")
    slow.rest.act(slow.candidate("n1"), "expire")
    slow.expect_standing(n1="down")
    expect(slow.member("n1")).to_have_attribute("data-belief", "live")
    expect(slow.at("list-n1")).to_have_text("still counts n1")
    slow.story("n1 is frozen and still believes that it is live")
    slow.press("w")
    slow.expect_standing(n1="live")
    expect(slow.at("list-n1")).to_have_text("its list: 3 live")
    client.create(f"{slow.path}/inner/all_nodes/old", makepath=True)
    slow.at("group").select_option("other…")
    slow.at("follow-group-path").fill(f"{slow.path}/inner")
    slow.at("follow-group-confirm").click()
    expect(slow.at("group")).to_have_value(f"{slow.path}/inner")
    slow.expect_standing(old="down")
    expect(slow.member("old")).to_contain_text("for an unknown time")


@pytest.mark.proof
def test_one_that_left_is_forgotten_after_a_question(slow: GroupPage) -> None:
    slow.choose("n3")
    slow.press("s")
    slow.await_ended("n3")
    slow.expect_standing(n3="down")
    slow.press("x")
    slow.page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(slow.member("n3")).to_be_visible()
    slow.more("members-forget")
    slow.at("ask-go").click()
    expect(slow.member("n3")).to_have_count(0)
    assert list(slow.nodes) == ["n1", "n2"]


@pytest.mark.proof
def test_one_that_is_live_is_neither_forgotten_nor_restarted(slow: GroupPage) -> None:
    slow.choose("n2")
    expect(slow.at("members-forget")).to_be_disabled()
    expect(slow.at("members-restart")).to_be_disabled()
    slow.press("x")
    expect(slow.page.get_by_role("dialog")).to_have_count(0)
    slow.press("r")
    expect(slow.page.locator(".toast")).to_have_count(2)


@pytest.mark.proof
def test_nodes_are_walked_by_keys_and_their_line_is_shown(slow: GroupPage) -> None:
    slow.press("ArrowRight")
    slow.press("ArrowRight")
    expect(slow.at("node-n2")).to_have_attribute("aria-pressed", "true")
    slow.expect_step("watch members")
    expect(slow.at("candidate")).to_contain_text(f"{slow.path}/live_nodes/n2")
    expect(slow.at("candidate")).not_to_contain_text("no znode")
    slow.press("ArrowLeft")
    expect(slow.at("node-n1")).to_have_attribute("aria-pressed", "true")
    slow.press("Escape")
    expect(slow.page.locator('.member-process[aria-pressed="true"]')).to_have_count(0)


@pytest.mark.proof
def test_what_others_do_is_drawn_and_is_only_text(slow: GroupPage, client: KazooClient) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    client.create(f"{slow.path}/all_nodes/{hostile}", b"<b>bold</b>")
    client.create(f"{slow.path}/live_nodes/{hostile}", ephemeral=True)
    client.create(f"{slow.path}/all_nodes/{'n' * 60}")
    member = slow.page.locator(".member", has_text=hostile).first
    expect(member).to_have_attribute("data-standing", "live")
    expect(member).to_contain_text("<b>bold</b>")
    slow.expect_standing(**{"n" * 60: "down"})
    slow.view.await_run(CUT, [])
    client.delete(f"{slow.path}/live_nodes/n1")
    expect(slow.at("change").filter(has_text="n1 is back")).to_have_count(1)
    slow.expect_standing(n1="live")


@pytest.mark.proof
def test_a_znode_is_chosen_on_the_board(slow: GroupPage) -> None:
    slow.at("live-n2").click()
    details = slow.at("znode-details")
    expect(details).to_have_attribute("data-path", f"{slow.path}/live_nodes/n2")
    slow.at("known-n2").click()
    expect(details).to_have_attribute("data-path", f"{slow.path}/all_nodes/n2")
