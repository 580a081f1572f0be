"""Somebody else writes in the gap: after what was shown, or in the midst of what is asked.

The other client's write comes at a place in the conversation with ZooKeeper, by a proxy that has
the frame of the change in its hand while the other one writes; no test counts on time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

import pytest
import requests
from kazoo.security import make_acl

from app.zookeeper.wire.codes import Op
from tests.support.zookeeper import await_until
from tests.znodes.racing import THEIRS, Raced
from tests.znodes.test_workbench import error_of

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


# The end of the session.


def leaving(bench: Raced, path: str) -> dict[str, Any]:
    """As the page asks for the session's end, once its ephemeral is shown."""
    bench.ask("POST", "/session")
    before = bench.shown["seen"]
    bench.create(path, "mine", kind="ephemeral")
    await_until(lambda: bench.shown["seen"] != before)
    shown = bench.shown
    return {"session": shown["session"], "expect": shown["ephemeral_count"], "seen": shown["seen"]}


@pytest.mark.parametrize(
    "act",
    [
        lambda bench, path: bench.other.set(path, THEIRS),
        lambda bench, path: (bench.other.delete(path), bench.create(f"{path}2", kind="ephemeral")),
    ],
    ids=["written", "exchanged"],
)
def test_a_session_ends_with_the_ephemerals_that_were_seen(
    bench: Raced, request: pytest.FixtureRequest, act: Callable[[Raced, str], object]
) -> None:
    path = f"/leaving-{request.node.callspec.id}"
    wanted = leaving(bench, path)
    act(bench, path)
    assert error_of(bench.ask("DELETE", "/session", **wanted)) == (409, "changed", "expect")
    assert bench.shown["connection"] == "connected"
    now = bench.shown
    wanted = {"session": now["session"], "expect": now["ephemeral_count"], "seen": now["seen"]}
    assert bench.ask("DELETE", "/session", **wanted).status_code == 200


def test_a_write_amid_the_end_of_a_session_keeps_the_session(bench: Raced) -> None:
    leaving(bench, "/ending-too")  # one alone is no transaction
    wanted = leaving(bench, "/ending")
    bench.in_the_gap(Op.MULTI, lambda: bench.other.set("/ending", THEIRS))
    answer = bench.ask("DELETE", "/session", **wanted)
    assert error_of(answer) == (409, "stale", "version")
    assert bench.data("/ending") == THEIRS
    assert bench.shown["connection"] == "connected"
    bench.other.delete("/ending")
    await_until(lambda: "/ending" not in bench.shown["ephemerals"])


def test_what_is_made_amid_the_end_of_a_session_outlives_it(bench: Raced) -> None:
    """Else it would go at once, and whoever made it was told that it is there."""
    leaving(bench, "/closing-too")
    wanted = leaving(bench, "/closing")
    made: list[requests.Response] = []
    late = Thread(target=lambda: made.append(bench.create("/closing-late", kind="ephemeral")))
    bench.in_the_gap(Op.MULTI, late.start)
    assert bench.ask("DELETE", "/session", **wanted).status_code == 200
    late.join()
    assert made[0].status_code == 201
    assert bench.other.exists("/closing") is None
    assert bench.other.exists("/closing-late") is not None


# A configuration.


def published(bench: Raced, path: str) -> dict[str, Any]:
    """As the page asks for a change, once it shows the value."""
    answer = bench.dashboard.post("configurations/publish", {"path": path, "value": "first"})
    shown = answer.json()
    return {"path": path, "version": shown["version"], "mzxid": shown["mzxid"]}


def change(bench: Raced, how: str, seen: dict[str, Any]) -> requests.Response:
    if how == "delete":
        address = f"{bench.dashboard.url}/api/v1/configurations/value"
        return requests.delete(address, json=seen, timeout=30)
    body = {**seen, "value": "mine", "recreate": how == "recreate"}
    return bench.dashboard.post("configurations/publish", body)


HOW = {"publish": Op.SET_DATA, "recreate": Op.MULTI, "delete": Op.DELETE}


@pytest.mark.parametrize("how", HOW)
def test_a_configuration_never_goes_over_a_write_in_the_gap(bench: Raced, how: str) -> None:
    path = f"/config-{how}"
    seen = published(bench, path)
    bench.in_the_gap(HOW[how], lambda: bench.other.set(path, THEIRS))
    answer = change(bench, how, seen)
    assert error_of(answer) == (409, "stale", "version")
    assert answer.json()["current"]["value"] == THEIRS.decode()
    assert bench.data(path) == THEIRS


@pytest.mark.parametrize("how", HOW)
def test_a_configuration_renewed_since_it_was_seen_is_another_one(bench: Raced, how: str) -> None:
    path = f"/config-{how}-again"
    seen = published(bench, path)
    bench.renew(path)
    assert error_of(change(bench, how, seen)) == (409, "stale", "version")
    assert bench.data(path) == THEIRS


def test_a_write_right_after_a_recreation_is_not_taken_for_ones_own(bench: Raced) -> None:
    path = "/config-own"
    seen = published(bench, path)
    write_next = partial(bench.other.set, path, THEIRS)
    bench.in_the_gap(Op.MULTI, lambda: bench.in_the_gap(Op.EXISTS, write_next))
    answer = change(bench, "recreate", seen)
    stat = bench.other.get(path)[1]
    assert (answer.status_code, bench.data(path), stat.version) == (200, THEIRS, 1)
    assert (answer.json()["version"], answer.json()["mzxid"]) == (0, stat.czxid)


def test_a_configuration_is_not_begun_over_one_that_came_in_the_gap(bench: Raced) -> None:
    assert bench.dashboard.post("configurations", {"path": "/begun", "count": 0}).ok
    for op in (Op.CREATE, Op.CREATE2):
        bench.in_the_gap(op, lambda: bench.other.ensure_path("/begun"))
    body = {"path": "/begun", "value": "mine"}
    assert error_of(bench.dashboard.post("configurations/publish", body))[:2] == (409, "stale")
    assert bench.data("/begun") == b""
    bench.proxy.before.clear()
