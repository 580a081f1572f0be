"""Declare the life cycle of a process as a table of its changes (the idea is Supervisor's).

Each change is a kind of event. A person can ask for some of them, by their verbs: the owner of the
process asserts with `require` that a verb makes sense now, and the state document follows the
events with `after`. A recipe adds its verbs as changes too: see `app.recipes.election.actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import Conflict
from .event import Event

Process = Mapping[str, Any]
State = str | None


def staying(*states: str) -> Mapping[str, str]:
    """Return the moves of a change that leaves each of these states as it is."""
    return {state: state for state in states}


def moving(to: str, *states: str) -> Mapping[str, str]:
    """Return the moves of a change that leads to `to` from each of these states."""
    return dict.fromkeys(states, to)


@dataclass(frozen=True)
class Transition:
    """The effect of an event of this kind on a state; in a state without a move it cannot happen.

    verb: what a person calls it, None where it happens by itself; `phrase` is used for the verb
    after "cannot", with {} for the process. order: the word that makes the process do it. recipes:
    those that know the verb, None for all; `only` says so to the others. why_not: what speaks
    against it besides the state.
    """

    event: type[Event]
    moves: Mapping[str, str]
    verb: str | None = None
    phrase: str | None = None
    order: str | None = None
    recipes: Container[str] | None = None
    only: str = ""
    why_not: Callable[[Any], str | None] = lambda process: None


class LifeCycle:
    """The changes of one kind of process. reasons: why a state refuses the verbs of others."""

    def __init__(
        self,
        state_of: Callable[[Any], State],
        reasons: Mapping[State, str],
        changes: Iterable[Transition],
    ) -> None:
        self._state_of, self._reasons = state_of, reasons
        self.changes = {change.event: change for change in changes}
        self.verbs = {one.verb: one for one in self.changes.values() if one.verb is not None}

    def after(self, process: Process, event: type[Event]) -> State:
        """Return the state that follows the event; None where it cannot happen now."""
        state, change = self._state_of(process), self.changes.get(event)
        return change.moves.get(state or "") if change else state

    def allowed(self, process: Process) -> list[str]:
        """Return the verbs that make sense for this process now."""
        return [verb for verb in self.verbs if self.refusal(process, verb) is None]

    def refusal(self, process: Process, verb: str) -> str | None:
        """Return why the verb makes no sense for this process now; None where it does."""
        change, state = self.verbs[verb], self._state_of(process)
        if change.recipes is not None and process["recipe"] not in change.recipes:
            return change.only
        return change.why_not(process) if state in change.moves else self._reasons[state]

    def require(self, name: str, process: Process, verb: str) -> Transition:
        """Return the change that the verb asks for. Raise Conflict with the reason against it."""
        reason = self.refusal(process, verb)
        if reason is not None:
            raise self.conflict(name, verb, reason)
        return self.verbs[verb]

    def conflict(self, name: str, verb: str, reason: str) -> Conflict:
        """Return the error that says why the verb cannot be done to the process `name`."""
        phrase = self.verbs[verb].phrase or f"{verb} {{}}"
        return Conflict(f"cannot {phrase.format(name)}: {reason}", field="action")
