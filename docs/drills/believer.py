"""Stand for election with kazoo: `believer.py ZOOKEEPER PATH HOST:PORT SECONDS`.

HOST:PORT is its name, where it answers with 200 if it believes that it leads, else with 503;
SECONDS is the timeout of its session.
"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from kazoo.client import KazooClient

leads = threading.Event()


class Asked(BaseHTTPRequestHandler):
    """Answers whether it leads."""

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200 if leads.is_set() else 503)
        self.end_headers()


def lead() -> None:
    """Lead for good."""
    leads.set()
    threading.Event().wait()


def main(zookeeper: str, path: str, name: str, seconds: str) -> None:
    """Stand for election, and answer."""
    host, port = name.split(":")
    threading.Thread(target=ThreadingHTTPServer((host, int(port)), Asked).serve_forever).start()
    client = KazooClient(zookeeper, timeout=float(seconds), connection_retry={"max_tries": -1})
    client.start()
    client.Election(path, name).run(lead)


if __name__ == "__main__":
    main(*sys.argv[1:])
