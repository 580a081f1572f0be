"""The live tree: lazy, virtualised, marked, searched; and one znode in detail."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat
from playwright.sync_api import expect

from tests.browser.rest import Json
from tests.browser.view import View
from tests.support.zookeeper import await_until

EMPTY = True
MANY = 10_000
AT_ONCE = 1_000

STAT: dict[str, Callable[[ZnodeStat], object]] = {
    "cZxid": lambda stat: hex(stat.czxid),
    "ctime": lambda stat: moment(stat.ctime),
    "mZxid": lambda stat: hex(stat.mzxid),
    "mtime": lambda stat: moment(stat.mtime),
    "pZxid": lambda stat: hex(stat.pzxid),
    "cversion": lambda stat: stat.cversion,
    "dataVersion": lambda stat: stat.version,
    "aclVersion": lambda stat: stat.aversion,
    "ephemeralOwner": lambda stat: hex(stat.ephemeralOwner),
    "dataLength": lambda stat: stat.dataLength,
    "numChildren": lambda stat: stat.numChildren,
}


def new_folder(client: KazooClient, view: View) -> str:
    """A znode of its own, in the tree."""
    path: str = client.create(f"{view.election}-tree-", sequence=True)
    expect(view.row(path)).to_be_visible()
    return path


@pytest.fixture
def folder(client: KazooClient, view: View) -> str:
    return new_folder(client, view)


def open_folder(client: KazooClient, folder: str, view: View) -> None:
    """Open before it becomes an election, which would open by itself in between."""
    client.create(f"{folder}/old")
    view.open_row(folder)
    expect(view.row(f"{folder}/old")).to_be_visible()


def create_many(client: KazooClient, path: str) -> None:
    for start in range(0, MANY, AT_ONCE):
        transaction = client.transaction()
        for number in range(start, start + AT_ONCE):
            transaction.create(f"{path}/child-{number:05}")
        assert len(transaction.commit()) == AT_ONCE


def rows(view: View) -> int:
    return view.at("tree-row").count()


def scroll(view: View, to: float) -> None:
    view.reach("tree").evaluate("(tree, to) => { tree.scrollTop = to * tree.scrollHeight; }", to)


def shown_stat(view: View) -> Json:
    cells = view.at("znode-details").locator("dl.stat > *").all_text_contents()
    return dict(zip(cells[::2], cells[1::2], strict=True))


def moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.") + (
        f"{ms % 1000:03}"
    )


def test_the_tree_is_live(client: KazooClient, view: View) -> None:
    """Each part has a znode of its own in the tree."""
    for look in (
        must_open_and_close,
        must_mark_new_and_gone,
        must_find_what_is_not_open,
        must_show_the_stat,
        must_be_walked_by_keys,
        must_read_again,
    ):
        look(client, new_folder(client, view), view)


def must_open_and_close(client: KazooClient, folder: str, view: View) -> None:
    client.ensure_path(f"{folder}/a/b")
    expect(view.row(folder)).to_have_attribute("aria-expanded", "false")
    view.twist(folder)
    expect(view.row(f"{folder}/a")).to_be_visible()
    expect(view.row(f"{folder}/a/b")).to_have_count(0)
    view.twist(f"{folder}/a")
    expect(view.row(f"{folder}/a/b")).to_have_attribute("aria-level", "4")
    view.twist(folder)
    expect(view.row(folder)).to_have_attribute("aria-expanded", "false")
    expect(view.row(f"{folder}/a")).to_have_count(0)


def must_mark_new_and_gone(client: KazooClient, folder: str, view: View) -> None:
    open_folder(client, folder, view)
    view.row(f"{folder}/old").evaluate("(row) => { row.isTheFirst = true }")
    row = f'[data-testid="tree-row"][data-path="{folder}/new"]'
    with view.seeing(f'{row}[data-mark="new"]'):
        client.create(f"{folder}/new")
    expect(view.row(f"{folder}/new")).to_be_visible()
    assert view.row(f"{folder}/old").evaluate("(row) => row.isTheFirst === true")
    expect(view.row(f"{folder}/new")).not_to_have_attribute("data-mark", "new")
    with view.seeing(f'{row}[data-mark="gone"]'):
        client.delete(f"{folder}/new")
    expect(view.row(f"{folder}/new")).to_have_count(0)
    expect(view.row(f"{folder}/old")).not_to_have_attribute("data-mark", re.compile("."))


def must_find_what_is_not_open(client: KazooClient, folder: str, view: View) -> None:
    path = f"{folder}/deep/er/needle-in-hay"
    client.ensure_path(path)
    view.page.keyboard.press("/")
    expect(view.at("search")).to_be_focused()
    view.page.keyboard.type("needle-in")
    match = view.at("matches").get_by_role("button")
    expect(match).to_have_text(path)
    match.click()
    expect(view.at("znode-details")).to_have_attribute("data-path", path)
    view.reach("search").press("Escape")
    expect(view.reach("tree")).to_be_visible()


def must_show_the_stat(client: KazooClient, folder: str, view: View) -> None:
    open_folder(client, folder, view)
    path = client.create(f"{folder}/es-", b"some data", ephemeral=True, sequence=True)
    client.set(path, b"some more")
    view.details_of(path)
    stat = client.exists(path)
    shown = shown_stat(view)
    assert {name: shown.get(name) for name in STAT} == {
        name: str(read(stat)) for name, read in STAT.items()
    }
    acl = view.at("znode-details").locator("ul.acl")
    expect(acl).to_have_text("world:anyonecdrwa")


def must_read_again(client: KazooClient, folder: str, view: View) -> None:
    details = view.details_of(folder)
    client.set(folder, b"first")
    expect(details.get_by_test_id("data")).to_have_text("first")
    client.set(folder, b"second")
    expect(details.get_by_test_id("data")).to_have_text("second")
    client.create(f"{folder}/child")
    await_until(lambda: shown_stat(view)["numChildren"] == "1")
    view.complaints.expect("status of 404")
    client.delete(folder, recursive=True)
    expect(details.get_by_role("alert")).to_contain_text("This znode no longer exists")


def must_be_walked_by_keys(client: KazooClient, folder: str, view: View) -> None:
    client.ensure_path(f"{folder}/a/b")
    view.row(folder).click()
    view.reach("tree").focus()
    for closed, opened in ((folder, f"{folder}/a"), (f"{folder}/a", f"{folder}/a/b")):
        expect(view.row(closed)).to_have_attribute("aria-expanded", "false")
        view.page.keyboard.press("ArrowRight")
        expect(view.row(opened)).to_be_visible()
        view.page.keyboard.press("ArrowRight")
    view.page.keyboard.press("Enter")
    expect(view.at("znode-details")).to_have_attribute("data-path", f"{folder}/a/b")
    expect(view.row(f"{folder}/a/b")).to_have_attribute("aria-selected", "true")
    view.page.keyboard.press("Home")
    view.page.keyboard.press("Enter")
    expect(view.at("znode-details")).to_have_attribute("data-path", "/")


@pytest.mark.proof
def test_ten_thousand_children_need_few_rows(client: KazooClient, folder: str, view: View) -> None:
    create_many(client, folder)
    await_until(lambda: view.rest.state()["zookeeper"]["znodes"] > MANY, 90)
    view.twist(folder)
    expect(view.row(f"{folder}/child-00000")).to_be_visible()
    assert rows(view) < 120
    scroll(view, 0.5)
    in_the_middle = f'[data-testid="tree-row"][data-path^="{folder}/child-050"]'
    expect(view.page.locator(in_the_middle).first).to_be_visible()
    expect(view.row(f"{folder}/child-00000")).to_have_count(0)
    scroll(view, 1)
    last = view.row(f"{folder}/child-{MANY - 1:05}")
    expect(last).to_be_attached()
    expect(last).to_have_attribute("aria-posinset", str(MANY))
    assert rows(view) < 120
    scroll(view, 0)
    expect(view.row(f"{folder}/child-00000")).to_be_visible()
    expect(view.details_of(f"{folder}/child-00007").locator("dl.stat")).to_contain_text(
        "numChildren"
    )


@pytest.mark.proof
def test_the_kinds_of_znode_are_told_apart(client: KazooClient, folder: str, view: View) -> None:
    open_folder(client, folder, view)
    made = {
        "persistent": client.create(f"{folder}/p"),
        "persistent sequential": client.create(f"{folder}/ps-", sequence=True),
        "ephemeral": client.create(f"{folder}/e", ephemeral=True),
        "ephemeral sequential": client.create(f"{folder}/es-", ephemeral=True, sequence=True),
    }
    for path in made.values():  # rows below move as others come in
        expect(view.row(path)).to_be_visible()
    for kind, path in made.items():
        view.details_of(path)
        expect(view.at("znode-details").locator("dl.stat dd").first).to_have_text(kind)
    for kind, path in made.items():
        expect(view.row(path).get_by_role("img", name=kind, exact=True)).to_be_visible()
