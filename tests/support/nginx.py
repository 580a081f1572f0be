"""A real nginx, with the configuration that a document shows."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from app.ensemble.ports import free_port
from tests.support.app import ROOT
from tests.support.zookeeper import await_until

NAME = "handoff.localhost"
"""Browsers know that it is this machine; the dashboard does not."""

_MAIN = """\
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    log_format asked '$status $request_method $request_uri';
    access_log {folder}/asked asked;
    {places}
{server}
}}
"""
_ELSEWHERE = ("/usr/sbin", str(ROOT / "build/judges/debian/nginx/usr/sbin"))
_PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def shown_in(document: str) -> str:
    """The last block of nginx's configuration that a document shows."""
    *_, block = re.findall(r"```nginx\n(.*?)```", (ROOT / document).read_text(), re.DOTALL)
    return str(block)


class Asked(NamedTuple):
    """A request that nginx has answered."""

    status: int
    method: str
    path: str


class Nginx:
    """It serves on `port`, and notes what it is asked."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder, self.port = folder, port

    @property
    def address(self) -> str:
        """What a browser shows, and the dashboard may be told."""
        return f"{NAME}:{self.port}"

    def asked(self) -> list[Asked]:
        """The requests whose answers have ended; of a WebSocket after its end."""
        lines = (self._folder / "asked").read_text().splitlines()
        return [Asked(int(status), *rest) for status, *rest in (line.split(" ") for line in lines)]

    def listens(self) -> bool:
        """Whether it takes connections."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False


@contextlib.contextmanager
def nginx(folder: Path, server: str, changed: Mapping[str, str]) -> Iterator[Nginx]:
    """Run nginx with a block of its configuration. changed: the words that are others here, each of
    which must be there.
    """
    program = shutil.which("nginx", path=os.pathsep.join([os.environ["PATH"], *_ELSEWHERE]))
    if program is None:
        pytest.skip("there is no nginx: see what `sh .ci/setup proxies` says")
    made = Nginx(folder, free_port())
    for shown, here in {"listen 443": f"listen 127.0.0.1:{made.port}", **changed}.items():
        assert shown in server, shown
        server = server.replace(shown, here)
    places = " ".join(f"{name}_temp_path {folder}/{name};" for name in _PLACES)
    configuration = folder / "nginx.conf"
    configuration.write_text(_MAIN.format(folder=folder, places=places, server=server))
    process = subprocess.Popen([program, "-p", folder, "-c", configuration])
    try:
        await_until(lambda: made.listens() or process.poll() is not None)
        assert process.poll() is None, (folder / "errors").read_text()
        yield made
    finally:
        process.terminate()
        process.wait()
