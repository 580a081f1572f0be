"""Stand for election with kazoo: `believer.py KIND ZOOKEEPER PATH HOST:PORT SECONDS`.

KIND is election, or lock: then it wants that. HOST:PORT is its name, where it answers with 200 if
it believes that it leads, else with 503; SECONDS is the timeout of its session. Asked by POST, the
holder of a lock writes to the file `store`, in which the number of the last writer's znode stands:
with FENCED=1 in the environment that refuses the write of a lower number.
"""

import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from kazoo.client import KazooClient

leads = threading.Event()
store = Path("store")


class Asked(BaseHTTPRequestHandler):
    """Answers whether it leads, or has written."""

    epoch = 0

    def do_GET(self) -> None:
        """Answer whether it leads."""
        self._answer(leads.is_set())

    def do_POST(self) -> None:
        """Write to the store, and answer whether that took it."""
        self._answer(leads.is_set() and written(self.epoch))

    def _answer(self, is_so: bool) -> None:
        self.send_response(200 if is_so else 503)
        self.end_headers()


def written(epoch: int) -> bool:
    """Write to the store; return False where it refuses that."""
    last = int(store.read_text()) if store.exists() else 0
    if os.environ.get("FENCED") and epoch < last:
        return False
    store.write_text(str(epoch))
    return True


def lead() -> None:
    """Lead for good."""
    leads.set()
    threading.Event().wait()


def main(kind: str, zookeeper: str, path: str, name: str, seconds: str) -> None:
    """Stand for election, or want the lock, and answer."""
    host, port = name.split(":")
    threading.Thread(target=ThreadingHTTPServer((host, int(port)), Asked).serve_forever).start()
    client = KazooClient(zookeeper, timeout=float(seconds), connection_retry={"max_tries": -1})
    client.start()
    if kind == "election":
        client.Election(path, name).run(lead)
    lock = client.Lock(path, name)
    with lock:
        Asked.epoch = client.exists(f"{path}/{lock.node}").czxid
        lead()


if __name__ == "__main__":
    main(*sys.argv[1:])
