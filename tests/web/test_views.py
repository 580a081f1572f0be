"""The views of the page: a folder for each recipe, which the page finds by the module made here."""

from __future__ import annotations

import importlib
import posixpath
import re
from pathlib import Path

import pytest

from app.recipes.registry import RECIPES as DESCRIPTORS
from app.web.page import ROOT
from app.web.views import MODULE, VIEWS, module_of, stylesheets_of
from tests.web.serving import Served

STATIC = ROOT / "static"
RECIPES = STATIC / "js" / "recipes"
IMPORT = re.compile(r'(?:from|import)\s*\(?"(\.[^"]+)"')
LATER = re.compile(
    r'((?:later|onceWanted)\(\(\) => |tour: \(\) => )?\bimport\("(\.[^"]+)"\)(?!\.[A-Z])'
)
"""An import, but not of a type."""
BUILDS_ON = {recipe.name: recipe.builds_on for recipe in DESCRIPTORS}
"""A recipe -> those that its page is made of besides."""


def imports_of(script: Path) -> set[str]:
    """Below `static/js/`, as paths."""
    beside = posixpath.dirname(script.relative_to(STATIC / "js").as_posix())
    named = IMPORT.findall(script.read_text("utf-8"))
    return {posixpath.normpath(posixpath.join(beside, path)) for path in named}


def recipe_of(path: str) -> str | None:
    """Whose folder it is in."""
    parts = path.split("/")
    return parts[1] if parts[0] == "recipes" else None


def test_the_module_imports_each_view_and_lists_them_in_their_order() -> None:
    assert module_of(["lock", "queue"]).splitlines() == [
        'import { view as lock } from "./recipes/lock/view.js";',
        'import { view as queue } from "./recipes/queue/view.js";',
        "",
        "export const RECIPES = [lock, queue];",
    ]


def test_only_stylesheets_that_are_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "js/recipes/queue").mkdir(parents=True)
    (tmp_path / "js/recipes/queue/look.css").touch()
    named = stylesheets_of(["lock", "queue"], tmp_path)
    assert [one for one in named if "recipes" in one] == ["js/recipes/queue/look.css"]
    assert set(stylesheets_of(VIEWS, STATIC)) == {
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*.css")
        if "vendor" not in path.parts and "bundle" not in path.parts
    }


def test_every_folder_is_a_view_with_its_tour() -> None:
    assert {folder.name for folder in RECIPES.iterdir()} == set(VIEWS)
    for name in VIEWS:
        view = (RECIPES / name / "view.js").read_text("utf-8")
        assert "export const view = {" in view
        assert (RECIPES / name / "tour.js").is_file()


def test_nobody_but_the_module_reaches_into_a_recipe() -> None:
    """What several of them need, is in kit/."""
    reached = {}
    for script in (STATIC / "js").rglob("*.js"):
        name = script.relative_to(STATIC / "js").as_posix()
        own = recipe_of(name)
        allowed = {None, own, *BUILDS_ON.get(own or "", set())}
        others = {path for path in imports_of(script) if recipe_of(path) not in allowed}
        if others and not name.startswith("vendor/"):
            reached[name] = others
    assert reached == {}


def test_the_kit_needs_no_part_of_the_page() -> None:
    scripts = (STATIC / "js" / "kit").rglob("*.js")
    needed = {path for script in scripts for path in imports_of(script)}
    assert {path for path in needed if path.startswith(("views/", "tour/", "znodes/"))} == set()


def test_whatever_is_imported_later_comes_while_nobody_waits() -> None:
    """Else it is missing where the dashboard is out of reach as it is wanted. The workbench brings
    its content; a chart that does not come has a table beside it.
    """
    waits, brought = set[str](), set[str]()
    for script in (STATIC / "js").rglob("*.js"):
        for how, path in LATER.findall(script.read_text("utf-8")):
            (brought if how else waits).add(f"{script.parent.name}/{path}")
    assert waits - brought == {"znodes/./content.js", "comparison/../../vendor/uplot/uPlot.js"}


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bundle is not of the files that are there."""
    monkeypatch.setattr(importlib.import_module("app.web.page"), "is_bundled", lambda *_: False)


@pytest.mark.usefixtures("edited")
def test_the_module_is_kept_at_the_address_of_its_edition(shared: Served) -> None:
    page = shared.request("GET", "/").text
    (below,) = re.findall(r'src="(static/@\w+)/js/main\.js"', page)
    answer = shared.request("GET", f"/{below}/{MODULE}")
    assert answer.text == module_of(VIEWS)
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["Cache-Control"]


def test_the_module_is_asked_about_again_at_the_other_address(shared: Served) -> None:
    answer = shared.request("GET", f"/static/{MODULE}")
    assert answer.headers["Cache-Control"] == "no-cache"
    known = {"If-None-Match": answer.headers["ETag"]}
    assert shared.request("GET", f"/static/{MODULE}", headers=known).status_code == 304


@pytest.mark.usefixtures("edited")
def test_the_page_names_the_stylesheets_in_the_order_of_the_views(shared: Served) -> None:
    named = re.findall(
        r'href="static/@\w+/js/recipes/(\w+)/look\.css"', shared.request("GET", "/").text
    )
    assert named == list(VIEWS)


def test_other_views_are_another_edition(shared: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    before = shared.request("GET", "/").text
    monkeypatch.setattr(importlib.import_module("app.web.edition"), "VIEWS", VIEWS[:-1])
    after = shared.request("GET", "/").text
    editions = [set(re.findall(r"static/@(\w+)/", page)) for page in (before, after)]
    assert [len(edition) for edition in editions] == [1, 1]
    assert editions[0] != editions[1]
