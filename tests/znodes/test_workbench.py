"""The znode workbench by REST, on a whole dashboard, on an Apache ZooKeeper and on a sandbox."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient
from kazoo.security import make_digest_acl

from app.ensemble.children import ChildServer
from app.znodes.workbench import document as documents
from app.zookeeper.client import close, connect
from app.zookeeper.operations import KINDS
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

WITHIN = 30.0
KINDS_OF_SERVER = (pytest.param("zookeeper", id="apache"), "sandbox")
"""The fixtures of the session's servers."""


class Bench:
    """A dashboard with somebody else's client beside it, both below a root of their own."""

    def __init__(self, dashboard: Whole, other: KazooClient, server: str) -> None:
        self.dashboard, self.other, self.server = dashboard, other, server

    def ask(self, method: str, at: str = "", /, **body: Any) -> requests.Response:
        address = f"{self.dashboard.url}/api/v1/znodes{at}"
        return requests.request(method, address, json=body or None, timeout=30)

    def create(self, path: str, text: str = "", **more: Any) -> requests.Response:
        return self.ask("POST", path=path, data={"text": text}, **more)

    def count(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET", f"/count?path={path}").json()
        return found

    @property
    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.dashboard.state["workbench"]
        return found

    def grow(self, path: str, children: int) -> None:
        self.other.create(path, b"top")
        for number in range(children):
            self.other.create(f"{path}/{number}", b"leaf")


@pytest.fixture(scope="module", params=KINDS_OF_SERVER)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """One of each kind for the tests of this module; each test takes a path of its own."""
    server: ChildServer = request.getfixturevalue(request.param)
    with contextlib.ExitStack() as stack:
        other = connect(server.hosts, 10.0)
        stack.callback(close, other)
        other.start(timeout=60)
        other.create("/below")
        other.create("/below/here")
        other.chroot = "/below/here"
        dashboard = stack.enter_context(whole(f"{server.hosts}/below/here"))
        yield Bench(dashboard, other, server.hosts)


def error_of(answer: requests.Response) -> tuple[int, str, str | None]:
    """(status, code, field) of a refusal."""
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["field"]


@pytest.mark.needs("containers", "ttl")
def test_all_kinds_are_made_and_the_session_shows_its_ephemerals(bench: Bench) -> None:
    bench.create("/kinds")
    for kind in KINDS:
        ttl = {"ttl_ms": 60_000} if kind.startswith("ttl") else {}
        answer = bench.create(f"/kinds/{kind}-", "x", kind=kind, **ttl)
        assert answer.status_code == 201
        assert bench.other.exists(answer.json()["path"]) is not None
        assert bench.ask("GET", f"?path={answer.json()['path']}").json()["kind"] == kind
    exported = bench.ask("GET", "/export?path=/kinds").json()["znodes"][1:]
    assert {one["kind"] for one in exported} == set(KINDS)
    assert {one["ttl_ms"] for one in exported if "ttl_ms" in one} == {60_000}
    owned = [path for path in bench.shown["ephemerals"] if path.startswith("/kinds/")]
    assert owned == ["/kinds/ephemeral-", "/kinds/ephemeral_sequential-0000000003"]
    refused = bench.create("/kinds/mistaken", "x", kind="ephemeral", ttl_ms=60_000)
    assert error_of(refused) == (400, "bad_request", "ttl_ms")
    assert bench.shown["connection"] == "connected"
    bench.other.delete(owned[0])
    await_until(lambda: owned[0] not in bench.shown["ephemerals"], WITHIN)


def test_parents_are_made_with_it_or_nothing_is(bench: Bench) -> None:
    assert error_of(bench.create("/p/q/r")) == (404, "no_parent", "path")
    answer = bench.create("/p/q/r", "deep", parents=True)
    assert answer.json() == {"path": "/p/q/r", "parents": ["/p", "/p/q"]}
    bench.create("/p/short", kind="ephemeral")
    assert error_of(bench.create("/p/short/a/b", parents=True))[0] == 409
    assert bench.other.exists("/p/short/a") is None


def test_a_stale_save_is_refused_and_shows_both_values(bench: Bench) -> None:
    bench.create("/stale", "first")
    stat = bench.ask("GET", "?path=/stale").json()["stat"]
    bench.other.set("/stale", b"somebody else's")
    mine = {"path": "/stale", "data": {"text": "mine"}, "version": stat["version"]}
    answer = bench.ask("PUT", **mine)
    assert error_of(answer) == (409, "stale", "version")
    assert answer.json()["current"]["data"]["text"] == "somebody else's"
    assert answer.json()["yours"]["data"]["text"] == "mine"
    again = {**mine, "version": answer.json()["current"]["stat"]["version"]}
    assert bench.ask("PUT", **again).json()["stat"]["version"] == 2
    assert bench.other.get("/stale")[0] == b"mine"


def test_another_znode_under_the_same_name_is_not_the_one_that_was_seen(bench: Bench) -> None:
    bench.create("/again", "first")
    stat = bench.ask("GET", "?path=/again").json()["stat"]
    bench.other.delete("/again")
    bench.other.create("/again", b"another")
    seen = {"path": "/again", "version": stat["version"], "mzxid": stat["mzxid"]}
    answer = bench.ask("PUT", data={"text": "mine"}, **seen)
    assert error_of(answer) == (409, "stale", "mzxid")
    assert error_of(bench.ask("DELETE", **seen)) == (409, "stale", "mzxid")
    assert bench.other.get("/again")[0] == b"another"


def test_one_znode_is_deleted_as_it_was_seen_or_not_at_all(bench: Bench) -> None:
    bench.grow("/one", 1)
    bench.other.set("/one/0", b"changed")
    assert error_of(bench.ask("DELETE", path="/one/0", version=0)) == (409, "stale", "version")
    assert error_of(bench.ask("DELETE", path="/one", version=0)) == (409, "not_empty", "path")
    assert error_of(bench.ask("DELETE", path="/one/0")) == (400, "bad_request", "version")
    assert error_of(bench.ask("DELETE", path="/one/0", version=-1))[0] == 400
    assert bench.ask("DELETE", path="/one/0", version=1).json() == {"path": "/one/0", "deleted": 1}
    assert error_of(bench.ask("DELETE", path="/one/0", version=1)) == (404, "no_znode", "path")


def test_a_recursive_delete_takes_what_was_counted_and_no_more(bench: Bench) -> None:
    bench.grow("/many", 5)
    bench.other.create("/many/short", ephemeral=True)
    counted = bench.count("/many")
    assert (counted["znodes"], counted["ephemerals"], counted["others_ephemerals"]) == (7, 1, 1)
    wanted = {"path": "/many", "recursive": True, "expect": 7}
    assert error_of(bench.ask("DELETE", path="/many", recursive=True)) == (
        400,
        "bad_request",
        "expect",
    )
    bench.other.create("/many/late")
    answer = bench.ask("DELETE", **wanted)
    assert error_of(answer) == (409, "changed", "expect")
    assert answer.json()["count"]["znodes"] == 8
    bench.other.set("/many/late", b"changed since it was counted")
    answer = bench.ask("DELETE", **{**wanted, "expect": 8, "zxid": answer.json()["count"]["zxid"]})
    assert error_of(answer) == (409, "changed", "expect")
    assert len(bench.other.get_children("/many")) == 7
    latest = answer.json()["count"]["zxid"]
    answer = bench.ask("DELETE", **{**wanted, "expect": 8, "zxid": latest})
    assert (answer.status_code, answer.json()["deleted"]) == (200, 8)
    assert bench.other.exists("/many") is None


def test_the_root_is_safe(bench: Bench) -> None:
    wanted = {"path": "/", "recursive": True, "expect": bench.count("/")["znodes"]}
    assert error_of(bench.ask("DELETE", **wanted)) == (403, "root", "path")
    assert error_of(bench.ask("DELETE", path="/", version=0)) == (403, "root", "path")


def test_zookeepers_own_znodes_are_changed_only_by_the_word(bench: Bench) -> None:
    with whole(bench.server) as dashboard:
        plain = Bench(dashboard, bench.other, bench.server)
        own, seen = {"path": "/zookeeper/x"}, {"path": "/zookeeper/x", "version": 0}
        anyone = [{"scheme": "world", "id": "anyone", "perms": "cdrwa"}]
        document = {"format": "handoff-znodes", "version": 1, "znodes": [{"path": "/zookeeper/x"}]}
        calls: list[tuple[str, str, dict[str, Any]]] = [
            ("POST", "", own),
            ("PUT", "", {**seen, "data": {"text": ""}}),
            ("DELETE", "", seen),
            ("DELETE", "", {"path": "/zookeeper", "recursive": True, "expect": 3}),
            ("PUT", "/acl", {**seen, "acl": anyone}),
            ("POST", "/import", {"path": "/", "document": document}),
        ]
        for method, at, body in calls:
            assert error_of(plain.ask(method, at, **body)) == (403, "guarded", "word")
        assert plain.ask("POST", **own, word="zookeeper").status_code == 201
        assert plain.ask("DELETE", **seen, word="zookeeper").status_code == 200
        paths = [one["path"] for one in plain.ask("GET", "/export?path=/").json()["znodes"]]
        assert "/below" in paths
        assert not any(path.startswith("/zookeeper") for path in paths)


def test_what_an_acl_hides_is_neither_read_nor_deleted_until_credentials_open_it(
    bench: Bench,
) -> None:
    bench.other.create("/acl", b"")
    bench.other.create("/acl/in", b"secret", acl=[make_digest_acl("ada", "pw", all=True)])
    bench.other.set_acls("/acl", [make_digest_acl("ada", "pw", all=True)])
    assert error_of(bench.ask("GET", "/acl?path=/acl")) == (403, "no_permission", "path")
    left_out = bench.ask("GET", "/export?path=/acl").json()["left_out"]
    assert [one["path"] for one in left_out] == ["/acl"]
    wanted = {"path": "/acl", "recursive": True, "expect": 1}
    assert error_of(bench.ask("DELETE", **wanted)) == (403, "no_permission", "path")
    for user in ("", "ada:pw"):
        refused = bench.ask("POST", "/credentials", user=user, password="pw")
        assert error_of(refused) == (400, "bad_request", "user")
    answer = bench.ask("POST", "/credentials", user="ada", password="pw")
    assert {"scheme": "digest", "id": "ada"} in answer.json()["credentials"]
    read = bench.ask("GET", "?path=/acl/in").json()
    assert (read["data"]["text"], read["read_as"]) == ("secret", "workbench")
    assert "pw" not in bench.dashboard.get("state").text
    assert bench.ask("DELETE", **{**wanted, "expect": 2}).json()["deleted"] == 2


def test_an_acl_is_set_at_its_version_and_locks_nobody_out_by_a_slip(bench: Bench) -> None:
    bench.create("/protect")
    anyone = [{"scheme": "world", "id": "anyone", "perms": "rwa"}]
    answer = bench.ask("PUT", "/acl", path="/protect", acl=anyone, version=0)
    assert answer.json()["stat"]["aversion"] == 1
    stale = bench.ask("PUT", "/acl", path="/protect", acl=anyone, version=0)
    assert error_of(stale) == (409, "stale", "version")
    assert stale.json()["current"]["acl"][0]["perms"] == "rwa"
    closed = [{"scheme": "digest", "user": "nobody", "password": "knows", "perms": "cdrwa"}]
    wanted = {"path": "/protect", "acl": closed, "version": 1}
    assert error_of(bench.ask("PUT", "/acl", **wanted)) == (409, "locks_out", "lock_out")
    assert bench.ask("PUT", "/acl", **wanted, lock_out=True).ok
    bench.other.add_auth("digest", "nobody:knows")
    assert bench.other.exists("/protect").aversion == 2


def test_a_subtree_is_exported_imported_and_compared(bench: Bench) -> None:
    bench.grow("/from", 3)
    bench.other.set("/from/1", b"\x00\xff")
    bench.other.create("/from/short", ephemeral=True)
    answer = bench.ask("GET", "/export?path=/from")
    assert 'filename="znodes-from.json"' in answer.headers["Content-Disposition"]
    document = answer.json()
    wanted = {"path": "/to", "document": document}
    counts = bench.ask("POST", "/import", **wanted, dry_run=True).json()
    assert (counts["creates"], counts["ephemerals"], counts["overwrites"]) == (4, 1, 0)
    assert bench.other.exists("/to") is None
    assert bench.ask("POST", "/import", **wanted).json()["imported"] == 4
    assert bench.other.get("/to/1")[0] == b"\x00\xff"
    assert bench.ask("POST", "/import", **wanted).json()["same"] == 4


def test_an_export_of_more_than_may_be_is_refused_before_it_is_written(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert documents.MOST_BYTES == 48 << 20
    monkeypatch.setattr(documents, "MOST_BYTES", len("top") + 2 * len("leaf"))
    bench.grow("/long", 2)
    assert bench.ask("GET", "/export?path=/long").ok
    bench.other.create("/long/2", b"!")
    answer = bench.ask("GET", "/export?path=/long")
    assert error_of(answer) == (409, "too_large", "path")
    assert "export it in parts" in answer.json()["error"]["message"]


def test_an_import_overwrites_only_what_was_counted(bench: Bench) -> None:
    bench.grow("/whole", 2)
    document = bench.ask("GET", "/export?path=/whole").json()
    bench.other.set("/whole/0", b"newer")
    bench.other.create("/whole/more", b"not in the document")
    wanted = {"path": "/whole", "document": document}
    refused = bench.ask("POST", "/import", **wanted)
    assert error_of(refused) == (409, "exists", "mode")
    assert refused.json()["counts"]["conflicts"] == ["/whole/0"]
    over = {**wanted, "mode": "overwrite"}
    seen = {"expect": 1, "seen": bench.ask("POST", "/import", **over, dry_run=True).json()["seen"]}
    assert error_of(bench.ask("POST", "/import", **over)) == (409, "changed", "expect")
    assert bench.ask("POST", "/import", **wanted, mode="skip").json()["skips"] == 1
    assert bench.other.get("/whole/0")[0] == b"newer"
    assert bench.ask("POST", "/import", **over, **seen).json()["imported"] == 1
    assert bench.other.get("/whole/0")[0] == b"leaf"
    assert bench.other.exists("/whole/more") is not None


def test_names_and_data_are_searched(bench: Bench) -> None:
    bench.grow("/search", 1)
    bench.other.create("/search/needle")
    bench.other.create("/search/packed", gzip.compress(b"a needle in a haystack"))
    by_data = bench.ask("GET", "/search?q=Needle&in=data&under=/search").json()
    assert by_data["found"] == [
        {"path": "/search/packed", "in": ["data"], "excerpt": "a needle in a haystack"}
    ]
    both = bench.ask("GET", "/search?q=needle&in=both&under=/search").json()
    assert both["matches"] == ["/search/needle", "/search/packed"]
    assert error_of(bench.ask("GET", "/search?q=x&in=odd")) == (400, "bad_request", "in")
    assert error_of(bench.ask("GET", "/search?q=x&in=data&under=/none")) == (
        404,
        "no_znode",
        "path",
    )


def test_hostile_names_and_a_megabyte_come_and_go_unharmed(bench: Bench) -> None:
    bench.create("/hostile")
    names = ['<img src=x onerror="1">', "..a", "__proto__", "%2e%2e", "\u202eabc", "a b&c=d#e?f"]
    for name in names:
        assert bench.create(f"/hostile/{name}", name).status_code == 201
    largest = "\u00e9" * 524_000
    assert bench.create("/hostile/large", largest).status_code == 201
    assert error_of(bench.create("/hostile/larger", largest + "\u00e9" * 500))[1] == "too_large"
    document = bench.ask("GET", "/export?path=/hostile").json()
    assert bench.ask("POST", "/import", path="/hostile2", document=document).json()["imported"] == 8
    assert sorted(bench.other.get_children("/hostile2")) == sorted([*names, "large"])
    assert bench.other.get("/hostile2/large")[0] == largest.encode()
    assert bench.count("/hostile2")["znodes"] == 8


@pytest.mark.needs("recursive_watches")
def test_the_journal_tells_a_znodes_history(bench: Bench) -> None:
    bench.create("/history", "1")
    bench.ask("PUT", path="/history", data={"text": "22"}, version=0)
    bench.ask("DELETE", path="/history", version=1)

    def kinds() -> list[str]:
        events = bench.ask("GET", "/history?path=/history").json()["events"]
        return [event["kind"] for event in events]

    await_until(lambda: "znode.deleted" in kinds(), WITHIN)
    told = ["znode.created", "znode.changed", "znode.deleted"]
    assert [kind for kind in kinds() if kind in told] == told
    done = ["workbench.created", "workbench.written", "workbench.deleted"]
    assert [kind for kind in kinds() if kind in done] == done


def test_the_session_is_ended_as_it_was_seen(bench: Bench) -> None:
    bench.create("/leaving", kind="ephemeral")
    shown = bench.shown
    seen = {"session": shown["session"], "expect": shown["ephemeral_count"]}
    bench.create("/leaving-too", kind="ephemeral")
    refused = bench.ask("DELETE", "/session", **seen)
    assert error_of(refused) == (409, "changed", "expect")
    answer = bench.ask("DELETE", "/session", **{**seen, "expect": seen["expect"] + 1})
    assert {"/leaving", "/leaving-too"} <= set(answer.json()["ephemerals"])
    assert (bench.shown["connection"], bench.shown["credentials"]) == ("closed", [])
    await_until(lambda: bench.other.exists("/leaving") is None, WITHIN)
    assert bench.create("/back").status_code == 201
    assert bench.shown["session"] != seen["session"]
