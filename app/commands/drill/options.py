"""The options of the command `drill`."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from ...errors import BadRequest
from ...recipes.drill.faults import FAULTS, FAULTS_OF_SERVERS, TARGETS
from ...recipes.drill.limits import limit_of
from ...recipes.drill.matrix import AXES, DrillMatrix, matrix_of
from ...recipes.drill.plan import (
    ELECTION,
    FORGETS,
    LASTS,
    LENGTHS,
    MOST_CANDIDATES,
    MOST_ROUNDS,
    RECIPES,
    ROUNDS,
    WITHIN,
    DrillPlan,
    checked,
    checked_length,
    rounds_for,
    usual_target,
)
from ...recipes.drill.programs import OtherPrograms, checked_programs
from ...recipes.election.strategies import STRATEGIES
from ...settings import Settings
from ...zookeeper.addresses import as_hosts
from ..arguments import (
    Option,
    ValueType,
    as_folder,
    as_number,
    as_path,
    as_seconds,
    as_seconds_within,
    read,
)
from ..security_options import OPTIONS as SECURITY_OPTIONS
from ..security_options import take_security
from .files import WRITTEN, files_of
from .servers_commands import commands_of


class DrillOptions(NamedTuple):
    """The options: what to drill, on which ZooKeeper or by which dashboard, and where the report
    goes.
    """

    matrix: DrillMatrix
    settings: Settings
    files: Mapping[str, Path]
    dry: bool
    dashboard: str | None


def _rounds(text: str) -> int | None:
    return None if text == "auto" else as_number(1, MOST_ROUNDS)(text)


def _limit(text: str) -> Any:
    try:
        return limit_of(text)
    except BadRequest as error:
        raise ValueError(error.message.removeprefix(f"{text!r} ")) from None


def as_address(text: str) -> str:
    """Read the address of a dashboard."""
    says = "must be the address of a dashboard, such as http://127.0.0.1:5050"
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # What it says repeats the address, with a token that may stand in it.
        raise ValueError(says) from None
    if not is_one:
        raise ValueError(says)
    return text


def _command(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


class SeveralOf(click.ParamType[Any]):
    """A type of one or several values with commas between them, each as another type has it."""

    name = "list"

    def __init__(self, one: click.ParamType[Any]) -> None:
        self._one = one

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """Return what stands for the values in the help."""
        each = self._one.get_metavar(param, ctx)
        return f"{each},…" if each else None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the values; each may be there once."""
        found = [self._one.convert(word, param, ctx) for word in value.split(",")]
        if len({*found}) < len(found):
            self.fail(f"{value!r} has a value twice", param, ctx)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Return how the last of the values goes on, each with those before it."""
        before, comma, last = incomplete.rpartition(",")
        items = self._one.shell_complete(ctx, param, last)
        left = (one.value for one in items if one.value not in before.split(","))
        return [CompletionItem(f"{before}{comma}{value}") for value in left]


as_length = as_seconds_within(*LENGTHS)
"""Reads how long a fault lasts, or how long a round may take."""
OPTIONS = (
    Option("recipe", SeveralOf(click.Choice([*RECIPES])), "what is drilled", None, DrillPlan.recipe,
           variable=False),
    Option("strategy", SeveralOf(click.Choice([*STRATEGIES])), "how an election elects", None,
           DrillPlan.strategy, variable=False),
    Option("candidates", SeveralOf(ValueType(as_number(2, MOST_CANDIDATES))), "how many stand",
           "N,…", DrillPlan.candidates, variable=False),
    Option("fault", SeveralOf(click.Choice([*FAULTS, *FAULTS_OF_SERVERS])), "what happens", None,
           DrillPlan.fault, variable=False),
    Option("target", SeveralOf(click.Choice([*TARGETS])), "to whom: usually the leader, or of "
           "faults of servers the one that has its session", variable=False),
    Option("lasts", as_length, "of a fault of servers that ends by itself", "SECONDS", LASTS,
           variable=False),
    Option("rounds", _rounds, "how many failovers; auto: as many as the limits need", "N|auto",
           ROUNDS, variable=False),
    Option("session-timeout", SeveralOf(ValueType(as_seconds)), "of the candidates", "SECONDS,…",
           DrillPlan.session_timeout, variable=False),
    Option("seed", as_number(0, 2**31), "of the waits before the faults", "N", DrillPlan.seed,
           variable=False),
    Option("election", as_path, "of others' programs: the parent of their znodes, or the key that "
           "they race for", "PATH", variable=False),
    Option("break", _command, "what breaks their leader; none: somebody else does", "COMMAND",
           variable=False),
    Option("mend", _command, "what mends that", "COMMAND", variable=False),
    Option("believes", _command, "what exits with 0 if one of them says that it leads", "COMMAND",
           variable=False),
    Option("serves", _command, "what exits with 0 if the leader serves", "COMMAND", variable=False),
    Option("members", _command, "whom to ask besides those that have had a znode", "NAME,…",
           variable=False),
    Option("leader-of", _command, "where a leader's name stands: data, or a regular expression",
           "data|REGEX", variable=False),
    Option("join", as_number(1, MOST_CANDIDATES), "how many candidates of ours join them until the "
           "drill ends", "N", variable=False),
    Option("within", as_length, "after which a round counts as not over", "SECONDS", WITHIN,
           variable=False),
    Option("limit", _limit, "what has to hold, such as p95:handoff=6s or failed=0; may be repeated",
           "LIMIT", variable=False, multiple=True),
    Option("abort-after", as_number(1, MOST_ROUNDS), "end early after so many failed rounds", "N",
           variable=False),
    Option("json", as_folder, "where to write the report, with every round", "FILE",
           variable=False),
    *WRITTEN,
    Option("dry", bool, "print the plan, and do nothing", variable=False),
    Option("zookeeper", as_hosts, "ZooKeeper address (host:2181,…[/chroot]); starts none", "HOSTS"),
    Option("dashboard", as_address, "run it on the dashboard at this address, where its page shows "
           "it", "URL", variable=False),
    *SECURITY_OPTIONS,
    Option("ensemble", click.Choice((1, 3, 5)), "start this many Apache servers; needs Java"),
)  # fmt: skip
OF_OTHERS = ("break", "mend", "believes", "serves", "members", "leader-of", "join")


def parse(words: Sequence[str], environ: MutableMapping[str, str]) -> DrillOptions:
    """Read the options. A wrong one ends the program with code 2."""
    options: DrillOptions = read(command, words, environ)
    return options


@click.command("drill", params=[*OPTIONS])
@click.pass_context
def command(
    context: click.Context,
    /,
    rounds: int | None,
    limit: Sequence[Any],
    dry: bool,
    dashboard: str | None,
    zookeeper: str | None,
    ensemble: int | None,
    **values: Any,
) -> DrillOptions:
    """Measure failovers: end the leader again and again, and tell how long each phase takes.

    An option with `,…` takes several values. They make a matrix: a drill for each combination.
    """
    security = take_security(values, context.obj)
    files = files_of(values)
    if zookeeper is not None and ensemble is not None:
        raise click.UsageError("--ensemble starts a ZooKeeper and --zookeeper uses one: give one")
    if dashboard is not None and (zookeeper is not None or ensemble is not None):
        raise click.UsageError("--dashboard has its own ZooKeeper: give no other")
    needed = max((rounds_for(one) for one in limit if one.share), default=ROUNDS)
    try:
        values["lasts"] = checked_length(if_given(context, "lasts"), values["fault"])
        programs = _programs_of(context, values, zookeeper, dashboard)
        axes = _axes_of(context, values, programs)
        plan = DrillPlan(
            **values, rounds=needed if rounds is None else rounds, limits=limit, programs=programs
        )
        matrix = matrix_of(plan, axes)
    except BadRequest as error:
        raise click.UsageError(error.message) from None
    if dashboard is not None and matrix.axes:
        several = ", ".join(f"--{axis.replace('_', '-')}" for axis in matrix.axes)
        raise click.UsageError(f"--dashboard runs one drill: give one value only for {several}")
    if dashboard is None:
        _require_servers(matrix, zookeeper, ensemble)
    most = max(programs.join if programs else one.candidates for one in matrix.plans)
    settings = Settings(
        zookeeper=zookeeper, ensemble=ensemble, security=security, history=False,
        candidate_limit=max(Settings.candidate_limit, most * 2),
    )  # fmt: skip
    return DrillOptions(matrix, settings, files, dry, dashboard)


def _require_servers(matrix: DrillMatrix, zookeeper: str | None, ensemble: int | None) -> None:
    """Raise click's UsageError where a cell strikes servers, and the drill starts none that can be
    struck so.
    """
    if zookeeper is not None and any(one.strikes_servers for one in matrix.plans):
        raise click.UsageError(
            "only servers that Handoff starts are struck: give --ensemble 3 in place of --zookeeper"
        )
    needs_three = any(one.strikes_servers and not one.kind.lasts for one in matrix.plans)
    if needs_three and ensemble not in (3, 5):
        raise click.UsageError(
            "without its only server ZooKeeper is away: give --ensemble 3, or --fault restart-after"
        )
    if ensemble is None and any(one.needs_disk for one in matrix.plans):
        raise click.UsageError(FORGETS)


def _axes_of(
    context: click.Context, values: dict[str, Any], programs: OtherPrograms | None
) -> dict[str, Sequence[Any]]:
    """Take what may have several values out of `values`. Raise click's UsageError for a strategy of
    what is no election.
    """
    axes: dict[str, Sequence[Any]] = {axis: values.pop(axis) or [""] for axis in AXES}
    if programs is not None:
        kind = "servers" if FAULTS_OF_SERVERS.keys() & {*axes["fault"]} else "break"
        axes["fault"], axes["target"] = [kind if programs.breaks else "watch"], ["leader"]
    if if_given(context, "strategy") and axes["recipe"] != [ELECTION]:
        raise click.UsageError("--strategy is of elections only: leave it out")
    return axes


def if_given(context: click.Context, name: str) -> Any:
    """Return the value of an option where somebody has given it, else None."""
    is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    return context.params[name] if is_given else None


def _programs_of(
    context: click.Context, values: dict[str, Any], zookeeper: str | None, dashboard: str | None
) -> OtherPrograms | None:
    """Take the options for others' programs out of `values`. Raise click's UsageError where they do
    not go together with others.
    """
    given = {name: values.pop(name.replace("-", "_"), None) for name in OF_OTHERS}
    election = values.pop("election")
    if election is None:
        if wrong := [name for name, value in given.items() if value]:
            raise click.UsageError(f"--{wrong[0]} is of others' programs: name their --election")
        return None
    if zookeeper is None and dashboard is None:
        raise click.UsageError("--election is of others' programs: name their --zookeeper")
    faults = [*FAULTS_OF_SERVERS.keys() & {*values["fault"]}]
    if faults and dashboard is not None:
        if given["break"] is not None or len(values["fault"]) > 1:
            raise click.UsageError(f"--fault {faults[0]} is the only thing that breaks them")
        target, *_ = values["target"] or [usual_target(faults[0])]
        checked(DrillPlan(fault=faults[0], target=target))
        if given["join"] and given["mend"]:
            raise click.UsageError(
                "--mend would be told of a candidate of ours where that leads: give no --join"
            )
        breaks, mends = commands_of(faults[0], target, values["lasts"])
        # Servers that stay broken are told of: theirs may be several commands.
        given["break"], given["mend"] = (
            breaks,
            " || exit; ".join(filter(None, (mends, given["mend"]))),
        )
    by_hand = [
        name for name in AXES
        if not (faults and dashboard and name in ("fault", "target"))
        and if_given(context, name)
    ]  # fmt: skip
    if by_hand:
        named = by_hand[0].replace("_", "-")
        raise click.UsageError(
            f"--{named} is of our own candidates, none of which joins --election: --join N starts "
            "N for that, with the session timeout of who leads there"
        )
    members = tuple(filter(None, (given["members"] or "").split(",")))
    return checked_programs(
        OtherPrograms(
            election, given["break"], given["mend"], given["believes"], given["serves"], members,
            given["leader-of"], {} if dashboard is None else {"HANDOFF_DASHBOARD": dashboard},
            given["join"] or 0,
        )
    )  # fmt: skip
