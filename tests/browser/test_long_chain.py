"""Twenty candidates: the ends are drawn, the middle is a count that opens."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.rest import Rest
from tests.browser.view import View


def test_the_middle_of_twenty_is_folded_and_opens(view: View, rest: Rest) -> None:
    view.setting("timeout", "20")
    view.start(20)
    chain = rest.await_chain(view.election, 20)
    view.expect_crown(chain[0])
    processes = view.at("stage").locator("g.process")
    fold = view.at("fold")
    expect(processes).to_have_count(7)
    expect(fold).to_have_count(1)
    expect(fold.locator(".fold-count")).to_have_text("13")
    expect(view.process(chain[0])).to_be_visible()
    expect(view.process(chain[-1])).to_be_visible()
    expect(view.process(chain[10])).to_have_count(0)
    expect(view.at("story")).to_contain_text("19 others wait")

    rest.act(chain[10]["candidate"], "pause")
    expect(view.process(chain[10])).to_have_class(re.compile("frozen"))
    expect(fold).to_have_count(2)
    rest.act(chain[10]["candidate"], "resume")
    expect(view.process(chain[10])).to_have_count(0)

    fold.click()
    expect(processes).to_have_count(20)
    expect(view.at("fold")).to_have_count(0)
    assert view.run("() => document.documentElement.scrollWidth <= innerWidth")
    view.expect_truth()
    view.process(chain[10]).scroll_into_view_if_needed()
    view.choose(chain[10])
    view.page.get_by_role("button", name="Fold the middle").click()
    expect(processes).to_have_count(8)
    expect(view.process(chain[10])).to_be_visible()
    view.expect_invariants()
