"""Names and data that want to be more than text."""

from __future__ import annotations

import gzip
import json
import re
from urllib.parse import quote

import pytest
from kazoo.client import KazooClient
from kazoo.security import make_digest_acl
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.proofs import proofs_but
from tests.support.zookeeper import await_until

EMPTY = True
# ZooKeeper itself refuses control characters, the private use area and, with it, every character
# beyond the basic plane: an emoji of that kind can be in data only.
NAMES = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)<',
    "'><svg onload=alert(1)>",
    "javascript:alert(1)",
    "${alert(1)} {{7*7}} %3Cb%3E &lt;b&gt; &amp;",
    "__proto__",
    "constructor",
    "quotes ' \" ` \\ and  two  blanks ",
    "☠♛☃ e\u0301\u0302\u0303",
    "\u202egnp.exe\u202c",
    "שלום עולם",
    "#hash?query=1&b=2",
    "n" * 200,
    "-n_9999999999",
)
EMOJI = "🗳️ 👑 \u202e family 👨‍👩‍👧"
BINARY = {
    "all bytes": bytes(range(256)),
    "gzip": gzip.compress(b"<script>alert(1)</script>", mtime=0),
    "nul": b"a\0b",
    "not utf-8": b"\xff",
}
TURNING = ("\u202e", "\u202c")
INJECTED = "img, script:not([src^='static/']), [onerror], [onload], iframe"


def expect_nothing_injected(view: View) -> None:
    assert view.page.locator(INJECTED).count() == 0
    assert view.run("() => document.querySelector('img[onerror]')") is None
    assert view.run("() => Object.prototype.children === undefined && ({}).kind === undefined")


def spelt(name: str) -> str:
    """A name as the page writes it: what turns the direction of writing is spelt out."""
    for character in TURNING:
        name = name.replace(character, f"\\u{ord(character):04x}")
    return name


def pressed(details: Locator, form: str) -> None:
    expect(details.get_by_test_id(f"data-{form}")).to_have_attribute("aria-checked", "true")


@pytest.fixture
def folder(client: KazooClient, view: View) -> str:
    """A znode of the test's own, open in the tree."""
    path = f"{view.election}-hostile"
    client.create(path)
    client.create(f"{path}/first")
    view.open_row(path)
    expect(view.row(f"{path}/first")).to_be_visible()
    return path


def test_hostile_names_and_data_are_shown_and_found_as_text(
    client: KazooClient, folder: str, view: View
) -> None:
    """Long data is cut and counted, text of any language is shown, JSON is laid out and can be seen
    raw.
    """
    for name in NAMES:
        client.create(f"{folder}/{name}", f"data of {name}".encode())
    expect(view.page.locator("[data-testid=tree-row][aria-level='3']")).to_have_count(15)
    for name in NAMES:
        path = f"{folder}/{name}"
        assert view.row(path).locator(".name").text_content() == spelt(name)
        details = view.details_of(path)
        assert details.locator(".path").text_content() == spelt(path)
        assert details.get_by_test_id("data").text_content() == spelt(f"data of {name}")
    expect_nothing_injected(view)
    must_be_found_and_told_as_text(client, folder, view)
    details = details_with(client, view, folder, ("<b>0123456789</b>" * 6000)[:100_000])
    expect(details).to_contain_text("100\u202f000 bytes")
    text = details.get_by_test_id("data").text_content() or ""
    assert text.startswith("<b>0123456789</b><b>")
    assert text.endswith("… 80\u202f000 more characters")
    details.get_by_test_id("data-hex").click()
    expect(details.get_by_test_id("data")).to_contain_text("0000  3c 62 3e 30")
    expect_nothing_injected(view)
    details = details_with(client, view, folder, EMOJI)
    pressed(details, "text")
    expect(details.get_by_test_id("data")).to_have_text(spelt(EMOJI))
    value = {"name": "<img src=x onerror=alert(1)>", "emoji": EMOJI, "deep": {"list": [1, None]}}
    details = details_with(client, view, folder, json.dumps(value))
    pressed(details, "json")
    shown = details.get_by_test_id("data").text_content() or ""
    assert json.loads(shown) == value
    assert len(shown.splitlines()) > 6
    details.get_by_test_id("data-text").click()
    expect(details.get_by_test_id("data")).to_have_text(json.dumps(value))
    expect_nothing_injected(view)


def details_with(client: KazooClient, view: View, folder: str, data: str) -> Locator:
    """Of a znode that is created with these data."""
    path = client.create(f"{folder}/with-", data.encode(), sequence=True)
    view.run("(path) => { location.hash = `view=election&znode=${path}`; }", path)
    details = view.reach("znode-details")
    expect(details).to_have_attribute("data-path", path)
    expect(details.locator("dl.stat")).to_be_visible()
    return details


def must_be_found_and_told_as_text(client: KazooClient, folder: str, view: View) -> None:
    name = f"{folder[1:]} {NAMES[0]}"
    path = client.create(f"{folder}/{name}")
    view.reach("events-znodes").click()
    expect(view.reach("events").get_by_text(name[-12:]).first).to_be_visible()
    view.reach("search").fill(name)
    match = view.at("matches").get_by_role("button")
    expect(match).to_have_text(path)
    match.click()
    expect(view.at("znode-details")).to_have_attribute("data-path", path)
    view.reach("search").fill("<b>nowhere</b>")
    expect(view.page.get_by_text("No znode has “<b>nowhere</b>” in its path.")).to_be_visible()
    expect_nothing_injected(view)
    view.reach("search").fill("")


def test_a_hostile_election_is_drawn_as_text(client: KazooClient, view: View, rest: Rest) -> None:
    path = f"{view.election}-<img src=x onerror=alert(1)>"
    client.create(path)
    name = client.create(
        f'{path}/"><img src=x onerror=alert(2)>-n_',
        b'"><img src=x onerror=alert(3)>',
        ephemeral=True,
        sequence=True,
    ).rpartition("/")[2]
    view.choose_election(path)
    view.election = path
    (entry,) = await_until(lambda: rest.chain(path))
    assert entry["znode"] == name
    view.expect_crown(entry)
    expect(view.process(entry)).to_contain_text('"><img src')
    expect(view.at("story")).to_contain_text(entry["name"])
    expect_nothing_injected(view)


def test_no_text_becomes_markup_or_a_script_on_the_page(view: View) -> None:
    """Were there a mistake, the browser would refuse it."""
    for how in (
        "document.createElement('p').innerHTML = '<b>bold</b>'",
        "document.createElement('script').text = 'window.ran = 1'",
        "document.createElement('iframe').srcdoc = '<b>bold</b>'",
        "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
    ):
        tried = f"() => {{ try {{ {how}; return null; }} catch (error) {{ return error.name; }} }}"
        assert view.page.evaluate(tried) == "TypeError", how
    view.complaints.expect("TrustedScript|TrustedHTML|trusted-types|TrustedTypePolicy|eval")


@pytest.mark.proof
def test_binary_data_is_shown_in_hex(client: KazooClient, folder: str, view: View) -> None:
    for name, data in BINARY.items():
        client.create(f"{folder}/{name}", data)
        expect(view.row(f"{folder}/{name}")).to_be_visible()
        details = view.details_of(f"{folder}/{name}")
        pressed(details, "hex")
        expect(details.get_by_test_id("data-text")).to_be_disabled()
        first = " ".join(f"{byte:02x}" for byte in data[:8])
        expect(details.get_by_test_id("data")).to_contain_text(f"0000  {first}")


def test_a_znode_that_may_not_be_read_says_so(
    client: KazooClient, page_hosts: str, open_view: OpenView, open_dashboard: OpenDashboard
) -> None:
    """ZooKeeper tells a recursive watch nothing of such a znode: it is there from the start."""
    locked = client.create("/locked", b"secret", acl=[make_digest_acl("some", "body", all=True)])
    client.create("/open", b"read me")
    dashboard = open_dashboard("--zookeeper", page_hosts)
    rest = Rest(dashboard.url)
    view = open_view(rest)
    view.row(locked).click()
    details = view.at("znode-details")
    expect(details.get_by_role("alert")).to_contain_text("ACL of this znode")
    expect(details).not_to_contain_text("secret")
    view.twist(locked)
    expect(view.row(locked).get_by_test_id("tree-error")).to_have_text(re.compile("ACL"))
    expect(view.details_of("/open").get_by_test_id("data")).to_have_text("read me")
    rest.close()


TURNED = """(element) => {
  const turned = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.closest("em, b, code")) continue;
    const boxes = [...data].map((_, place) => {
      const range = document.createRange();
      range.setStart(texts.currentNode, place);
      range.setEnd(texts.currentNode, place + 1);
      return range.getBoundingClientRect();
    });
    const isTurned = (box, place) => place && box.top === boxes[place - 1].top
      && box.width && box.left < boxes[place - 1].left;
    if (boxes.some(isTurned)) turned.push(data);
  }
  return turned;
}"""
"""The texts beside the names that run from right to left."""


def test_a_name_turns_no_sentence_round_and_fills_none(
    client: KazooClient, view: View, rest: Rest
) -> None:
    view.complaints.expect("status of 409")
    view.reach("events-znodes").click()
    for number, turn in enumerate(("\u202e", "\u2069\u202e", "\u2067\u05e9\u05dc")):
        must_turn_nothing_round(client, view, rest, turn, f"{view.election}-turned-{number}")


def must_turn_nothing_round(
    client: KazooClient, view: View, rest: Rest, turn: str, path: str
) -> None:
    name = f"{turn}evil-{'y' * 1000}"
    client.create(f"{path}/{name}", ephemeral=True, sequence=True, makepath=True)
    view.choose_election(path)
    view.election = path
    await_until(lambda: rest.chain(path))
    story = view.at("story")
    expect(story).to_contain_text("evil-yyy")
    assert story.evaluate(TURNED) == []
    assert len(view.page.locator(".story + [role=status]").text_content() or "") < 500
    client.create(f"{path}/{turn}short")
    row = view.at("event-row").filter(has_text="short").first
    expect(row).to_be_visible()
    assert row.evaluate(TURNED) == []
    view.start(1)
    question = view.at("ask")
    expect(question).to_contain_text("a member that is not Handoff's")
    assert question.evaluate(TURNED) == []
    assert len(question.text_content() or "") < 500
    view.at("ask-keep").click()
    expect(question).to_have_count(0)


EVIL = "\u202e21\u200b\u3164"
PLACES = {
    "election": ("election", "candidates", "election", {"count": 1}, "{path}/{name}"),
    "lock": ("lock", "locks", "path", {"count": 1}, "{path}/{name}"),
    "shared": ("shared", "shared-locks", "path", {"readers": 1}, "{path}/{name}-read-"),
    "queue": ("queue", "queues", "path", {"producers": 0, "consumers": 1}, "{path}/{name}-item-"),
    "barrier": ("barrier", "barriers", "path", {"count": 1}, "{path}/processes/{name}"),
    "commit": ("commit", "commits", "path", {"sites": 2}, "{path}/{name}"),
    "members": ("group", "groups", "path", {"count": 1}, "{path}/live_nodes/{name}"),
    "names": ("service", "names", "path", {"clients": 1}, "{path}/{name}"),
    "config": ("configuration", "configurations", "path", {"count": 1}, "{path}"),
    "books": ("shelf", "bookshelves", "path", {"count": 0}, "{path}/all_nodes/{name}"),
}
"""View -> what its address and its route call a subject, what begins it, where a stranger is."""
UNSEEN = """() => {
  const unseen = /[\\p{Cf}\\u3164]/u;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode.data);
  for (const element of document.querySelectorAll("[title], [aria-label], [placeholder]"))
    for (const name of ["title", "aria-label", "placeholder"])
      found.push(element.getAttribute(name) ?? "");
  return found.filter((text) => unseen.test(text));
}"""
"""The texts, and what is read of attributes, with characters that cannot be seen."""


@pytest.mark.parametrize("kind", proofs_but(PLACES, lambda one: one == "lock"))
def test_what_cannot_be_seen_of_a_stranger_is_spelt_out(
    kind: str, client: KazooClient, view: View, rest: Rest
) -> None:
    subject, route, called, body, place = PLACES[kind]
    path = f"{view.election}-{kind}-{EVIL}"
    rest.call("POST", route, {called: path, **body})
    data = f'{{"host": "h{EVIL}", "address": "a{EVIL}", "pid": "{EVIL}"}}'.encode()
    stranger = place.format(path=path, name=EVIL)
    client.ensure_path(path)
    if kind == "config":
        client.set(path, data)
    else:
        client.create(stranger, data, ephemeral=True, sequence=True, makepath=True)
    view.run("(hash) => { location.hash = hash; }", f"view={kind}&{subject}={quote(path)}")
    expect(view.page.locator(".centre")).to_contain_text("\\u202e21\\u200b\\u3164")
    view.reach("events-znodes").click()
    assert view.run(UNSEEN) == []
