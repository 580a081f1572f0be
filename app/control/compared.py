"""The candidates of a measurement: started, ended, and awaited."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from app.control.part import Part, Rooms
from app.errors import Conflict, HandoffError, NotFound
from app.insight.comparison import PATHS, STRATEGIES, standing_at

Start = Callable[[int, str, str, float, str, Mapping[str, Any]], list[str]]
"""Starts candidates: count, election, strategy, session timeout in seconds, on whose behalf, and
the settings of the leader's work.
"""
IDLE: Mapping[str, Any] = {"work": False}
"""Leaders that are compared do nothing else: what their work costs is not of the strategy."""
Pause = Callable[[float], None]
"""Waits for so many seconds; raises what ends the measurement."""
State = Mapping[str, Any]
Found = TypeVar("Found")

_IN_PLACE = ("watch predecessor", "remember leader")
_EVERY = 0.02
_SETTLING = 60.0
_SILENCE = 0.3


class Compared(Part):
    """The elections below `/compare`, as a measurement uses them: it alone acts on them."""

    def __init__(
        self, rooms: Rooms, start: Start, session_timeout: float, by: str, pause: Pause
    ) -> None:
        super().__init__(rooms)
        self._start = start
        self._timeout = session_timeout
        self._by = by
        self._pause = pause

    # -- starting and ending ----------------------------------------------------------------------

    def grow(self, strategy: str, size: int) -> None:
        """Start whoever is missing to `size`, and wait until all stand in their place."""
        missing = size - standing_at(self._state, strategy)["n"]
        if missing > 0:
            self._start(missing, PATHS[strategy], strategy, self._timeout, self._by, IDLE)
        self._await(
            f"{size} candidates of {strategy} did not find their places",
            lambda state: stands(state, strategy, size),
            _SETTLING + size * 0.3,
        )

    def strike(self, strategy: str, fault: str) -> None:
        """End the leader, and say so first."""
        leader = self._leader(strategy)
        leaders = {strategy: leader}
        self._journal.append(
            "comparison.struck", "comparison", struck(self._state, leaders, fault, self._by)
        )
        self._act(strategy, leader, fault)

    def end_leader(self, strategy: str, fault: str) -> None:
        """End one who stands alone, and wait until its znode is gone."""
        leader = self._leader(strategy)
        self._act(strategy, leader, fault)
        self._await_gone(strategy, lambda entry: True)
        self._end(leader)

    def end_other(self, strategy: str) -> None:
        """Stop one of two, the one that does not lead."""
        leader = self._leader(strategy)
        path, state = PATHS[strategy], self._state
        other = next(n for n in alive(state) if n != leader and of(state, n) == path)
        self._act(strategy, other, "stop")
        self._end(other)
        self._await_gone(strategy, lambda entry: entry["candidate"] == other)

    def bury(self, strategy: str) -> None:
        """End the process of the leader that was struck, if it is only frozen."""
        self._end(self.death(strategy)["from"])

    def _end(self, name: str) -> None:
        with contextlib.suppress(Conflict, NotFound):
            if self._state["candidates"][name]["process"] == "paused":
                self._supervisor.act(name, "kill", self._by)
        self._await(
            f"{name} did not end", lambda state: is_over(state, name), self._timeout * 2 + 10
        )

    def stop(self, pause: Pause | None) -> None:
        """Stop all candidates of the three elections and wait for their end: with a `pause` until
        their znodes are gone too, without one for the processes only.
        """
        for name in alive(self._state):
            for action in ("resume", "stop"):
                with contextlib.suppress(Conflict, NotFound):
                    self._supervisor.act(name, action, self._by)
        deadline = time.monotonic() + 2 * self._timeout + 15
        while time.monotonic() < deadline:
            state = self._state
            if not alive(state) and (pause is None or not any(map(chain_of(state), STRATEGIES))):
                return
            (pause or time.sleep)(_EVERY)
        if pause is not None:
            raise HandoffError("somebody who is not ours stands in the compared elections")

    # -- waiting ----------------------------------------------------------------------------------

    def await_handoff(self, strategy: str, left: int) -> None:
        """Until the next leader has acknowledged and `left` candidates stand in their place."""
        gone = self.death(strategy)["from"]
        self._await_gone(strategy, lambda entry: entry["candidate"] == gone)
        self._await(
            f"no candidate of {strategy} took over",
            lambda state: stands(state, strategy, left, besides=gone),
            _SETTLING + left * 0.3,
        )

    def _await_gone(self, strategy: str, is_meant: Callable[[Mapping[str, Any]], bool]) -> None:
        self._await(
            f"the leader's znode of {strategy} did not go",
            lambda state: not any(map(is_meant, chain_of(state)(strategy))),
            self._timeout * 2 + 20,
        )

    def await_silence(self, strategy: str) -> None:
        """Until nobody has told anything new for a while: where the servers do not tell, there is
        no other sign.
        """
        last, since = self.reported(strategy), time.monotonic()
        while time.monotonic() - since < _SILENCE:
            self._pause(_EVERY)
            now = self.reported(strategy)
            last, since = now, since if now == last else time.monotonic()

    def until(self, look: Callable[[], Found | None], within: float) -> Found | None:
        """The first that is found; None after `within` seconds. Raises ZooKeeperUnavailable."""
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

    def death(self, strategy: str) -> dict[str, Any]:
        """The death that is looked at, as the state document has it."""
        death: dict[str, Any] = self._state["comparison"]["deaths"][strategy]
        return death

    def watches(self, strategy: str) -> int:
        """How many watches its candidates have, by their own word."""
        return int(standing_at(self._state, strategy)["watches"])

    def told(self, strategy: str) -> int:
        """How many candidates were told of it, by their own word."""
        return len(self.death(strategy)["woken"])

    def reported(self, strategy: str) -> int:
        """How often they were told anything since, by their own word."""
        return sum(self.death(strategy)["woken"].values())

    def creations(self, strategy: str) -> int:
        """How many znodes were created since."""
        death = self.death(strategy)
        return int(death["creates"] - death["failed"])

    def _leader(self, strategy: str) -> str:
        name = leader_of(self._state, strategy)
        if name is None:
            raise _meddled(strategy)
        return name

    def _act(self, strategy: str, name: str, action: str) -> None:
        """Somebody may have been quicker than we."""
        try:
            self._supervisor.act(name, action, self._by)
        except (Conflict, NotFound):
            raise _meddled(strategy) from None


def _meddled(strategy: str) -> HandoffError:
    return HandoffError(f"somebody has ended or frozen candidates of {PATHS[strategy]}")


def struck(state: State, leaders: Mapping[str, str], action: str, by: str) -> dict[str, Any]:
    """The data of `comparison.struck`; leaders: strategy -> name."""
    standing = {strategy: standing_at(state, strategy) for strategy in leaders}
    return {"action": action, "leaders": dict(leaders), "standing": standing, "by": by}


def leader_of(state: State, strategy: str) -> str | None:
    """Whose znode is the leader's; None where nobody's is, or that of a foreign client."""
    election = state["elections"].get(PATHS[strategy])
    if election is None or election["leader"] is None:
        return None
    holders = {entry["znode"]: entry["candidate"] for entry in election["chain"]}
    name: str | None = holders.get(election["leader"])
    return name


def alive(state: State) -> list[str]:
    """The candidates of the three elections whose processes have not ended."""
    paths = set(PATHS.values())
    everybody = state["candidates"].items()
    return [n for n, one in everybody if one["election"] in paths and one["process"] != "exited"]


def of(state: State, name: str) -> str:
    """The path of a candidate's election."""
    return str(state["candidates"][name]["election"])


def is_over(state: State, name: str) -> bool:
    """Whether the process of a candidate has ended, or is to live on."""
    one = state["candidates"].get(name)
    return one is None or one["process"] == "exited"


def chain_of(state: State) -> Callable[[str], list[dict[str, Any]]]:
    """Strategy -> the chain of its election."""
    return lambda strategy: state["elections"].get(PATHS[strategy], {}).get("chain", [])


def stands(state: State, strategy: str, size: int, besides: str | None = None) -> bool:
    """Whether one of `size` candidates leads and has acknowledged, and all others wait and watch,
    and are at nothing else; `besides` does not count. Raises HandoffError where somebody else has
    meddled.
    """
    everybody = state["candidates"].items()
    here = [one for n, one in everybody if one["election"] == PATHS[strategy] and n != besides]
    left = [one for one in here if one["process"] != "exited"]
    if len(left) < size or any(one["process"] == "paused" for one in left):
        raise _meddled(strategy)
    election = state["elections"].get(PATHS[strategy])
    if election is None or election["handoff"] is not None:
        return False
    leading = [one for one in left if one["belief"] == "leading" and one["step"] == "lead"]
    waiting = [one for one in left if one["belief"] == "waiting" and _is_placed(one)]
    return len(leading) == 1 and len(waiting) == size - 1 == len(left) - 1


def _is_placed(one: Mapping[str, Any]) -> bool:
    """Whoever races says that it waits and watches, but its own create is still on its way."""
    return bool(one["watches"]) and one["step"] in _IN_PLACE
