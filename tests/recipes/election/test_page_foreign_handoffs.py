"""Leadership among other programs: what nobody saw is drawn as unknown, what is known is told."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Locator, expect

from tests.browser.rest import LASTING, Json, Rest
from tests.browser.view import View
from tests.recipes.election.test_page_foreign import has_members, show
from tests.support.program import Program
from tests.support.zookeeper import await_until

NAMES = ("svc1", "svc2", "svc3")
PHASES = ("deleted", "notified", "leading", "acknowledged")
SESSION_S = 6.0
FROM_ITS_WORD = """() => {
  const says = document.querySelector(".term-says");
  const [word, note] = [says.parentElement.firstElementChild, says]
    .map((one) => one.getBoundingClientRect());
  return Math.round(Math.max(note.top - word.bottom, word.top - note.bottom));
}"""
"""How many pixels lie between a word and what explains it."""

Stand: TypeAlias = Callable[..., dict[str, Program]]

pytestmark = pytest.mark.needs("recursive_watches")


@pytest.fixture
def stand(page_hosts: str, rest: Rest) -> Iterator[Stand]:
    """Lets programs of their own stand for kazoo's Election, in this order."""
    programs: dict[str, Program] = {}

    def all_of(path: str, *names: str, timeout: float = SESSION_S) -> dict[str, Program]:
        for place, name in enumerate(names, 1 + len(programs)):
            command = (sys.executable, "-m", "tests.support.contender", page_hosts, path, name)
            programs[name] = Program(*command, str(timeout))
            await_until(partial(has_members, rest, path, place))
        return programs

    yield all_of
    for program in programs.values():
        program.close()


def led_by(rest: Rest, path: str, name: str) -> Json:
    """The election, once this one has the lowest znode and its handoff is over."""
    election = rest.election(path)
    is_so = election["chain"] and election["chain"][0]["name"] == name and not election["handoff"]
    return election if is_so else {}


def is_named(rest: Rest, session: str) -> bool:
    """Whether a server has listed its connection: of one that comes and goes between two questions
    nobody knows when it was heard.
    """
    return any(session in one["sessions"] for one in rest.state()["zookeeper"]["servers"])


def lines(view: View, kind: str) -> Locator:
    return view.reach("events").locator(f'[data-testid="event-row"][data-kind="{kind}"]')


def expect_only(view: View, **seen: str) -> None:
    """These phases have a length, and all others say that nobody observed them."""
    for phase in PHASES:
        drawn = view.at("handoff").locator(f'[data-phase="{phase}"]')
        if phase in seen:
            expect(drawn).not_to_contain_text("not observed")
        else:
            expect(drawn).to_contain_text("not observed")
            assert drawn.get_attribute("data-ms") is None


def test_a_killed_foreign_leader_is_measured_from_its_lost_connection_and_by_nothing_else(
    view: View, rest: Rest, stand: Stand
) -> None:
    path = f"{view.election}-kazoo"
    programs = stand(path, *NAMES[:2])
    show(view, path)
    programs["svc1"].await_line("leads")
    leader = rest.chain(path)[0]
    expect(view.process(leader)).to_contain_text("svc1")
    view.open_row(path)
    expect(view.row(f"{path}/{leader['znode']}")).to_contain_text("svc1")
    await_until(partial(is_named, rest, leader["session"]))
    programs["svc1"].kill()
    expect(view.at("story")).to_contain_text("svc1 has no connection to ZooKeeper")
    expect(view.at("story")).to_contain_text("its session ends unless it connects again")
    with view.seeing('[data-testid="handoff"]', "svc1 → svc2"):
        last = await_until(partial(led_by, rest, path, "svc2"))["last_handoff"]
    assert (last["fault"], last["phases_from"], last["counted"]) == (None, "lost", None)
    assert {last[key] for key in ("notifications", "reads", "writes")} == {None}
    assert last["at"]["deleted"] - last["heard"]["missing"] < SESSION_S + 2
    assert last["heard_ms"] > 1000
    expect_only(view, deleted="")
    expect(view.at("handoff-cost")).to_contain_text("not observed")
    expect(view.at("handoff-heard")).to_contain_text(re.compile(r"last heard .* before, as listed"))
    expect(view.at("story")).to_contain_text("and svc2 came first")
    expect(view.at("story")).to_contain_text("Nobody here saw why")
    expect(view.at("notification")).to_have_count(0)
    said = f"leadership of {path} passed from svc1 to svc2; nobody here saw why"
    expect(lines(view, "election.passed").first).to_contain_text(said)
    view.reload()
    expect(lines(view, "election.passed").first).to_contain_text(said)
    expect_only(view, deleted="")


def test_a_start_that_nobody_knows_says_so_and_one_that_is_marked_counts(
    view: View, rest: Rest, stand: Stand
) -> None:
    path = f"{view.election}-marked"
    programs = stand(path, *NAMES, timeout=4.0)
    show(view, path)
    programs["svc1"].await_line("leads")
    programs["svc1"].signal(signal.SIGUSR1)
    await_until(partial(led_by, rest, path, "svc2"))
    unknown = view.at("handoff").get_by_test_id("start-unknown")
    expect(unknown).to_have_text("start unknown: POST elections/marks")
    unknown.get_by_role("button").focus()
    expect(view.at("term-says")).to_contain_text(f"{rest.url}/api/v1/elections/marks")
    expect(view.at("term-says")).to_contain_text(f'{{"path":"{path}","what":"killed"}}')
    assert view.run(FROM_ITS_WORD) == 0
    expect(view.at("mark")).to_have_attribute("title", re.compile("You kill svc2"))
    view.press("Escape")  # what is explained lies over the controls
    expect(view.at("term-says")).to_have_count(0)
    view.at("mark").click()
    expect(view.at("toast")).to_contain_text("Marked: svc2 is killed now")
    expect(lines(view, "election.marked")).to_contain_text(
        f"somebody marked: svc2 killed, at {path}"
    )
    expect(view.at("time-mark").last).to_have_text("killed")
    programs["svc2"].kill()
    await_until(partial(led_by, rest, path, "svc3"))
    expect(view.at("handoff")).to_contain_text("svc2 → svc3")
    expect(view.at("handoff")).to_contain_text("marked: killed")
    expect(unknown).to_have_count(0)
    expect_only(view, deleted="")
    expect(view.at("handoff").locator('[data-phase="deleted"]')).to_contain_text("mark to deletion")
    expect(view.at("story")).to_contain_text("Somebody had marked it: killed")
    view.at("time-handoffs").click()
    rows = view.at("past-handoff").filter(has_text=path)
    expect(rows.filter(has_text="svc2 → svc3")).to_contain_text("marked: killed")
    expect(rows.filter(has_text="svc1 → svc2")).to_contain_text("start unknown")
    view.at("past-handoffs-close").click()
    expect(view.page.get_by_role("dialog")).to_have_count(0)
    view.press("m")
    expect(view.at("toast").last).to_contain_text("Marked: svc3 is killed now")


@pytest.mark.proof
def test_who_watched_is_told_by_the_servers_list(view: View, rest: Rest, stand: Stand) -> None:
    path = f"{view.election}-kazoo"
    programs = stand(path, *NAMES, timeout=LASTING)
    programs["svc1"].await_line("leads")
    second = rest.chain(path)[1]["znode"]

    def is_listed() -> bool:
        election = rest.election(path)
        listed, leader = election["listed"], election["chain"][0]
        watched = listed["watches"].get(election["chain"][1]["session"], []) if listed else []
        return leader["znode"] in watched and listed["asked_at"] > leader["came"]

    await_until(is_listed)
    show(view, path)
    programs["svc1"].signal(signal.SIGUSR1)
    last = await_until(partial(led_by, rest, path, "svc2"))["last_handoff"]
    assert (last["watched"]["by"], last["watched"]["names"]) == ([second], ["svc2"])
    expect(view.at("handoff-watched")).to_have_text("was watched by svc2")
    expect(view.at("handoff")).to_contain_text("now watched by svc3")


@pytest.mark.proof
def test_our_heir_of_a_foreign_leader_tells_its_part_from_the_deletion_on(
    view: View, rest: Rest, stand: Stand
) -> None:
    programs = stand(view.election, "svc1", timeout=LASTING)
    programs["svc1"].await_line("leads")
    rest.call("POST", "candidates", {"election": view.election, "among_strangers": True})
    await_until(
        lambda: len(rest.chain(view.election)) == 2 and rest.chain(view.election)[1]["watches"]
    )
    own = rest.chain(view.election)[1]
    programs["svc1"].signal(signal.SIGUSR1)
    last = await_until(partial(led_by, rest, view.election, own["name"]))["last_handoff"]
    assert (last["phases_from"], last["counted"]) == ("deleted", "ours")
    assert last["phases_ms"].get("deleted") is None
    assert last["phases_ms"]["leading"] >= last["phases_ms"]["notified"] >= 0
    expect_only(view, notified="", leading="", acknowledged="")
    expect(view.at("handoff-cost")).to_contain_text("ours only: 1 notification")
    expect(view.at("story")).to_contain_text("from the deletion on")


def test_a_deletion_by_a_person_is_known_for_one(
    view: View, rest: Rest, client: KazooClient
) -> None:
    path = f"{view.election}-line"
    for name in NAMES[:2]:
        client.create(f"{path}/n_", name.encode(), ephemeral=True, sequence=True, makepath=True)
    await_until(partial(has_members, rest, path, 2))
    show(view, path)
    leader = rest.chain(path)[0]["znode"]
    rest.call("DELETE", "znodes", {"path": f"{path}/{leader}", "version": 0})

    def is_known() -> bool:
        last = rest.election(path).get("last_handoff")
        return last is not None and last.get("fault") == "deleted"

    await_until(is_known)
    expect(view.at("handoff")).to_contain_text("znode deleted by a person")
    expect(view.at("story")).to_contain_text("had its znode deleted by a person")
