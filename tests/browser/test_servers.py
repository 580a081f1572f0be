"""The servers: who leads the quorum, where sessions sit, what happens when one goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Route, expect

from app.errors import error_body
from tests.browser.ensemble import (
    BEYOND_CARDS,
    FLIGHTS,
    SETTLED_WITHIN,
    act,
    await_seated,
    card,
    choose,
    mend,
    quorum,
    servers,
)
from tests.browser.fixtures import OpenView
from tests.browser.pages import MOVING, NARROW, Looks
from tests.browser.rest import Rest
from tests.browser.test_hostile import expect_nothing_injected
from tests.browser.test_keys_and_looks import OVERFLOW
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.releases import release
from tests.support.zookeeper import await_until


@pytest.fixture
def motion() -> Looks:
    return MOVING


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    """One with three servers of its own."""
    with forked_dashboard("--ensemble", "3") as dashboard:
        yield dashboard


@pytest.fixture(autouse=True)
def whole(rest: Rest) -> Iterator[None]:
    """Every test finds three servers that serve, and leaves three."""
    yield
    mend(rest)


def test_the_servers_show_roles_and_sessions(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    view = open_view(rest, election, reduced_motion="reduce")
    chain = rest.start(4, election)
    home = await_seated(view, 5)
    leader = quorum(rest)["leader"]
    for name, server in servers(rest).items():
        is_leader = name == leader
        expect(card(view, name)).to_have_attribute(
            "data-standing", "quorum" if is_leader else "follower"
        )
        expect(card(view, name)).to_contain_text("quorum leader" if is_leader else "follower")
        expect(card(view, name)).to_contain_text(re.compile(r"0x[0-9a-f]+.*\d+ conn.*\d ms"))
        card(view, name).locator(".server-name").click()
        expect(view.at("server-details")).to_contain_text(server["address"])
        expect(view.at("server-details")).to_contain_text(f"{server['pid']} running")
        expect(view.at("server-details")).to_contain_text(f"version{release()}")
    expect(view.at("quorum")).to_contain_text(f"3 of 3 serve, {leader} is the quorum leader")
    view.choose(chain[1])
    candidate = chain[1]["candidate"]
    expect(view.at("candidate")).to_contain_text(re.compile(f"sits on{home[candidate]}, "))
    crowned = view.page.locator(".session-chip.leads")
    expect(crowned).to_have_count(1)
    expect(crowned).to_have_text(chain[0]["candidate"])
    must_say_why_it_is_refused(view)


def must_say_why_it_is_refused(view: View) -> None:
    """An action on a server."""

    def refuse(route: Route) -> None:
        route.fulfill(status=409, json=error_body("conflict", "it has just ended"))

    view.complaints.expect("409")
    view.page.route("**/api/v1/servers/**", refuse)
    choose(view, "s1")
    view.act("stop")
    expect(view.at("toast")).to_contain_text("it has just ended")


@pytest.mark.proof
def test_sessions_of_several_servers_are_told_apart(view: View, rest: Rest) -> None:
    """Each server numbers its sessions alike: many ends are the same."""
    chain = rest.start(6, view.election)
    await_seated(view, 7)
    labels = view.page.locator(".session-label")
    expect(labels).to_have_count(6)
    expect(labels.filter(has_text="0x")).to_have_count(6)
    assert len(set(labels.all_text_contents())) == 6
    view.reach("events-filter").fill(f"has session {chain[0]['session']}")
    expect(view.at("event-row")).to_have_count(1)


def test_a_killed_quorum_leader_is_followed_by_another_and_its_sessions_move(
    view: View, rest: Rest
) -> None:
    count, victim = 6, quorum(rest)["leader"]
    rest.start(5, view.election)
    while victim not in (before := await_seated(view, count)).values():
        rest.start(1, view.election)  # each chooses a server by chance
        count += 1
    moving = {who for who, where in before.items() if where == victim}
    view.run(FLIGHTS)
    choose(view, victim)
    view.act("kill")
    expect(card(view, victim)).to_have_attribute("data-standing", "down")
    expect(card(view, victim)).to_contain_text("down")
    expect(view.at("moved")).to_contain_text(
        re.compile(r"[Ff]rom \S+, .* moved to|sessions moved"), timeout=SETTLED_WITHIN * 1000
    )
    await_until(lambda: quorum(rest)["leader"] not in (victim, None), SETTLED_WITHIN)
    after = await_seated(view, count)
    assert victim not in after.values()
    successor = quorum(rest)["leader"]
    expect(card(view, successor)).to_have_attribute("data-standing", "quorum")
    expect(view.at("quorum")).to_contain_text(f"{successor} is the quorum leader")
    moves = {f"{who} to {after[who]}" for who in moving}
    await_until(lambda: moves <= set(view.run("() => window.flights")))
    for line in (f"server {victim} killed from a page", f"{successor} is now the quorum leader"):
        view.reach("events-filter").fill(line)
        expect(view.at("event-row").first).to_contain_text(line)


@pytest.mark.proof
def test_loss_of_the_quorum_is_asked_about_said_and_mended(view: View, rest: Rest) -> None:
    chain = rest.start(2, view.election)
    await_seated(view, 3)
    act(rest, "s1", "kill")
    expect(view.at("quorum")).to_contain_text("2 of 3 serve")
    expect(view.at("quorum")).to_contain_text("no other server may fail now")
    choose(view, "s2")
    view.act("kill")
    dialog = view.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Kill s2 and lose the quorum?")
    expect(dialog).to_contain_text("1 of 3 servers would be left, and a majority is 2")
    dialog.get_by_role("button", name="Keep it").click()
    expect(dialog).to_have_count(0)
    assert servers(rest)["s2"]["process"] == "running"
    view.act("kill")
    view.at("ask-go").click()
    banner = view.at("banner")
    expect(banner).to_have_attribute("data-what", "quorum")
    expect(banner).to_contain_text("2 of 3 servers are down: no quorum")
    expect(banner).to_contain_text("as soon as s1 or s2 is back")
    expect(view.at("quorum")).to_have_attribute("data-state", "lost")
    expect(card(view, "s3")).to_have_attribute("data-standing", "waiting")
    for who in ("dashboard", chain[0]["candidate"], chain[1]["candidate"]):
        expect(view.at("adrift").get_by_test_id(f"session-{who}")).to_be_visible()
    view.expect_belief(chain[0], "suspended")
    with view.seeing('[data-testid="quorum"]', "Quorum is back: 2 of 3 serve"):
        view.act("restart")
        expect(banner).to_have_count(0, timeout=SETTLED_WITHIN * 1000)
    await_seated(view, 3)
    expect(view.at("adrift")).to_have_count(0)
    view.expect_belief(rest.await_chain(view.election, 2)[0], "leading")


@pytest.mark.proof
def test_servers_are_chosen_frozen_and_woken_by_keys(view: View, rest: Rest) -> None:
    (only,) = rest.start(1, view.election)
    keyboard = view.page.keyboard
    leader = quorum(rest)["leader"]
    view.press("z")
    expect(view.at("chosen")).to_contain_text(leader)
    keyboard.press("ArrowRight")
    expect(view.at("chosen")).not_to_contain_text(leader)
    follower = str(view.at("chosen").inner_text())[:2]
    view.press("f")
    expect(card(view, follower)).to_have_attribute("data-standing", "frozen")
    assert rest.candidate(only["candidate"])["process"] == "running"
    view.press("k")
    expect(card(view, follower)).to_have_attribute("data-standing", "down")
    view.press("w")
    expect(view.at("toast")).to_contain_text(f"{follower} cannot be woken: it is down. Restart it")
    with view.seeing(f'.doing[data-testid="server-{follower}"]'):
        view.press("r")
    expect(card(view, follower)).to_have_attribute(
        "data-standing", "follower", timeout=SETTLED_WITHIN * 1000
    )
    keyboard.press("Escape")  # the message that says why is dismissed first
    expect(view.at("toast")).to_have_count(0)
    keyboard.press("Escape")
    expect(view.at("chosen")).to_have_count(0)
    rest.await_chain(view.election, 1)
    view.press("f")
    expect(view.process(only)).to_have_attribute("data-tone", re.compile("frozen|false"))
    assert all(server["process"] == "running" for server in servers(rest).values())


@pytest.mark.proof
def test_the_menu_of_a_server_is_walked_by_keys(view: View, rest: Rest) -> None:
    name = next(name for name in servers(rest) if name != quorum(rest)["leader"])
    view.tab("servers")
    view.at(f"menu-{name}").focus()
    view.page.keyboard.press("Enter")
    menu = view.page.get_by_role("menu", name=f"Actions on {name}")
    expect(menu).to_be_visible()
    expect(view.at(f"menu-{name}-stop")).to_be_focused()
    expect(view.at(f"menu-{name}-wake")).to_have_attribute("aria-disabled", "true")
    view.page.keyboard.press("ArrowDown")
    view.page.keyboard.press("ArrowDown")
    expect(view.at(f"menu-{name}-freeze")).to_be_focused()
    view.page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    expect(card(view, name)).to_have_attribute("data-standing", "frozen")
    view.at(f"menu-{name}").click()
    expect(menu).to_be_visible()
    view.at(f"menu-{name}").click()
    expect(menu).to_be_hidden()
    view.at(f"menu-{name}").click()
    view.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(view.at("chosen")).to_contain_text(name)
    view.at(f"menu-{name}").click()
    view.at(f"menu-{name}-wake").click()
    expect(card(view, name)).to_have_attribute(
        "data-standing", "follower", timeout=SETTLED_WITHIN * 1000
    )


@pytest.mark.proof
def test_no_chip_flies_where_motion_is_unwanted(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, reduced_motion="reduce")
    rest.start(3, election)
    home = await_seated(view, 4)
    view.run(FLIGHTS)
    victim = home["dashboard"]
    act(rest, victim, "kill")
    expect(card(view, victim)).to_have_attribute("data-standing", "down")
    await_until(lambda: victim not in await_seated(view, 4).values())
    assert view.run("() => window.flights") == []


@pytest.mark.proof
def test_a_session_of_a_hostile_candidate_is_text(
    view: View, rest: Rest, open_client: Callable[[str], KazooClient]
) -> None:
    rest.start(1, view.election)
    client = open_client(rest.state()["zookeeper"]["hosts"])
    name = "<img src=x onerror=alert(1)>-n_"
    client.create(f"{view.election}/{name}", b"<b>me</b>", ephemeral=True, sequence=True)
    chip = view.page.locator(".session-chip.of-foreign")
    expect(chip).to_have_count(1)
    expect(chip).to_have_text("<b>me</b>")
    expect(chip).to_have_attribute("title", re.compile("<b>me</b>"))
    expect_nothing_injected(view)


@pytest.mark.proof
def test_servers_fit_on_every_screen(open_view: OpenView, rest: Rest, election: str) -> None:
    view = open_view(rest, election, viewport=NARROW)
    rest.start(3, election)
    await_seated(view, 4)
    choose(view, "s2")
    for width, named in ((390, "3 servers"), (820, "ensemble of 3"), (1440, "ensemble of 3")):
        view.page.set_viewport_size({"width": width, "height": NARROW["height"]})
        expect(view.at("zookeeper")).to_contain_text(named)
        view.await_run(OVERFLOW, [0, []])
        view.await_run(BEYOND_CARDS, [])


@pytest.mark.proof
def test_who_lost_its_session_by_a_frozen_quorum_leader_is_told(view: View, rest: Rest) -> None:
    """Frozen until another leads, it ends nobody's."""
    rest.start(2, view.election)
    await_seated(view, 3)
    leader = quorum(rest)["leader"]
    act(rest, leader, "pause")
    await_until(lambda: quorum(rest)["leader"] not in (leader, None), SETTLED_WITHIN)
    act(rest, leader, "resume")
    expect(view.at("freeze")).to_contain_text(
        re.compile(
            rf"^{leader} led and was frozen for [\d.]+ s: s\d leads now; all 3 sessions live"
        ),
        timeout=SETTLED_WITHIN * 1000,
    )
    act(rest, leader, "kill")
    expect(view.at("freeze")).to_have_count(0)
