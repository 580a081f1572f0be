"""`python -m app sandbox`: the sandbox alone, in this process."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from app.errors import SetupError
from app.sandbox.server import Server, Setting
from app.sandbox.store import Store
from app.sandbox.versions import COMPARED, STABLE, release_of

_DIGEST = re.compile(r"[^:\s]+:[A-Za-z0-9+/]{27}=")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until a signal ends it; returns the exit code, 2 where it cannot serve."""
    try:
        setting = parse(sys.argv[1:] if arguments is None else arguments)
        store = None if setting.data is None else Store(Path(setting.data))
        try:
            asyncio.run(Server(setting, store).run())
        finally:
            if store is not None:
                store.close()
    except SetupError as error:
        print(f"handoff sandbox: {error.message}", file=sys.stderr)
        return 2
    return 0


def parse(arguments: Sequence[str]) -> Setting:
    """What the options say. Raises SetupError for one that makes no sense."""
    parser = _Parser(prog="python -m app sandbox", description=_DESCRIPTION)
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (%(default)s)")
    parser.add_argument("--port", type=_port, default=2181, help="0 takes a free one (%(default)s)")
    parser.add_argument("--data", metavar="DIR", help="keep persistent znodes here (else nothing)")
    parser.add_argument(
        "--tick-ms", type=_tick, default=200, metavar="MS",
        help="sessions last at least two ticks (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--superuser", type=_digest, metavar="USER:DIGEST", help="whom no ACL stops"
    )
    parser.add_argument(
        "--life", type=_life, default=0, metavar="N",
        help="began so often before with nothing kept: zxids and epochs go on (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--patience-ms", type=_patience, default=15_000, metavar="MS",
        help="hang up on who has not shaken hands by then (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--as", type=_release, default=STABLE, metavar="VERSION", dest="version",
        help="speak as this ZooKeeper does: 3.8, 3.9 or a release of theirs (%(default)s)",
    )  # fmt: skip
    return Setting(**vars(parser.parse_args(arguments)))


_DESCRIPTION = "A ZooKeeper of one server, for trying things out; it speaks 3.9's protocol."


class _Parser(argparse.ArgumentParser):
    """One clear line instead of the usage."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise SetupError(f"{message} (--help lists the options)")


def _port(text: str) -> int:
    return _number(text, 0, 65_535)


def _tick(text: str) -> int:
    return _number(text, 10, 60_000)


def _patience(text: str) -> int:
    return _number(text, 100, 600_000)


def _life(text: str) -> int:
    """Zxids begin at this times 2^32, and stay below 2^53, up to which browsers count."""
    return _number(text, 0, (1 << 21) - 1)


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"must be a number from {least} to {most}")
    return int(text)


def _release(text: str) -> str:
    release = release_of(text)
    if release is None:
        known = " or ".join(COMPARED)
        raise argparse.ArgumentTypeError(f"must be {known}, or a release of theirs like {STABLE}")
    return release


def _digest(text: str) -> str:
    if not _DIGEST.fullmatch(text):
        raise argparse.ArgumentTypeError("must be user:digest, as digest ACLs have it")
    return text
