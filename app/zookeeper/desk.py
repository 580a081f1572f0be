"""A thread for each server that is asked, so that a silent one keeps nobody waiting."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

from app.threads import LastingThread, Tell
from app.zookeeper.server_windows import ServerReport, ServerWindow

_AGAIN_AFTER_SILENCE = 1.0
_BACK_OFF = 5
_log = logging.getLogger(__name__)


class Desk:
    """Asks one server, one question at a time, and keeps its last answer, and the last one that
    has a list of watches, `listed`: None where it has been asked for one since and did not tell.

    A server that took long to answer is left alone for five times as long.
    """

    def __init__(self, window: ServerWindow, tell: Tell) -> None:
        self._window = window
        name = f"desk {window.address}"
        self._thread = LastingThread(name, "asks this server who it is", self._run, tell)
        self._wanted = threading.Event()
        self._done = threading.Event()
        self._done.set()
        self._with_watches = self._owes_watches = False
        self._stopped = self._is_excused = False
        self._rest_until = 0.0
        self.report = ServerReport(str(window.address))
        self.listed: ServerReport | None = None

    def start(self) -> None:
        """Begin to wait for questions."""
        self._thread.start()

    def stop(self) -> None:
        """Ask no more; a question under way is not waited for."""
        self._stopped = True
        self._thread.dismiss()
        self._wanted.set()

    def ask(self, with_watches: bool) -> bool:
        """Ask now, unless a question is under way or the server has earned a rest: then False, and
        the watches are asked for with the next question.
        """
        self._owes_watches |= with_watches
        if not self._done.is_set() or time.monotonic() < self._rest_until:
            return False
        self._with_watches, self._owes_watches = self._owes_watches, False
        self._done.clear()
        self._wanted.set()
        return True

    def rest_no_more(self) -> None:
        """Something has happened to the server: its past slowness says nothing now, nor does that
        of a question that is still under way.
        """
        self._is_excused = True
        self._rest_until = 0.0

    def wait(self, deadline: float) -> bool:
        """Wait for the answer until a moment of the monotonic clock; True when it is there."""
        return self._done.wait(max(0.0, deadline - time.monotonic()))

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            if self._stopped:
                return
            try:
                self._ask()
            finally:
                self._done.set()

    def _ask(self) -> None:
        began = time.monotonic()
        self._is_excused = False
        try:
            report = self._window.ask(self._with_watches)
        except Exception as error:
            _log.exception("asking %s failed", self._window.address)
            report = ServerReport(str(self._window.address), note=repr(error))
        now = time.monotonic()
        self.report = replace(report, asked_at=began, answered_at=now)
        if self._with_watches or not report.answers:
            self.listed = self.report if report.watch_list is not None else None
        pause = _BACK_OFF * (now - began) if self.report.answers else _AGAIN_AFTER_SILENCE
        self._rest_until = now if self._is_excused else now + pause
