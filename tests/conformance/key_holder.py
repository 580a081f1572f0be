"""A program that races for a leader key as Patroni's does: python -m … HOSTS PATH NAME.

It creates the ephemeral znode PATH/leader with its name; where that is there it watches it, and
tries again when it is gone. It says `leading`; after the line `leave` on its input it deletes its
key and waits like the others. The end of its input is its own end.
"""

from __future__ import annotations

import sys
import threading

from kazoo.client import KazooClient
from kazoo.exceptions import NodeExistsError

SESSION = 2.0


def main(hosts: str, path: str, name: str) -> None:
    """Race until the input ends."""
    client = KazooClient(hosts, timeout=SESSION)
    client.start()
    client.ensure_path(path)
    client.ensure_path(f"{path}/config")
    gone, left = threading.Event(), threading.Event()
    threading.Thread(
        target=race, args=(client, f"{path}/leader", name, gone, left), daemon=True
    ).start()
    for line in sys.stdin:
        if line.strip() == "leave":
            left.set()
            client.delete(f"{path}/leader")


def race(
    client: KazooClient, key: str, name: str, gone: threading.Event, left: threading.Event
) -> None:
    """Try each time that the key is gone; whoever has just left lets the others go first."""
    while True:
        gone.clear()
        try:
            if not left.is_set():
                client.create(key, name.encode(), ephemeral=True)
                print("leading", flush=True)
        except NodeExistsError:
            pass
        if client.exists(key, watch=lambda event: gone.set()):
            left.clear()
            gone.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
