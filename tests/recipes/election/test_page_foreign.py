"""Elections of other programs in the tree: found, offered, drawn by the evidence there is."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import CancelledError, ConnectionClosedError
from kazoo.security import make_digest_acl
from playwright.sync_api import Locator, expect

from app.ensemble.apache.server import ApacheServer
from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.releases import abilities
from tests.support.zookeeper import await_until, classpath

EMPTY = True
CURATOR = "_c_{:08}-1111-2222-3333-444444444444-latch-"


class Contender:
    """Somebody else's program, which waits for a lock of kazoo's."""

    def __init__(self, client: KazooClient, path: str, name: str) -> None:
        self._lock = client.Lock(path, name)
        self._thread = threading.Thread(target=self._acquire, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """End its waiting, or let go of what it holds."""
        self._lock.cancel()
        self._thread.join(10)
        self._lock.release()

    def _acquire(self) -> None:
        try:
            self._lock.acquire()
        except (CancelledError, ConnectionClosedError):
            return


@pytest.fixture
def contend(
    page_hosts: str, open_client: Callable[[str], KazooClient]
) -> Iterator[Callable[..., None]]:
    """Puts one more contender into the line; all leave it at the end."""
    contenders: list[Contender] = []

    def one_more(path: str, name: str) -> None:
        contenders.append(Contender(open_client(page_hosts), path, name))

    yield one_more
    for contender in reversed(contenders):
        contender.cancel()


def show(view: View, path: str) -> None:
    """Wait until the page offers the election, and choose it."""
    offer = view.at("election").locator("option")
    expect(offer.filter(has_text=path)).to_have_count(1)
    view.election = path
    view.choose_election()


def members(rest: Rest, path: str) -> int:
    """Of an election that nobody has asked for."""
    election = rest.state()["elections"].get(path, {"chain": []})
    return len(election["chain"])


def two_stand(rest: Rest, path: str) -> list[Json]:
    """The chain, once there are two; ours knows whose znode is before its own, or may not know."""
    chain = rest.chain(path)
    return chain if len(chain) == 2 and chain[1]["candidate"] else []


def create_latch(client: KazooClient, path: str) -> None:
    """Three znodes as Curator's latch names them; nobody watches any of them."""
    for number in range(3):
        name = f"{path}/{CURATOR.format(number)}"
        client.create(name, f"host-{number}".encode(), ephemeral=True, sequence=True, makepath=True)


@pytest.mark.proof
@pytest.mark.needs("recursive_watches")
def test_a_lock_of_kazoo_is_offered_and_drawn(
    view: View, rest: Rest, contend: Callable[..., None]
) -> None:
    path = f"{view.election}-lock"
    names = ("alpha", "beta", "gamma")
    for place, name in enumerate(names, 1):
        contend(path, name)
        await_until(partial(has_members, rest, path, place))
    show(view, path)
    await_until(partial(each_watches_the_one_before, rest, path))
    first, second, third = rest.chain(path)
    assert view.expect_truth()["watches"] == {
        second["name"]: 0,
        third["name"]: 1,
    }
    for entry, name in zip((first, second, third), names, strict=True):
        expect(view.process(entry)).to_contain_text(name)
        expect(view.process(entry)).to_have_attribute("data-tone", "foreign")
    expect(arrows(view, "server")).to_have_count(2)
    expect(view.at("action-kill")).to_be_disabled()
    details = view.details_of(f"{path}/{first['znode']}")
    expect(details.locator("h2 code")).to_have_text(first["label"])


def has_members(rest: Rest, path: str, count: int) -> bool:
    return members(rest, path) == count


def each_watches_the_one_before(rest: Rest, path: str) -> bool:
    chain = rest.chain(path)
    known = [(entry["evidence"], entry["watches"]) for entry in chain[1:]]
    return known == [("server", entry["znode"]) for entry in chain[:-1]]


def arrows(view: View, evidence: str) -> Locator:
    return view.page.locator(f'g.watch[data-evidence="{evidence}"]')


@pytest.mark.needs("recursive_watches")
def test_no_more_is_drawn_of_others_than_the_server_lists(
    view: View, rest: Rest, client: KazooClient, contend: Callable[..., None]
) -> None:
    """What cannot be judged is said to be unknown: in the chip's title, and in words that are read
    out.
    """
    path = f"{view.election}-latch"
    create_latch(client, path)
    await_until(partial(has_members, rest, path, 3))
    await_until(lambda: [e["evidence"] for e in rest.election(path)["chain"]] == ["server"] * 3)
    show(view, path)
    assert view.expect_truth()["watches"] == {}
    expect(view.page.locator("g.watch")).to_have_count(0)
    unjudged = f"/locks{view.election}"
    for name in ("svc1", "svc2"):
        contend(unjudged, name)
    show(view, unjudged)
    expect(view.at("invariant-watches_predecessor")).to_have_attribute("data-holds", "true")
    for invariant in ("one_leader", "leader_is_lowest", "one_wakeup"):
        chip = view.at(f"invariant-{invariant}")
        expect(chip).to_have_attribute("data-holds", "null")
        expect(chip).to_contain_text("is not known")
        expect(chip).not_to_contain_text("✓")
    expect(view.at("doubt").first).to_contain_text("nobody observes what they believe")
    reason = view.sheet("checks").get_by_text(re.compile("Not known: .* nobody observes"))
    expect(reason).to_have_count(3)


@pytest.fixture
def silent_server() -> Iterator[ApacheServer]:
    """A server that does not list the watches it holds."""
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr"])
    server.start()
    yield server
    server.stop()


@pytest.mark.needs("recursive_watches")
def test_a_latch_of_curator_is_drawn_by_inference(
    silent_server: ApacheServer,
    open_client: Callable[[str], KazooClient],
    open_view: OpenView,
    open_dashboard: OpenDashboard,
) -> None:
    path = "/latch"
    client = open_client(silent_server.hosts)
    dashboard = open_dashboard("--zookeeper", silent_server.hosts)
    rest = Rest(dashboard.url)
    view = open_view(rest)
    create_latch(client, path)
    await_until(partial(has_members, rest, path, 3))
    show(view, path)
    expect(arrows(view, "inferred")).to_have_count(2)
    first, second, third = rest.chain(path)
    assert view.expect_truth()["watches"] == {
        second["name"]: 0,
        third["name"]: 1,
    }
    expect(view.process(second)).to_contain_text("host-1")
    client.delete(f"{path}/{first['znode']}")
    view.expect_crown(second)
    expect(view.at("handoff")).to_contain_text("znode deleted")
    rest.close()


@pytest.mark.proof
def test_a_leader_that_may_not_be_read_keeps_its_crown(
    view: View, rest: Rest, client: KazooClient
) -> None:
    """Where a list names a znode, somebody stands there: it is drawn, and as what it is."""
    client.add_auth("digest", "some:body")
    shut = [make_digest_acl("some", "body", all=True)]
    client.ensure_path(view.election)
    prefix = f"{view.election}/n_"
    leader = client.create(prefix, b"me", acl=shut, ephemeral=True, sequence=True)
    await_until(partial(has_members, rest, view.election, 1))
    rest.call("POST", "candidates", {"election": view.election, "among_strangers": True})
    first, own = await_until(partial(two_stand, rest, view.election))
    view.expect_crown(first)
    is_hidden = abilities().exists_needs_read
    expect(view.process(first)).to_contain_text("hidden by its ACL" if is_hidden else first["name"])
    expect(view.at("story")).to_contain_text("has the lowest znode")
    client.delete(leader)
    view.expect_crown(own)
    view.expect_belief(own, "leading")


@pytest.mark.proof
@pytest.mark.needs("recursive_watches")
def test_candidates_start_among_strangers_once_that_is_answered(
    view: View, rest: Rest, client: KazooClient
) -> None:
    view.complaints.expect("status of 409")
    path = f"{view.election}-mixed"
    create_latch(client, path)
    await_until(partial(has_members, rest, path, 3))
    show(view, path)
    view.start(1)
    question = view.at("ask")
    expect(question).to_contain_text("3 members that are not Handoff's: 3 of Curator's LeaderLatch")
    expect(question).to_contain_text("two may lead at the same time")
    view.at("ask-keep").click()
    expect(question).to_have_count(0)
    assert has_members(rest, path, 3)
    view.start(1)
    view.at("ask-go").click()
    await_until(partial(has_members, rest, path, 4))
    expect(question).to_have_count(0)


@pytest.mark.proof
def test_where_two_lead_by_two_orders_the_page_says_so(
    view: View, rest: Rest, client: KazooClient
) -> None:
    (ours,) = rest.start(1, view.election)
    expect(view.at("invariant-one_leader")).to_have_attribute("data-holds", "true")
    create_latch(client, view.election)
    await_until(partial(has_members, rest, view.election, 4))
    latch = rest.chain(view.election)[1]["name"]
    expect(view.at("story")).to_contain_text(
        f"This election has two orders. By ZooKeeper's recipe, which Handoff follows, "
        f"{ours['candidate']} leads; by Curator's LeaderLatch {latch} leads."
    )
    expect(view.at("invariant-one_leader")).to_have_attribute("data-holds", "null")
    expect(view.at("doubt").first).to_contain_text("whether only one of them leads is not known")
    view.reload()
    expect(view.at("invariant-one_leader")).to_have_attribute("data-holds", "null")
    for entry in rest.chain(view.election)[1:]:
        client.delete(f"{view.election}/{entry['znode']}")
    expect(view.at("doubt").first).to_contain_text("its session may last")
    client.stop()
    expect(view.at("invariant-one_leader")).to_have_attribute("data-holds", "true")
    expect(view.at("doubt")).to_have_count(0)


def test_another_path_can_be_followed(view: View, rest: Rest) -> None:
    """One that cannot be is refused in words. Nobody of the last election stays chosen."""
    view.complaints.expect("status of 400")
    (first,) = rest.start(1, view.election)
    view.choose(first)
    path = f"{view.election}-other"
    view.at("election").select_option("other…")
    view.at("follow-path").fill("/a//b")
    view.at("follow-confirm").click()
    expect(view.at("toast")).to_contain_text(re.compile(r"\w+ \w+"))
    expect(view.at("election")).to_have_value(view.election)
    view.at("election").select_option("other…")
    view.at("follow-path").fill(path)
    view.at("follow-confirm").click()
    expect(view.at("election")).to_have_value(path)
    expect(view.at("chosen")).to_have_count(0)
    view.election = path
    view.start(1)
    (only,) = rest.await_chain(path, 1)
    view.expect_crown(only)
