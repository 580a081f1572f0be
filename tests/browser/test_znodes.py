"""The znode workbench: all is done from the page, and nothing is lost by one slip."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.test_hostile import NAMES, expect_nothing_injected
from tests.browser.workbench import Workbench
from tests.support.zookeeper import await_until

EMPTY = True
EXACT = '{"big": 12345678901234567890, "twice": 1, "twice": 2}'
DATA = "<img src=x onerror=alert(1)>needle"


@pytest.mark.proof
def test_create_save_and_undo_from_the_page(client: KazooClient, bench: Workbench) -> None:
    """What JSON.parse would change stays as it is written: big numbers, keys given twice."""
    path = f"{bench.folder}/a/config"
    bench.page.keyboard.press("n")
    expect(bench.at("create-path")).to_have_value(f"{bench.folder}/")
    bench.at("create-path").fill(path)
    bench.at("create-data").fill(EXACT)
    bench.at("create-confirm").click()
    expect(bench.at("create-problem")).to_be_visible()
    bench.at("create-parents").check()
    bench.at("create-confirm").click()
    expect(bench.at("bench")).to_have_attribute("data-path", path)
    expect(bench.row(path)).to_be_visible()
    bench.page.keyboard.press("v")
    field = bench.at("bench-edit")
    field.fill(field.input_value().replace('"twice": 2', '"twice": 3'))
    field.press("Control+s")
    expect(bench.at("saved")).to_contain_text("version 1")
    assert client.get(path)[0].decode() == EXACT.replace("2}", "3}")
    bench.at("undo").click()
    await_until(lambda: client.get(path)[0].decode() == EXACT)


def test_a_stale_save_shows_both_values(client: KazooClient, bench: Workbench) -> None:
    """A znode that was deleted and made anew has the same version: that is stale, too. Before, a
    key saves that comes before the last letter is drawn, and a double click creates one: of
    numbered ones a second would not be refused.
    """
    bench.at("edit").click()
    bench.at("bench-edit").evaluate("""(field) => {
      const key = { key: "s", ctrlKey: true, bubbles: true, cancelable: true };
      field.value = "after";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", key));
    }""")
    expect(bench.at("saved")).to_contain_text("version 1")
    assert client.get(bench.folder)[0] == b"after"
    bench.page.keyboard.press("n")
    bench.at("create-path").fill(f"{bench.folder}/task-")
    bench.at("create-persistent_sequential").check()
    bench.at("create-confirm").dblclick()  # the second click comes before the answer
    expect(bench.at("create-confirm")).to_be_hidden()
    client.create(f"{bench.folder}/last")  # whatever was asked twice has been made before
    assert len(client.get_children(bench.folder)) == 2
    client.delete(bench.folder, recursive=True)
    client.create(bench.folder, b"first")
    bench.show("/")
    bench.show(bench.folder)
    bench.stay_armed()
    bench.edit("mine")
    client.delete(bench.folder)
    client.create(bench.folder, b"theirs")
    expect(bench.at("meanwhile")).to_be_visible()
    bench.at("save").click()
    both = bench.at("both")
    expect(both.locator("[data-side=left]")).to_contain_text("theirs")
    expect(both.locator("[data-side=right]")).to_contain_text("mine")
    assert client.get(bench.folder)[0] == b"theirs"
    bench.at("stale-edit").click()
    expect(bench.at("bench-edit")).to_have_value("mine")
    bench.at("save").click()
    bench.at("save").click()
    expect(bench.at("saved")).to_be_visible()
    assert client.get(bench.folder)[0] == b"mine"


@pytest.mark.proof
def test_what_was_typed_outlives_a_slip(client: KazooClient, bench: Workbench) -> None:
    other = client.create(f"{bench.folder}/other", b"another")
    bench.edit("a long text")
    bench.at("discard").click()
    expect(bench.at("bench-edit")).to_be_visible()
    bench.show(other)
    expect(bench.at("unsaved")).to_contain_text(bench.folder)
    bench.at("unsaved").get_by_role("button").click()
    expect(bench.at("bench-edit")).to_have_value("a long text")
    client.delete(other)
    client.delete(bench.folder)
    expect(bench.at("meanwhile")).to_contain_text("What you typed stays here")
    bench.at("save").click()
    bench.at("gone-again").click()
    bench.at("create-confirm").click()
    await_until(lambda: client.exists(bench.folder))
    assert client.get(bench.folder)[0] == b"a long text"


def test_deleting_counts_asks_and_stands_by_what_was_seen(
    client: KazooClient, bench: Workbench
) -> None:
    client.create(f"{bench.folder}/a")
    client.create(f"{bench.folder}/b", ephemeral=True)
    expect(bench.at("bench-tab-children")).to_contain_text("2")
    bench.page.keyboard.press("Delete")
    question = bench.at("ask")
    expect(question).to_have_attribute("data-count", "3")
    expect(question).to_contain_text("ephemeral znode of another session")
    expect(bench.at("ask-go")).to_be_disabled()
    client.create(f"{bench.folder}/c")
    bench.at("ask-name").fill(bench.folder[1:])
    bench.at("ask-go").click()
    expect(bench.at("delete-changed")).to_be_visible()
    expect(question).to_have_attribute("data-count", "4")
    assert len(client.get_children(bench.folder)) == 3
    bench.at("ask-name").fill(bench.folder[1:])
    bench.at("ask-name").press("Enter")
    await_until(lambda: not client.exists(bench.folder))
    expect(bench.at("bench")).to_have_attribute("data-path", "/")
    expect(bench.at("jobs")).to_contain_text("4 of 4")


@pytest.mark.proof
def test_packed_and_binary_data_are_edited_in_place(client: KazooClient, bench: Workbench) -> None:
    packed = client.create(f"{bench.folder}/packed", gzip.compress(b'{"a": 1}'))
    binary = client.create(f"{bench.folder}/binary", bytes(range(40)))
    bench.show(packed)
    expect(bench.at("gzip")).to_have_attribute("aria-pressed", "true")
    bench.edit('{"a": 2}')
    bench.at("save").click()
    expect(bench.at("saved")).to_be_visible()
    assert gzip.decompress(client.get(packed)[0]) == b'{"a": 2}'
    bench.show(binary)
    expect(bench.at("form-hex")).to_have_attribute("aria-checked", "true")
    bench.edit("ff 0")
    expect(bench.at("edit-state")).to_contain_text("half a byte")
    bench.edit_again("ff 00")
    bench.at("save").click()
    expect(bench.at("saved")).to_be_visible()
    assert client.get(binary)[0] == b"\xff\x00"


def test_credentials_acl_and_the_session_that_holds_them(
    client: KazooClient, bench: Workbench
) -> None:
    bench.at("workbench-session").click()
    bench.at("credentials-user").fill("alice")
    bench.at("credentials-password").fill("secret")
    bench.at("credentials-add").click()
    expect(bench.at("credentials")).to_contain_text("alice")
    bench.page.keyboard.press("Escape")
    bench.at("bench-tab-acl").click()
    bench.at("acl-edit").click()
    bench.at("acl-add-a-user").click()
    bench.page.keyboard.type("bob")
    expect(bench.at("acl-entry").last.get_by_label("user")).to_have_value("bob")
    bench.at("acl-entry").last.get_by_title("Remove this entry").click()
    first = bench.at("acl-entry").first
    first.get_by_role("checkbox").last.click()
    bench.at("acl-save").click()
    expect(bench.at("locks-out")).to_be_visible()
    bench.at("acl-add-my-credentials").click()
    bench.at("acl-save").click()
    expect(bench.at("bench-acl")).to_contain_text("digest:alice")
    bench.at("bench-tab-data").click()
    expect(bench.at("bench-data")).to_be_visible()
    bench.view.expect_fits(".centre *")
    assert sorted(entry.id.scheme for entry in client.get_acls(bench.folder)[0]) == [
        "digest",
        "world",
    ]


@pytest.mark.proof
def test_a_subtree_goes_into_a_file_and_back(
    client: KazooClient, bench: Workbench, tmp_path: Path
) -> None:
    client.create(f"{bench.folder}/a", b"\xff\x00")
    with bench.page.expect_download() as downloading:
        bench.at("export").click()
    file = tmp_path / "exported.json"
    downloading.value.save_as(file)
    assert len(json.loads(file.read_text())["znodes"]) == 2
    bench.at("import").click()
    bench.at("import-file").set_input_files(file)
    expect(bench.at("import-plan")).to_have_attribute("data-creates", "0")
    expect(bench.at("import-confirm")).to_be_disabled()
    copy = f"{bench.folder}-copy"
    bench.at("import-path").fill(copy)
    expect(bench.at("import-plan")).to_have_attribute("data-creates", "2")
    bench.at("import-confirm").click()
    await_until(lambda: client.exists(f"{copy}/a"))
    assert client.get(f"{copy}/a")[0] == b"\xff\x00"


def test_hostile_names_are_found_by_their_data_and_shown_as_text(
    client: KazooClient, bench: Workbench
) -> None:
    for name in NAMES[:4]:
        client.create(f"{bench.folder}/{name}", DATA.encode())
    bench.at("search-in-data").click()
    bench.at("search-below").click()
    bench.reach("search").fill("needle")
    matches = bench.at("matches").get_by_role("button")
    expect(matches).to_have_count(4)
    expect(bench.at("matches")).to_contain_text(DATA)
    matches.first.click()
    expect(bench.at("bench-data")).to_have_text(DATA)
    bench.page.keyboard.press("Delete")
    expect(bench.at("ask")).to_be_visible()
    expect_nothing_injected(bench.view)
