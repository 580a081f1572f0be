"""Which ZooKeeper this is: a sandbox, servers of the dashboard's own, somebody else's."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Rest
from tests.browser.view import View


def test_the_embedded_server_says_that_it_is_a_sandbox_and_what_it_keeps(
    open_view: OpenView, open_dashboard: OpenDashboard, tmp_path: Path
) -> None:
    rest = Rest(open_dashboard("--data", str(tmp_path / "data")).url)
    view = open_view(rest)
    chip = view.at("zookeeper")
    expect(chip).to_contain_text("sandbox")
    expect(chip).to_contain_text("· connected")
    expect(view.reach("servers-quiet")).to_contain_text("one server, not for production")
    expect(view.at("servers")).to_have_count(0)
    chip.click()
    explained = view.page.get_by_role("dialog", name="ZooKeeper").get_by_test_id("help-source")
    expect(explained).to_contain_text("A sandbox with one server")
    expect(explained).to_contain_text("It speaks ZooKeeper's protocol")
    view.press("Escape")
    view.reach("menu-s1").click()
    view.at("menu-s1-restart").click()
    expect(view.page.get_by_role("dialog")).to_contain_text(
        "only server; persistent znodes stay; sessions end, and"
    )
    rest.close()


def test_servers_of_others_are_shown_and_left_alone(view: View, rest: Rest) -> None:
    expect(view.at("zookeeper")).to_contain_text("external ZooKeeper")
    expect(view.reach("servers-quiet")).to_contain_text("One server: single server")
    view.page.keyboard.press("z")
    (server,) = rest.state()["zookeeper"]["servers"]
    expect(view.at("server-details")).to_contain_text(server["address"])
    expect(view.page.locator('[aria-haspopup="menu"]')).to_have_count(0)
    expect(view.at("chosen")).to_have_count(0)
    view.page.keyboard.press("k")
    expect(view.at("toast")).to_contain_text(
        "You can act only on servers that the dashboard started"
    )
