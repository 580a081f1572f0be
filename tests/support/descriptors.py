"""A process with so many open files that `select.select` refuses the next ones."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

REFUSED_FROM = 1024
"""The first descriptor that `select.select` refuses, whatever the limit of open files is."""
OTHERS = 1000


@contextmanager
def many_open_files() -> Iterator[None]:
    """Each file that is opened within this has a descriptor that `select.select` refuses."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, REFUSED_FROM + OTHERS), hard))
    opened = [os.open(os.devnull, os.O_RDONLY)]
    try:
        while opened[-1] < REFUSED_FROM:
            opened.append(os.dup(opened[0]))
        yield
    finally:
        for one in opened:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
