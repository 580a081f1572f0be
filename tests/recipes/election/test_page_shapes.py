"""What other programs hold in an ensemble of theirs: found first, and drawn as what it is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Page, expect

from app.ensemble.apache.server import ApacheServer
from tests.browser.complaints import Complaints
from tests.browser.fixtures import OpenDashboard
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.support.zookeeper import await_until

pytestmark = pytest.mark.needs("recursive_watches")
CURATOR = "_c_{:08}-1111-2222-3333-444444444444-{}"
_numbers = itertools.count(1)


@pytest.fixture
def hosts(zookeeper: ApacheServer, open_client: Callable[[str], KazooClient]) -> str:
    """A part of the tree for one test: what the others leave behind would be found too."""
    root = f"/shapes-{next(_numbers)}"
    open_client(zookeeper.hosts).create(root)
    return zookeeper.hosts + root


@pytest.fixture
def page(pages: Pages) -> Page:
    return pages.open()


@pytest.fixture(autouse=True)
def complaints(page: Page) -> Iterator[Complaints]:
    """None may be left at the end, but that of a refusal to start unasked."""
    complaints = Complaints(page)
    complaints.expect("status of 409 .* /api/v1/candidates")
    yield complaints
    assert not complaints.end()


def member(client: KazooClient, path: str, kind: str, data: str = "") -> str:
    """Put one more member in, as Curator names them; its name."""
    name = CURATOR.format(next(_numbers), kind)
    options = {"ephemeral": True, "sequence": True, "makepath": True}
    created: str = client.create(f"{path}/{name}", data.encode(), **options)
    return created.rpartition("/")[2]


def fill(client: KazooClient) -> None:
    """One of each kind."""
    for kind in ("__READ__", "__READ__", "__WRIT__", "__READ__"):
        member(client, "/shop/prices", kind, f"till-{kind}")
    for _ in range(3):
        member(client, "/shop/seats/leases", "lease-")
        member(client, "/shop/boss", "latch-", "host-1")
        member(client, "/shop/door", "lock-")
    client.create("/service/batman/leader", b"pg-1", ephemeral=True, makepath=True)
    for _ in range(3):
        client.create("/line/x-", ephemeral=True, sequence=True, makepath=True)


def entry(page: Page, path: str) -> str:
    return page.get_by_test_id("found").locator(f'button[data-path="{path}"]').inner_text()


def test_the_page_begins_with_what_was_found(
    hosts: str, page: Page, open_client: Callable[[str], KazooClient], open_dashboard: OpenDashboard
) -> None:
    client = open_client(hosts)
    fill(client)
    dashboard = open_dashboard("--zookeeper", hosts)
    page.goto(dashboard.url)
    expect(page.get_by_test_id("found-entry")).to_have_count(7)
    said = {
        "/shop/prices": r"shared lock.*4 members.*till-__READ__ .*, till-__READ__ .* hold it",
        "/shop/seats/leases": r"semaphore.*3 members.*2 leases held",
        "/shop/boss": r"election.*3 members.*host-1 .*should lead",
        "/shop/door": r"lock or election.*is first",
        "/service/batman": r"leader key.*1 member.*pg-1 should lead",
        "/line": r"queue.*nobody is shown as the leader",
        "/election": r"0 members.*nobody stands in it",
    }
    for path, words in said.items():
        assert re.search(words, entry(page, path), re.DOTALL), entry(page, path)
    expect(page.get_by_test_id("start-1")).to_have_count(0)
    page.locator('button[data-path="/shop/prices"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("election")).to_have_value("/shop/prices")
    expect(page.get_by_test_id("story")).to_contain_text("This is a shared lock")
    must_have_no_leader(page)
    page.get_by_test_id("election").select_option("all that was found …")
    expect(page.get_by_test_id("found-entry")).to_have_count(7)
    must_show_who_lives_first(page, client)
    rest = Rest(dashboard.url)
    one_of_ours_holds_nothing(rest, page)
    must_ask_before_one_starts(rest, page, client)
    rest.close()


def must_show_who_lives_first(page: Page, client: KazooClient) -> None:
    """A path that has become free stands behind the others."""
    entries, story = page.get_by_test_id("found-entry"), page.get_by_test_id("story")
    expect(story).to_contain_text("6 paths were found where programs queue or race for a leader")
    expect(story).not_to_contain_text("of them now")
    for name in client.get_children("/service/batman"):
        client.delete(f"/service/batman/{name}")
    expect(story).to_contain_text("key; somebody stands at 5 of them now.")
    free = entries.nth(5), entries.nth(6)
    for one in free:
        expect(one).to_contain_text("nobody stands in it")
    paths = {one.get_attribute("data-path") for one in free}
    assert paths == {"/election", "/service/batman"}


def must_have_no_leader(page: Page) -> None:
    """A shared lock, and a queue; a leader key has one."""
    election, crown = page.get_by_test_id("election"), page.get_by_test_id("crown")
    expect(crown).to_have_css("opacity", "0")
    expect(page.get_by_test_id("handoff")).to_have_count(0)
    expect(page.locator('[data-testid^="invariant-"], [data-testid^="role-"]')).to_have_count(0)
    expect(page.get_by_test_id("leaderless")).to_contain_text("it has no leader")
    expect(page.get_by_test_id("shape-about")).to_contain_text("A shared lock")
    election.select_option("/service/batman")
    expect(crown).to_have_attribute("data-znode", "leader")
    expect(page.get_by_test_id("story")).to_contain_text("owns the znode “leader”")
    election.select_option("/line")
    expect(crown).to_have_css("opacity", "0")
    expect(page.get_by_test_id("story")).to_contain_text("so nobody is shown as the leader")


def one_of_ours_holds_nothing(rest: Rest, page: Page) -> None:
    """Of a shared lock in which it stands."""
    body = {"election": "/shop/prices", "among_strangers": True}
    rest.call("POST", "candidates", body)
    await_until(lambda: len(rest.chain("/shop/prices")) == 5)
    page.get_by_test_id("election").select_option("/shop/prices")
    stands = [page.get_by_test_id(f"znode-{one['label']}") for one in rest.chain("/shop/prices")]
    for stand, word in zip(stands, ("holds", "holds", "waits", "waits", ""), strict=True):
        expect(stand.locator(".stand")).to_have_text(word)
    expect(page.get_by_test_id("story")).to_contain_text("c1 is a candidate of Handoff")


def must_ask_before_one_starts(rest: Rest, page: Page, client: KazooClient) -> None:
    """In a path of others."""
    client.create("/service/mine/config", makepath=True)
    rest.follow("/service/mine")
    page.get_by_test_id("election").select_option("/service/mine")
    with page.expect_response(re.compile("candidates")) as asked:
        page.get_by_test_id("start").click()
    assert asked.value.status == 409
    expect(page.get_by_test_id("ask")).to_contain_text("a znode that is not Handoff's (config)")
    page.get_by_test_id("ask-keep").click()
    expect(page.get_by_test_id("ask")).to_have_count(0)
    assert [one["election"] for one in rest.state()["candidates"].values()] == ["/shop/prices"]


@pytest.mark.proof
def test_where_nothing_was_found_it_says_so_and_one_may_begin(
    hosts: str,
    page: Page,
    complaints: Complaints,
    open_client: Callable[[str], KazooClient],
    open_dashboard: OpenDashboard,
) -> None:
    client = open_client(hosts)
    dashboard = open_dashboard("--zookeeper", hosts)
    page.goto(dashboard.url)
    expect(page.get_by_test_id("story")).to_contain_text("No election was found. One appears here")
    page.keyboard.press("g")
    expect(page.get_by_test_id("election")).to_have_value("/election")
    page.keyboard.press("g")
    expect(page.get_by_test_id("story")).to_contain_text("No election was found")
    member(client, "/late", "latch-")
    expect(page.locator('button[data-path="/late"]')).to_have_count(1)
    page.get_by_test_id("own-path").fill("/mine")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("election")).to_have_value("/mine")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("crown")).to_have_css("opacity", "1")
    with complaints.leaving():
        page.goto("about:blank")
    page.goto(dashboard.url)
    expect(page.get_by_test_id("election")).to_have_value("/mine")


@pytest.mark.proof
def test_an_election_that_is_named_is_shown(
    hosts: str,
    page: Page,
    complaints: Complaints,
    open_client: Callable[[str], KazooClient],
    open_dashboard: OpenDashboard,
) -> None:
    member(open_client(hosts), "/theirs", "latch-")
    dashboard = open_dashboard("--zookeeper", hosts, "--election", "/mine")
    page.goto(dashboard.url)
    expect(page.get_by_test_id("election")).to_have_value("/mine")
    with complaints.leaving():
        page.goto("about:blank")
    page.goto(f"{dashboard.url}#election=/theirs")
    expect(page.get_by_test_id("election")).to_have_value("/theirs")
