"""What a schema says of paths and deletes is what is taken."""

from __future__ import annotations

import pytest

from app.actions.fields import PATH, PLACE
from app.actions.schema import Schema
from app.errors import BadRequest
from app.web.openapi import describe_api
from app.znodes.workbench.schemas import DELETE

ANYWHERE = Schema({"path": PATH})
BELOW = Schema({"path": PLACE})


@pytest.mark.parametrize("path", ["/a", "/a/b.c", "/...", "/.a", "/..a", "/ü/a b", "/\ud7ff\uffef"])
def test_the_paths_of_znodes_are_taken(path: str) -> None:
    assert BELOW.check({"path": path}) == ANYWHERE.check({"path": path}) == {"path": path}


@pytest.mark.parametrize(
    "path", ["", "a", "/a/", "//", "/.", "/a/..", "/\x7f", "/\ue000", "/😀", "/a\n/b"]
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


def test_an_answer_leads_to_what_can_be_done_with_what_it_names() -> None:
    paths = describe_api()["paths"]
    started = paths["/api/v1/candidates"]["post"]["responses"]["201"]["links"]
    acting = paths["/api/v1/candidates/{candidate}/{action}"]["post"]["operationId"]
    assert started[acting]["parameters"] == {"candidate": "$response.body#/candidates/0"}
    opened = paths["/api/v1/consoles"]["post"]["responses"]["201"]["links"]
    assert {one["parameters"]["console"] for one in opened.values()} == {"$response.body#/console"}
