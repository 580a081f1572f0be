"""A two-phase commit with real processes, and what is asked of it; ledgers are read from the disk
as anybody could.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.recipes.commit.actions import Commits
from app.recipes.commit.process import ledger_in
from tests.processes.rooms import TIMEOUT, Rooms

PLACE = "/commit"
OPENING = 100
QUICK, LONG = 0.05, 120.0
"""Seconds in which a site votes, a coordinator waits or decides: at once, or not in this test."""


class CommitRooms(Rooms):
    """Rooms in which the verdicts on a two-phase commit are watched too."""

    # -- what is ------------------------------------------------------------------------------

    @property
    def commits(self) -> Commits:
        """What a person can do with it."""
        return next(one for one in self.services if isinstance(one, Commits))

    @property
    def commit(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["commits"][PLACE]
        return found

    def transaction(self, number: int = 1) -> dict[str, Any]:
        """What is known of a transaction, {} before it has been read."""
        found: dict[str, Any] = self.commit["transactions"].get(f"tx-{number}", {})
        return found

    def site(self, name: str) -> dict[str, Any]:
        """What is known of a site."""
        found: dict[str, Any] = self.commit["sites"][name]
        return found

    def process(self, site: str) -> str:
        """The name of a site's process."""
        return str(self.site(site)["candidate"])

    def balances(self) -> dict[str, int]:
        """What the ledgers say, on the disk."""
        settings = [one["settings"] for one in self.state["candidates"].values()]
        directory = Path(next(one["directory"] for one in settings if "directory" in one))
        return {
            file.stem: ledger_in(file.read_text()).balance
            for file in sorted(directory.glob("*.json"))
        }

    def shown(self) -> list[str]:
        return [str({key: one}) for key, one in self.commit.items()]

    # -- what is done -------------------------------------------------------------------------

    def begin(
        self,
        sites: int = 3,
        coordinators: int = 1,
        *,
        timeout: float = TIMEOUT,
        think: float = QUICK,
        patience: float = LONG,
    ) -> list[str]:
        """Start sites and coordinators, and wait until all are there; the coordinators' names."""
        settings: dict[str, Any] = {"opening": OPENING, "think": think, "patience": patience}
        start = self.commits.start
        names = start(PLACE, sites, coordinators, timeout, by="test", **settings)
        own = names[sites:]
        self.await_(
            lambda: all(one["balance"] is not None for one in self.commit["sites"].values())
        )
        self.await_(lambda: all(self.candidate(name)["belief"] == "standing by" for name in own))
        return own

    def order(self, **more: Any) -> str:
        """Have a transaction begun; the coordinator's name."""
        return self.commits.transact(PLACE, by="test", **more)

    def vote(self, pause: float = LONG) -> str:
        """Have a transaction begun, and all vote for it; the coordinator's name. Nothing is decided
        yet.
        """
        name = self.order(pause=pause)
        self.await_in_doubt("s1", "s2", "s3")
        self.await_(lambda: self.transaction()["votes_in"])
        return name

    def again(self, site: str) -> str:
        """Start a process for a site whose last one has ended."""
        return self.commits.restart(site, PLACE, TIMEOUT, by="test")

    # -- what is awaited ----------------------------------------------------------------------

    def await_in_doubt(self, *sites: str) -> None:
        """These have voted "commit", and say that they are in doubt."""
        self.await_(
            lambda: all(
                self.candidate(self.process(one))["belief"] == "in doubt"
                and self.site(one)["doubt"]
                for one in sites
            )
        )

    def await_decision(self, decision: str, number: int = 1) -> None:
        self.await_(lambda: self.transaction(number).get("decision"))
        assert self.transaction(number)["decision"] == decision

    def await_carried_out(self, *sites: str, number: int = 1) -> None:
        """These have carried out what was decided, and nobody has carried out another decision."""
        self.await_(lambda: set(sites) <= self.transaction(number)["carried_out"].keys())
        carried = self.transaction(number)["carried_out"].values()
        assert {one["decision"] for one in carried} == {self.transaction(number)["decision"]}

    def await_carried_out_everywhere(self, number: int = 1) -> None:
        """All have carried it out, and their own znodes say so."""
        self.await_(
            lambda: (
                self.transaction(number).get("moves")
                and all(
                    self.transaction(number)["votes"].get(site, {}).get("done")
                    for site in self.transaction(number)["moves"]
                )
            )
        )
