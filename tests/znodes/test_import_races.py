"""An import after whose preview somebody else writes, or in whose midst: see test_races."""

from __future__ import annotations

from typing import Any

import pytest
from kazoo.security import make_acl, make_digest_acl

from app.zookeeper.wire.codes import Op
from tests.znodes.racing import THEIRS, Raced
from tests.znodes.test_workbench import error_of

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


def test_what_a_preview_has_shown_is_of_its_document_and_of_the_number_that_is_said(
    bench: Raced,
) -> None:
    bench.grow("/bound", 1)
    document = bench.exported("/bound")
    bench.other.set("/bound/0", THEIRS)
    shown = bench.preview("/bound", document)
    body = {"path": "/bound", "mode": "overwrite", "seen": shown["seen"]}
    *rest, last = document["znodes"]
    other = {**document, "znodes": [*rest, {**last, "data": {"text": "another"}}]}
    for wrong in ({"document": other}, {"document": other, "expect": 1}):
        answer = bench.ask("POST", "/import", **body, **wrong)
        assert error_of(answer) == (400, "bad_request", "seen")
    answer = bench.ask("POST", "/import", **body, document=document, expect=0)
    assert error_of(answer) == (409, "changed", "expect")
    assert bench.data("/bound/0") == THEIRS
    assert bench.ask("POST", "/import", **body, document=document).json()["imported"] == 1


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
