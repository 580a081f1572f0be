"""No call of the browser's waits for ever."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.browser import chromium
from tests.browser.pages import Pages
from tests.support.app import Dashboard

SCRIPTS = {"a promise": "() => new Promise(() => {})", "a loop": "() => { for (;;); }"}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_a_call_without_an_answer_fails_by_its_name_and_the_next_test_has_a_page(
    script: str, pages: Pages, dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.open().goto(f"{dashboard.url}/healthz")
    page = pages.open()
    page.goto(f"{dashboard.url}/healthz")
    with monkeypatch.context() as patch:
        patch.setattr(chromium, "ANSWERS_WITHIN", 0.5)
        with pytest.raises(Error, match=r"^Page\.evaluate: no answer within 0\.5 s$"):
            page.evaluate(script)
    pages.end_test()
    assert pages.open().evaluate("() => document.visibilityState") == "visible"
