"""Scripts of events about one two-phase commit."""

from __future__ import annotations

import json
from typing import Any

from tests.journal.script import Script, session_of, told_of

PLACE = "/commit"
MOVES = {"s1": -20, "s2": 10, "s3": 10}
PROCESSES = {"s1": "c1", "s2": "c2", "s3": "c3"}
COORDINATOR, HEIR = "c4", "c5"


class CommitScript(Script):
    """Folds what happens to three sites and their coordinators."""

    def __init__(self) -> None:
        super().__init__()
        self.event("commit.opened", PLACE, by="test")

    @property
    def commit(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["commits"][PLACE]
        return found

    def transaction(self, name: str = "tx-1") -> dict[str, Any]:
        found: dict[str, Any] = self.commit["transactions"][name]
        return found

    def tale(self) -> str:
        return told_of(self.commit, "…")

    @property
    def broken(self) -> set[str]:
        """The invariants that somebody violates, settled or not."""
        return {one["invariant"] for one in self.commit["violations"]}

    def later(self) -> dict[str, bool | None]:
        """The verdicts when what is wrong has lasted too long."""
        self.at += 5.0
        self.event("invariants.checked", PLACE)
        found: dict[str, bool | None] = self.commit["invariants"]
        return found

    def doubt(self, invariant: str) -> str | None:
        details = {one["invariant"]: one["detail"] for one in self.commit["doubts"]}
        return details.get(invariant)

    # -- processes ----------------------------------------------------------------------------

    def begins(self, name: str, recipe: str, **settings: Any) -> None:
        data = {"recipe": recipe, "path": PLACE, "session_timeout_ms": 4000, "settings": settings}
        self.event("candidate.starting", name, by="test", **data)
        self.event("candidate.started", name, pid=4711)
        belief = "standing by" if recipe == "coordinator" else "waiting"
        self.says(name, belief)

    def says(self, name: str, belief: str, **more: Any) -> None:
        self.reports(name, belief, **{"step": "look", **more})

    def ends(self, name: str, ends: float = 105.0) -> None:
        """It is killed; its session lasts."""
        self.event("candidate.killed", name, by="test", session_ends=ends)
        self.event("candidate.exited", name, code=-9, signal="SIGKILL")

    # -- sites ----------------------------------------------------------------------------------

    def ledger(self, kind: str, site: str, balance: int, entry: Any = None, **more: Any) -> None:
        said = {"site": site, "balance": balance, "entry": entry, **more}
        self.event(f"candidate.{kind}", PROCESSES[site], **said)

    def prepares(self, site: str, vote: str = "commit", name: str = "tx-1") -> None:
        entry = {"transaction": name, "amount": MOVES[site]} if vote == "commit" else None
        told = {"transaction": name, "vote": vote, "why": None}
        self.ledger("prepared", site, 100, entry, **told)

    def votes(self, site: str, vote: str = "commit", name: str = "tx-1") -> None:
        """Its ledger first, then its znode."""
        self.prepares(site, vote, name)
        self.below(site, {"vote": vote, "by": PROCESSES[site], "done": None}, name)

    def carries_out(self, site: str, decision: str, name: str = "tx-1") -> None:
        balance = 100 + (MOVES[site] if decision == "commit" else 0)
        self.ledger("carried_out", site, balance, transaction=name, decision=decision)

    # -- znodes ---------------------------------------------------------------------------------

    def read(self, name: str = "tx-1", **more: Any) -> None:
        """A transaction's own znode."""
        data = json.dumps({"id": f"id of {name}", "moves": MOVES, "refuses": [], **more})
        self._member(PLACE, name, data)

    def below(self, child: str, data: Any, name: str = "tx-1", session: str | None = None) -> None:
        """What is below it."""
        self._member(f"{PLACE}/{name}", child, json.dumps(data) if data else "", session)

    def coordinates(self, process: str, name: str = "tx-1") -> None:
        self.below("coordinator", {"candidate": process}, name, session_of(process))
        self.says(process, "coordinating", znode=f"{PLACE}/{name}/coordinator")
        self.event("candidate.coordinating", process, transaction=name, deadline=self.at + 8)

    def listed(self, name: str = "tx-1") -> None:
        """All that is below it, as far as it is known: nobody else has a znode there."""
        votes = self.transaction(name)["votes"]
        told = [
            {"znode": site, "session": None, "czxid": 1, "data": json.dumps(vote)}
            for site, vote in votes.items()
        ]
        self.event("election.found", f"{PLACE}/{name}", members=told)

    def cleared(self, name: str = "tx-1") -> None:
        """Its znodes go, those of the sites first."""
        for child in (*PROCESSES, ""):
            self.goes(child, name)

    def goes(self, child: str, name: str = "tx-1") -> None:
        self.event("znode.deleted", f"{PLACE}/{name}/{child}".rstrip("/"))

    def _member(self, parent: str, name: str, data: str, session: str | None = None) -> None:
        path = f"{parent}/{name}"
        told = {"znode": name, "session": session, "czxid": 1, "mzxid": 1, "ctime": 0, "data": data}
        self.event("member.read", path, election=parent, **told)


def three() -> CommitScript:
    """Three sites and a coordinator; nothing has been begun."""
    script = CommitScript()
    for site, name in PROCESSES.items():
        script.begins(name, "site", site=site)
        script.ledger("opened_ledger", site, 100, opening=100)
    script.begins(COORDINATOR, "coordinator", patience=8.0)
    return script


def begun() -> CommitScript:
    """tx-1 has begun; nobody has voted."""
    script = three()
    script.read()
    for site in PROCESSES:
        script.below(site, None)
    script.coordinates(COORDINATOR)
    return script


def voted() -> CommitScript:
    """All have voted "commit", and nothing is decided."""
    script = begun()
    for site in PROCESSES:
        script.votes(site)
    told = {"transaction": "tx-1", "decision": "commit", "decides": script.at + 3}
    script.event("candidate.votes_in", COORDINATOR, **told)
    return script
