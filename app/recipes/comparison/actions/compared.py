"""Act on the candidates of a measurement: start, end and await them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ....actions.service import Context, Service
from ....errors import Conflict, HandoffError, NotFound
from ....processes.supervisor import Supervisor
from ....readmodels.document import CandidateState, Entry, State
from ...election.actions.volunteers import Volunteers
from ...election.model.model import ElectionModel
from ..document import Death
from ..events import SUBJECT, LeadersStruck
from ..model import PATHS, STRATEGIES, ComparisonSection, standing_at

IDLE = False
"""Leaders in a comparison do no other work: its cost is not the strategy's."""
Pause = Callable[[float], None]
"""Waits so many seconds; raises what ends the measurement."""
Found = TypeVar("Found")

_IN_PLACE = ("watch predecessor", "remember leader")
_EVERY = 0.02
_SETTLING = 60.0
_SILENCE = 0.3


class Compared(Service):
    """The elections below `/compare`, as a measurement uses them: nobody else acts on them."""

    def __init__(
        self,
        context: Context,
        candidates: Volunteers,
        session_timeout: float,
        by: str,
        pause: Pause,
    ) -> None:
        super().__init__(context)
        self._candidates = candidates
        self._timeout = session_timeout
        self._by = by
        self._pause = pause

    # -- starting and ending ----------------------------------------------------------------------

    def grow(self, strategy: str, size: int) -> None:
        """Start candidates up to `size`, and wait until all are in their places."""
        missing = size - standing_at(self._state, strategy)["n"]
        if missing > 0:
            self._candidates.start(
                missing, PATHS[strategy], strategy, self._timeout, work=IDLE, by=self._by
            )
        self._await(
            f"{size} candidates of {strategy} did not find their places",
            lambda state: stands(state, strategy, size),
            _SETTLING + size * 0.3,
        )

    def strike(self, strategy: str, fault: str) -> None:
        """End the leader, and journal that first."""
        leader = self._leader(strategy)
        leaders = {strategy: leader}
        self._journal.append(struck(self._state, leaders, fault, self._by))
        self._act(strategy, leader, fault)

    def end_leader(self, strategy: str, fault: str) -> None:
        """End a candidate that is alone, and wait until its znode is gone."""
        leader = self._leader(strategy)
        self._act(strategy, leader, fault)
        self._await_gone(strategy, lambda entry: True)
        self._end(leader)

    def end_other(self, strategy: str) -> None:
        """Stop the one of two that does not lead."""
        leader = self._leader(strategy)
        path, known = PATHS[strategy], self._state["candidates"]
        other = next(n for n in alive(self._state) if n != leader and known[n]["election"] == path)
        self._act(strategy, other, "stop")
        self._end(other)
        self._await_gone(strategy, lambda entry: entry["candidate"] == other)

    def bury(self, strategy: str) -> None:
        """End the process of the struck leader, if it is only frozen."""
        self._end(self.death(strategy)["from"])

    def _end(self, name: str) -> None:
        with contextlib.suppress(Conflict, NotFound):
            if self._state["candidates"][name]["process"] == "paused":
                self._supervisor.act(name, "kill", self._by)
        self._await(
            f"{name} did not end",
            lambda state: name not in alive(state),
            self._timeout * 2 + 10,
        )

    def stop(self, pause: Pause | None) -> None:
        """Stop all candidates of the three elections and wait for their end: with a `pause` until
        their znodes are gone too, without one for the processes only.
        """
        stop_all(self._state, self._supervisor, self._by)
        deadline = time.monotonic() + 2 * self._timeout + 15
        while time.monotonic() < deadline:
            state = self._state
            if not alive(state) and (pause is None or not any(map(chain_of(state), STRATEGIES))):
                return
            (pause or time.sleep)(_EVERY)
        if pause is not None:
            raise HandoffError("another program takes part in the compared elections")

    # -- waiting ----------------------------------------------------------------------------------

    def await_handoff(self, strategy: str, left: int) -> None:
        """Wait until the next leader has acknowledged and `left` candidates are in their places."""
        gone = self.death(strategy)["from"]
        self._await_gone(strategy, lambda entry: entry["candidate"] == gone)
        self._await(
            f"no candidate of {strategy} took over",
            lambda state: stands(state, strategy, left, besides=gone),
            _SETTLING + left * 0.3,
        )

    def _await_gone(self, strategy: str, is_meant: Callable[[Entry], bool]) -> None:
        self._await(
            f"the leader's znode of {strategy} did not go",
            lambda state: not any(map(is_meant, chain_of(state)(strategy))),
            self._timeout * 2 + 20,
        )

    def await_silence(self, strategy: str) -> None:
        """Wait until nobody has reported anything new for a while: where the servers do not tell,
        there is no other sign.
        """
        last, since = self.reported(strategy), time.monotonic()
        while time.monotonic() - since < _SILENCE:
            self._pause(_EVERY)
            now = self.reported(strategy)
            last, since = now, since if now == last else time.monotonic()

    def until(self, look: Callable[[], Found | None], within: float) -> Found | None:
        """Return the first result found; None after `within` seconds. Raise
        ZooKeeperUnavailable.
        """
        deadline = time.monotonic() + within
        while (found := look()) is None:
            self._require_connection()
            if time.monotonic() > deadline:
                return None
            self._pause(_EVERY)
        return found

    def _await(self, otherwise: str, holds: Callable[[State], bool], within: float) -> None:
        if self.until(lambda: holds(self._state) or None, within) is None:
            raise HandoffError(f"{otherwise} within {within:.0f} s")

    # -- what is known of the death ---------------------------------------------------------------

    def death(self, strategy: str) -> Death:
        """Return the death under study, as the state document has it."""
        return ComparisonSection.of(self._state)["deaths"][strategy] or {}

    def watches(self, strategy: str) -> int:
        """Return how many watches its candidates have, by their own reports."""
        return standing_at(self._state, strategy)["watches"]

    def told(self, strategy: str) -> int:
        """Return how many candidates were told of it, by their own reports."""
        return len(self.death(strategy)["woken"])

    def reported(self, strategy: str) -> int:
        """Return how often they were told anything since, by their own reports."""
        return sum(self.death(strategy)["woken"].values())

    def creations(self, strategy: str) -> int:
        """Return how many znodes were created since."""
        death = self.death(strategy)
        return death["creates"] - death["failed"]

    def _leader(self, strategy: str) -> str:
        name = leader_of(self._state, strategy)
        if name is None:
            raise _meddled(strategy)
        return name

    def _act(self, strategy: str, name: str, action: str) -> None:
        """Act on a candidate; somebody else may have been faster."""
        try:
            self._supervisor.act(name, action, self._by)
        except (Conflict, NotFound):
            raise _meddled(strategy) from None


def _meddled(strategy: str) -> HandoffError:
    return HandoffError(f"somebody else ended or froze candidates of {PATHS[strategy]}")


def struck(state: State, leaders: Mapping[str, str], action: str, by: str) -> LeadersStruck:
    """Return the event that tells of it; leaders: strategy -> name."""
    standing = {strategy: standing_at(state, strategy) for strategy in leaders}
    return LeadersStruck(SUBJECT, action=action, leaders=dict(leaders), standing=standing, by=by)


def leader_of(state: State, strategy: str) -> str | None:
    """Return the owner of the leader's znode; None if there is none, or it is a foreign client."""
    election = ElectionModel.of(state).get(PATHS[strategy])
    if election is None or election["leader"] is None:
        return None
    holders = {entry["znode"]: entry["candidate"] for entry in election["chain"]}
    return holders.get(election["leader"])


def alive(state: State) -> list[str]:
    """Return the candidates of the three elections whose processes have not ended."""
    paths = set(PATHS.values())
    everybody = state["candidates"].items()
    return [n for n, one in everybody if one["election"] in paths and one["process"] != "exited"]


def stop_all(state: State, supervisor: Supervisor, by: str) -> list[str]:
    """Stop the candidates of the three elections, frozen ones included; return their names."""
    names = alive(state)
    for name in names:
        for action in ("resume", "stop"):
            with contextlib.suppress(Conflict, NotFound):
                supervisor.act(name, action, by)
    return names


def chain_of(state: State) -> Callable[[str], Sequence[Entry]]:
    """Return strategy -> the chain of its election."""
    elections = ElectionModel.of(state)

    def chain_at(strategy: str) -> Sequence[Entry]:
        election = elections.get(PATHS[strategy])
        return election["chain"] if election else []

    return chain_at


def stands(state: State, strategy: str, size: int, besides: str | None = None) -> bool:
    """Tell whether one of `size` candidates leads and has acknowledged, and all others wait and
    watch, and do nothing else; `besides` does not count. Raise HandoffError where somebody else has
    interfered.
    """
    everybody = state["candidates"].items()
    here = [one for n, one in everybody if one["election"] == PATHS[strategy] and n != besides]
    left = [one for one in here if one["process"] != "exited"]
    if len(left) < size or any(one["process"] == "paused" for one in left):
        raise _meddled(strategy)
    election = ElectionModel.of(state).get(PATHS[strategy])
    if election is None or election["handoff"] is not None:
        return False
    leading = [one for one in left if one["belief"] == "leading" and one["step"] == "lead"]
    waiting = [one for one in left if one["belief"] == "waiting" and _is_placed(one)]
    return len(leading) == 1 and len(waiting) == size - 1 == len(left) - 1


def _is_placed(one: CandidateState) -> bool:
    """Tell whether it is in its place: a racer says that it waits and watches while its own create
    is still on its way.
    """
    return bool(one["watches"]) and one["step"] in _IN_PLACE
