"""The page's bundle: that it is of its sources, leads to them, and says whose they are."""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.web.contents import BUNDLE, stamps_of
from app.web.edition import is_bundled
from app.web.page import ROOT
from tests.web.serving import Served

STATIC = ROOT / "static"
POINTER = re.compile(r"^/[/*]# sourceMappingURL=(\S+)", re.MULTILINE)
MADE = sorted(one for end in ("*.js", "*.css") for one in (STATIC / BUNDLE).glob(end))


def sources_of(made: Path) -> set[str]:
    """Of a file of the bundle, by its source map; as paths below `static/`."""
    (pointer,) = POINTER.findall(made.read_text("utf-8"))
    named = json.loads((made.parent / pointer).read_text("utf-8"))["sources"]
    return {posixpath.normpath(posixpath.join(BUNDLE, path)) for path in named}


def test_it_is_of_these_files() -> None:
    assert is_bundled(STATIC, stamps_of(STATIC)), "the page's files were changed: run `make bundle`"


def test_a_changed_file_is_not_in_it(tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    assert is_bundled(tmp_path, stamps_of(tmp_path))
    (tmp_path / "js/words.js").write_text("export {};")
    assert not is_bundled(tmp_path, stamps_of(tmp_path))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the page's files and the tools that make its bundle, without git."""
    if shutil.which("npm") is None or not (ROOT / "build/page/node_modules/.bin/rollup").exists():
        pytest.skip("the tools that make the bundle come from npm")
    for name in (".ci", "app", "build", "package.json", "package-lock.json"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(STATIC, tmp_path / "static")
    return tmp_path


def compared(checkout: Path) -> tuple[int, str]:
    """Return how `make.py --check` ends, and what it says."""
    command = [sys.executable, "static/bundle/make.py", "--check"]
    where = {**os.environ, "PYTHONPATH": "."}
    ended = subprocess.run(command, cwd=checkout, env=where, capture_output=True, text=True)
    return ended.returncode, ended.stdout


@pytest.mark.proof  # `make check` compares the bundle each time
def test_one_that_was_tampered_with_is_not_the_one_that_is_made(checkout: Path) -> None:
    with (checkout / "static" / BUNDLE / "page.js").open("a") as page:
        page.write('fetch("/planted");\n')
    said = "not what the page's files make: page.js; run `make bundle`\n"
    assert compared(checkout) == (1, said)


@pytest.mark.proof  # as above
def test_a_file_that_a_commit_would_leave_out_is_named(checkout: Path) -> None:
    assert compared(checkout) == (0, "")
    left = next((checkout / "static" / BUNDLE).glob("lock-*.js"))
    subprocess.run(["git", "init", "--quiet"], cwd=checkout, check=True)
    subprocess.run(["git", "add", "."], cwd=checkout, check=True)
    subprocess.run(["git", "rm", "--quiet", "--cached", left], cwd=checkout, check=True)
    assert compared(checkout) == (1, f"not added: {left.name}; run `git add static/bundle`\n")


def test_the_page_is_two_files_which_come_compressed(shared: Served) -> None:
    page = shared.request("GET", "/").text
    named = re.findall(r'(?:src|href)="static/@\w+/(bundle/[\w.]+)"', page)
    assert named == ["bundle/page.css", "bundle/page.js"]
    (below,) = set(re.findall(r"static/@\w+/", page))
    for name in named:
        answer = shared.request("GET", f"/{below}{name}")
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.content == (STATIC / name).read_bytes()
        plain = shared.request("GET", f"/{below}{name}", headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.content == answer.content


def test_its_source_maps_lead_to_files_that_are_served(shared: Served) -> None:
    (below,) = set(re.findall(r"static/@\w+/", shared.request("GET", "/").text))
    page = shared.request("GET", f"/{below}{BUNDLE}/page.js.map")
    assert page.headers["Content-Type"] == "application/json"
    assert "immutable" in page.headers["Cache-Control"]
    of_all = set[str]().union(*(sources_of(made) for made in MADE))
    in_no_file = {path for path in of_all if not (STATIC / path).is_file()}
    for path in {*in_no_file, "js/main.js", "css/page.css"}:
        assert shared.request("GET", f"/{below}{path}").status_code == 200, path


def test_it_names_whose_the_packages_in_it_are() -> None:
    seen = set()
    for made in MADE:
        text = made.read_text("utf-8")
        for path in sources_of(made):
            if found := re.match(r"js/vendor/([^/]+)/", path):
                seen.add(found[1])
                assert re.search(rf"/\*! {found[1]}: Copyright .*/{found[1]}/LICENSE", text), path
    assert seen == {file.parent.name for file in (STATIC / "js/vendor").glob("*/LICENSE")}
