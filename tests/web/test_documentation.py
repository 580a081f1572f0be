"""The documentation below /docs: served as the page's files are, and to everybody."""

from __future__ import annotations

import gzip
from urllib.parse import urljoin

import pytest
import requests

from app.settings import Settings
from app.web.documentation import SITE
from app.web.page import ROOT
from tests.web.serving import Served, serving

FOLDER = ROOT / "static" / SITE


def test_without_its_slash_it_leads_to_the_first_page(shared: Served) -> None:
    answer = shared.request("GET", "/docs")
    assert answer.status_code == 307
    assert answer.headers["Location"] == "./docs/"
    page = shared.request("GET", urljoin(answer.url, answer.headers["Location"])[len(shared.url) :])
    assert page.content == (FOLDER / "index.html").read_bytes()
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_browser_gets_a_page_compressed_and_once(shared: Served) -> None:
    page = shared.request(
        "GET", "/docs/drills.html", headers={"Accept-Encoding": "gzip"}, stream=True
    )
    assert page.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.raw.read()) == (FOLDER / "drills.html").read_bytes()
    assert page.headers["Cache-Control"] == "no-cache"
    known = {"Accept-Encoding": "gzip", "If-None-Match": page.headers["ETag"]}
    assert shared.request("GET", "/docs/drills.html", headers=known).status_code == 304


@pytest.mark.parametrize(
    "path",
    ["/docs/nothing.html", "/docs/drills/nothing/at/all.html", "/docs/drills", "/docs/drills/"],
)
def test_where_there_is_no_page_one_leads_to_the_first_and_to_the_search(
    shared: Served, path: str
) -> None:
    answer = shared.request("GET", path)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"]
    for name in ("index.html", "search.html", "site.css"):
        (address,) = [one for one in answer.text.split('"') if one.endswith(name)]
        assert requests.get(urljoin(answer.url, address), timeout=60).ok, address


def test_nobody_needs_a_token_for_it() -> None:
    with serving(Settings(token="secret", host="0.0.0.0")) as it:
        for path in ("/docs", "/docs/", "/docs/search/sections.js", "/docs/site.css"):
            assert it.request("GET", path).ok, path
        assert it.request("GET", "/docs/nothing.html").status_code == 404
