"""Elections of other programs in the tree: found, offered, drawn by the evidence there is."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import CancelledError, ConnectionClosedError
from playwright.sync_api import expect

from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

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
def contend(hosts: str, open_client: Callable[[str], KazooClient]) -> Iterator[Callable[..., None]]:
    """Puts one more contender into the line; all leave it at the end."""
    contenders: list[Contender] = []

    def one_more(path: str, name: str) -> None:
        contenders.append(Contender(open_client(hosts), path, name))

    yield one_more
    for contender in reversed(contenders):
        contender.cancel()


def offered(view: View, path: str) -> int:
    found: int = view.at("election").locator("optgroup option").evaluate_all(
        "(options, path) => options.filter((option) => option.value === path).length", path
    )
    return found


def test_a_lock_of_kazoo_is_offered_and_drawn(
    view: View, rest: Rest, contend: Callable[..., None]
) -> None:
    path = f"{view.election}-lock"
    for place, name in enumerate(("alpha", "beta", "gamma")):
        contend(path, name)
        await_until(lambda place=place: members(rest, path) == place + 1)
    await_until(lambda: offered(view, path) == 1)
    view.choose_election(path)
    view.election = path
    await_until(lambda: [e["evidence"] for e in rest.chain(path)[1:]] == ["server"] * 2)
    facts = view.expect_truth()
    chain = rest.chain(path)
    assert facts["watches"] == {
        chain[1]["label"]: chain[0]["label"], chain[2]["label"]: chain[1]["label"],
    }  # fmt: skip
    for entry, name in zip(chain, ("alpha", "beta", "gamma"), strict=True):
        expect(view.process(entry)).to_contain_text(name)
        expect(view.process(entry)).to_have_attribute("data-tone", "foreign")
    expect(view.page.locator('g.watch[data-evidence="server"]')).to_have_count(2)
    expect(view.at("action-kill")).to_be_disabled()


def members(rest: Rest, path: str) -> int:
    state = rest.state()
    known = state["elections"].get(path)
    return len(known["chain"]) if known else state["found"].get(path, {}).get("members", 0)


def test_a_latch_of_curator_is_drawn_by_inference(
    view: View, rest: Rest, client: KazooClient
) -> None:
    path = f"{view.election}-latch"
    for number in range(3):
        name = f"{path}/{CURATOR.format(number)}"
        client.create(name, f"host-{number}".encode(), ephemeral=True, sequence=True, makepath=True)
    await_until(lambda: members(rest, path) == 3)
    view.choose_election(path)
    view.election = path
    view.expect_truth()
    expect(view.page.locator('g.watch[data-evidence="inferred"]')).to_have_count(2)
    first, second, _ = rest.chain(path)
    expect(view.process(second)).to_contain_text("host-1")
    view.expect_crown(first)
    client.delete(f"{path}/{first['znode']}")
    view.expect_crown(second)
    expect(view.at("handoff")).to_contain_text("znode deleted")
    view.expect_truth()


def test_another_path_can_be_followed(view: View, rest: Rest) -> None:
    path = f"{view.election}-other"
    view.at("election").select_option("other…")
    view.at("follow-path").fill(path)
    view.at("follow-confirm").click()
    expect(view.at("election")).to_have_value(path)
    view.election = path
    view.at("start-1").click()
    (only,) = rest.await_chain(path, 1)
    view.expect_crown(only)


def test_a_path_that_cannot_be_is_refused_in_words(view: View) -> None:
    view.complaints.expect("status of 400")
    view.at("election").select_option("other…")
    view.at("follow-path").fill("/a//b")
    view.at("follow-confirm").click()
    expect(view.at("toast")).to_contain_text(re.compile(r"\w+ \w+"))
    expect(view.at("election")).to_have_value(view.election)
