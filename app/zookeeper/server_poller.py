"""A thread for each server that is asked, so that a silent one delays nobody."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

from ..system.threads import Tell
from .server_info import ServerInfo, ServerReport
from .timer import Timer

_AGAIN_AFTER_SILENCE = 1.0
_BACK_OFF = 5
_log = logging.getLogger(__name__)


class ServerPoller(Timer):
    """A thread that asks one server, one question at a time, when it is told to. `report` is its
    last answer, `listed` the last one with a list of watches: None where it was asked for one since
    and did not answer.

    A server that took long to answer is left alone for five times as long.
    """

    def __init__(self, info: ServerInfo, tell: Tell) -> None:
        self._info = info
        name, does = f"poller {info.address}", "asks this server who it is"
        super().__init__(name, does, 0.0, self._answer, tell)
        self._done = threading.Event()
        self._done.set()
        self._with_watches = self._owes_watches = False
        self._is_excused = False
        self._rest_until = 0.0
        self.report = ServerReport(str(info.address))
        self.listed: ServerReport | None = None

    def ask(self, with_watches: bool) -> bool:
        """Ask now; return False if a question is under way or the server has earned a rest: then
        the watches are asked for with the next question.
        """
        self._owes_watches |= with_watches
        if not self._done.is_set() or time.monotonic() < self._rest_until:
            return False
        self._with_watches, self._owes_watches = self._owes_watches, False
        self._done.clear()
        self.set()
        return True

    def excuse(self) -> None:
        """Forget past slowness, and that of a question under way: something has happened there."""
        self._is_excused = True
        self._rest_until = 0.0

    def wait(self, deadline: float) -> bool:
        """Wait for the answer until this moment; return True when it is there."""
        return self._done.wait(max(0.0, deadline - time.monotonic()))

    def _answer(self) -> None:
        try:
            self._ask()
        finally:
            self._done.set()

    def _ask(self) -> None:
        began = time.monotonic()
        self._is_excused = False
        try:
            report = self._info.ask(self._with_watches)
        except Exception as error:
            _log.exception("asking %s failed", self._info.address)
            report = ServerReport(str(self._info.address), note=repr(error))
        now = time.monotonic()
        self.report = replace(report, asked_at=began, answered_at=now)
        if self._with_watches or not report.answers:
            self.listed = self.report if report.watch_list is not None else None
        pause = _BACK_OFF * (now - began) if self.report.answers else _AGAIN_AFTER_SILENCE
        self._rest_until = now if self._is_excused else now + pause
