"""Eligibility: a candidate whose data is older than the newest does not stand for election.

Nobody here keeps data. What stands for it is a number for each candidate, and the newest one in
the znode `PATH-version` beside the election; a candidate without a number takes no part in this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.control.part import Part
from app.errors import Conflict, NotFound
from app.insight.lifecycle import refusal
from app.zookeeper.beside import VERSION
from app.zookeeper.versions import ensure_version, newest_version


class Eligibility(Part):
    """Lets a candidate fall behind, and catch up."""

    def act(self, candidate: str, action: str, by: str) -> None:
        """`behind`: its data is one version older than the newest from now on; it withdraws, a
        leader after it has stepped down, and sits out. `catch-up`: it has the newest again, and
        queues. Raises NotFound, Conflict, ZooKeeperUnavailable.
        """
        known = self._permitted(candidate, action)
        self._require_connection()
        path = f"{known['path']}{VERSION}"
        if action == "behind":
            newest = ensure_version(self._mirror.client, path)
            self._tell(candidate, "behind", newest - 1, newest, by)
        else:
            newest = newest_version(self._mirror.client, path) or known["data"]["newest"] or 0
            self._tell(candidate, "updated", newest, newest, by)

    def _permitted(self, candidate: str, action: str) -> Mapping[str, Any]:
        known: Mapping[str, Any] | None = self._state["candidates"].get(candidate)
        if known is None:
            raise NotFound(f"there is no candidate {candidate!r}", field="candidate")
        why_not = refusal(known, action)
        if why_not:
            raise Conflict(f"cannot {_WORDS[action]} {candidate}: {why_not}", field="action")
        return known

    def _tell(self, candidate: str, kind: str, version: int, newest: int, by: str) -> None:
        data = {"version": version, "newest": newest}
        self._journal.append(f"candidate.{kind}", candidate, {**data, "by": by})
        self._supervisor.order(candidate, "data", data)


_WORDS = {"behind": "set behind", "catch-up": "catch up"}
