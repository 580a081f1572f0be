"""A page at the znode workbench."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.view import View

# A button that has asked goes back to its first text after 4 s: here it waits for the next click.
STAY_ARMED = """() => {
  const set = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => (ms === 4000 ? 0 : set(run, ms, ...rest));
}"""


class Workbench:
    """One page at the view, and a folder of the test's own."""

    def __init__(self, view: View, url: str, folder: str) -> None:
        self.view, self.url, self.folder = view, url, folder
        self.page: Page = view.page
        self.at, self.reach = view.at, view.reach

    def show(self, path: str) -> None:
        """Choose a znode by the address, as a link does."""
        self.page.evaluate("path => { location.hash = `view=znodes&znode=${path}`; }", quote(path))
        expect(self.at("bench")).to_have_attribute("data-path", path)
        expect(self.at("bench-panel").locator(":scope > *").first).to_be_attached()

    def stay_armed(self) -> None:
        """From now on, what has asked whether it is meant takes any time for an answer."""
        self.view.run(STAY_ARMED)

    def edit(self, text: str) -> None:
        """Begin to edit the data, and type."""
        self.at("edit").click()
        self.at("bench-edit").fill(text)

    def edit_again(self, text: str) -> None:
        """Type something else."""
        self.at("bench-edit").fill(text)

    def row(self, path: str) -> Locator:
        return self.view.row(path)


def quote(path: str) -> str:
    """As a part of an address."""
    return "".join(f"%{byte:02X}" for byte in path.encode())
