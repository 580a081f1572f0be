"""A view is cleared by one button: its processes end, and what they left is deleted."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until


def test_a_view_is_cleared(view: View, rest: Rest, client: KazooClient) -> None:
    first, _ = rest.start(2, view.election)
    view.expect_crown(first)
    client.create(f"{view.election}/mine", b"of somebody else")
    view.more("clear")
    dialog = view.page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 candidates will be asked to close their sessions")
    expect(view.at("clear-goes")).to_contain_text("will be deleted")
    expect(dialog).to_contain_text(f"{view.election}/mine")
    expect(view.at("ask-keep")).to_be_focused()
    view.press("Enter")
    expect(dialog).to_have_count(0)
    assert len(rest.chain(view.election)) == 2
    view.more("clear")
    view.at("ask-go").click()
    expect(view.at("toast")).to_contain_text("deleted")
    expect(dialog).to_have_count(0)
    rest.await_process(first["candidate"], "exited")
    assert client.get_children(view.election) == ["mine"]
    assert not client.exists(f"{view.election}-acknowledged")
    rest.start(2, view.election)
    expect(view.at("crown")).to_be_visible()


@pytest.mark.proof
def test_three_elections_are_cleared_at_once(view: View, rest: Rest, client: KazooClient) -> None:
    view.at("view-compare").click()
    view.press("n")
    expect(view.at("clear")).to_have_count(1)
    paths = rest.state()["comparison"]["paths"].values()
    await_until(lambda: all(client.exists(f"{path}-acknowledged") for path in paths))
    view.more("clear")
    view.at("ask-go").click()
    expect(view.at("toast")).to_contain_text("deleted")
    assert not any(client.exists(f"{path}-acknowledged") for path in paths)
