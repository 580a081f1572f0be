"""A history that has stopped, for the disk is full: the page still steps back, or says why not."""

from __future__ import annotations

import re
from collections import deque
from contextlib import closing

from playwright.sync_api import Browser, expect

from app.history.history import History
from tests.support.zookeeper import await_until
from tests.web.whole import whole

WHY = "database or disk is full"


def test_the_keys_step_through_what_the_dashboard_has_at_hand(
    fresh_hosts: str, browser: Browser
) -> None:
    with (
        closing(History(None)) as history,
        whole(fresh_hosts, history=history) as dashboard,
        browser.new_context() as context,
    ):
        page = context.new_page()
        page.goto(dashboard.url)
        expect(page.get_by_test_id("time-live")).to_contain_text("live")
        history._give_up(WHY)
        expect(page.get_by_test_id("time-stopped")).to_contain_text(WHY)
        dashboard.post("candidates", {"count": 1})
        await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading"])
        expect(page.get_by_test_id("story")).to_contain_text("leads")
        for _ in range(3):
            page.keyboard.press(",")
        expect(page.get_by_test_id("time")).to_have_attribute("data-mode", "past")
        expect(page).to_have_url(re.compile(r"&at=\d+"))
        expect(page.get_by_test_id("toast")).to_have_count(0)
        page.keyboard.press("End")
        expect(page.get_by_test_id("time")).to_have_attribute("data-mode", "live")
        dashboard.journal._events = deque(dashboard.journal._events, maxlen=2)
        page.keyboard.press(",")
        toast = page.get_by_test_id("toast").first  # the page may try what lies beside it, too
        expect(toast).to_contain_text(f"the history stopped after event {history.facts()['last']}")
        expect(toast).to_contain_text(WHY)
