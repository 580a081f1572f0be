"""The documentation's site: that it is of its pages, and that each link in it leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.test_docs import ROOT, anchors_of

SITE = ROOT / "static" / "bundle" / "docs"
FILES = {one for one in SITE.rglob("*") if one.is_file()}
PAGES = sorted(one for one in FILES if one.suffix == ".html")


class Addresses(HTMLParser):
    """The addresses that a page leads to or loads, and the names of its places."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.led_to: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.headings: set[str] = set()
        self.inline: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.led_to += [found[name] or "" for name in ("href", "src", "action") if name in found]
        of_link = found.get("href") if tag == "link" else None
        self.loaded += [one for one in (found.get("src"), of_link) if one]
        self.places |= {found["id"] or ""} if "id" in found else set()
        if re.fullmatch("h[1-6]", tag):
            self.headings |= {found.get("id") or ""}
        self.inline += [one for one in found if one == "style" or one.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(tag)


def test_it_is_what_its_pages_make() -> None:
    """With no broken link and no page outside the navigation, or the tool makes nothing."""
    command = [sys.executable, "docs/site/make.py", "--check"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda it: str(it.relative_to(SITE)))
def test_its_links_lead_to_what_is_in_it_from_any_folder(page: Path) -> None:
    """Places too; and nothing is loaded from the network."""
    read = Addresses(page)
    assert read.led_to
    assert [one for one in read.loaded if urlsplit(one).scheme not in ("", "data")] == []
    for address in read.led_to:
        there = urlsplit(address)
        if there.scheme in ("http", "https", "data"):
            continue
        assert (there.netloc, there.path[:1] == "/") == ("", False), address
        target = (page.parent / unquote(there.path)).resolve() if there.path else page
        assert target in FILES, address
        if there.fragment:
            assert there.fragment in Addresses(target).places, address


@pytest.mark.parametrize("page", PAGES, ids=lambda it: str(it.relative_to(SITE)))
def test_nothing_in_it_is_what_the_policy_of_the_dashboard_forbids(page: Path) -> None:
    assert Addresses(page).inline == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda it: it.name)
def test_its_headings_have_the_names_that_github_gives_them(page: Path) -> None:
    made = Addresses(SITE / f"{page.stem}.html").headings
    assert anchors_of(page.read_text("utf-8")) - {""} <= made


def test_no_block_of_code_was_left_as_text() -> None:
    assert [one.name for one in PAGES if "```" in one.read_text("utf-8")] == []
