"""A program that races for a leader key as Patroni's does: python -m … HOSTS PATH NAME.

It says its session's id, and its password in hex. It creates the ephemeral znode PATH/leader with
its name; where that is there it watches it, says `waiting`, and tries again when it is gone. It
says `leading`; after the line `leave` on its input it deletes its key, and races no longer. The end
of its input is its own end.
"""

from __future__ import annotations

import sys
import threading

from kazoo.client import KazooClient
from kazoo.exceptions import NodeExistsError

SESSION = 30.0


def main(hosts: str, path: str, name: str) -> None:
    """Race until the input ends."""
    client = KazooClient(hosts, timeout=SESSION)
    client.start()
    session, password = client.client_id
    print(session, password.hex(), flush=True)
    client.ensure_path(path)
    client.ensure_path(f"{path}/config")
    left = threading.Event()
    racing = (client, f"{path}/leader", name, left)
    threading.Thread(target=race, args=racing, daemon=True).start()
    for line in sys.stdin:
        if line.strip() == "leave":
            left.set()
            client.delete(f"{path}/leader")


def race(client: KazooClient, key: str, name: str, left: threading.Event) -> None:
    """Try each time that the key is gone, until it has left."""
    gone = threading.Event()
    while not left.is_set():
        gone.clear()
        try:
            client.create(key, name.encode(), ephemeral=True)
            print("leading", flush=True)
        except NodeExistsError:
            pass
        if client.exists(key, watch=lambda event: gone.set()):
            print("waiting", flush=True)
            gone.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
