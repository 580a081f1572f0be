"""A program that nobody here wrote the recipe of: kazoo's Election, in a process of its own.

`python -m tests.support.contender HOSTS PATH NAME SECONDS [NAMES]`: it says "stands" once its
session is there, and "leads" once it leads, which it does until it is ended; or, on SIGUSR1, gives
up. NAMES: how names of others begin that it counts too.
"""

from __future__ import annotations

import signal
import sys
import threading

from kazoo.client import KazooClient


def main(hosts: str, path: str, name: str, timeout: float, *others: str) -> None:
    """Stand for election, lead, and give up when asked."""
    over = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: over.set())
    client = KazooClient(hosts=hosts, timeout=timeout)
    client.start()
    print("stands", flush=True)

    def lead() -> None:
        print("leads", flush=True)
        while not over.wait(0.1):
            pass

    election = client.Election(path, name)
    election.lock = client.Lock(path, name, others)
    election.run(lead)
    client.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), *sys.argv[5:])
