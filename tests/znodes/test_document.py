"""A part of the tree as a document: what is read back is what was written, and no more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from kazoo.protocol.states import ZnodeStat
from kazoo.security import OPEN_ACL_UNSAFE, make_digest_acl

from app.actions.action import action_of
from app.errors import BadRequest
from app.znodes.workbench.document import FORMAT, document_of, entry_of, planned_by, written
from app.znodes.workbench.kinds import Kinds
from app.znodes.workbench.workbench import Workbench
from app.zookeeper.subtree import Found

IMPORT = action_of(Workbench.put).takes
MADE = Kinds()


def znode(path: str, data: bytes | None = b"", owner: int = 0) -> Found:
    stat = ZnodeStat(1, 1, 1, 1, 0, 0, 0, owner, len(data or b""), 0, 1)
    acl = [*OPEN_ACL_UNSAFE, make_digest_acl("ada", "secret", all=True)]
    return Found(path, stat, data, [], acl=acl)


def document(*entries: Any, **changed: Any) -> dict[str, Any]:
    return {"format": FORMAT, "version": 1, "path": "/a", "znodes": list(entries), **changed}


@pytest.mark.parametrize("root", ["/", "/a", "/a/b"])
def test_what_was_exported_can_be_planned_elsewhere(root: str) -> None:
    under = root.rstrip("/")
    found = [znode(root), znode(f"{under}/x", b"\xff\x00"), znode(f"{under}/x/ü", None)]
    entries = [entry_of(one, root, MADE) for one in found]
    text = "".join(written(document_of(root, entries, [])))
    planned = planned_by(json.loads(text), "/new")
    assert [one.path for one in planned] == ["/new", "/new/x", "/new/x/ü"]
    assert [one.data for one in planned] == [b"", b"\xff\x00", None]
    assert all(one.acl == found[0].acl and one.kind == "persistent" for one in planned)


def test_kinds_are_told_where_zookeeper_tells_them() -> None:
    mine = entry_of(znode("/a/n0000000001", owner=0x1000), "/a", MADE)
    assert (mine["kind"], mine["owner"]) == ("ephemeral_sequential", "0x1000")
    ttl = entry_of(znode("/a/b", owner=-(1 << 56) | 5_000), "/a", MADE)
    assert (ttl["kind"], ttl["ttl_ms"]) == ("ttl", 5_000)
    assert entry_of(znode("/a/c", owner=-(1 << 63)), "/a", MADE)["kind"] == "container"


def test_parents_come_before_their_children_whatever_their_order_was() -> None:
    entries = [{"path": "/b/c/d"}, {"path": "/b"}, {"path": ""}, {"path": "/b/c"}]
    assert [one.path for one in planned_by(document(*entries), "/t")] == [
        "/t", "/t/b", "/t/b/c", "/t/b/c/d",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        ({}, "document.format"),
        (document({"path": "/x"}, format="other"), "document.format"),
        (document({"path": "/x"}, version=2), "document.version"),
        (document({"path": "/x"}, version=True), "document.version"),
        (document(), "document.znodes"),
        (document(znodes={}), "document.znodes"),
        (document("text"), "document.znodes.0"),
        (document({"path": "/x", "odd": 1}), "document.znodes.0"),
        (document({}), "document.znodes.0.path"),
        (document({"path": "/"}), "document.znodes.0.path"),
        (document({"path": "x"}), "document.znodes.0.path"),
        (document({"path": "/../zookeeper"}), "document.znodes.0.path"),
        (document({"path": "/x"}, {"path": "/x"}), "document.znodes"),
        (document({"path": "/x", "kind": "ephemeral"}, {"path": "/x/y"}), "document.znodes"),
        (document({"path": "/x", "kind": "odd"}), "document.znodes.0.kind"),
        (document({"path": "/x", "kind": []}), "document.znodes.0.kind"),
        (document({"path": "/x", "kind": "ttl"}), "document.znodes.0.ttl_ms"),
        (document({"path": "/x", "ttl_ms": 5}), "document.znodes.0.ttl_ms"),
        (document({"path": "/x", "kind": "ttl", "ttl_ms": 1 << 40}), "document.znodes.0.ttl_ms"),
        (document({"path": "/x", "kind": "ttl", "ttl_ms": True}), "document.znodes.0.ttl_ms"),
        (
            document({"path": "/x"}, {"path": "/y", "data": {"text": "x" * (1 << 20)}}),
            "document.znodes.1",
        ),
        (document({"path": "/x", "data": "text"}), "document.znodes.0.data"),
        (document({"path": "/x", "data": {"text": 5}}), "document.znodes.0.data"),
        (document({"path": "/x", "data": {"text": "\ud800"}}), "document.znodes.0.data.text"),
        (document({"path": "/x", "data": {"base64": "?"}}), "document.znodes.0.data.base64"),
        (document({"path": "/x", "data": {"base64": "ü"}}), "document.znodes.0.data.base64"),
        (document({"path": "/x", "acl": []}), "document.znodes.0.acl"),
        (document({"path": "/x", "acl": [{}]}), "document.znodes.0.acl"),
        (
            document({"path": "/x", "acl": [{"scheme": "world", "id": "anyone", "perms": "x"}]}),
            "document.znodes.0.acl.0.perms",
        ),
    ],
)
def test_what_is_no_document_is_refused_at_its_place(broken: Any, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        planned_by(IMPORT.check({"path": "/t", "document": broken})["document"], "/t")
    assert refused.value.field == field
