"""The REST interface, /api/v1. Each view checks its input, asks one room, and answers."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.errors import BadRequest, Conflict
from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts, reads
from app.web.openapi import describe_api
from app.zookeeper.paths import check_path

Answer = tuple[dict[str, Any], int]

api = Blueprint("api", __name__, url_prefix="/api/v1")


@api.get("/openapi.json")
@reads
def read_openapi() -> dict[str, Any]:
    """This interface, described."""
    return describe_api()


@api.get("/state")
@reads
def read_state() -> dict[str, Any]:
    """The state document and when it was read: `now` by its own clock, `wall` as Unix time."""
    shapes.NOTHING.read_query()
    journal = rooms().journal
    _, state = journal.snapshot()
    return {**state, "now": journal.clock(), "wall": journal.wall()}


@api.get("/events")
@reads
def read_events() -> dict[str, Any]:
    """Events after `since`; `next` is what to pass as `since` the next time. With `before`, those
    of a list of what happened before it.
    """
    query = shapes.EVENTS.read_query()
    if "before" in query:
        return _earlier(query["before"], query["limit"])
    events = rooms().journal.since(query["since"], query["limit"])
    if events is None:
        raise Conflict(
            "Some of these events are no longer kept, or never were: read the state and go on"
            " from its seq.",
            code="events_gone",
            field="since",
        )
    last = events[-1].seq if events else query["since"]
    return {"events": [event.as_json() for event in events], "next": last}


def _earlier(before: int, limit: int) -> dict[str, Any]:
    events, begins = rooms().journal.before(before, limit)
    return {
        "events": [event.without_patch() for event in events],
        "next": events[0].seq if events else before,
        "begins": begins,
        "whole": rooms().journal.is_whole,
    }


@api.post("/candidates")
@acts
def start_candidates() -> Answer:
    """Start candidates; they join on their own time."""
    body = shapes.START_CANDIDATES.read_body()
    election = _election_of(body)
    started = rooms().control.start_candidates(
        body["count"],
        election,
        body.get("strategy"),
        float(body["session_timeout"]),
        asked_by(),
        {"work": body["work"]},
        body["among_strangers"],
    )
    return {"candidates": started}, 201


@api.delete("/candidates")
@acts
def stop_candidates() -> Answer:
    """Stop all candidates, or those of one path."""
    body = shapes.STOP_CANDIDATES.read_body()
    stopped = rooms().control.stop_all(asked_by(), body.get("path"), body.get("section"))
    return {"candidates": stopped}, 202


@api.post("/candidates/<candidate>/<action>")
@acts
def act_on_candidate(candidate: str, action: str) -> Answer:
    """Stop, kill, pause, resume, expire one candidate, or let it resign."""
    shapes.NOTHING.read_body()
    rooms().control.act(candidate, action, asked_by())
    return {"candidate": candidate, "action": action}, 202


@api.post("/roles/<role>/<action>")
@acts
def act_on_role(role: str, action: str) -> Answer:
    """The same, on whoever is leader, successor, middle or tail of an election now."""
    body = shapes.ACT_ON_ROLE.read_body()
    election = _election_of(body)
    candidate = rooms().control.act_on_role(election, role, action, asked_by())
    return {"candidate": candidate, "action": action}, 202


@api.post("/servers/<server>/<action>")
@acts
def act_on_server(server: str, action: str) -> Answer:
    """Stop, kill, pause, resume, restart one ZooKeeper server of ours; the state shows it done."""
    shapes.NOTHING.read_body()
    rooms().control.act_on_server(server, action, asked_by())
    return {"server": server, "action": action}, 202


@api.post("/elections")
@acts
def follow_election() -> Answer:
    """Follow one more election of the tree."""
    body = shapes.FOLLOW_ELECTION.read_body()
    path = check_path(body["path"], "path")
    rooms().control.follow(path, asked_by(), body.get("strategy"))
    return {"path": path}, 202


@api.get("/znodes")
@reads
def read_znode() -> dict[str, Any]:
    """Data, stat, ACL and children of one znode, read from ZooKeeper now."""
    query = shapes.ZNODE.read_query()
    path = check_path(query["path"], "path")
    return rooms().control.read_znode(path, query["offset"], query["limit"])


def _election_of(body: dict[str, Any]) -> str:
    election = check_path(body.get("election", rooms().settings.election), "election")
    if election == "/":
        raise BadRequest("an election is a znode below the root", field="election")
    return election
