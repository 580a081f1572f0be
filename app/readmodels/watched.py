"""Fold what the servers list as watched, for the members of a chain."""

from __future__ import annotations

from typing import TypeVar, cast

from ..participation.naming import PARENT
from .document import Chained, Data, Document, Listed

Line = TypeVar("Line", bound=Chained)


def with_watches(document: Line, data: Data) -> Line:
    """Take what the servers list: `sessions` maps each session to the paths it watches, as of
    `asked_at`. A session that is not in it watches nothing if the list is `complete`; a member's
    that is in it without a path watches nothing in any case.
    """
    members = {entry["session"] for entry in document["chain"]}
    watches = {
        session: [name for path in paths if (name := _name_in(document, path))]
        for session, paths in data["sessions"].items()
    }
    kept = {who: names for who, names in watches.items() if names or who in members}
    at, complete = data["asked_at"], data["complete"]
    listed: Listed = {"asked_at": at, "complete": complete, "watches": kept}
    return cast(Line, {**document, "listed": listed})


def _name_in(document: Document, path: str) -> str:
    """Return the name of a znode in the document, `PARENT` for the document itself, "" for
    others.
    """
    if path == document["path"]:
        return PARENT
    prefix = document["path"].rstrip("/") + "/"
    return path.removeprefix(prefix) if path.startswith(prefix) else ""
