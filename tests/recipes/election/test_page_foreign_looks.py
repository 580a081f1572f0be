"""What the picture says of other programs: no more than is known, and by the names of the rest."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.pages import LAPTOP, MOVING, Looks
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.recipes.election.test_page_foreign import contend, has_members, show
from tests.support.zookeeper import await_until

pytestmark = pytest.mark.needs("recursive_watches")
__all__ = ["contend"]


EMPTY = True
TURNED, SPELT = "\u202e<b>el</b>", "\\u202e<b>el</b>"
WIDTH = "(element) => element.getBoundingClientRect().width"


@pytest.fixture
def motion() -> Looks:
    """Heartbeats run here."""
    return MOVING


@pytest.mark.proof
def test_only_heartbeats_that_are_known_are_drawn(
    view: View, rest: Rest, contend: Callable[..., None]
) -> None:
    """A session of ours has a process whose beat is known; nobody here sees another program's."""
    path = f"{view.election}-heard"
    contend(path, "alpha")
    await_until(partial(has_members, rest, path, 1))
    ours = view.election
    rest.start(1, ours)
    known = view.page.locator("g.session.is-alive")
    expect(known.first.locator(".heartbeat")).to_have_css("animation-name", "heartbeat")
    show(view, path)
    expect(known).to_have_count(0)
    others = view.page.locator("g.session.is-unobserved")
    expect(others.locator(".heartbeat")).to_have_css("animation-name", "none")
    expect(others.locator("title")).to_contain_text("Its heartbeats cannot be seen here")
    expect(others.locator(".session-label")).to_contain_text("0x")


def test_members_without_a_name_of_their_own_are_drawn_by_the_name_that_is_told(
    view: View, rest: Rest, contend: Callable[..., None], client: KazooClient
) -> None:
    """And what may be a lock passes as what it may be."""
    path = f"{view.election}-nameless"
    for place in (1, 2):
        contend(path, "")
        await_until(partial(has_members, rest, path, place))
    show(view, path)
    for entry in rest.chain(path):
        assert entry["name"] == entry["label"]
        expect(view.process(entry).locator(".belief")).to_have_text(entry["name"])
        expect(view.znode(entry).locator("text").first).to_have_text(entry["name"])
    expect(view.at("story")).to_contain_text(rest.chain(path)[0]["name"])
    either = f"{view.election}-either"
    for place, name in enumerate(("svc1", "svc2"), 1):
        contend(either, name)
        await_until(partial(has_members, rest, either, place))
    show(view, either)
    client.delete(f"{either}/{rest.chain(either)[0]['znode']}")
    line = view.reach("events").locator('[data-kind="election.passed"]').first
    expect(line).to_contain_text(f"lock or leadership of {either} passed from svc1 to svc2")
    expect(view.at("story")).to_contain_text("svc2 came first")


@pytest.mark.proof
def test_who_holds_a_shared_lock_of_kazoo_is_told_as_it_passes(
    view: View, rest: Rest, page_hosts: str, open_client: Callable[[str], KazooClient]
) -> None:
    path = f"{view.election}-shared"
    first, second = (open_client(page_hosts) for _ in range(2))
    reader, writer = first.ReadLock(path, "r1"), second.WriteLock(path, "w1")
    reader.acquire()
    await_until(partial(has_members, rest, path, 1))
    waits = threading.Thread(target=writer.acquire, daemon=True)
    waits.start()
    await_until(partial(has_members, rest, path, 2))
    show(view, path)
    reader.release()
    line = view.reach("events").locator('[data-kind="election.held"]').first
    expect(line).to_contain_text(f"r1 no longer holds {path}; w1 holds it now")
    waits.join(10)
    writer.release()
    expect(line).to_contain_text(f"w1 no longer holds {path}")
    view.reload()
    expect(view.reach("events")).to_contain_text(f"r1 no longer holds {path}; w1 holds it now")


@pytest.mark.proof
def test_a_path_that_turns_the_writing_is_spelt_out_wherever_it_is_told(
    view: View, rest: Rest, contend: Callable[..., None], client: KazooClient
) -> None:
    folder = f"{view.election}-turned"
    client.create(folder)
    path = f"{folder}/{TURNED}"
    for place, name in enumerate(("svc1", "svc2"), 1):
        contend(path, name)
        await_until(partial(has_members, rest, path, place))
    expect(view.at("election").locator("option", has_text=SPELT)).to_have_count(1)
    view.election = path
    view.choose_election()
    above = path.rpartition("/")[0]
    view.open_row(folder)
    expect(view.row(above).locator(".name")).to_have_text(SPELT.rpartition("/")[0])
    details = view.details_of(above)
    expect(details.locator(".path")).to_have_text(f"{folder}/{SPELT.rpartition('/')[0]}")
    client.delete(f"{path}/{rest.chain(path)[0]['znode']}")
    line = view.reach("events").locator('[data-kind="election.passed"]').first
    expect(line).to_contain_text(f"leadership of {folder}/{SPELT} passed from svc1 to svc2")
    expect(line).not_to_contain_text(TURNED)
    view.reach("events-filter").fill(SPELT)
    expect(line).to_be_visible()


@pytest.mark.proof
def test_a_row_has_room_for_the_end_of_a_znodes_name_beside_a_long_name(
    view: View, rest: Rest, contend: Callable[..., None]
) -> None:
    """Where a program calls itself as one of ours is called, the znode's label is in its name."""
    view.resize(LAPTOP)
    path = f"{view.election}-namesakes"
    for place, name in enumerate(("c2", "dashboard"), 1):
        contend(path, name)
        await_until(partial(has_members, rest, path, place))
    show(view, path)
    view.open_row(path)
    edge = view.reach("tree").evaluate("(tree) => tree.getBoundingClientRect().right")
    for entry in rest.chain(path):
        row = view.row(f"{path}/{entry['znode']}")
        expect(row.locator(".own bdi")).to_have_attribute("title", entry["name"])
        assert row.locator(".name").evaluate(WIDTH) > 50
        assert row.locator(".own").evaluate("(own) => own.getBoundingClientRect().right") <= edge
