"""A bare Flask-SocketIO application: what a page's socket costs without Handoff."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from multiprocessing.connection import Connection as Pipe

from flask import Flask
from flask_socketio import SocketIO
from werkzeug.serving import make_server

_FILLER = "x" * 200
"""With it a message is as long as that of a znode's change."""


def serve(pipe: Pipe, queue: str | None = None) -> None:
    """Serve as `SocketIO.run` does without gevent; say its process and its port. Emit for each
    (rate, seconds) that comes. queue: of messages, for all applications that have the same.
    """
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = Flask(__name__)
    socketio = SocketIO(app, async_mode="threading", message_queue=queue)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    # Its connections inherit this: what is sent waits for no acknowledgement.
    server.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server.socket.listen(1024)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pipe.send((os.getpid(), server.port))
    while True:
        emit(socketio, *pipe.recv())
        pipe.send("done")


def emit(socketio: SocketIO, rate: float, seconds: float) -> None:
    """Emit events as Handoff does, so many a second."""
    began = time.monotonic()
    for number in range(int(rate * seconds)):
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        event = {"seq": number, "at": time.monotonic(), "filler": _FILLER}
        socketio.emit("events", {"from": number, "to": number, "events": [event]})
