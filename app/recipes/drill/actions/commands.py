"""Run the commands that somebody gives for programs of their own."""

from __future__ import annotations

import contextlib
import math
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ..programs import MemberAsked, Opinions

LARGEST = 2_000
"""Characters of a command's output that are told."""
WITHIN = 120.0
"""Seconds that a command may take to break or to mend something."""
ASKED_WITHIN = 5.0
"""Seconds that a command may take to ask something."""
_EVERY = 0.05
_TIME = re.compile(r"^\d{9,11}(\.\d+)?$", re.MULTILINE)


class CommandRun(NamedTuple):
    """A command that was run. code: its exit code, None where it took too long; began, ended: by
    the monotonic clock; said: the end of what it printed.
    """

    code: int | None
    began: float
    ended: float
    said: str

    @property
    def fault(self) -> str | None:
        """Return why it failed, None where it did not."""
        if self.code == 0:
            return None
        how = "took too long" if self.code is None else f"exited with {self.code}"
        return f"{how}{f': {self.said}' if self.said else ''}"

    @property
    def printed_at(self) -> float | None:
        """Return the moment that it printed, in seconds since 1970 on a line of its own, by the
        monotonic clock; None where it printed none.
        """
        found = _TIME.findall(self.said) and _TIME.search(self.said)
        return float(found[0]) - time.time() + time.monotonic() if found else None


def run_command(
    command: str,
    env: Mapping[str, str],
    within: float = WITHIN,
    is_over: Callable[[], bool] = lambda: False,
) -> CommandRun:
    """Run a command of a shell, and end it with all that it has started in its group where it takes
    longer than `within` seconds, or `is_over`. What it leaves behind on purpose goes on.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            ["/bin/sh", "-c", command],
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        code = _awaited(process, began + within, is_over)
        ended = time.monotonic()
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - LARGEST))
        said = output.read(LARGEST).decode("utf-8", "replace").strip()
    return CommandRun(code, began, ended, said)


def _awaited(
    process: subprocess.Popen[bytes], deadline: float, is_over: Callable[[], bool]
) -> int | None:
    """Return the exit code of a process; None where it had to be ended."""
    while time.monotonic() < deadline and not is_over():
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(_EVERY)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return None


class ServingSeen(NamedTuple):
    """What was seen of a service. away: its first and last moment, None where it was never away;
    back: when the new leader first served, None where it never did; lingers: whether the old one
    still served once its znode had gone.
    """

    away: tuple[float, float] | None
    back: float | None
    lingers: bool


class Serving:
    """Asks the leader of others' programs again and again whether it serves, on a thread.

    before, heir: what the command is told of who led, and of who leads instead: None while nobody
    does, nothing of one that has no service, which is not asked.
    """

    def __init__(
        self,
        command: str,
        before: Mapping[str, str],
        heir: Callable[[], Mapping[str, str] | None],
    ) -> None:
        self._command, self._before, self._heir = command, before, heir
        self._over = threading.Event()
        self._seen = ServingSeen(None, None, False)
        self._thread = threading.Thread(target=self._ask, name="serving", daemon=True)

    @contextlib.contextmanager
    def asked(self) -> Iterator[Callable[[], ServingSeen]]:
        """Ask for as long as the block lasts; yield what returns the facts so far."""
        self._thread.start()
        try:
            yield lambda: self._seen
        finally:
            self._over.set()
            self._thread.join()

    def _ask(self) -> None:
        while not self._over.is_set():
            heir = self._heir()
            ran = self._run(self._before if heir is None else heir)
            if self._over.is_set():
                return
            self._note(ran, heir is not None)
            self._over.wait(_EVERY)

    def _run(self, env: Mapping[str, str]) -> CommandRun | None:
        return run_command(self._command, env, ASKED_WITHIN, self._over.is_set) if env else None

    def _note(self, ran: CommandRun | None, is_new: bool) -> None:
        away, back, lingers = self._seen
        if ran is not None and ran.code != 0:
            away = (away[0] if away else ran.began, ran.ended)
        elif is_new and back is None:
            back = time.monotonic() if ran is None else ran.ended
            old = self._run(self._before)
            lingers = old is not None and old.code == 0
        self._seen = ServingSeen(away, back, lingers)


class Believing:
    """Asks everybody again and again whether they lead, one after another, on a thread.

    members: returns what the command is told of each. ours: returns candidate of ours -> whether it
    says that it leads, without being asked.
    """

    def __init__(
        self,
        command: str,
        members: Callable[[], Mapping[MemberAsked, Mapping[str, str]]],
        ours: Callable[[], Mapping[MemberAsked, bool]] = dict,
    ) -> None:
        self._command, self._members, self._ours = command, members, ours
        self._over = threading.Event()
        self._opinions = Opinions()
        self._since: dict[MemberAsked, float] = {}
        self._all: tuple[float, frozenset[MemberAsked]] = (-math.inf, frozenset())
        self._thread = threading.Thread(target=self._ask, name="believing", daemon=True)

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def stop(self) -> None:
        """Ask nobody any more."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def rivals(self) -> tuple[MemberAsked, MemberAsked] | None:
        """Return two that were seen to lead at once since the last call."""
        found, self._opinions.rivals = self._opinions.rivals, None
        return found

    def asks(self, who: MemberAsked | None) -> bool:
        """Tell whether this one is asked."""
        return who in self._all[1]

    def since(self, who: MemberAsked | None) -> float | None:
        """Return since when it has said that it leads, None where it does not say so."""
        return None if who is None else self._since.get(who)

    def heard_out(self, heir: MemberAsked | None, since: float) -> bool:
        """Tell whether everybody was asked after a moment: an heir, where it is one that is asked,
        must have said before that it leads.
        """
        began, _ = self._all
        said = self.since(heir) if self.asks(heir) else since
        return said is not None and began >= max(said, since)

    def _ask(self) -> None:
        while not self._over.is_set():
            began, members = time.monotonic(), self._members()
            for who, env in members.items():
                ran = run_command(self._command, env, ASKED_WITHIN, self._over.is_set)
                self._note(who, None if ran.code is None else ran.code == 0, ran.ended)
            ours = self._ours()
            for who, says in ours.items():
                self._note(who, says, time.monotonic())
            self._all = began, frozenset({*members, *ours})
            self._over.wait(_EVERY)

    def _note(self, who: MemberAsked, says: bool | None, at: float) -> None:
        self._opinions.add(who, says)
        if says:
            self._since.setdefault(who, at)
        elif says is False:
            self._since.pop(who, None)
