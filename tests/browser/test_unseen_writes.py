"""Nothing that the reader has not seen goes by a click: saves, imports, deletions, ACLs, JSON."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from kazoo.client import KazooClient
from kazoo.security import make_acl
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW
from tests.browser.rest import Rest
from tests.browser.workbench import Workbench
from tests.support.zookeeper import await_until

EXACT = '{"big": 12345678901234567890, "twice": 1, "twice": 2, "far": 1e400, "no": -0, "one": 1.0}'
LAID_OUT = """{
  "big": 12345678901234567890,
  "twice": 1,
  "twice": 2,
  "far": 1e400,
  "no": -0,
  "one": 1.0
}"""
END = "ENDS-7"
NAMES = {
    "broken": "part-" * 30 + END,
    "whole": "x" * 180 + END,
    "bidi": "\u202eabc\u2066" + "x" * 120 + END,
    "vast": "x" * 5_000 + END,
}
IN_SIGHT = """(element, end) => {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = -1;
  while (text.nextNode() && (at = text.currentNode.data.lastIndexOf(end)) < 0);
  if (at < 0) return "it is not there";
  const range = new Range();
  range.setStart(text.currentNode, at);
  range.setEnd(text.currentNode, at + end.length);
  const box = range.getBoundingClientRect();
  const all = element.closest("dialog").getBoundingClientRect();
  const letters = range.toString();
  const isSeen = box.left >= all.left && box.right <= all.right && box.width > 0;
  return isSeen ? letters : JSON.stringify(box);
}"""


def import_of(bench: Workbench, tmp_path: Path, mode: str) -> None:
    """The dialog, with what the folder was like."""
    with bench.page.expect_download() as downloading:
        bench.at("export").click()
    file = tmp_path / "exported.json"
    downloading.value.save_as(file)
    assert json.loads(file.read_text())["znodes"]
    bench.at("import").click()
    bench.at("import-mode").select_option(mode)
    bench.at("import-file").set_input_files(file)
    expect(bench.at("import-plan")).to_be_visible()


def is_gone(client: KazooClient, path: str) -> bool:
    return client.exists(path) is None


def plan_anew(bench: Workbench, mode: str) -> Locator:
    """The preview of another mode, of the tree as it is now."""
    bench.at("import-mode").select_option(mode)
    expect(bench.at("import-plan")).to_be_visible()
    return bench.at("import-plan")


@pytest.mark.proof
def test_going_on_with_mine_writes_over_theirs_only_by_a_choice_that_says_so(
    client: KazooClient,
    bench: Workbench,
) -> None:
    bench.stay_armed()
    bench.edit("mine")
    client.set(bench.folder, b"theirs")
    bench.at("save").click()
    bench.at("stale-edit").click()
    expect(bench.at("over")).to_contain_text("Version 1")
    bench.at("bench-edit").press("Control+s")
    expect(bench.at("both").locator("[data-side=left]")).to_contain_text("theirs")
    bench.at("stale-edit").click()
    bench.at("save").click()
    expect(bench.at("save")).to_have_text("Really write over version 1?")
    assert client.get(bench.folder)[0] == b"theirs"
    client.set(bench.folder, b"theirs again")
    bench.at("save").click()
    expect(bench.at("both").locator("[data-side=left]")).to_contain_text("theirs again")
    assert client.get(bench.folder)[0] == b"theirs again"
    bench.at("stale-overwrite").click()
    bench.at("stale-overwrite").click()
    await_until(lambda: client.get(bench.folder)[0] == b"mine")


@pytest.mark.proof
def test_an_import_that_would_be_refused_is_not_offered(
    client: KazooClient,
    bench: Workbench,
    tmp_path: Path,
) -> None:
    child = client.create(f"{bench.folder}/a", b"as exported")
    expect(bench.at("bench-tab-children")).to_contain_text("1")
    import_of(bench, tmp_path, "refuse")
    client.set(child, b"theirs")
    client.delete(bench.folder + "/a")
    client.create(child, b"theirs")
    plan_anew(bench, "overwrite")
    expect(bench.at("import-confirm")).to_have_text("Import 1 znode")
    plan_anew(bench, "refuse")
    expect(bench.at("import-refused")).to_contain_text("exist already and differ")
    expect(bench.at("import-conflicts")).to_have_text(child)
    expect(bench.at("import-confirm")).to_be_disabled()


@pytest.mark.proof
def test_an_import_shows_what_was_written_since_its_preview(
    client: KazooClient,
    bench: Workbench,
    tmp_path: Path,
) -> None:
    child = client.create(f"{bench.folder}/a", b"as exported")
    expect(bench.at("bench-tab-children")).to_contain_text("1")
    import_of(bench, tmp_path, "refuse")
    client.set(child, b"to be written over")
    expect(plan_anew(bench, "overwrite")).to_have_attribute("data-overwrites", "1")
    client.set(child, b"<b>theirs</b>")
    bench.at("import-confirm").click()
    expect(bench.at("import-changed")).to_contain_text(f"{child} was at version 1")
    expect(bench.at("import-changed")).to_contain_text("is now at version 2: <b>theirs</b>")
    assert client.get(child)[0] == b"<b>theirs</b>"
    bench.at("import-confirm").click()
    await_until(lambda: client.get(child)[0] == b"as exported")


def test_a_deletion_shows_the_end_of_the_name(
    rest: Rest, folder: str, client: KazooClient, open_view: OpenView
) -> None:
    view = open_view(rest, viewport=NARROW)
    shown = Workbench(view, rest.url, folder)
    for name in NAMES.values():
        path = client.create(f"{folder}/{name}")
        client.create(f"{path}/child")
        shown.show(path)
        view.page.keyboard.press("Delete")
        expect(view.at("ask-name")).to_be_visible()
        dialog = view.page.locator("dialog")
        for part in ("h2", "form > p:first-of-type", "form label"):
            assert dialog.locator(part).first.evaluate(IN_SIGHT, END) == END
        typed = name.replace("\u202e", "\\u202e").replace("\u2066", "\\u2066")
        expect(dialog.locator("h2")).to_contain_text(typed[:20])
        view.at("ask-name").fill(typed)
        view.at("ask-go").click()
        expect(dialog).to_have_count(0)
        await_until(partial(is_gone, client, path))


def test_a_deletion_says_what_has_changed_below(client: KazooClient, bench: Workbench) -> None:
    """An ACL of another znode of that name is told, too."""
    child = client.create(f"{bench.folder}/a", b"first")
    expect(bench.at("bench-tab-children")).to_contain_text("1")
    bench.page.keyboard.press("Delete")
    expect(bench.at("ask")).to_have_attribute("data-count", "2")
    client.set(child, b"theirs")
    bench.at("ask-name").fill(bench.folder[1:])
    bench.at("ask-go").click()
    expect(bench.at("delete-changed")).to_contain_text(f"{child}, version 1")
    assert client.get(child)[0] == b"theirs"
    bench.page.keyboard.press("Escape")
    expect(bench.at("ask")).to_have_count(0)
    bench.at("bench-tab-acl").click()
    bench.at("acl-edit").click()
    client.delete(bench.folder, recursive=True)
    theirs = [make_acl("world", "anyone", read=True, admin=True)]
    client.create(bench.folder, b"theirs", acl=theirs)
    bench.at("acl-save").click()
    expect(bench.at("acl-stale")).to_contain_text("world:anyone:ra")
    assert client.get_acls(bench.folder)[0] == theirs
    bench.at("acl-replace").click()
    bench.at("acl-save").click()
    await_until(lambda: client.get_acls(bench.folder)[0] != theirs)


def test_the_details_show_json_as_it_is_written(
    rest: Rest, folder: str, client: KazooClient, open_view: OpenView
) -> None:
    """What is too deep to be laid out is shown as text."""
    deep = "[" * 3_000 + "]" * 3_000
    view = open_view(rest)
    for data, shown in ((EXACT, LAID_OUT), (deep, deep)):
        path = client.create(f"{folder}/json-", data.encode(), sequence=True)
        view.page.evaluate("path => { location.hash = `view=election&znode=${path}`; }", path)
        details = view.reach("znode-details")
        expect(details).to_have_attribute("data-path", path)
        expect(details.get_by_test_id("data")).to_have_text(shown, use_inner_text=True)
