"""Run `python -m app drill servers`: a fault of a dashboard's own ZooKeeper servers, mended too.

It is a command for `--break`, and `drill --dashboard URL --election PATH --fault restart-after`
uses it as that: programs of others are drilled on the servers that a dashboard has started.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from ...errors import BadRequest, Conflict, HandoffError
from ...recipes.drill.faults import FAULTS_OF_SERVERS, OF_SERVERS, RUN_AGAIN, servers_of
from ...recipes.drill.plan import (
    LASTS,
    DrillPlan,
    checked,
    checked_length,
    usual_target,
)
from ..arguments import Option, read
from ..serve import say
from .conclusion import UNMENDED, UNREACHED, refuse
from .distant import DistantDashboard
from .options import as_address, as_length, if_given
from .servers_commands import MEND

_EVERY, _WITHIN = 0.1, 60.0


class ServersOptions(NamedTuple):
    """The options of `drill servers`."""

    fault: str
    target: str
    lasts: float
    dashboard: str


def servers(words: Sequence[str]) -> int:
    """Strike the servers of a dashboard and mend them, or only mend them; return the exit code: 0
    where all serve again, 3 where the dashboard does not answer, 4 where one stays broken.
    """
    options: ServersOptions = read(command, words, os.environ)
    dashboard = DistantDashboard(options.dashboard)
    try:
        require_presenter(dashboard)
        if options.fault != MEND:
            _strike(dashboard, options)
        left = _mended(dashboard)
    except BadRequest as error:
        return refuse(error.message)
    except HandoffError as error:
        return refuse(error.message, UNREACHED)
    return refuse(f"{left} did not serve again in {_WITHIN:g} s", UNMENDED) if left else 0


def _strike(dashboard: DistantDashboard, options: ServersOptions) -> None:
    """Break them, print when that was, and wait as long as it lasts. HANDOFF_SESSION names the
    session of the election's leader; where no server lists it, the quorum's leader is struck.
    """
    zookeeper, session = zookeeper_at(dashboard), os.environ.get("HANDOFF_SESSION")
    struck = servers_of(zookeeper, options.target, session)
    struck = struck or servers_of(zookeeper, "quorum-leader", None)
    verb = FAULTS_OF_SERVERS[options.fault].action
    say(f"{time.time():.6f}")
    for name in struck:
        dashboard.ask("POST", f"servers/{name}/{verb}", {})
    time.sleep(options.lasts)


def require_presenter(dashboard: DistantDashboard) -> None:
    """Raise Conflict where we come to a dashboard as its audience: that strikes no server."""
    if dashboard.ask("GET", "room", has="role")["role"] != "presenter":
        raise Conflict(
            "with the audience's code one looks on only: give the presenter's address, with its "
            "token"
        )


def zookeeper_at(dashboard: DistantDashboard, *, own: bool = True) -> dict[str, Any]:
    """Return the dashboard's ZooKeeper. Raise BadRequest where it has not started that itself, and
    it has to be its `own`.
    """
    found: dict[str, Any] = dashboard.ask("GET", "state", has="zookeeper")["zookeeper"]
    if own and not found.get("actions"):
        raise BadRequest("that dashboard has no ZooKeeper servers of its own to strike")
    return found


def _mended(dashboard: DistantDashboard) -> str | None:
    """Have all servers run again, and wait until they serve; return which one does not."""
    deadline = time.monotonic() + _WITHIN
    while True:
        every = zookeeper_at(dashboard)["servers"]
        for one in every:
            verb = RUN_AGAIN.get(one["process"])
            if verb is not None and one["busy"] is None:
                dashboard.ask("POST", f"servers/{one['id']}/{verb}", {})
        left = [one["id"] for one in every if one["process"] != "running" or not one["mode"]]
        if not left or time.monotonic() > deadline:
            return " and ".join(left) or None
        time.sleep(_EVERY)


@click.command(
    "drill servers",
    params=[
        click.Argument(["fault"], type=click.Choice([*FAULTS_OF_SERVERS, MEND])),
        Option("target", click.Choice([*OF_SERVERS]), "which server", variable=False),
        Option("lasts", as_length, "how long", "SECONDS", LASTS, variable=False),
        Option("dashboard", as_address, "whose servers", "URL"),
    ],
)
@click.pass_context
def command(
    context: click.Context, /, fault: str, target: str | None, lasts: float, dashboard: str | None
) -> ServersOptions:
    """Strike the ZooKeeper servers of a dashboard for a time, and have them serve again."""
    if dashboard is None:
        raise click.UsageError("name the --dashboard whose servers are struck")
    if fault == MEND and target is not None:
        raise click.UsageError("mend has all servers serve again: leave out --target")
    target = target or usual_target(fault)
    try:
        checked_length(if_given(context, "lasts"), [fault])
        if fault != MEND:
            checked(DrillPlan(fault=fault, target=target))
    except BadRequest as error:
        raise click.UsageError(error.message) from None
    return ServersOptions(fault, target, lasts, dashboard)
