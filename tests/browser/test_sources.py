"""Which ZooKeeper this is: a sandbox, servers of the dashboard's own, somebody else's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Dashboard]:
    """A dashboard as it is started without a word: with the embedded server."""
    with forked_dashboard() as dashboard:
        yield dashboard


def test_the_embedded_server_says_that_it_is_a_sandbox(
    sandbox: Dashboard, open_view: OpenView
) -> None:
    rest = Rest(sandbox.url)
    view = open_view(rest)
    chip = view.at("zookeeper")
    expect(chip).to_contain_text("sandbox")
    expect(chip).to_contain_text("· connected")
    expect(view.at("servers-quiet")).to_contain_text("one server, not for production")
    expect(view.at("servers")).to_have_count(0)
    chip.click()
    explained = view.page.get_by_role("dialog", name="ZooKeeper").get_by_test_id("help-source")
    expect(explained).to_contain_text("A sandbox with one server")
    expect(explained).to_contain_text("It speaks ZooKeeper's protocol")
    rest.close()


def test_servers_of_others_are_shown_and_left_alone(view: View, rest: Rest) -> None:
    expect(view.at("zookeeper")).to_contain_text("external ZooKeeper")
    expect(view.at("servers-quiet")).to_contain_text("One server: single server")
    view.page.keyboard.press("z")
    (server,) = rest.state()["zookeeper"]["servers"]
    expect(view.at("server-details")).to_contain_text(server["address"])
    expect(view.page.locator('[aria-haspopup="menu"]')).to_have_count(0)
    expect(view.at("chosen")).to_have_count(0)
    view.page.keyboard.press("k")
    expect(view.at("toast")).to_contain_text(
        "You can act only on servers that the dashboard started"
    )
