"""The actions of elections: start candidates, act on one by its role."""

from __future__ import annotations

import threading
from typing import Annotated

from ....actions.action import Action
from ....actions.fields import TEXT, TEXTS, OneOrMore, Place, SessionTimeout, object_of
from ....actions.service import (
    Context,
    Service,
    check_below_root,
)
from ....actions.signature import Bounded, OrLeftOut, schema_of
from ....errors import Conflict, NotFound
from ....readmodels.candidates import life_cycle
from ....readmodels.document import Entry
from ..model.model import ElectionModel
from ..model.passing import ROLES
from ..verbs import CHANGES
from .elections import Elections, Strategy
from .eligibility import Eligibility
from .strangers import Strangers

_Verb = Annotated[str, Bounded(enum=list(life_cycle(CHANGES).verbs))]
_Role = Annotated[str, Bounded(enum=list(ROLES))]


class Volunteers(Service):
    """The candidates of all elections. starting: held while nobody else may start one."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._elections = context.service(Elections)
        self._eligibility = Eligibility(context)
        self._strangers = Strangers(context)
        self.starting = threading.RLock()

    @Action(
        "POST", "/candidates", 201, "Start candidates",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        count: OneOrMore = 1,
        election: Annotated[
            OrLeftOut[Place],
            "the election's path; without it, the one that --election names",
        ] = None,
        strategy: Annotated[OrLeftOut[Strategy], "without it, the election's own"] = None,
        session_timeout: SessionTimeout = 4.0,
        work: Annotated[bool, "whether a leader hands out numbers"] = True,
        among_strangers: Annotated[
            bool, "also if other programs are there, or were there first; 409 without it"
        ] = False,
        *,
        by: str,
    ) -> list[str]:
        """Start `count` candidates in an election and return their names.

        election: None for the one of --election; strategy: None for the one that it follows.
        session_timeout is in seconds; the server may negotiate another one. among_strangers: also
        where there are members that Handoff did not create.
        """
        election = self._elections.home if election is None else election
        strategy = self._elections.strategy_for(election, strategy, "election")
        self._require_connection()
        self._elections.require_strategy(election, strategy)
        self._strangers.require_no_key(election)
        if not among_strangers:
            self._strangers.require_none(election, strategy)
        with self.starting:
            self._elections.require_strategy(election, strategy)
            self._elections.ensure_followed(election, strategy, by)
            settings = {"work": work}
            return self._supervisor.start(count, election, strategy, session_timeout, by, settings)

    @Action(
        "POST", "/roles/{role}/{action}", 202, "Act on the candidate in a role",
        object_of(candidate=TEXT, action=schema_of(_Verb)), gives="candidate",
    )  # fmt: skip
    def act_on_role(
        self,
        role: _Role,
        action: _Verb,
        election: Annotated[OrLeftOut[Place], "without it, the one of --election"] = None,
        *,
        by: str,
    ) -> str:
        """Do `action` to the candidate that holds `role` in an election now; return its name."""
        path = self._elections.home if election is None else election
        entry = self._holder(check_below_root("election", path, "election"), role)
        if entry["candidate"] is None:
            raise Conflict(
                f"the {role} of {path}, {entry['name']}, is not a process of this dashboard",
                field="role",
            )
        self._supervisor.act(entry["candidate"], action, by)
        return str(entry["candidate"])

    def _holder(self, path: str, role: str) -> Entry:
        election = ElectionModel.of(self._state).get(path)
        if election is None:
            raise NotFound(f"the election {path!r} is not followed", field="election")
        znode = election["roles"].get(role)
        if znode is None:
            raise Conflict(f"{path} has no {role} now", field="role")
        return next(entry for entry in election["chain"] if entry["znode"] == znode)
