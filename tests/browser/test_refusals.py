"""No key asks for what the page knows will be refused: it says why not."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Rest
from tests.support.zookeeper import await_until

STARTED = {
    "candidates": {"count": 1, "election": "/election"},
    "locks": {"path": "/lock", "count": 1},
    "shared-locks": {"path": "/shared-lock", "readers": 1, "writers": 0, "task": 20.0},
    "groups": {"path": "/", "count": 1},
    "configurations": {"path": "/config", "count": 1},
    "names": {"path": "/names", "name": "shop", "providers": 0, "clients": 1},
    "barriers": {"path": "/barrier", "count": 1, "size": 4},
    "queues": {"path": "/queue", "producers": 0, "consumers": 1},
    "commits": {"path": "/commit", "sites": 1, "coordinators": 0},
    "bookshelves": {"path": "/bookshelf", "count": 1},
}
"""What stands in each view: of each too few, and no more are allowed."""
SEVERAL = ("count", "readers", "writers", "providers", "clients", "producers", "consumers", "sites")
AT_ONCE = """(keys) => keys.forEach((key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))"""
IDLE = """async () => {
  const { VIEWS } = await import("/static/js/views/registry.js");
  const why = ({ keys = [] }) => keys.flatMap(({ key, unless }) => (unless ? [[key, unless]] : []));
  const isNow = ({ id }, [key]) => id === "election" && "15".includes(key);
  return VIEWS.map((view) => [view.id, why(view).filter((one) => !isNow(view, one))]);
}"""
"""[view, [[key, why it does nothing]]] of all views; the first has an election at once."""
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
        for key in keys:
            view.page.keyboard.press(key)
            view.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
            view.page.keyboard.press("Escape")
    assert len(rest.state()["candidates"]) == len(STARTED)


def test_no_key_pressed_again_at_once_asks_for_what_is_refused(
    page_hosts: str, open_dashboard: OpenDashboard, open_view: OpenView
) -> None:
    """Neither before the first answer, nor before the page shows what came of it. A digit starts
    some more each time.
    """
    rest = Rest(open_dashboard("--zookeeper", page_hosts, "--candidate-limit", "60").url)
    for call, body in STARTED.items():
        some = {key: 2 for key in SEVERAL if key in body}
        rest.call("POST", call, {**body, **some, "session_timeout": 4.0})
    view = open_view(rest, "")
    await_until(
        lambda: all(one["lifecycle"] == "running" for one in rest.state()["candidates"].values())
    )
    view.catch_up()
    for name, keys in view.run(KEYS):
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for key in [*(key for key in keys if not key.isdigit()), "s", "k"]:
            view.run(AT_ONCE, [key, key])
            view.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
            view.run(AT_ONCE, [key])
            view.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
            view.page.keyboard.press("Escape")
            if view.page.get_by_role("dialog").count():
                view.page.keyboard.press("Escape")


def test_a_change_right_after_another_is_refused_by_the_page(
    rest: Rest, open_view: OpenView
) -> None:
    """It would be over a znode that the page does not know any more. Nobody else has changed it."""
    rest.call("POST", "configurations", {"path": "/quick", "count": 0})
    view = open_view(rest, "", at=f"{rest.url}/#view=config&configuration=/quick")
    view.press("n")
    expect(view.at("config-delete")).to_be_enabled()
    view.run(AT_ONCE, ["n", "x"])
    expect(view.at("toast")).to_contain_text("what you asked for before does not show yet")
    await_until(lambda: rest.state()["configurations"]["/quick"]["counted"] == 2)
    assert rest.state()["configurations"]["/quick"]["znode"] is not None


def test_a_key_that_does_nothing_says_why(
    page_hosts: str, open_dashboard: OpenDashboard, open_view: OpenView
) -> None:
    """In views where nobody is yet."""
    view = open_view(Rest(open_dashboard("--zookeeper", page_hosts).url), "")
    for name, keys in view.run(IDLE):
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for key, says in [*keys, ("7", f"In {view.at(f'view-{name}').inner_text()}, the key 7")]:
            view.page.keyboard.press(key)
            expect(view.at("toast")).to_contain_text(says)
            view.page.keyboard.press("Escape")
            expect(view.at("toast")).to_have_count(0)
