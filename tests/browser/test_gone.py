"""A znode that has gone while it is looked at: what was read of it is past, and says so."""

from __future__ import annotations

import re

from kazoo.client import KazooClient
from playwright.sync_api import Locator, expect

from tests.browser.view import View

EMPTY = True
GONE = re.compile(
    r"This znode no longer exists: it was deleted at \d\d:\d\d:\d\d\. "
    r"Below is what was read last, at \d\d:\d\d:\d\d\."
)


def test_what_is_shown_of_a_znode_that_has_gone_is_marked_as_past(
    view: View, client: KazooClient
) -> None:
    """Beside the tree, and in the workbench. One that was never there is not said to have gone."""
    view.complaints.expect("status of 404")
    path = f"{view.election}-shown"
    client.create(path, b"the only content")
    view.details_of(path)
    must_be_marked(view.at("znode-details"), path, client)
    client.set(path, b"the only content")
    view.run("(path) => { location.hash = `view=znodes&znode=${path}` }", path)
    must_be_marked(view.at("bench"), path, client)
    view.run("(path) => { location.hash = `view=znodes&znode=${path}` }", "/never-there")
    expect(view.at("story")).to_contain_text("/never-there")
    expect(view.at("past")).to_have_count(0)


def must_be_marked(panel: Locator, path: str, client: KazooClient) -> None:
    expect(panel).to_contain_text("the only content")
    expect(panel.get_by_test_id("past")).to_have_count(0)
    client.delete(path)
    expect(panel.get_by_test_id("past")).to_have_text(GONE)
    expect(panel.locator(".is-past")).to_contain_text("the only content")
    client.create(path, b"another znode")
    expect(panel.get_by_test_id("past")).to_have_count(0)
    expect(panel).to_contain_text("another znode")
    expect(panel.locator(".is-past")).to_have_count(0)
