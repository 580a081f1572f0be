"""The foreign programs: three of a kind, to whom things are done, and the faults themselves."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.conformance.conversation import Conversation
from tests.foreign.kinds import Kind
from tests.foreign.truth import FOR_EVER, Deed, Member, Truth
from tests.support.freezing import freeze
from tests.support.zookeeper import await_until

STANDING = 3
WITHIN = 40.0
QUIET = 1.2
"""Seconds between two deeds, in which what is steady is sampled too."""


class Actor(Conversation):
    """One program, whose stamped lines are kept in the truth."""

    def __init__(self, command: list[str], name: str, truth: Truth) -> None:
        self.name, self._truth = name, truth
        self.has_stopped = threading.Event()
        self._leads_since: float | None = None
        super().__init__(command)

    def kill(self) -> None:
        """SIGKILL; its term ends with it."""
        super().kill()
        self._end_term(time.monotonic())

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with suppress(ValueError, IndexError):
                self._take(*line.split())

    def _take(self, what: str, nanoseconds: str, *more: str) -> None:
        at = int(nanoseconds) / 1e9
        if what == "session":
            self._truth.sessions[more[0]] = self.name
        elif what == "leading":
            self._leads_since = at
            self._truth.terms.append((self.name, at, FOR_EVER))
        elif what == "ended":
            self._end_term(at)
        elif what in ("stands", "leaves"):
            self._truth.marks.append((at, self.name, what == "stands"))
        elif what == "stopped":
            self._end_term(at)
            self.has_stopped.set()

    def _end_term(self, at: float) -> None:
        since, self._leads_since = self._leads_since, None
        if since is not None:
            self._truth.terms.remove((self.name, since, FOR_EVER))
            self._truth.terms.append((self.name, since, at))


class Troupe:
    """The three, and how one takes another's place. Ends them all with the block."""

    def __init__(self, kind: Kind, classes: Path, hosts: str, truth: Truth) -> None:
        self._kind, self._classes, self._hosts, self._truth = kind, classes, hosts, truth
        self._actors: list[Actor] = []
        self._started = 0

    def __enter__(self) -> Troupe:
        for _ in range(STANDING):
            self.start_one()
        self.await_all()
        return self

    def __exit__(self, *_raised: object) -> None:
        for actor in self._actors:
            actor.__exit__()

    def start_one(self, number: int | None = None) -> None:
        """Start a program with the role of the number; without one, of the next."""
        number = self._started if number is None else number
        self._started += 1
        name = f"svc{self._started}"
        command = self._kind.command(self._classes, self._hosts, number, name)
        self._actors.append(Actor(command, name, self._truth))

    def await_all(self) -> None:
        """Wait until each has a session, and somebody leads."""
        names = {actor.name for actor in self._actors}
        await_until(lambda: names <= set(self._truth.sessions.values()), WITHIN)
        await_until(self._leader, WITHIN)

    def _leader(self) -> tuple[Actor, Member] | None:
        order = self._truth.standing(time.monotonic())
        program = self._truth.sessions.get(order[0].session) if order else None
        actor = next((one for one in self._actors if one.name == program), None)
        return (actor, order[0]) if actor else None

    def strike(self, fault: str) -> None:
        """Do it to whoever is the first, await what comes of it, and have three again."""
        time.sleep(QUIET)
        actor, member = await_until(self._leader, WITHIN)
        self._truth.deeds.append(Deed(actor.name, fault, time.monotonic()))
        _FAULTS[fault](actor)
        self._await_end(actor, member.session)
        time.sleep(QUIET)
        if fault == "freeze":
            os.kill(actor.process.pid, signal.SIGCONT)
        else:
            actor.__exit__()
            place = self._actors.index(actor)
            self._actors.remove(actor)
            self.start_one(place)
        self.await_all()

    def _await_end(self, actor: Actor, session: str) -> None:
        """None of its znodes is there: a frozen one may have let go of the first by then."""

        def is_gone() -> bool:
            return all(one.session != session for one in self._truth.standing(time.monotonic()))

        await_until(is_gone, WITHIN)


def _stop(actor: Actor) -> None:
    actor.say("stop")
    assert actor.has_stopped.wait(WITHIN), f"{actor.name} did not stop"


def _freeze(actor: Actor) -> None:
    freeze(actor.process.pid)


_FAULTS: dict[str, Callable[[Actor], None]] = {"kill": Actor.kill, "freeze": _freeze, "stop": _stop}
