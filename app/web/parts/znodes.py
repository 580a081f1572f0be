"""The REST interface of the znode workbench."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, request

from app.control.workbench import Begun
from app.control.workbench.exporting import written
from app.errors import BadRequest
from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts, reads
from app.web.operations import COUNT, LIST, OPEN, TEXT, TEXTS, Operation, object_of
from app.web.parts import znode_shapes as known
from app.web.parts.znode_shapes import LARGEST_DOCUMENT, LARGEST_VALUE_BODY
from app.web.validation import Shape
from app.zookeeper.paths import check_path

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("znodes", __name__)


@blueprint.post("/znodes")
@acts
def create_znode() -> Answer:
    """Make a znode of any kind."""
    body = _large(known.CREATE, LARGEST_VALUE_BODY)
    return rooms().control.workbench.create(**body, by=asked_by()), 201


@blueprint.put("/znodes")
@acts
def write_znode() -> dict[str, Any]:
    """Replace a znode's data, at the version that was seen."""
    return rooms().control.workbench.write(**_large(known.WRITE, LARGEST_VALUE_BODY), by=asked_by())


@blueprint.delete("/znodes")
@acts
def delete_znode() -> Answer:
    """Delete one znode at the version that was seen, or so many as were counted."""
    body, workbench = known.DELETE.read_body(), rooms().control.workbench
    path, word = body["path"], body["word"]
    if body["recursive"]:
        believed = _given(body, "expect"), body["zxid"], body["seen"]
        begun = workbench.delete_all(path, *believed, word, asked_by())
        return _begun(begun, {"path": path}, "deleted")
    workbench.delete(path, _given(body, "version"), body["mzxid"], word, asked_by())
    return {"path": path, "deleted": 1}, 200


@blueprint.get("/znodes/count")
@reads
def count_znodes() -> dict[str, Any]:
    """How much there is at and below a znode, and whose it is."""
    return rooms().control.workbench.count(known.AT.read_query()["path"])


@blueprint.get("/znodes/acl")
@reads
def read_acl() -> dict[str, Any]:
    """A znode's ACL."""
    return rooms().control.workbench.read_acl(known.AT.read_query()["path"])


@blueprint.put("/znodes/acl")
@acts
def protect_znode() -> dict[str, Any]:
    """Replace a znode's ACL, at the ACL's version that was seen."""
    return rooms().control.workbench.protect(**known.PROTECT.read_body(), by=asked_by())


@blueprint.post("/znodes/credentials")
@acts
def add_credentials() -> Answer:
    """Say who one is, for as long as the workbench's session lasts."""
    return rooms().control.workbench.authenticate(**known.CREDENTIALS.read_body()), 201


@blueprint.post("/znodes/session")
@acts
def open_session() -> Answer:
    """Begin the workbench's session, if it has not begun."""
    shapes.NOTHING.read_body()
    return rooms().control.workbench.open_session(), 201


@blueprint.delete("/znodes/session")
@acts
def end_session() -> dict[str, Any]:
    """End it, with its ephemerals and its credentials."""
    body = known.END.read_body()
    gone = rooms().control.workbench.end_session(**body)
    return {"session": body["session"], "ephemerals": gone}


@blueprint.get("/znodes/search")
@reads
def search_znodes() -> dict[str, Any]:
    """Znodes with a text in their name, as the mirrored tree has it, or in their data, read now."""
    query = known.SEARCH.read_query()
    under, control = check_path(query["under"], "under"), rooms().control
    if query["in"] == "name":
        return control.search_znodes(query["q"], under, query["limit"])
    return control.workbench.search(query["q"], under, query["in"], query["limit"])


@blueprint.get("/znodes/export")
@reads
def export_znodes() -> Response:
    """A znode and all below it as a JSON document, to be kept."""
    path = known.AT.read_query()["path"]
    document = rooms().control.workbench.export(path, asked_by())
    name = re.sub(r"[^A-Za-z0-9._]+", "-", path).strip("-.")[:80] or "root"
    headers = {"Content-Disposition": f'attachment; filename="znodes-{name}.json"'}
    return Response(written(document), mimetype="application/json", headers=headers)


@blueprint.post("/znodes/import")
@acts
def import_znodes() -> Answer:
    """Put such a document into the tree, or say what that would come to."""
    body, workbench = _large(known.IMPORT, LARGEST_DOCUMENT), rooms().control.workbench
    path, mode = body["path"], body["mode"]
    plan = workbench.plan_import(path, body["document"], body["ephemerals"], body["word"])
    if body["dry_run"]:
        return {"path": path, **plan.preview(mode)}, 200
    begun = workbench.carry_out(path, plan, mode, body.get("expect"), body["seen"], asked_by())
    return _begun(begun, {"path": path, **plan.as_json(mode)}, "imported")


@blueprint.get("/znodes/history")
@reads
def read_history() -> dict[str, Any]:
    """What the journal still knows of a znode."""
    query = known.HISTORY.read_query()
    return rooms().control.workbench.history(query["path"], query["limit"])


@blueprint.get("/watches")
@reads
def list_watches() -> dict[str, Any]:
    """Who watches what, at a path and below it, as the servers list it."""
    query = known.WATCHES.read_query()
    return rooms().control.watchers.under(check_path(query["under"], "under"), query["limit"])


@blueprint.delete("/znodes/jobs/<job>")
@acts
def cancel_job(job: str) -> Answer:
    """Stop a job at its next step."""
    shapes.NOTHING.read_body()
    rooms().control.workbench.cancel(job)
    return {"job": job}, 202


def _large(shape: Shape, most: int) -> dict[str, Any]:
    request.max_content_length = most
    return shape.read_body()


def _given(body: dict[str, Any], field: str) -> int:
    if field not in body:
        raise BadRequest(f"{field} is missing: what is believed to be there.", field=field)
    return int(body[field])


def _begun(begun: Begun, answer: dict[str, Any], deed: str) -> Answer:
    if begun.result is None:
        return {**answer, "job": begun.job}, 202
    return {**answer, "job": begun.job, deed: begun.result}, 200


_STAT = object_of(path=TEXT, stat=OPEN)
_SESSION = object_of(session={"type": ["string", "null"]}, credentials=LIST)
_MOMENT = {"type": ["number", "null"]}
_AT = "/api/v1/znodes"

OPERATIONS = (
    Operation(_AT, "post", "Make a znode of any kind", 201,
              object_of(path=TEXT, parents=TEXTS), body=known.CREATE),
    Operation(_AT, "put", "Replace a znode's data at the version that was seen", 200,
              _STAT, body=known.WRITE),
    Operation(_AT, "delete", "Delete a znode, or as many as were counted (202: a job)", 200,
              object_of(path=TEXT), body=known.DELETE),
    Operation(f"{_AT}/count", "get", "How much there is at and below a znode", 200,
              object_of(path=TEXT, znodes=COUNT, ephemerals=COUNT, others_ephemerals=COUNT),
              query=known.AT),
    Operation(f"{_AT}/acl", "get", "A znode's ACL", 200,
              object_of(path=TEXT, acl=LIST, stat=OPEN), query=known.AT),
    Operation(f"{_AT}/acl", "put", "Replace a znode's ACL at the version that was seen", 200,
              object_of(path=TEXT, acl=LIST, stat=OPEN), body=known.PROTECT),
    Operation(f"{_AT}/credentials", "post", "Add credentials to the workbench's session", 201,
              _SESSION, body=known.CREDENTIALS),
    Operation(f"{_AT}/session", "post", "Begin the workbench's session", 201, _SESSION),
    Operation(f"{_AT}/session", "delete", "End the workbench's session and its ephemerals", 200,
              object_of(session=TEXT, ephemerals=TEXTS), body=known.END),
    Operation(f"{_AT}/search", "get", "Find znodes by a text in their name or data", 200,
              object_of(matches=TEXTS, truncated={"type": "boolean"}), query=known.SEARCH),
    Operation(f"{_AT}/export", "get", "A znode and all below it as a JSON document", 200,
              object_of(format=TEXT, version=COUNT, path=TEXT, znodes=LIST), query=known.AT),
    Operation(f"{_AT}/import", "post", "Put such a document into the tree (202: a job)", 200,
              object_of(path=TEXT, znodes=COUNT, creates=COUNT), body=known.IMPORT),
    Operation(f"{_AT}/history", "get", "What the journal still knows of a znode", 200,
              object_of(path=TEXT, events=LIST), query=known.HISTORY),
    Operation("/api/v1/watches", "get", "Who watches what, as the servers list it", 200,
              object_of(as_of=_MOMENT, complete={"type": "boolean"}, closed=TEXTS, silent=TEXTS,
                        note=TEXT, watches=LIST, truncated={"type": "boolean"}),
              query=known.WATCHES),
    Operation(f"{_AT}/jobs/{{job}}", "delete", "Stop a job of the workbench at its next step", 202,
              object_of(job=TEXT), in_path=("job",)),
)  # fmt: skip
