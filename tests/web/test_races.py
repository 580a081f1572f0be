"""Somebody else writes in the gap: after what was shown, or in the midst of what is asked.

The other client's write comes at a place in the conversation with ZooKeeper, by a proxy that has
the frame of the change in its hand while the other one writes; no test counts on time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kazoo.security import make_acl, make_digest_acl

from app.apache.server import ApacheServer
from app.sandbox.process import SandboxServer
from app.zookeeper.client import close, connect
from app.zookeeper.wire.codes import Op
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import classpath
from tests.web.test_workbench import Bench, error_of
from tests.web.whole import whole

THEIRS = b"somebody else's"


class Raced(Bench):
    """A dashboard behind a proxy; the other client is not."""

    proxy: FaultyProxy

    def in_the_gap(self, op: Op, act: Callable[[], object]) -> None:
        """Have it done as the next change of this kind is on its way."""
        self.proxy.before[op] = act

    def preview(self, path: str, document: Any, mode: str = "overwrite") -> dict[str, Any]:
        body = {"path": path, "document": document, "mode": mode, "dry_run": True}
        answer = self.ask("POST", "/import", **body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def bring(
        self, path: str, document: Any, shown: dict[str, Any], mode: str = "overwrite"
    ) -> Any:
        """Import what a preview has shown."""
        believed = {"expect": shown["overwrites"], "seen": shown["seen"]}
        return self.ask("POST", "/import", path=path, document=document, mode=mode, **believed)

    def exported(self, path: str) -> Any:
        return self.ask("GET", f"/export?path={path}").json()

    def data(self, path: str) -> bytes:
        found: bytes = self.other.get(path)[0]
        return found

    def renew(self, path: str) -> None:
        """Another znode under the same name, which begins at the same version."""
        self.other.delete(path)
        self.other.create(path, THEIRS)


@pytest.fixture(scope="module", params=["apache", "sandbox"])
def bench(request: pytest.FixtureRequest) -> Iterator[Raced]:
    """One of each kind for the tests of this module; each test takes a path of its own."""
    server = ApacheServer(classpath()) if request.param == "apache" else SandboxServer()
    server.start()
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        other = connect(server.hosts, 10.0)
        stack.callback(close, other)
        other.start(timeout=15)
        proxy = FaultyProxy(server.hosts)
        stack.callback(proxy.close)
        raced = Raced(stack.enter_context(whole(proxy.hosts)), other, server.hosts)
        raced.proxy = proxy
        yield raced


# An import, after its preview.


def test_a_znode_written_since_the_preview_is_refused_and_shown(bench: Raced) -> None:
    """As many differ as before: it is the versions that tell."""
    bench.grow("/seen", 3)
    document = bench.exported("/seen")
    bench.other.set("/seen/0", b"mine, to be written over")
    shown = bench.preview("/seen", document)
    bench.other.set("/seen/0", b"leaf")
    bench.other.set("/seen/1", THEIRS)
    answer = bench.bring("/seen", document, shown)
    assert error_of(answer) == (409, "changed", "seen")
    changed = {one["path"]: one for one in answer.json()["changed"]}
    assert list(changed) == ["/seen/0", "/seen/1"]
    assert (changed["/seen/1"]["was"]["version"], changed["/seen/1"]["now"]["version"]) == (0, 1)
    assert changed["/seen/1"]["now"]["text"] == THEIRS.decode()
    assert bench.data("/seen/1") == THEIRS
    again = bench.bring("/seen", document, answer.json()["counts"])
    assert again.json()["imported"] == 1
    assert bench.data("/seen/1") == b"leaf"


@pytest.mark.parametrize("mode", ["refuse", "skip", "overwrite"])
def test_what_came_went_or_was_renewed_since_the_preview_is_shown(bench: Raced, mode: str) -> None:
    top = f"/moved-{mode}"
    bench.grow(top, 3)
    document = bench.exported(top)
    bench.other.delete(f"{top}/0")
    shown = bench.preview(top, document, mode)
    bench.other.create(f"{top}/0", THEIRS)
    bench.other.delete(f"{top}/1")
    bench.renew(f"{top}/2")
    answer = bench.bring(top, document, shown, mode)
    assert error_of(answer) == (409, "changed", "seen")
    changes = [(one["path"][-1], one["was"], one["now"]) for one in answer.json()["changed"]]
    assert [(name, bool(was), bool(now)) for name, was, now in changes] == [
        ("0", False, True), ("1", True, False), ("2", True, True),
    ]  # fmt: skip
    assert answer.json()["changed_count"] == 3
    assert (bench.data(f"{top}/0"), bench.data(f"{top}/2")) == (THEIRS, THEIRS)
    assert bench.other.exists(f"{top}/1") is None


def test_an_acl_that_was_set_since_the_preview_is_shown(bench: Raced) -> None:
    bench.grow("/acl-seen", 1)
    document = bench.exported("/acl-seen")
    bench.other.set("/acl-seen/0", b"differs")
    shown = bench.preview("/acl-seen", document)
    bench.other.set_acls("/acl-seen/0", [make_acl("world", "anyone", read=True, admin=True)])
    answer = bench.bring("/acl-seen", document, shown)
    assert error_of(answer) == (409, "changed", "seen")
    assert [one["path"] for one in answer.json()["changed"]] == ["/acl-seen/0"]


def test_nothing_is_overwritten_that_no_preview_has_shown(bench: Raced) -> None:
    bench.grow("/blind", 1)
    document = bench.exported("/blind")
    bench.other.set("/blind/0", THEIRS)
    body = {"path": "/blind", "document": document, "mode": "overwrite", "expect": 1}
    assert error_of(bench.ask("POST", "/import", **body)) == (400, "bad_request", "seen")
    other = bench.preview("/elsewhere", document)["seen"]
    for wrong in (other, "x", "AAAA", ""):
        answer = bench.ask("POST", "/import", **body, seen=wrong)
        assert error_of(answer) == (400, "bad_request", "seen")
    assert bench.data("/blind/0") == THEIRS


def test_a_preview_offers_nothing_that_the_import_refuses(bench: Raced) -> None:
    bench.grow("/offer", 2)
    document = bench.exported("/offer")
    assert bench.preview("/offer", document, "refuse")["refused"] is None
    bench.other.set("/offer/0", THEIRS)
    refused = bench.preview("/offer", document, "refuse")["refused"]
    assert (refused["code"], "1 of these znodes" in refused["message"]) == ("exists", True)
    assert bench.preview("/offer", document, "overwrite")["refused"] is None
    bench.other.delete("/offer/0")
    bench.other.create("/offer/0", THEIRS, ephemeral=True)
    assert bench.preview("/offer", document, "overwrite")["refused"]["code"] == "kind"


# An import, while it writes.


def test_a_write_amid_an_import_is_refused_and_shown(bench: Raced) -> None:
    """What is created and what is overwritten goes together, or not at all."""
    bench.grow("/amid", 3)
    document = bench.exported("/amid")
    bench.other.delete("/amid/2")
    bench.other.set("/amid/0", b"to be written over")
    shown = bench.preview("/amid", document)
    bench.in_the_gap(Op.MULTI, lambda: bench.other.set("/amid/0", THEIRS))
    answer = bench.bring("/amid", document, shown)
    assert error_of(answer) == (409, "stale", "version")
    assert "0 of 2 were imported before that" in answer.json()["error"]["message"]
    (changed,) = answer.json()["changed"]
    assert (changed["path"], changed["was"]["version"], changed["now"]["version"]) == (
        "/amid/0", 1, 2,
    )  # fmt: skip
    assert bench.data("/amid/0") == THEIRS
    assert bench.other.exists("/amid/2") is None


def test_a_creation_amid_an_import_is_refused_and_shown(bench: Raced) -> None:
    bench.grow("/came", 2)
    document = bench.exported("/came")
    bench.other.delete("/came/0")
    shown = bench.preview("/came", document)
    bench.in_the_gap(Op.CREATE, lambda: bench.other.create("/came/0", THEIRS))
    answer = bench.bring("/came", document, shown)
    assert error_of(answer) == (409, "exists", "path")
    assert [(one["path"], one["was"]) for one in answer.json()["changed"]] == [("/came/0", None)]
    assert bench.data("/came/0") == THEIRS


def test_an_acl_amid_an_import_is_kept_and_what_is_written_is_said(bench: Raced) -> None:
    bench.grow("/half", 1)
    document = bench.exported("/half")
    bench.other.set("/half/0", b"differs")
    bench.other.set_acls("/half/0", [make_acl("world", "anyone", all=True), *make_two()])
    theirs = [make_acl("world", "anyone", read=True, write=True, admin=True)]
    shown = bench.preview("/half", document)
    bench.in_the_gap(Op.SET_ACL, lambda: bench.other.set_acls("/half/0", theirs))
    answer = bench.bring("/half", document, shown)
    assert error_of(answer) == (409, "stale", "version")
    assert "Its data is written" in answer.json()["error"]["message"]
    assert bench.other.get_acls("/half/0")[0] == theirs


def make_two() -> list[Any]:
    return [make_digest_acl("ada", "pw", all=True)]


# An edit, a deletion, an ACL.


def seen_of(bench: Raced, path: str) -> dict[str, Any]:
    stat = bench.ask("GET", f"?path={path}").json()["stat"]
    return {"path": path, "version": stat["version"], "mzxid": stat["mzxid"]}


def test_a_save_never_goes_over_a_write_in_the_gap(bench: Raced) -> None:
    bench.create("/save", "first")
    mine = {**seen_of(bench, "/save"), "data": {"text": "mine"}}
    bench.in_the_gap(Op.SET_DATA, lambda: bench.other.set("/save", THEIRS))
    answer = bench.ask("PUT", **mine)
    assert error_of(answer) == (409, "stale", "version")
    assert answer.json()["current"]["data"]["text"] == THEIRS.decode()
    assert bench.data("/save") == THEIRS


def test_a_znode_renewed_in_the_very_gap_is_told(bench: Raced) -> None:
    """ZooKeeper compares a version, which is the same: what cannot be refused is not hidden."""
    bench.create("/renewed", "first")
    mine = {**seen_of(bench, "/renewed"), "data": {"text": "mine"}}
    bench.in_the_gap(Op.SET_DATA, lambda: bench.renew("/renewed"))
    assert error_of(bench.ask("PUT", **mine)) == (409, "replaced", "path")


def test_a_delete_never_takes_a_write_in_the_gap(bench: Raced) -> None:
    bench.create("/gone", "first")
    seen = seen_of(bench, "/gone")
    bench.in_the_gap(Op.DELETE, lambda: bench.other.set("/gone", THEIRS))
    answer = bench.ask("DELETE", **seen)
    assert error_of(answer) == (409, "stale", "version")
    assert answer.json()["current"]["data"]["text"] == THEIRS.decode()
    bench.in_the_gap(Op.DELETE, lambda: bench.other.create("/gone/child"))
    assert error_of(bench.ask("DELETE", **seen_of(bench, "/gone"))) == (409, "not_empty", "path")
    assert bench.data("/gone") == THEIRS


def counted(bench: Raced, path: str) -> dict[str, Any]:
    """As the page asks for a recursive delete, once its question stands."""
    count = bench.count(path)
    return {"path": path, "recursive": True, "expect": count["znodes"], "zxid": count["zxid"],
            "seen": count["seen"]}  # fmt: skip


def anyone(**may: bool) -> Any:
    return make_acl("world", "anyone", **may)


@pytest.mark.parametrize(
    "act",
    [
        lambda other, at: other.set(f"{at}/1", THEIRS),
        lambda other, at: (other.delete(f"{at}/1"), other.create(f"{at}/1", THEIRS)),
        lambda other, at: (other.delete(f"{at}/1"), other.create(f"{at}/late", THEIRS)),
        lambda other, at: other.set_acls(f"{at}/1", [anyone(read=True, admin=True)]),
    ],
    ids=["written", "renewed", "exchanged", "protected"],
)
def test_what_happens_below_since_the_count_is_not_deleted(
    bench: Raced, request: pytest.FixtureRequest, act: Callable[[Any, str], object]
) -> None:
    top = f"/since-{request.node.callspec.id}"
    bench.grow(top, 3)
    wanted = counted(bench, top)
    act(bench.other, top)
    answer = bench.ask("DELETE", **wanted)
    assert error_of(answer) == (409, "changed", "expect")
    assert answer.json()["count"]["seen"] != wanted["seen"]
    assert len(bench.other.get_children(top)) == 3


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda other, at: other.set(f"{at}/1", THEIRS), "stale"),
        (lambda other, at: other.create(f"{at}/1/late", THEIRS), "not_empty"),
        (lambda other, at: other.create(f"{at}/late", THEIRS), "not_empty"),
    ],
)
def test_what_happens_below_amid_the_deletion_is_not_deleted(
    bench: Raced, request: pytest.FixtureRequest, act: Callable[[Any, str], object], code: str
) -> None:
    top = f"/below-{request.node.callspec.id}"
    bench.grow(top, 3)
    bench.in_the_gap(Op.MULTI, lambda: act(bench.other, top))
    answer = bench.ask("DELETE", **counted(bench, top))
    assert error_of(answer)[:2] == (409, code)
    assert "0 of 4 were deleted before that" in answer.json()["error"]["message"]
    assert len(bench.other.get_children(top)) >= 3
    if code == "stale":
        (changed,) = answer.json()["changed"]
        assert (changed["path"], changed["now"]["text"]) == (f"{top}/1", THEIRS.decode())


def test_an_acl_never_goes_over_another_one(bench: Raced) -> None:
    bench.create("/who")
    wanted = {"path": "/who", "acl": [{"scheme": "world", "id": "anyone", "perms": "rwa"}]}
    theirs = [anyone(read=True, admin=True)]
    bench.in_the_gap(Op.SET_ACL, lambda: bench.other.set_acls("/who", theirs))
    answer = bench.ask("PUT", "/acl", **wanted, version=0)
    assert error_of(answer) == (409, "stale", "version")
    assert answer.json()["current"]["acl"][0]["perms"] == "ra"
    assert bench.other.get_acls("/who")[0] == theirs


def test_an_acl_is_not_set_on_another_znode_under_the_same_name(bench: Raced) -> None:
    bench.create("/whose")
    czxid = bench.ask("GET", "?path=/whose").json()["stat"]["czxid"]
    wanted = {"path": "/whose", "acl": [{"scheme": "world", "id": "anyone", "perms": "rwa"}]}
    bench.renew("/whose")
    answer = bench.ask("PUT", "/acl", **wanted, version=0, czxid=czxid)
    assert error_of(answer) == (409, "stale", "czxid")
    now = answer.json()["current"]["stat"]["czxid"]
    bench.in_the_gap(Op.SET_ACL, lambda: bench.renew("/whose"))
    answer = bench.ask("PUT", "/acl", **wanted, version=0, czxid=now)
    assert error_of(answer) == (409, "replaced", "path")
