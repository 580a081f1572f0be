"""The actions of elections: follow one, start candidates, act on one by its role, mark an end; and
the store that leaders write to.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from ...actions.action import Action
from ...actions.fields import (
    BOOLEAN,
    COUNT,
    TEXT,
    TEXTS,
    OneOrMore,
    SessionTimeout,
    ZnodePath,
    object_of,
)
from ...actions.rights import START
from ...actions.service import Context, Service, check_below_root
from ...actions.signature import Bounded, OrLeftOut, schema_of
from ...errors import BadRequest, Conflict, Forbidden, NotFound, ZooKeeperUnavailable
from ...journal.state import JournalFact
from ...participation.forms import Form, form_of, is_in_group
from ...participation.libraries import HANDOFF, LIBRARIES, library_of
from ...participation.naming import LEADER, in_order, label_of
from ...readmodels.candidates import life_cycle
from ...readmodels.document import Entry
from ...readmodels.events import CandidateResigning
from ...readmodels.lifecycle import Process, Transition, staying
from ...readmodels.wording import quoted
from ...zookeeper import operations as o
from ...zookeeper.lane import Lane
from ...zookeeper.members import Children
from ...zookeeper.paths import check_path
from ...zookeeper.wire.codes import Code
from ..places import PlaceService
from . import shapes
from .events import (
    BESIDE,
    CandidateBehind,
    CandidateUpdated,
    ElectionFollowed,
    FencingTurned,
    MemberMarked,
    StoreEvent,
    StoreRebased,
    WorkBegun,
    WorkDamaged,
    WorkRefused,
    WorkReset,
    WorkWritten,
)
from .ledger import ElectionLedger, entered, is_stale, judge, opened
from .model import MOST_NAMED, ElectionModel
from .state import ROLES, Election, Verdict, barred
from .strategies import STRATEGIES
from .znodes import VERSION, newest_in

Strategy = Annotated[str, Bounded(enum=[*STRATEGIES])]


# -- verbs that elections add to a candidate's life cycle -------------------------------------


_RUNNING = staying("running")
_ONLY = "only candidates of an election have data that can be behind"


def _leads_nothing(candidate: Process) -> str | None:
    leads = candidate["belief"] == "leading"
    return None if leads else "it does not lead, so there is nothing to resign"


def _behind_already(candidate: Process) -> str | None:
    return "its data is behind already" if candidate["belief"] == "behind" else None


def _never_behind(candidate: Process) -> str | None:
    """Refuse if it has no data to catch up with. That its data is old may not be known here yet."""
    return "its data has never been behind" if candidate["data"] is None else None


CHANGES = (
    Transition(CandidateResigning, _RUNNING, "resign", order="resign", why_not=_leads_nothing),
    Transition(
        CandidateBehind,
        _RUNNING,
        "behind",
        "set {} behind",
        None,
        STRATEGIES,
        _ONLY,
        _behind_already,
    ),
    Transition(
        CandidateUpdated,
        _RUNNING,
        "catch-up",
        "catch {} up",
        None,
        STRATEGIES,
        _ONLY,
        _never_behind,
    ),
)


# -- which are followed, and by which strategy -----------------------------------------------------


class Elections(Service):
    """The elections that are followed. All candidates of one must follow one strategy, or two would
    lead.

    home: the path of the election that is used where none is named.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.home = context.settings.election

    @Action("POST", "/elections", 202, "Follow an election of the tree", object_of(path=TEXT))
    def follow(self, path: ZnodePath, strategy: OrLeftOut[Strategy] = None, *, by: str) -> None:
        """Show the election at `path`, whether it has candidates or not."""
        self._follow(path, strategy, by)

    def begin(self) -> None:
        """Follow the election at `home`."""
        named = self._context.settings.names_election
        self._follow(self.home, None, "the command line", named=named)

    def _follow(self, path: str, strategy: str | None, by: str, *, named: bool = False) -> None:
        strategy = self.strategy_for(path, strategy)
        if self._has_ours(path):
            self.require_strategy(path, strategy)
        self.ensure_followed(path, strategy, by, named=named)

    def strategy_for(self, path: str, strategy: str | None, field: str = "path") -> str:
        """Return the requested strategy, or without one the election's own.

        Raise BadRequest, Forbidden or Conflict where no election can be at `path`.
        """
        self._require_place("election", path, ("elections",), field)
        return strategy or self.strategy_at(path)

    def require_strategy(self, path: str, strategy: str) -> None:
        """Raise Conflict if candidates follow another strategy in the election."""
        other = self.other_than(strategy, path)
        if other is not None:
            raise Conflict(
                f"{path} follows the strategy {other}, and has candidates: "
                f"stop them first, or choose another path for {strategy}",
                field="strategy",
            )

    def ensure_followed(self, path: str, strategy: str, by: str, *, named: bool = False) -> None:
        """Show the election, unless it is already shown. named: the command line names it."""
        known = ElectionModel.of(self._state).get(path)
        if known is None or not known.get("asked_for", True) or known["strategy"] != strategy:
            followed = ElectionFollowed(path, strategy=strategy, by=by, named=named)
            self._journal.append(followed)
            children: Children = "every" if strategy == "single" else "numbered"
            self._mirror.follow(path, children=children, beside=BESIDE)

    def strategy_at(self, path: str) -> str:
        """Return the strategy that is followed there, or that of a new election."""
        known = ElectionModel.of(self._state).get(path)
        return known["strategy"] if known else "predecessor"

    def other_than(self, strategy: str, path: str) -> str | None:
        """Return the strategy of the candidates there, if it is another one."""
        other = self.strategy_at(path)
        return other if other != strategy and self._is_stood_in(path) else None

    def _has_ours(self, path: str) -> bool:
        """Tell whether a living candidate of this dashboard is at `path`."""
        candidates = self._state["candidates"].values()
        return any(one["path"] == path and one["process"] != "exited" for one in candidates)

    def _is_stood_in(self, path: str) -> bool:
        election = ElectionModel.of(self._state).get(path)
        return bool(election and election["chain"]) or self._has_ours(path)


# -- data that can be behind -----------------------------------------------------------------------


FIRST = "1"
"""The newest version of an election's data where none was written yet."""


def newest_version(lane: Lane, path: str) -> int | None:
    """Return the number in the znode at `path`; None where there is none: the znode is not there,
    holds something else, or may not be read. Raise ZooKeeperUnavailable.
    """
    try:
        found = lane.ask(o.Get(path))
    except Forbidden:
        return None
    return newest_in(found.data) if found else None


def ensure_version(lane: Lane, path: str) -> int:
    """Return the number, having created the znode with the first version if it was missing.

    Raise Conflict for anything else that somebody has written there; ZooKeeperUnavailable.
    """
    try:
        lane.make(o.Create(path, FIRST.encode()))
    except Forbidden:
        message = f"{path} cannot be created: no permission (ACL)"
        raise Conflict(message, field="candidate") from None
    except Conflict as refusal:
        if refusal.code != "exists":
            raise
        newest = newest_version(lane, path)
        if newest is None:
            raise Conflict(
                f"{path} does not hold the newest version as a decimal number, so none can be "
                "behind",
                field="candidate",
            ) from None
        return newest
    return int(FIRST)


class Eligibility(Service):
    """The verbs that let a candidate fall behind, and catch up, as the supervisor carries them out.
    Both raise ZooKeeperUnavailable.

    Nobody here keeps data: a number for each candidate represents it, and the newest one is in a
    znode beside the election. A candidate without a number takes no part in this.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.supervisor.on_action("behind", self._fall_behind)
        context.supervisor.on_action("catch-up", self._catch_up)

    def _fall_behind(self, candidate: str, by: str) -> None:
        """Make its data one version older than the newest from now on; it withdraws, a leader after
        it has stepped down, and sits out.
        """
        newest = ensure_version(self._mirror.lane, self._version_of(candidate))
        self._tell(candidate, CandidateBehind, newest - 1, newest, by)

    def _catch_up(self, candidate: str, by: str) -> None:
        """Give it the newest data again; it queues."""
        newest = newest_version(self._mirror.lane, self._version_of(candidate))
        known = self._state["candidates"][candidate]["data"]
        newest = newest or (known["newest"] if known else 0)
        self._tell(candidate, CandidateUpdated, newest, newest, by)

    def _version_of(self, candidate: str) -> str:
        self._require_connection()
        return f"{self._state['candidates'][candidate]['path']}{VERSION}"

    def _tell(
        self,
        candidate: str,
        kind: type[CandidateBehind | CandidateUpdated],
        version: int,
        newest: int,
        by: str,
    ) -> None:
        data = {"version": version, "newest": newest}
        self._journal.append(kind(candidate, version=version, newest=newest, by=by))
        self._supervisor.order(candidate, "data", data)


# -- others who are there, or were there first -----------------------------------------------------


_MINGLED = "Programs that use these znodes may take those of the candidates for their own."

Finding = dict[str, str]
"""Says that `who` is there and `why` that matters."""


class Strangers(Service):
    """A finder of other libraries' members in an election, and of others' znodes around it: where
    there are any, candidates are started only if the request says so. Handoff did not create the
    members there; or, in an ensemble that the dashboard did not start, nothing shows that the path
    is Handoff's own.
    """

    def require_no_key(self, path: str) -> None:
        """Raise Conflict where the path itself is a znode that programs race for."""
        election = ElectionModel.of(self._state).get(path)
        (stat,) = self._read(path, o.Exists(path))
        if (election and election["itself"]) or (stat and stat.ephemeralOwner):
            raise Conflict(
                f"{quoted(path)} is itself the znode for which other programs race: it is "
                "ephemeral, so no candidate can stand below it. Choose another path.",
                field="election",
            )

    def require_none(self, path: str, strategy: str) -> None:
        """Raise Conflict, which says who is there and why that matters to candidates that follow
        the strategy.
        """
        found = self.at(path, strategy)
        if found is not None:
            self._refuse(found, "Stop them first, choose")
        found = self._before(path)
        if found is not None:
            self._refuse(found, "Choose")

    def _refuse(self, found: Finding, advice: str) -> None:
        raise Conflict(
            f"{found['who']} {found['why']} {advice} another path, or ask for "
            'it with "among_strangers": true.',
            code="strangers",
            field="among_strangers",
            beside={"strangers": found},
        )

    def at(self, path: str, strategy: str) -> Finding | None:
        """Return which strangers are there; None where there are none."""
        children, key = self._read(path, o.Names(path), o.Get(f"{path}/{LEADER}"))
        together = sorted(filter(is_in_group, children or ()))
        known = (*in_order(children or ()), *together)
        names = [name for name in known if library_of(name) != HANDOFF]
        if names:
            who = f"{quoted(path)} has {_counted(names, self._called(path))}."
            return {"who": who, "why": _reason(names, self._shape(path, names), strategy)}
        return self._of_key(path, key) if key else None

    def _called(self, path: str) -> dict[str, str]:
        """Return the name by which the page calls each member that it knows."""
        election = ElectionModel.of(self._state).get(path)
        return {one["znode"]: one["name"] for one in election["chain"]} if election else {}

    def _shape(self, path: str, names: list[str]) -> str:
        """Return the shape of what the strangers take part in; a path that a person follows may be
        an election.
        """
        election = ElectionModel.of(self._state).get(path)
        known = election["shape"] if election else shapes.ELECTION
        shape = shapes.shape_of_forms({*map(form_of, names)}, known)
        is_said = election and known == shapes.ELECTION and shape == shapes.UNKNOWN
        return known if is_said else shape

    def _of_key(self, path: str, key: Any) -> Finding | None:
        text = key.data.decode(errors="replace")
        if not key.stat.ephemeralOwner or shapes.strategy_said(text):
            return None
        owner = f", and it says {quoted(text)}" if text else ""
        return {
            "who": f"{quoted(path)} has a znode “{LEADER}” that is not Handoff's{owner}.",
            "why": "Programs race for it: a candidate would take it once its owner lets it go.",
        }

    def _before(self, path: str) -> Finding | None:
        """Return who was there before; None where something shows that a candidate was."""
        if self._state["zookeeper"]["source"] != "external" or self._is_own(path):
            return None
        beside, parent = [o.Exists(path + end) for end in BESIDE], path.rpartition("/")[0]
        names, *marks = self._read(path, o.Names(path), *beside)
        if any(marks) or any(library_of(name) == HANDOFF for name in names or ()):
            return None
        if names is not None:
            held = f"holds {_listed(names)}" if names else "is empty"
            who = f"{quoted(path)} exists, {held}, and no candidate has led there."
            return {"who": who, "why": _MINGLED}
        return self._above(parent) if parent else None

    def _above(self, parent: str) -> Finding | None:
        (names,) = self._read(parent, o.Names(parent))
        marks = tuple(BESIDE)
        beside = [name for name in names or () if name.endswith(marks)]
        marked = {name.removesuffix(mark) for name in beside for mark in marks}.union(beside)
        others = [
            name
            for name in names or ()
            if name not in marked and not self._is_own(f"{parent}/{name}")
        ]
        if not others:
            return None
        return {"who": f"{quoted(parent)} holds {_listed(others)}.", "why": _MINGLED}

    def _is_own(self, path: str) -> bool:
        """Tell whether this dashboard created it, or keeps the path for itself."""
        candidates = self._state["candidates"].values()
        return path in self._journal.models.claims or any(one["path"] == path for one in candidates)

    def _read(self, path: str, *reads: o.Read) -> list[Any]:
        """Read from ZooKeeper now: the mirror may not know the latest member yet. Return None for a
        znode that is not there, or that may not be read.
        """
        silent = ZooKeeperUnavailable(
            f"ZooKeeper did not say who is at {path}: nobody was started. Try again."
        )
        try:
            answers = self._mirror.lane.answers(reads)
        except ZooKeeperUnavailable as error:
            raise silent from error
        return [_value(one, silent) for one in answers]


def _value(answer: o.Answer, silent: ZooKeeperUnavailable) -> Any:
    if isinstance(answer, o.Values):
        return answer.values[0]
    if isinstance(answer, o.RequestFailed) and answer.code == Code.NO_AUTH:
        return None
    raise silent


def _counted(names: list[str], called: Mapping[str, str]) -> str:
    """Return "3 members that are not Handoff's: 3 of Curator's LeaderLatch (latch-0000000000,
    …)".
    """
    counts = Counter(map(_makers, names))
    shown = {name: called.get(name) or label_of(name) for name in names}
    parts = [
        f"{number} of {makers} "
        f"({_examples(shown[name] for name in names if _makers(name) == makers)})"
        for makers, number in counts.items()
    ]
    members = "a member that is" if len(names) == 1 else f"{len(names)} members that are"
    return f"{members} not Handoff's: {', '.join(parts)}"


def _makers(name: str) -> str:
    """Return whose members have names of this form."""
    form = form_of(name)
    if form in (None, Form.ELECTION):
        return library_of(name) or "a program whose names Handoff does not know"
    return library_of(name) or form.value.removeprefix("of ")


def _listed(names: Iterable[str]) -> str:
    """Return "a znode that is not Handoff's (config)"."""
    names = sorted(names)
    znodes = "a znode that is" if len(names) == 1 else f"{len(names)} znodes that are"
    return f"{znodes} not Handoff's ({_examples(map(label_of, names))})"


def _examples(names: Iterable[str]) -> str:
    first, *others = map(quoted, names)
    return f"{first}, …" if others else first


def _reason(names: list[str], shape: str, strategy: str) -> str:
    if strategy == "single":
        return f"Programs that take each child for a member may fail on a child “{LEADER}”."
    by_number = "Handoff goes by the sequence number alone"
    if shape == shapes.UNKNOWN:
        what = "Their names do not say what they are here for: nobody is known to lead there"
    else:
        what = f"Nobody leads in a {shape}"
    if shape not in shapes.LED:
        return f"{what}, and {by_number}: a candidate may believe that it leads, and hold nothing."
    sorts = {one.sorts: None for name in names if (one := LIBRARIES.get(library_of(name) or ""))}
    rules = "; ".join(sorts) or "Nobody knows which order decides who leads"
    return f"{rules}, and {by_number}: two may lead at the same time."


# -- candidates ------------------------------------------------------------------------------------


_Verb = Annotated[str, Bounded(enum=list(life_cycle(CHANGES).verbs))]
_Role = Annotated[str, Bounded(enum=list(ROLES))]


class ElectionCandidates(Service):
    """The candidates of all elections. starting: held while nobody else may start one."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._elections = context.service(Elections)
        Eligibility(context)  # It is called by the supervisor.
        self._strangers = Strangers(context)
        self.starting = threading.RLock()

    @Action(
        "POST", "/candidates", 201, "Start candidates",
        object_of(candidates=TEXTS), gives="candidates", right=START,
    )  # fmt: skip
    def start(
        self,
        count: OneOrMore = 1,
        election: Annotated[
            OrLeftOut[ZnodePath],
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
        election: Annotated[OrLeftOut[ZnodePath], "without it, the one of --election"] = None,
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


# -- marks of what a person does to a member now ---------------------------------------------------


_What = Annotated[
    str,
    Bounded(
        maxLength=40,
        pattern=r"^\S(.*\S)?$",
        title="one line without blanks at its ends, such as killed, frozen or stopped",
    ),
    "what is done to it, in a word or a few",
]


class Marks(PlaceService[Election]):
    """What people say that they do to the members of elections."""

    model = ElectionModel

    @Action(
        "POST", "/elections/marks", 202, "Mark that a member of an election is ended now",
        object_of(path=TEXT, member=TEXT, what=TEXT), gives="member",
    )  # fmt: skip
    def mark(
        self,
        path: Annotated[ZnodePath, "of the election"],
        member: Annotated[
            str | None, "its name on the page, its znode or its session; null: who leads"
        ] = None,
        what: _What = "killed",
        *,
        by: str,
    ) -> str:
        """Count the handoff that ends the member's leadership from now; return its name.

        Raise NotFound where no such election or member is known, Conflict where nobody leads.
        """
        election = self._known(check_path(path))
        if not what.isprintable():
            raise BadRequest(f"what is done must be one line of printable text: {what!r} is not",
                             field="what")  # fmt: skip
        if election["shape"] not in shapes.LED:
            raise Conflict(
                f"{path} is a {election['shape']}: nobody leads there, so no handoff is counted",
                field="path",
            )
        entry = self._leader(election) if member is None else _member(election, member)
        name, znode, session = entry["name"], entry["znode"], entry["session"]
        mark = MemberMarked(path, member=name, znode=znode, session=session, what=what, by=by)
        self._journal.append(mark)
        return name

    def _leader(self, election: Election) -> Entry:
        path, leader = election["path"], election["leader"]
        why = ElectionModel().unseen(election, self._state["zookeeper"])
        if why is not None:
            raise Conflict(f"{why}: name the member, for {path} may have another leader by now",
                           field="member")  # fmt: skip
        if leader is None:
            raise Conflict(f"nobody leads {path} now: name a member", field="member")
        return next(entry for entry in election["chain"] if entry["znode"] == leader)


def _member(election: Election, called: str) -> Entry:
    chain = election["chain"]
    for key in ("znode", "session", "name"):
        for entry in chain:
            if entry[key] == called:
                return entry
    names = ", ".join(entry["name"] for entry in chain[:MOST_NAMED]) or "nobody"
    raise NotFound(
        f"{called!r} is no member of {election['path']} now, where these are: {names}"
        f"{', …' if len(chain) > MOST_NAMED else ''}",
        field="member",
    )


# -- the leaders' work -----------------------------------------------------------------------------


Reply = Callable[[str, str, Any], object]

EVENTS: Mapping[Verdict, type[StoreEvent]] = {
    "accepted": WorkWritten,
    "refused": WorkRefused,
    "damage": WorkDamaged,
}


class Store:
    """The store of the leaders' work: it takes or refuses their writes, in the order of arrival.

    One serves all elections of a dashboard. It represents any store outside ZooKeeper that a leader
    writes to: a database, a bucket, a disk. The rule is `ledger.judge`; here is the lock that makes
    reading the epoch, judging and writing one step. `count` and `write` take the reports of these
    kinds and return what will be journaled.

    answer(candidate, word, value): the way back to the process that asked.
    """

    def __init__(self, answer: Reply) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self._ledgers: defaultdict[str, ElectionLedger] = defaultdict(ElectionLedger)
        self._unfenced: set[str] = set()
        self._barred: dict[str, tuple[str, Mapping[str, Any]]] = {}

    def fence(self, path: str, on: bool) -> None:
        """Set whether writes of an earlier epoch are refused in the election at `path`."""
        with self._lock:
            (self._unfenced.discard if on else self._unfenced.add)(path)

    def count(
        self, candidate: str, path: str, data: Mapping[str, Any], at: float
    ) -> list[JournalFact]:
        """Begin a leader's term: data is {"term", "epoch"}. It is told {"term", "count"}; with
        fencing, a leader of an earlier epoch is told nothing, and so cannot begin.
        """
        epoch = data["epoch"]
        with self._lock:
            ledger, fencing = self._ledgers[path], path not in self._unfenced
            if fencing and is_stale(ledger, epoch):
                self._barred[path] = (candidate, data)
                return [_fact(WorkRefused, path, candidate, epoch, None, ledger, ledger)]
            after = self._ledgers[path] = opened(ledger, epoch, candidate)
            fact = _fact(WorkBegun, path, candidate, epoch, None, ledger, after)
        self._answer(candidate, "count", {"term": data["term"], "count": after.count})
        return [fact]

    def rebase(self, path: str) -> list[JournalFact]:
        """Forget which epochs were seen, and tell the count to the leader that was refused last:
        ZooKeeper has another history than it had. The numbers go on.
        """
        with self._lock:
            candidate, data = self._barred.pop(path)
            self._ledgers[path] = ElectionLedger(count=self._ledgers[path].count)
        return self.count(candidate, path, data, time.monotonic())

    def write(
        self, candidate: str, path: str, data: Mapping[str, Any], at: float
    ) -> list[JournalFact]:
        """Take or refuse a number: data is {"term", "epoch", "number"}. The leader is told {"term",
        "number", "verdict"}.
        """
        epoch, number = data["epoch"], data["number"]
        with self._lock:
            ledger = self._ledgers[path]
            verdict = judge(ledger, epoch, number, fencing=path not in self._unfenced)
            after = self._ledgers[path] = entered(ledger, epoch, number, candidate, verdict)
            fact = _fact(EVENTS[verdict], path, candidate, epoch, number, ledger, after)
        told = {"term": data["term"], "number": number, "verdict": verdict}
        self._answer(candidate, "written", told)
        return [fact]


def _fact(
    kind: type[StoreEvent],
    path: str,
    candidate: str,
    epoch: int,
    number: int | None,
    before: ElectionLedger,
    after: ElectionLedger,
) -> JournalFact:
    """Return the fact with the moment of the decision: the journal keeps decisions in their order.

    `seen` is the latest epoch the store had seen until then, and `holder` who brought it.
    """
    event = kind(
        path,
        candidate=candidate,
        epoch=epoch,
        number=number,
        seen=before.epoch,
        holder=before.holder,
        count=after.count,
    )
    return JournalFact(event, time.monotonic())


_Election = Annotated[ZnodePath, "of the election"]


class WorkActions(PlaceService[Election]):
    """What a person asks of the store that the leaders of all elections write to."""

    model = ElectionModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._store = Store(context.supervisor.order)
        context.supervisor.on_report("count", self._store.count)
        context.supervisor.on_report("write", self._store.write)

    @Action(
        "POST", "/elections/fencing", 202,
        "Refuse the late writes of an election's earlier leaders, or take them",
        object_of(path=TEXT, on=BOOLEAN),
    )  # fmt: skip
    def fence(
        self,
        path: _Election,
        on: Annotated[bool, "whether writes of an earlier epoch are refused"],
        *,
        by: str,
    ) -> None:
        """Make the store refuse writes of an earlier epoch in the election at `path`, or take them.
        Change nothing where it does so already.
        """
        with self._changing:
            if self._known(check_path(path))["fencing"] != on:
                self._store.fence(path, on)
                self._journal.append(FencingTurned(path, on=on, by=by))

    @Action(
        "POST", "/elections/reset-work", 202, "Count an election's writes from zero again",
        object_of(path=TEXT),
    )  # fmt: skip
    def reset(self, path: _Election, *, by: str) -> None:
        """Count from zero what was accepted, refused and damaged; the numbers themselves go on."""
        self._known(check_path(path))
        self._journal.append(WorkReset(path, by=by))

    @Action(
        "POST", "/elections/rebase-work", 202,
        "Let the store of an election's work begin this ensemble's history",
        object_of(path=TEXT, epoch=COUNT), gives="epoch",
    )  # fmt: skip
    def rebase(self, path: _Election, *, by: str) -> int:
        """Let the store begin this ensemble's history with the leader that it refuses; return the
        leader's epoch. Raise Conflict where it refuses no leader.
        """
        with self._changing:
            refused = barred(self._known(check_path(path)))
            if refused is None:
                raise Conflict(
                    f"the store does not refuse the leader of {path}: it has seen no later epoch",
                    field="path",
                )
            epoch, seen, holder = refused["epoch"], refused["seen"], refused["holder"]
            self._journal.append(StoreRebased(path, epoch=epoch, seen=seen, holder=holder, by=by))
            for fact in self._store.rebase(path):
                self._journal.append(*fact)
        return epoch
