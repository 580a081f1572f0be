"""No key asks for what the page knows will be refused: it says why not."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Rest
from tests.support.zookeeper import await_until

STARTED = {
    "candidates": {"count": 1, "election": "/election"},
    "locks": {"path": "/lock", "count": 1},
    "shared-locks": {"path": "/shared-lock", "readers": 1, "writers": 0},
    "groups": {"path": "/", "count": 1},
    "configurations": {"path": "/config", "count": 1},
    "names": {"path": "/names", "name": "shop", "providers": 0, "clients": 1},
    "barriers": {"path": "/barrier", "count": 1, "size": 4},
    "queues": {"path": "/queue", "producers": 0, "consumers": 1},
    "commits": {"path": "/commit", "sites": 1, "coordinators": 0},
    "bookshelves": {"path": "/bookshelf", "count": 1},
}
"""What stands in each view: of each too few, and no more are allowed."""
RACES = "ax"
"""Act on the version that the page has seen: right after another of these, that may be late."""
KEYS = """async () => {
  const { VIEWS } = await import("/static/js/views/registry.js");
  const own = ({ keys = [] }) => keys.map(({ key }) => key).filter((key) => key.length === 1);
  return VIEWS.filter(({ id }) => id !== "znodes").map((view) => [view.id, own(view)]);
}"""


def test_no_key_asks_for_what_the_page_knows_to_be_refused(
    page_hosts: str, open_dashboard: OpenDashboard, open_view: OpenView
) -> None:
    """A refusal would be an error in the browser's console, of which the page's end complains."""
    limit = str(len(STARTED))
    url = open_dashboard("--zookeeper", page_hosts, "--candidate-limit", limit).url
    rest = Rest(url)
    for call, body in STARTED.items():
        rest.call("POST", call, {**body, "session_timeout": 20.0})
    view = open_view(rest, "")
    await_until(
        lambda: all(one["lifecycle"] == "running" for one in rest.state()["candidates"].values())
    )
    view.catch_up()
    for name, keys in view.run(KEYS):
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for key in (key for key in keys if name != "config" or key not in RACES):
            view.page.keyboard.press(key)
            view.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
            view.page.keyboard.press("Escape")
    assert len(rest.state()["candidates"]) == len(STARTED)
