"""The servers of a local ensemble: as the state document has them, and as the page shows them."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

SETTLED_WITHIN = 40.0
FLIGHTS = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.dataset.home) window.flights.push(`${this.innerText.trim()} to ${this.dataset.home}`);
    return animate.apply(this, how);
  };
}"""
BEYOND_CARDS = """() => {
  const right = (e) => e.getBoundingClientRect().right;
  const inside = ".server-top, .standing-word, .session-chip, .server-facts span";
  return [...document.querySelectorAll(".server-card")].flatMap((card) =>
    [...card.querySelectorAll(inside)].filter((e) => right(e) > right(card))
      .map((e) => e.className));
}"""


def mend(rest: Rest) -> None:
    """Wake and restart whatever does not run, and wait until all three serve."""
    for server in servers(rest).values():
        if server["process"] == "paused":
            rest.call("POST", f"servers/{server['id']}/resume")
        if server["process"] == "stopped":
            rest.call("POST", f"servers/{server['id']}/restart")
    await_until(lambda: quorum(rest)["serving"] == 3, SETTLED_WITHIN)


def servers(rest: Rest) -> dict[str, Json]:
    """The servers of the state document by id."""
    return {server["id"]: server for server in rest.state()["zookeeper"]["servers"]}


def quorum(rest: Rest) -> Json:
    """The quorum of the state document."""
    found: Json = rest.state()["zookeeper"]["quorum"]
    return found


def act(rest: Rest, server: str, action: str) -> None:
    """Do something to one server."""
    rest.call("POST", f"servers/{server}/{action}")


def card(view: View, server: str) -> Locator:
    """The box of one server, in its tab."""
    return view.tab("servers").get_by_test_id(f"server-{server}")


def choose(view: View, server: str) -> None:
    """Choose a server by a click on its box."""
    card(view, server).locator(".server-name").click()
    expect(view.at("chosen")).to_contain_text(server)


def seats(view: View) -> dict[str, str]:
    """Whose session the page shows on which server, those without a connection left out."""
    found: dict[str, str] = view.run(
        """() => Object.fromEntries([...document.querySelectorAll('[data-session]')]
          .filter((chip) => chip.dataset.torn === "false")
          .map((chip) => [chip.dataset.testid.slice(8), chip.dataset.home]))"""
    )
    return found


def told_seats(rest: Rest) -> dict[str, str]:
    """The same from the state document."""
    state = rest.state()
    holders = {one["session"]: name for name, one in state["candidates"].items()}
    holders[state["zookeeper"]["session"]] = "dashboard"
    return {
        holders[session]: server["id"]
        for server in state["zookeeper"]["servers"]
        for session in server["sessions"] or ()
        if session in holders
    }


def await_seated(view: View, count: int) -> dict[str, str]:
    """Wait until so many sessions, the dashboard's among them, are drawn where the state says."""
    found: dict[str, str] = await_until(lambda: _seated(view, count), SETTLED_WITHIN)
    return found


def _seated(view: View, count: int) -> dict[str, str] | None:
    told = told_seats(view.rest)
    return told if len(told) == count and seats(view) == told else None
