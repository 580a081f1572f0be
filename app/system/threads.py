"""Run threads that last as long as what they belong to, and report one that ends unexpectedly."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)

LONGEST_REASON = 300

REST = 1.0
"""Seconds from the end of a thread to its next start: an immediate failure repeats no faster."""

Tell = Callable[[str, str, dict[str, Any]], object]
"""Takes an event's kind, subject and data, as `Journal.tell` does."""


def keep_to_log(kind: str, subject: str, data: dict[str, Any]) -> None:
    """Report to nobody: a `Tell` for code without a listener; the log has it anyway."""


class LastingThread(threading.Thread):
    """A thread that runs `work` until it returns. If it raises anything instead, unless `dismiss()`
    came first, that is logged, reported as `thread.ended`, and the work is begun again after a
    rest, which is reported as `thread.restarted`.

    does: what stops without it, for people, such as "asks the servers".
    """

    def __init__(self, name: str, does: str, work: Callable[[], object], tell: Tell) -> None:
        super().__init__(name=name, daemon=True)
        self._does = does
        self._work = work
        self._tell = tell
        self._dismissed = threading.Event()

    def dismiss(self) -> None:
        """Note that the work will be asked to end: from here on it is not begun again."""
        self._dismissed.set()

    def run(self) -> None:
        """Run the thread; SystemExit would end another one silently."""
        while True:
            try:
                self._work()
                return
            except BaseException as error:
                if self._dismissed.is_set():
                    return
                self._say_end(error)
            if self._dismissed.wait(REST):
                return
            self._say("restarted", {})

    def _say_end(self, error: BaseException) -> None:
        log.critical(
            "the thread %s, which %s, has ended; it starts again", self.name, self._does,
            exc_info=error,
        )  # fmt: skip
        reason = f"{type(error).__name__}: {error}".removesuffix(": ")
        if len(reason) > LONGEST_REASON:  # the log has all of it
            reason = f"{reason[: LONGEST_REASON - 1]}…"
        self._say("ended", {"does": self._does, "reason": reason, "rest": REST})

    def _say(self, what: str, data: dict[str, Any]) -> None:
        """Report; the receiver may be what has failed."""
        try:
            self._tell(f"thread.{what}", self.name, data)
        except Exception:
            log.exception("could not report that the thread %s has %s", self.name, what)
