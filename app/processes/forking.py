"""Make the fork server survive a fork that the system refuses, and collect no garbage.

Only the fork server imports this, before all else. multiprocessing's ends at the first error of
`os.fork` (no memory, too many processes), and with it every process that it has started. That
server goes on after a connection that was given up: so here a refusal is such an error, and closes
the requester's pipe.
"""

from __future__ import annotations

import gc
import os
import sys
from errno import ECONNABORTED

gc.disable()  # What is loaded here stays. A process of ours begins to collect once it runs.

_fork = os.fork


def _fork_or_refuse() -> int:
    try:
        return _fork()
    except OSError as error:
        asked = sys._getframe(1).f_locals
        for file in (asked["child_r"], asked["child_w"], *asked["fds"]):
            os.close(file)
        raise OSError(ECONNABORTED, "no further process") from error


os.fork = _fork_or_refuse
