"""End a command by a signal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType


def end_at_a_signal(ask: Callable[[], object]) -> None:
    """Call `ask` at the first signal; a second one ends the process at once, and its children die
    with it. A hang-up that the caller ignores (nohup) stays ignored.
    """
    is_asked = False

    def on_signal(number: int, frame: FrameType | None) -> None:
        nonlocal is_asked
        if is_asked:
            os._exit(128 + number)
        is_asked = True
        ask()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, on_signal)
