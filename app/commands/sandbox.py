"""Run `python -m app sandbox`: the sandbox alone, in this process."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from ..errors import SetupError
from ..sandbox.server import SandboxProcess, Setting
from ..sandbox.store import Database, salvage
from ..sandbox.versions import COMPARED, STABLE, release_of
from ..system.logs import log_to_stderr
from ..visible import visible
from .arguments import Option, as_folder, as_host, as_number, read

_DIGEST = re.compile(r"[^:\s]+:[A-Za-z0-9+/]{27}=")


def main(words: Sequence[str]) -> int:
    """Serve until a signal ends it; return the exit code, 2 where it cannot serve."""
    setting = parse(words)
    log_to_stderr()
    try:
        if setting.salvage:
            _salvage(setting.data)
        store = None if setting.data is None else Database(setting.data)
        try:
            asyncio.run(SandboxProcess(setting, store).run())
        finally:
            if store is not None:
                store.close()
    except SetupError as error:
        print(visible(f"handoff sandbox: {error.message}"), file=sys.stderr)
        return 2
    return 0


def _salvage(data: Path | None) -> None:
    """Go on with what is whole of damaged data, and say what is left out."""
    if data is None:
        raise SetupError("--salvage needs --data, which names the damaged data", field="salvage")
    try:
        whole, lost, before = salvage(data)
    except OSError as error:
        raise SetupError(f"{data} cannot be written: {error.strerror}", field="data") from None
    for path in lost:
        print(f"{path!r} is left out: it is damaged, or its parent is", flush=True)
    print(f"{whole} znodes are whole; {before} has all as it was", flush=True)


def _release(text: str) -> str:
    release = release_of(text)
    if release is None:
        raise ValueError(f"must be {' or '.join(COMPARED)}, or a release of theirs like {STABLE}")
    return release


def _digest(text: str) -> str:
    if not _DIGEST.fullmatch(text):
        raise ValueError("must be user:digest, as digest ACLs have it")
    return text


def _secret(text: str) -> bytes:
    if not re.fullmatch("[0-9a-f]{32}", text):
        raise ValueError("must be 32 hexadecimal digits")
    return bytes.fromhex(text)


_option = partial(Option, variable=False)


def parse(words: Sequence[str]) -> Setting:
    """Read the options. A wrong value ends the program with code 2 and a line that names it."""
    setting: Setting = read(command, words, {})
    return setting


@click.command(
    "sandbox",
    params=[
        _option("host", as_host, "where to listen", "ADDRESS", Setting.host),
        _option("port", as_number(0, 65_535), "0 takes a free one", "PORT", Setting.port),
        _option("data", as_folder, "keep persistent znodes here (else nothing)", "DIR"),
        _option(
            "tick-ms", as_number(10, 60_000), "sessions last at least two ticks", "MS",
            Setting.tick_ms,
        ),
        _option("superuser", _digest, "a user whom no ACL stops", "USER:DIGEST"),
        # Zxids begin at this times 2^32, and stay below 2^53, up to which browsers count.
        _option(
            "life", as_number(0, (1 << 21) - 1),
            "number of earlier starts without data: zxids and epochs go on", "N", Setting.life,
        ),
        _option(
            "patience-ms", as_number(100, 600_000),
            "hang up on clients without a handshake by then", "MS", Setting.patience_ms,
        ),
        _option("salvage", bool, "leave out what is damaged of --data"),
        _option(
            "as", _release, "speak as this ZooKeeper does: 3.8, 3.9 or a release of theirs",
            "VERSION", Setting.version,
        ),
        _option("secret", _secret, "who knows it can end any session, for tests", "HEX"),
    ],
)  # fmt: skip
def command(**values: Any) -> Setting:
    """Serve a ZooKeeper of one server, for trying things out; it speaks 3.9's protocol."""
    return Setting(version=values.pop("as"), **values)
