"""What a schema says is what is taken, and what an answer leads to."""

from __future__ import annotations

import pytest

from app.actions.action import action_of
from app.actions.fields import Path, ZnodePath
from app.actions.records import Records
from app.actions.schema import Schema
from app.actions.signature import schema_of
from app.errors import BadRequest
from app.recipes.commit.actions import Commits
from app.recipes.queue.actions import Queues
from app.recipes.sharedlock.actions import SharedLocks
from app.web.openapi import describe_api
from app.znodes.consoles import Consoles
from app.znodes.workbench.workbench import Workbench

ANYWHERE = Schema({"path": schema_of(Path)})
BELOW = Schema({"path": schema_of(ZnodePath)})
CREATE = action_of(Workbench.create).takes
DELETE = action_of(Workbench.delete).takes
MOMENTS = action_of(Records.moments).takes
SAY = action_of(Consoles.say).takes
STARTS = [action_of(service.start).takes for service in (SharedLocks, Queues, Commits)]


@pytest.mark.parametrize("path", ["/a", "/a/b.c", "/...", "/.a", "/..a", "/ü/a b", "/\ud7ff\uffef"])
def test_the_paths_of_znodes_are_taken(path: str) -> None:
    assert BELOW.check({"path": path}) == ANYWHERE.check({"path": path}) == {"path": path}


@pytest.mark.parametrize(
    "path", ["", "a", "/a/", "//", "/.", "/a/..", "/\x7f", "/\ue000", "/😀", "/a\n/b", "/a\n"]
)
def test_what_is_no_path_is_refused_with_the_reason(path: str) -> None:
    with pytest.raises(BadRequest, match="path is not a znode path: ") as refused:
        ANYWHERE.check({"path": path})
    assert refused.value.field == "path"


def test_the_root_is_a_path_and_no_place_of_a_thing() -> None:
    assert ANYWHERE.check({"path": "/"}) == {"path": "/"}
    with pytest.raises(BadRequest, match="path must be a znode below the root"):
        BELOW.check({"path": "/"})


@pytest.mark.parametrize(
    ("given", "field"),
    [({}, "version"), ({"recursive": True}, "expect"), ({"version": -1}, "version")],
)
def test_of_alternatives_the_nearest_says_what_is_missing(
    given: dict[str, object], field: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        DELETE.check({"path": "/a", **given})
    assert refused.value.field == field


@pytest.mark.parametrize("schema", STARTS)
def test_somebody_is_started(schema: Schema) -> None:
    (unwanted,) = schema.document["allOf"]
    first, second = unwanted["not"]["required"]
    with pytest.raises(BadRequest, match=f"^{first} must not be 0 where {second} is") as refused:
        schema.check({first: 0, second: 0})
    assert refused.value.field == first
    for there in ({first: 1, second: 0}, {first: 0, second: 1}, {second: 0}, {}):
        assert schema.check(there)


def test_a_znode_with_a_time_to_live_has_one() -> None:
    for given in ({}, {"ttl_ms": None}):
        with pytest.raises(BadRequest) as refused:
            CREATE.check({"path": "/a", "kind": "ttl", **given})
        assert refused.value.field == "ttl_ms"
    for kind in ({}, {"kind": "ephemeral"}):
        with pytest.raises(BadRequest, match="ttl_ms must be null") as refused:
            CREATE.check({"path": "/a", "ttl_ms": 5, **kind})
        assert refused.value.field == "ttl_ms"
    assert CREATE.check({"path": "/a", "kind": "ttl", "ttl_ms": 5})["ttl_ms"] == 5
    assert CREATE.check({"path": "/a"})["ttl_ms"] is None


@pytest.mark.parametrize("line", ["ls /\n", "ls /\rls /", "\0"])
def test_a_console_takes_one_line(line: str) -> None:
    assert SAY.check({"line": "create /ü '\t'"})
    with pytest.raises(BadRequest, match=r"^line must be one line"):
        SAY.check({"line": line})


@pytest.mark.parametrize("what", ["handoffs", "handoff,", "handoff\n", "handoff fault"])
def test_moments_are_asked_for_by_their_names(what: str) -> None:
    for known in ("", "handoff", "fault,handoff"):
        assert MOMENTS.check_text({"what": known})["what"] == known
    with pytest.raises(BadRequest, match=r"^what must be some of handoff, fault, "):
        MOMENTS.check_text({"what": what})


def test_an_answer_leads_to_what_can_be_done_with_what_it_names() -> None:
    paths = describe_api()["paths"]
    started = paths["/api/v1/candidates"]["post"]["responses"]["201"]["links"]
    acting = paths["/api/v1/candidates/{candidate}/{action}"]["post"]["operationId"]
    assert started[acting]["parameters"] == {"candidate": "$response.body#/candidates/0"}
    opened = paths["/api/v1/consoles"]["post"]["responses"]["201"]["links"]
    assert {one["parameters"]["console"] for one in opened.values()} == {"$response.body#/console"}


def test_a_name_that_is_one_of_a_path_leads_on_with_its_path() -> None:
    paths = describe_api()["paths"]
    call = paths["/api/v1/groups/nodes/{node}/restart"]["post"]
    again = call["responses"]["201"]["links"]
    assert again[call["operationId"]]["parameters"] == {"node": "$response.body#/node"}
    assert again[call["operationId"]]["requestBody"] == {"path": "$response.body#/path"}
    assert not [name for name in again if "bookshelves" in name]


def test_an_export_leads_to_its_import() -> None:
    paths = describe_api()["paths"]
    (link,) = paths["/api/v1/znodes/export"]["get"]["responses"]["200"]["links"].values()
    assert link == {
        "operationId": paths["/api/v1/znodes/import"]["post"]["operationId"],
        "requestBody": {"document": "$response.body"},
    }
