"""The actions of two-phase commits: start sites, coordinators and transactions."""

from __future__ import annotations

import os
import socket
import uuid
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Annotated

from ...actions.action import Action
from ...actions.fields import (
    TEXT,
    TEXTS,
    Seconds,
    SessionTimeout,
    Some,
    ZnodePath,
    object_of,
    somebody,
    within,
)
from ...actions.service import Context
from ...actions.signature import Bounded
from ...errors import Conflict, LimitReached, NotFound, ZooKeeperUnavailable
from ...journal.recorded import Recorded
from ...readmodels.document import CandidateState, Data
from ...readmodels.events import ListFound, MemberRead
from ...system.folders import Folder
from ...zookeeper import operations as o
from ...zookeeper.subtree import TIMEOUT
from ..places import PlaceService
from . import znodes as z
from .events import CommitsOpened, OrderGivenUp, TransactionOrdered
from .model import COORDINATOR, SITE, CommitModel
from .state import Commit

MOST_SITES = 8

_Site = Annotated[str, Bounded(minLength=1, maxLength=20)]


class Commits(PlaceService[Commit]):
    """The two-phase commits of this dashboard, each with the ledgers of its sites."""

    model = CommitModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._ledgers = Folder("handoff-commit-")
        self._numbers: dict[str, int] = {}
        self._taken: list[str] = []
        self._ordered: dict[str, tuple[str, str]] = {}
        self._unsubscribe: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Follow each transaction that anybody begins."""
        self._unsubscribe = self._journal.subscribe(self._hear)

    def close(self) -> None:
        """Follow nothing more."""
        self._unsubscribe()

    def clean_up(self) -> None:
        """Remove the ledgers, and leave their sites' names to others."""
        self._ledgers.remove()
        with suppress(ZooKeeperUnavailable):
            self._mirror.lane.answers([o.Delete(path) for path in self._taken], TIMEOUT)

    def _hear(self, recorded: Recorded) -> None:
        """Follow what is below each transaction that has been read; forget an order given up."""
        event = recorded.event
        if isinstance(event, MemberRead):
            self._follow(event.path, [event.member])
        elif isinstance(event, ListFound):
            self._follow(event.subject, event.members)
        elif isinstance(event, OrderGivenUp):
            left = {at: one for at, one in self._ordered.items() if one[0] != event.id}
            self._ordered = left

    def _follow(self, place: str, members: Iterable[Data]) -> None:
        if place in self.model.of(self._state):
            for name in (member["znode"] for member in members):
                if z.number_of(name) is not None:
                    self._mirror.follow(f"{place.rstrip('/')}/{name}", children="every")

    @Action(
        "POST", "/commits", 201, "Start sites and coordinators of two-phase commits",
        object_of(candidates=TEXTS), gives="candidates",
        all_of=[somebody("sites", "coordinators")],
    )  # fmt: skip
    def start(
        self,
        path: ZnodePath = "/commit",
        sites: Some = 3,
        coordinators: Some = 1,
        session_timeout: SessionTimeout = 4.0,
        opening: Annotated[int, within(0, 1_000_000), "what the account of a new site holds"] = 100,
        think: Annotated[Seconds, "seconds in which a site votes"] = 1.0,
        patience: Annotated[Seconds, "seconds until a vote that is missing counts as abort"] = 8.0,
        *,
        by: str,
    ) -> list[str]:
        """Start new sites, s1, s2 …, and coordinators at `path`; return the names of their
        processes, the sites' first. Raise LimitReached, having started none.

        session_timeout is in seconds; so are `think`, in which a site finds out how it votes, and
        `patience`, until a vote that is missing counts as "abort".
        """
        self._require_free(path)
        self._require_connection()
        self._require_room(sites + coordinators)
        with self._changing:
            self._require_few(path, sites)
            known = self._open(path, CommitsOpened(path, by=by))["sites"]
            names = [
                self._run(path, site, session_timeout, by, opening, think)
                for site in self._new_sites(path, known, sites)
            ]
            if coordinators:
                own = (coordinators, path, COORDINATOR, session_timeout, by, {"patience": patience})
                names += self._supervisor.start(*own)
            return names

    def _new_sites(self, path: str, known: Iterable[str], count: int) -> list[str]:
        """Return `count` new names for sites, s1, s2 …, that no other dashboard uses here: each is
        taken by a znode, for as long as this dashboard keeps the ledgers. Those in the latest
        transaction may have promised what another ledger knows nothing of.
        """
        if not count:
            return []
        place = self._mirror.lane.ask(o.Get(path), TIMEOUT)
        latest = z.latest_in(place.data, 0, 0).sites if place else ()
        used = {*known, *self._names_below(path), *latest}

        def takes(name: str) -> bool:
            site = f"{path}/{name}"
            is_taken = self._takes(site, {"host": socket.gethostname(), "pid": os.getpid()})
            if is_taken:
                self._taken.append(site)
            return is_taken

        return self._take_names("s", used, count, takes)

    def _require_few(self, path: str, count: int) -> None:
        places = self.model.of(self._state)
        known = len(places[path]["sites"]) if path in places else 0
        if known + count > MOST_SITES:
            raise LimitReached(
                f"{path} has {known} sites, and at most {MOST_SITES} may be: {count} more would be"
                " too many. Start again those that have ended, or choose another path.",
                field="sites",
            )

    def _run(
        self, path: str, site: str, session_timeout: float, by: str, opening: int, think: float
    ) -> str:
        """Start a process of a site; two places, which may have sites of one name, have a folder
        each.
        """
        number = self._numbers.setdefault(path, len(self._numbers) + 1)
        folder = self._ledgers.path / str(number)
        folder.mkdir(exist_ok=True)
        settings = {"site": site, "directory": str(folder), "opening": opening, "think": think}
        (name,) = self._supervisor.start(1, path, SITE, session_timeout, by, settings)
        return name

    @Action(
        "POST", "/commits/sites/{site}/restart", 201,
        "Start a process for a site whose last one has ended, on the ledger that it has",
        object_of(path=TEXT, site=TEXT, candidate=TEXT), gives="candidate",
    )  # fmt: skip
    def restart(
        self,
        site: str,
        path: ZnodePath = "/commit",
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> str:
        """Start a process for `site`, whose last one has ended; return its name."""
        self._require_connection()
        with self._changing:
            known = self._known(path)["sites"].get(site)
            if known is None:
                raise NotFound(f"{path} knows no site {site!r}", field="site")
            last = self._require_ended(site, known["candidate"], "site")
            think = last["settings"]["think"] if last else 1.0
            return self._run(path, site, session_timeout, by, known["opening"] or 0, think)

    @Action(
        "POST", "/commits/transactions", 202, "Have a coordinator begin a transaction",
        object_of(candidate=TEXT), gives="candidate",
    )  # fmt: skip
    def transact(
        self,
        path: ZnodePath = "/commit",
        giver: Annotated[
            _Site | None, "the site that pays; null: the one that has the most"
        ] = None,
        amount: Annotated[int, within(1, 1_000_000), "what each other site gets"] = 10,
        refuses: Annotated[
            _Site | None, "the site that votes no; null: each votes as its account allows"
        ] = None,
        pause: Annotated[Seconds, "seconds between the votes and the decision"] = 0.0,
        *,
        by: str,
    ) -> str:
        """Have a coordinator begin a transaction, in which `giver` pays `amount` to each other
        site; return the coordinator's name.

        refuses: the site that votes no, for the lesson. pause: seconds between votes and decision.
        Raise Conflict where one is undecided, nobody could coordinate, or there is one site only.
        """
        self._require_connection()
        with self._changing:
            commit = self._known(path)
            self._require_none_under_way(path, commit)
            balances = self._balances(commit)
            for field, site in (("giver", giver), ("refuses", refuses)):
                if site is not None and site not in balances:
                    raise NotFound(f"no site {site!r} takes part at {path}", field=field)
            giver = giver or max(balances, key=lambda site: balances[site])
            coordinator = self._some_coordinator(commit)
            moves = {site: amount for site in balances if site != giver}
            moves[giver] = -amount * len(moves)
            self._journal.append(
                TransactionOrdered(path, candidate=coordinator, moves=moves, refuses=refuses, by=by)
            )
            order = {"id": uuid.uuid4().hex, "moves": moves, "pause": pause}
            order["refuses"] = [refuses] if refuses else []
            self._ordered[path] = str(order["id"]), coordinator
            self._supervisor.order(coordinator, "begin", order)
            return coordinator

    def _require_none_under_way(self, path: str, commit: Commit) -> None:
        """Raise Conflict where one is undecided, or a coordinator has still to begin one."""
        if commit["undecided"] is not None:
            raise Conflict(f"{commit['undecided']} is undecided: wait for it", field="path")
        order, coordinator = self._ordered.get(path, ("", ""))
        is_seen = any(one["id"] == order for one in commit["transactions"].values())
        process = self._state["candidates"].get(coordinator)
        if process is not None and process["process"] != "exited" and not is_seen:
            raise Conflict(f"{coordinator} is about to begin one: wait for it", field="path")

    def _balances(self, commit: Commit) -> Mapping[str, int]:
        """Select the processes that take part: all except those that a person has stopped."""
        known = self._state["candidates"]
        found = {
            site: one["balance"]
            for site, one in sorted(commit["sites"].items())
            if one["balance"] is not None and not _has_left(known.get(one["candidate"] or ""))
        }
        if len(found) < 2:
            raise Conflict("money moves between two sites at least: start some", field="path")
        return found

    def _some_coordinator(self, commit: Commit) -> str:
        """Return one that stands by, else one that may not have told yet that it does again."""
        for belief in ("standing by", "coordinating"):
            name = self._running(commit["coordinators"], belief)
            if name is not None:
                return name
        raise Conflict("no coordinator runs: start one first", field="path")


def _has_left(process: CandidateState | None) -> bool:
    """Tell whether its process has ended as it was asked to."""
    exited = process["exit"] if process else None
    return process is None or (exited is not None and exited["code"] == 0)
