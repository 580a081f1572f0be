"""The election of others' programs: commands break the leader, mend it, and ask what it does.

Nothing of theirs reports to Handoff. What ZooKeeper shows is measured: the leader's znode goes, and
the next one leads. What a program believes, and whether it serves, its own commands tell.
Candidates of ours may join them: no command is asked of these, which report what they believe.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ....errors import Conflict, HandoffError
from ....readmodels.chain import by_session
from ....readmodels.document import Entry
from ....readmodels.violations import unseen
from ....system.undo import UndoLog
from ....zookeeper import operations as o
from ....zookeeper.addresses import split_hosts
from ....zookeeper.fourletter import FourLetterError, ask
from ....zookeeper.words import ConnectedClient, parse_cons
from ...election.actions import ElectionCandidates, Elections, Marks
from ...election.model import ElectionModel
from ...election.state import Election, LastHandoff
from ...election.znodes import ACKNOWLEDGED
from ..programs import MemberAsked, OtherPrograms, variables
from ..rounds import RoundMore
from .commands import WITHIN, Believing, CommandRun, Serving, ServingSeen, run_command
from .faults import Given, InjectedFault
from .stage import IDLE, DrillSetting, DrillStage, RoundBefore, RoundSeen, RoundShown, Unsettled

PINGS_PER_TIMEOUT = 3
"""kazoo's client and Java's are silent for a third of their session timeout at most."""
TWO_LEADERS, OLD_SERVES, BREAK_FAILED = "two_leaders", "old_leader_serves", "break_failed"
"""What may not hold in a drill of others' programs."""
_STANDS_WITHIN = 120.0
_LEADING = "leading"
_IN_PLACE = ("waiting", _LEADING)
_ASKS_EVERY = 0.5


class MemberTold(NamedTuple):
    """A member of the election, as commands are told of it. epoch: the zxid of its znode;
    candidate: None of others' programs.
    """

    name: str
    env: Mapping[str, str]
    epoch: int | None
    candidate: str | None

    @property
    def asked(self) -> MemberAsked:
        """Return it as one who is asked what it believes."""
        return MemberAsked(self.name, self.candidate is not None)

    @property
    def served(self) -> Mapping[str, str]:
        """Return what the command is told that asks for its service; nothing where it has none."""
        return {} if self.candidate else self.env


class CommandFault(InjectedFault):
    """A command that breaks the leader of others' programs, and one that mends it. undo: where it
    is written what mends it. Without a command, somebody else breaks it. A leader of ours is
    killed instead: no command would find it, and nothing of it is left to mend.
    """

    def __init__(self, *given: *Given, stage: OthersElection, undo: UndoLog | None) -> None:
        super().__init__(*given)
        self._marks = self._context.service(Marks)
        self._stage, self._undo = stage, undo
        self._broken: tuple[int | None, Mapping[str, str]] | None = None
        self._running: _Breaking | None = None

    def ready(self, draw: float) -> list[str]:
        """Return who leads."""
        return [self._stage.leader.name]

    def fail(self, victims: Sequence[str]) -> None:
        """Start the command that breaks, once it is written down what mends it."""
        self._running = None
        leader, programs = self._stage.leader, self._plan.programs
        if leader.candidate is not None and self._plan.fault != "servers":
            self._strike([leader.candidate], "kill")
            return
        if programs is None or programs.breaks is None:
            return
        env = leader.env
        entry = {"command": programs.mends, "env": env, "election": self._plan.path}
        number = self._undo.begin(entry) if self._undo and programs.mends else None
        self._broken = (number, env)
        with contextlib.suppress(Conflict):
            self._marks.mark(self._plan.path, what="broken by a command", by=self._by)
        within = WITHIN + (self._plan.lasts if self._plan.kind.lasts else 0.0)
        self._running = _Breaking(programs.breaks, env, within)

    @property
    def is_over(self) -> bool:
        """Tell whether the command has ended, if there is one."""
        return self._running is None or self._running.ran is not None

    def ran(self) -> CommandRun | None:
        """Wait for the end of the command, and return how it ran; None without one."""
        if self._running is None:
            return None
        while self._running.ran is None:
            self._pause(0.01)
        return self._running.ran

    def recover(self, victims: Sequence[str]) -> str | None:
        """Run the command that mends; return what stays broken."""
        if self._running is not None:
            self._running.end()
        broken, self._broken = self._broken, None
        programs = self._plan.programs
        if broken is None or programs is None or programs.mends is None:
            return None
        number, env = broken
        fault = run_command(programs.mends, env).fault
        if fault is not None:
            return f"{programs.mends!r} {fault}"
        if self._undo is not None and number is not None:
            self._undo.end(number)
        return None

    def cleanup(self) -> str | None:
        """Mend what is broken, at the end; return what stays broken."""
        return self.recover(())


class _Breaking:
    """A command that breaks, on a thread. ran: how it ran, None until it has ended. within: seconds
    that it may take.
    """

    def __init__(self, command: str, env: Mapping[str, str], within: float) -> None:
        self.ran: CommandRun | None = None
        self._command, self._env, self._within = command, env, within
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="break", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """End it, if it still runs."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        self.ran = run_command(self._command, self._env, self._within, self._over.is_set)


class OthersElection(DrillStage):
    """The election of others' programs. fault: the command that breaks their leader."""

    bears_outages = True

    def __init__(self, *given: *Given, programs: OtherPrograms, undo: UndoLog | None) -> None:
        super().__init__(*given)
        self.fault = CommandFault(*given, stage=self, undo=undo)
        self._elections = self._context.service(Elections)
        self._programs = programs
        self._candidates = self._context.service(ElectionCandidates)
        self._size, self._joined, self._timeout = 1, 0, self._plan.session_timeout
        self._is_first_mark = False
        self._serving: Callable[[], ServingSeen] | None = None
        self._asks_at = 0.0
        self._known: dict[tuple[str, str | None], MemberTold] = {}
        self._asked = self._new_believing()

    # -- the members ------------------------------------------------------------------------------

    def setup(self) -> None:
        """Follow the election, and wait until somebody leads. Those of ours that join are given the
        leader's session timeout, so that one window is expected of all.
        """
        self._elections.follow(self._plan.path, by=self._by)
        self.settle()
        self._size = len(self._chain) if self._programs.breaks else 1
        if self._programs.join:
            self._joined, self._timeout = self._programs.join, self.setting().timeout
            self._is_first_mark = self._mirror.lane.ask(o.Exists(self._mark)) is None
        if self._asked is not None:
            self._asked.start()

    def settle(self) -> None:
        """Start those of ours that are missing, and wait until somebody leads, and as many of
        others take part as did at first, unless somebody else ends them. Raise Unsettled.
        """
        missing = self._joined - len(self._alive(self._state))
        if missing > 0:
            self._candidates.start(
                missing, self._plan.path, "predecessor", self._timeout, work=IDLE,
                among_strangers=True, by=self._by,
            )  # fmt: skip
        if not self._await(self._stands, _STANDS_WITHIN):
            self._require_connection()
            there, size = len(self._chain), self._size + self._joined
            raise Unsettled(
                f"{there} of {size} take part in {self._plan.path}: they did not find their "
                f"places again in {_STANDS_WITHIN:.0f} s"
                if there
                else f"nobody leads at {self._plan.path}"
            )

    def _stands(self) -> bool:
        state, election = self._state, self._election
        if not election or unseen(state["zookeeper"]) is not None or election["handoff"]:
            return False
        chain, alive = election["chain"], self._alive(state)
        ours = [one["candidate"] for one in chain if one["belief"] in _IN_PLACE]
        others = [one for one in chain if one["candidate"] is None]
        is_full = len(others) >= self._size and len(alive) >= self._joined
        return is_full and bool(chain[0]["session"]) and {*alive} <= {*ours}

    def clear(self) -> None:
        """Ask nobody any more; end ours, and delete what only they have written."""
        if self._asked is not None:
            self._asked.stop()
        super().clear()
        if self._is_first_mark:
            self._mirror.lane.ask(o.Delete(self._mark))

    @property
    def _mark(self) -> str:
        """Return the path at which a leader of ours writes down that it leads."""
        return f"{self._plan.path}{ACKNOWLEDGED}"

    def setting(self) -> DrillSetting:
        """Return where the drill runs."""
        leader = self._chain[0]
        listed = self._clients().get(leader["session"] or "", ConnectedClient())
        granted = listed.timeout
        timeout = self._plan.session_timeout if granted is None else granted / 1000
        is_known = granted is not None and leader["library"] is not None
        gap = timeout / PINGS_PER_TIMEOUT if is_known else None
        return DrillSetting(timeout, self._tick(), len(self._state["zookeeper"]["servers"]), gap)

    # -- a round ----------------------------------------------------------------------------------

    @contextlib.contextmanager
    def watched(self) -> Iterator[RoundSeen]:
        """Yield what the events of the block say; ask meanwhile whether the leader serves."""
        leader = self.leader
        with super().watched() as seen, self._served(leader) as self._serving:
            yield seen

    def observe(self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen) -> RoundShown:
        """Wait until the next one leads, and is heard."""
        served, leader = self._serving, ElectionModel.of(before.state)[self._plan.path]["chain"][0]
        within = self._plan.within if self._programs.breaks else math.inf

        def has_passed_on() -> bool:
            back = not served or served().back is not None
            return self.handoffs() > before.handoffs and back

        has_ended = self._await(lambda: has_passed_on() or self._led_on(leader), within)
        has_passed = has_passed_on()
        ran = self.fault.ran()
        ended = time.monotonic()
        is_over = self._await(lambda: self._is_heard(has_passed, ended)) and has_passed
        if has_ended and not has_passed and not (ran and ran.fault):
            return RoundShown(True, {}, {})
        service = served() if served else None
        heir = self._heir if has_passed else None
        shown = self._shown(is_over, seen.passed.get(leader["session"]), heir, ran, service)
        if ran is not None and ran.fault:
            broken = [*shown.broken, BREAK_FAILED]
            return shown._replace(broken=broken, more={**shown.more, "said": ran.fault})
        return shown

    def _led_on(self, leader: Entry) -> bool:
        """Tell whether the leader has outlived a fault of servers: all is mended, and a server
        lists its session. They are asked once in a while.
        """
        now = time.monotonic()
        if self._plan.fault != "servers" or not self.fault.is_over or now < self._asks_at:
            return False
        self._asks_at = now + _ASKS_EVERY
        chain = self._chain
        is_first = bool(chain) and chain[0]["session"] == leader["session"]
        return is_first and leader["session"] in self._clients()

    def _shown(
        self,
        is_over: bool,
        handoff: LastHandoff | None,
        heir: MemberTold | None,
        ran: CommandRun | None,
        service: ServingSeen | None,
    ) -> RoundShown:
        """Return what a round has shown. One of ours that follows has no service."""
        broken = [OLD_SERVES] if service and service.lingers else []
        name, who = heir and heir.name, heir and heir.asked
        if heir and heir.candidate:
            service = None
        start, span = _instant(handoff, ran)
        deleted = handoff["at"]["deleted"] if handoff else None
        back = service and service.back
        steps: list[tuple[str, float | None]] = [("detect", deleted)]
        if self._is_key:
            steps.append(("claims", _claimed(handoff, deleted)))
        elif self._asked is not None and self._asked.asks(who):
            steps.append(("claims", self._asked.since(who)))
        if service is not None:
            steps.append(("serves", back))
        if handoff and handoff["found_gone"]:  # While Handoff was cut off: nobody saw when.
            ms, last = _phases(None, steps[1:], is_over)
            last = deleted if last is None else last
        else:
            ms, last = _phases(start, steps, is_over)
        more: RoundMore = {"span": round(span * 1000, 3)}
        if service is not None:
            away = service.away
            more["away"] = round((away[1] - away[0]) * 1000, 3) if away else None
        ended = is_over and None not in ms.values()
        since = deleted if start is None else start
        more["handoff"] = None
        if ended and last is not None and since is not None:
            more["handoff"] = round((last - since) * 1000, 3)
        return RoundShown(ended, ms, more, name, broken)

    def broken(self) -> Collection[str]:
        """Return whether two were seen to lead at once."""
        return [TWO_LEADERS] if self._asked and self._asked.rivals() else []

    @contextlib.contextmanager
    def _served(self, before: MemberTold) -> Iterator[Callable[[], ServingSeen] | None]:
        """Ask for as long as the block lasts whether the leader serves."""
        if self._programs.serves is None:
            yield None
            return

        def heir() -> Mapping[str, str] | None:
            now = self._heir
            return None if now is None or now.epoch == before.epoch else now.served

        with Serving(self._programs.serves, before.served, heir).asked() as seen:
            yield seen

    # -- what ZooKeeper shows ---------------------------------------------------------------------

    @property
    def _election(self) -> Election | None:
        return ElectionModel.of(self._state).get(self._plan.path)

    @property
    def _chain(self) -> Sequence[Entry]:
        election = self._election
        return election["chain"] if election else []

    @property
    def _is_key(self) -> bool:
        election = self._election
        return bool(election and election["itself"])

    @property
    def leader(self) -> MemberTold:
        """Return who leads. Raise Unsettled where nobody does."""
        leader = self._heir
        if leader is None:
            raise Unsettled(f"nobody leads at {self._plan.path}")
        return leader

    @property
    def _heir(self) -> MemberTold | None:
        """Return who leads now; None where nobody does."""
        chain = self._chain
        return self._told_of(chain[0]) if chain else None

    def _told_of(self, entry: Entry) -> MemberTold:
        """Return a member with its data as read, and its client's address as the servers list
        it.
        """
        path = self._plan.path
        znode = path if self._is_key else f"{path}/{entry['znode']}"
        known = self._known.get((znode, entry["session"]))
        if known is not None and known.candidate == entry["candidate"]:
            return known
        data = self._data_of(znode)
        client = self._clients().get(entry["session"] or "", ConnectedClient()).address or ""
        host, _, port = client.rpartition(":")
        name = entry["candidate"] or self._programs.name_in(data or "") or entry["name"]
        env = self._env({
            "member": name,
            "znode": znode,
            "data": data,
            "session": entry["session"],
            "client": client,
            "host": host.strip("[]"),
            "port": port,
        })  # fmt: skip
        told = MemberTold(name, env, entry["czxid"], entry["candidate"])
        if data is not None:
            self._known[znode, entry["session"]] = told
        return told

    def _env(self, told: Mapping[str, str | None]) -> dict[str, str]:
        hosts = self._state["zookeeper"]["hosts"]
        return {**variables(self._plan.path, hosts, told), **self._programs.secrets}

    def _data_of(self, znode: str) -> str | None:
        """Return what a znode says; None where it cannot be read, or is gone."""
        with contextlib.suppress(HandoffError):
            found = self._mirror.lane.ask(o.Get(znode))
            return bytes(found.data or b"").decode("utf-8", "replace") if found else None
        return None

    def _clients(self) -> dict[str, ConnectedClient]:
        """Return session -> its client, as the servers list them."""
        found: dict[str, ConnectedClient] = {}
        for server in self._state["zookeeper"]["servers"]:
            ((host, port), *_), _ = split_hosts(server["address"])
            with contextlib.suppress(FourLetterError):
                found |= parse_cons(ask(host, port, "cons", security=self._context.security))
        return found

    def _new_believing(self) -> Believing | None:
        command = self._programs.believes
        return None if command is None else Believing(command, self._everybody, self._ours)

    def _is_heard(self, has_passed: bool, since: float) -> bool:
        """Tell whether somebody leads, if it has passed, and all were asked since a moment."""
        heir = self._heir if has_passed else None
        if has_passed and heir is None:
            return False
        asked, who = self._asked, heir and heir.asked
        if asked is None:
            return True
        is_to_be_asked = heir is not None and self._programs.leader_of is not None
        return asked.heard_out(who, since) and (asked.asks(who) or not is_to_be_asked)

    def _everybody(self) -> Mapping[MemberAsked, Mapping[str, str]]:
        """Return what a command is told of all of others' programs that were named, or have had a
        znode.
        """
        for entry in self._chain:
            self._told_of(entry)
        named = {MemberAsked(name): self._env({"member": name}) for name in self._programs.members}
        known = [*self._known.items()] if self._programs.leader_of else []
        # A znode of ours may be read before its owner reports.
        ours = by_session(self._state["candidates"])
        others = (m for (_, session), m in known if m.candidate is None and session not in ours)
        return {**named, **{one.asked: one.env for one in others}}

    def _ours(self) -> dict[MemberAsked, bool]:
        """Return candidate of ours -> whether it says that it leads."""
        state = self._state
        everybody = state["candidates"]
        return {
            MemberAsked(name, True): everybody[name]["belief"] == _LEADING
            for name in self._alive(state)
        }


def _instant(handoff: LastHandoff | None, ran: CommandRun | None) -> tuple[float | None, float]:
    """Return when the fault came, and within how many seconds: what the command prints, or from its
    start on; without a command when one of ours was struck, or what ZooKeeper's lists show.
    """
    if ran is not None:
        printed = ran.printed_at
        return (printed, 0.0) if printed else (ran.began, ran.ended - ran.began)
    if handoff and handoff["from"]:
        return handoff["at"]["fault"], 0.0
    heard = handoff["heard"] if handoff else None
    if handoff is None or handoff["phases_from"] != "lost" or heard is None:
        return None, 0.0
    return heard["missing"], (handoff["within_ms"] or 0) / 1000


def _claimed(handoff: LastHandoff | None, deleted: float | None) -> float | None:
    """Return when the next one had the key."""
    if handoff is None or deleted is None:
        return None
    after, gone = handoff["phases_ms"].get("next"), handoff["phases_ms"].get("deleted") or 0.0
    return None if after is None else deleted + (after - gone) / 1000


def _phases(
    start: float | None, steps: Sequence[tuple[str, float | None]], is_over: bool
) -> tuple[dict[str, float | None], float | None]:
    """Return the milliseconds of each phase, and when the last one ended; None for the first that
    did not end, and nothing after it.
    """
    found: dict[str, float | None] = {}
    before = start
    for phase, moment in steps:
        if moment is None:
            if not is_over:
                found[phase] = None
            return found, None
        if before is not None:
            moment = max(moment, before)
            found[phase] = round((moment - before) * 1000, 3)
        before = moment
    return found, before
