"""Run `python -m app drill`: one drill, its progress and its figures, and an exit code."""

from __future__ import annotations

import json
import logging
import os
import queue
import re
import sys
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from ..errors import BadRequest, Conflict, HandoffError, SetupError, ZooKeeperUnavailable
from ..recipes.drill.actions.commands import run_command
from ..recipes.drill.compare import (
    AT_LEAST,
    COMPARE_SCHEMA,
    TOO_FEW,
    WORSE,
    DrillComparison,
    ReadReport,
    compared,
    report_from,
)
from ..recipes.drill.faults import FAULTS, FAULTS_OF_SERVERS, SESSIONS, TARGETS
from ..recipes.drill.limits import limit_of
from ..recipes.drill.outputs import csv_of, junit_of
from ..recipes.drill.page import html_of, outcome_of, who_of, window_in
from ..recipes.drill.plan import (
    LASTS,
    MOST_CANDIDATES,
    MOST_ROUNDS,
    ROUNDS,
    WITHIN,
    DrillPlan,
    checked,
    rounds_for,
    usual_target,
)
from ..recipes.drill.programs import OtherPrograms, checked_programs
from ..recipes.drill.rounds import GOOD, is_outside
from ..recipes.drill.side_by_side import same_thing, table, verdict
from ..recipes.drill.state import SCHEMA
from ..recipes.election.strategies import STRATEGIES
from ..settings import Settings
from ..system.logs import log_to_stderr
from ..system.undo import UndoLog, forget, undo_left
from ..visible import visible
from ..zookeeper.addresses import as_hosts
from .arguments import Option, ValueType, as_folder, as_number, as_path, read
from .distant_drill import DistantDrills
from .ending import end_at_a_signal
from .security_options import OPTIONS as SECURITY_OPTIONS
from .security_options import take_security
from .serve import say

if TYPE_CHECKING:
    from ..assembly import Handoff
    from ..recipes.drill.actions.run import DrillRun

CODES = {
    "done": 0, "aborted": 1, "unsettled": 3, "unreached": 3, "failed": 3, "unmended": 4,
    "stopped": 130,
}  # fmt: skip
"""How a drill ended -> the exit code; 1 where a limit was missed; 2 for a wrong option."""
MISSED, UNWRITTEN, UNSAID, UNMENDED = 1, 3, 3, 4
_CONNECTS_WITHIN = 20.0
_LOOK_UP = 0.5
_AT_HAND = 1_000
"""Events: nobody looks back in a drill, and each round has some twenty."""


class DrillOptions(NamedTuple):
    """The options: what to drill, on which ZooKeeper or by which dashboard, and where the report
    goes.
    """

    plan: DrillPlan
    settings: Settings
    files: Mapping[str, Path]
    dry: bool
    dashboard: str | None


def main(words: Sequence[str]) -> int:
    """Run a drill; return the exit code: 0 where all limits are kept, 1 where one is missed, 2
    where it cannot start, 3 where it could not go on, 4 where something stays broken, 130 where it
    was interrupted.
    """
    if words[:1] == ["report"]:
        return _again(words[1:])
    if words[:1] == ["compare"]:
        return _compared(words[1:])
    options: DrillOptions = parse(words, os.environ)
    log_to_stderr(logging.WARNING)
    for line in told_of(options.plan):
        say(line)
    if options.dry:
        return 0
    if options.dashboard is not None:
        return _drilled_elsewhere(options, DistantDrills(options.dashboard))
    try:
        with ExitStack() as stack:
            return _drilled(options, stack)
    except SetupError as error:
        return _refuse(error.message)


def told_of(plan: DrillPlan) -> list[str]:
    """Return the plan in lines."""
    waits = (
        "first a wait of up to the time between two heartbeats and a tick, then "
        if plan.kind.found_by_timeout
        else ""
    )
    limits = [f"limit: {limit}" for limit in plan.limits]
    each = f"each round: {waits}{plan.shown['does']}"
    if plan.programs is not None:
        return [f"{plan.rounds} rounds at {plan.path}", each, *_commands_of(plan.programs), *limits]
    kind = plan.kind
    mends = (
        "nothing is to do" if kind.action is None
        else "it is started again, or woken" if plan.strikes_servers
        else "it is woken" if kind.recover
        else "another candidate takes its place" if kind.ends
        else "it comes back by itself"
    )  # fmt: skip
    return [
        f"{plan.rounds} rounds with {plan.candidates} candidates in {plan.path} "
        f"({plan.strategy}), about {plan.seconds():.0f} s",
        f"{each}; mended: {mends}",
        *([SESSIONS[plan.fault]] if kind.lasts else []),
        *limits,
    ]


def _commands_of(programs: OtherPrograms) -> list[str]:
    """Return a line for each command, and what undoes it."""
    told = {
        "breaks": programs.breaks,
        "is mended by": programs.mends,
        "tells whether one believes that it leads": programs.believes,
        "tells whether the leader serves": programs.serves,
    }
    return [f"{does}: {command}" for does, command in told.items() if command is not None]


def _drilled(options: DrillOptions, stack: ExitStack) -> int:
    from ..assembly import create_app
    from ..ensemble.sources import zookeeper_of
    from ..recipes.drill.actions.drills import Drills
    from ..recipes.drill.actions.report import report_of
    from ..system.folders import live_in_own_folder

    settings, plan = options.settings, options.plan
    if left := undo_left():
        return _refuse(
            f"a drill that was killed has left {sum(len(one.entries) for one in left)} faults as "
            "they are. Mend them first: python -m app undo",
            UNMENDED,
        )
    try:
        undo = UndoLog({"zookeeper": settings.zookeeper, "election": plan.path})
    except Conflict as error:
        return _refuse(error.message, 3)
    stack.callback(undo.close)
    stack.enter_context(live_in_own_folder())
    zookeeper = stack.enter_context(zookeeper_of(settings, say))
    app = create_app(
        settings, hosts=zookeeper.hosts, source=settings.source, servers=zookeeper.servers,
        at_hand=_AT_HAND,
    )  # fmt: skip
    handoff: Handoff = app.extensions["handoff"]
    stack.callback(handoff.close)
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    stack.callback(handoff.journal.subscribe(lambda recorded: told.put(recorded.event)))
    drills = handoff.context.service(Drills)
    end_at_a_signal(lambda: told.put(None))
    try:
        if not _is_connected(handoff, told):
            raise ZooKeeperUnavailable(f"ZooKeeper at {zookeeper.hosts} does not answer")
        run = drills.launch(plan, "script", undo)
    except HandoffError as error:
        return _refuse(error.message, 3)
    _follow(run, drills, told)
    report = report_of(run, handoff.journal.state)
    for line in summary(report):
        say(line)
    if settings.zookeeper is not None and plan.programs is None:
        _clear(handoff, plan.path)
    return code_of(report) if _written(report, options.files) else UNWRITTEN


def _drilled_elsewhere(options: DrillOptions, drills: DistantDrills) -> int:
    """Run the drill on a dashboard, and print each round as it ends; a signal stops it."""
    signals: queue.SimpleQueue[None] = queue.SimpleQueue()
    end_at_a_signal(lambda: signals.put(None))
    plan, told = options.plan, 0
    asked = {
        "strategy": plan.strategy, "candidates": plan.candidates, "fault": plan.fault,
        "target": plan.target, "rounds": plan.rounds, "session_timeout": plan.session_timeout,
        "lasts": plan.lasts, "seed": plan.seed, "limit": plan.within,
        "limits": [str(one) for one in plan.limits],
        **({} if plan.abort_after is None else {"abort_after": plan.abort_after}),
    }  # fmt: skip
    try:
        drills.start(asked)
        while True:
            report = drills.report()
            for one in report["rounds"][told:]:
                say(_line_of(one, plan.rounds))
            told = len(report["rounds"])
            if report["cause"] is not None:
                break
            with suppress(queue.Empty):
                signals.get(timeout=_LOOK_UP)
                say("stopping …")
                drills.stop()
    except HandoffError as error:
        return _refuse(error.message, 3)
    for line in summary(report):
        say(line)
    return code_of(report) if _written(report, options.files) else UNWRITTEN


def _clear(handoff: Handoff, path: str) -> None:
    """Delete what the drill has left in a ZooKeeper that goes on, and tell what stays."""
    from ..recipes.clearing import Clearing

    try:
        left = handoff.context.service(Clearing).clear(path, "elections", by="script")
    except HandoffError as error:
        say(f"what the drill has left at {path} is not cleared: {error.message}")
        return
    for one in left["kept"]:
        say(f"{one['path']} stays: it {one['why']}")


FORMS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "json": lambda report: json.dumps(report, indent=1) + "\n",
    "html": html_of,
    "csv": csv_of,
    "junit": junit_of,
}
"""The option that names a file -> what is written to it."""


def _written(report: Mapping[str, Any], files: Mapping[str, Path]) -> bool:
    """Write the report in each form that is asked for; return False where a file cannot be
    written, once all others are.
    """
    failed = False
    for form, path in files.items():
        try:
            path.write_text(FORMS[form](report), "utf-8")
        except OSError as error:
            failed = True
            _refuse(f"the report cannot be written to {path}: {error.strerror}")
    return not failed


def code_of(report: Mapping[str, Any]) -> int:
    """Return the exit code of a report."""
    code = CODES[report["cause"]]
    kept = all(one["kept"] for one in report["limits"])
    return code or (0 if kept else MISSED)


def _is_connected(handoff: Handoff, told: queue.SimpleQueue[Any]) -> bool:
    deadline = time.monotonic() + _CONNECTS_WITHIN
    while handoff.journal.state["zookeeper"]["state"] != "connected":
        if time.monotonic() > deadline:
            return False
        with suppress(queue.Empty):
            if told.get(timeout=_LOOK_UP) is None:
                return False
    return True


def _follow(run: DrillRun, drills: Any, told: queue.SimpleQueue[Any]) -> None:
    """Print each round as it ends, until the drill is over; a signal stops it."""
    while True:
        event = told.get()
        if event is None:
            with suppress(Conflict):
                drills.stop("script")
            say("stopping …")
            continue
        if event.kind == "drill.stood":
            say(f"all are in their places, with sessions of {event.timeout:g} s")
        if event.kind == "drill.round":
            say(_line_of(event.round, run.plan.rounds))
        if event.kind == "drill.ended":
            return


def _line_of(one: Mapping[str, Any], rounds: int) -> str:
    phases = "  ".join(f"{phase} {_ms(ms)}" for phase, ms in one["ms"].items())
    return (
        f"{one['number']:>{len(str(rounds))}}/{rounds}  {outcome_of(one)}"
        f"  {_took(one)}({phases})  {who_of(one)}"
    )


def _took(one: Mapping[str, Any]) -> str:
    return f"{_ms(one['handoff'])}  " if "handoff" in one else ""


def summary(report: Mapping[str, Any]) -> list[str]:
    """Return what the rounds add up to, in lines."""
    counts, figures = report["counts"], report["figures"]
    done = counts["rounds"]
    good = sum(counts.get(outcome, 0) for outcome in GOOD)
    ended = "handed over" if report["plan"]["hands_over"] else "went as they should"
    lines = [f"{good} of {done} rounds {ended}"]
    if report["error"]:
        lines = [f"INCOMPLETE, {done} of {counts['planned']} rounds: {report['error']}", *lines]
    late = counts.get("not within the limit", 0)
    if late:
        lines.append(f"{late} of {done} not within {report['plan']['within']:g} s")
    if done:
        lines.append(f"{'':<14}{'p50':>20}{'p90':>20}{'p95':>20}{'p99':>20}{'longest':>12}")
        for phase, one in figures.items():
            cells = "".join(f"{_cell(values):>20}" for values in one["quantiles"].values())
            if one["counted"]:
                lines.append(f"{phase:<14}{cells}{_ms(one['max']):>12}")
        lines.append("(≤ the value that 95 of 100 such drills do not exceed; ? too few rounds)")
    window = window_in(report)
    if window is not None:
        outside = sum(is_outside(one, window) for one in report["rounds"])
        edges = " to ".join("?" if edge is None else _ms(edge) for edge in window)
        lines.append(f"detect is expected within {edges}: {outside} of {done} rounds were outside")
    lines += [
        f"limit {one['limit']}: {'kept' if one['kept'] else 'MISSED'}, {one['says']}"
        for one in report["limits"]
    ]
    return lines


def _cell(values: Sequence[float | None]) -> str:
    value, *bound = values
    return f"{_ms(value)} ≤ {_ms(bound[0])}" if bound else f"{_ms(value)} ?"


def _ms(ms: float | None) -> str:
    if ms is None:
        return "∞"
    return f"{ms / 1000:.2f}s" if ms >= 1000 else f"{ms:.1f}ms"


def _rounds(text: str) -> int | None:
    return None if text == "auto" else as_number(1, MOST_ROUNDS)(text)


def _limit(text: str) -> Any:
    try:
        return limit_of(text)
    except BadRequest as error:
        raise ValueError(error.message.removeprefix(f"{text!r} ")) from None


def _again(words: Sequence[str]) -> int:
    """Make a report that was kept as JSON again, in other forms; return the exit code."""
    path, files = read(_report, words, os.environ)
    try:
        report = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        return _refuse(f"{path} cannot be read: {error}")
    if not isinstance(report, dict) or report.get("schema") != SCHEMA:
        return _refuse(f"{path} is no report of a drill: its schema is not {SCHEMA}")
    for line in summary(report):
        say(line)
    return 0 if _written(report, files) else UNWRITTEN


class CompareOptions(NamedTuple):
    """The options of `drill compare`: two reports, and how they are compared."""

    a: Path
    b: Path
    anyway: bool
    at_least: float
    json: Path | None


def _compared(words: Sequence[str]) -> int:
    """Compare two reports; return the exit code: 0 where B is not shown to be worse, 1 where it is,
    2 where they are not of the same thing, 3 where too few rounds can say.
    """
    options: CompareOptions = read(_compare, words, os.environ)
    try:
        a, b = _report_at(options.a), _report_at(options.b)
        found = compared(a, b, options.at_least)
    except HandoffError as error:
        return _refuse(error.message)
    for line in (_head("A", options.a, a), _head("B", options.b, b), *same_thing(found)):
        say(line)
    if found.differs and not options.anyway:
        return _refuse("these are not two drills of the same thing; --anyway compares them")
    for line in (*table(found), verdict(found)):
        say(line)
    return code_of_comparison(found) if _kept(found, options.json) else UNWRITTEN


def code_of_comparison(found: DrillComparison) -> int:
    """Return the exit code of a comparison."""
    if any(row.word in WORSE for row in found.rows):
        return MISSED
    return UNSAID if found.rows[0].word == TOO_FEW else 0


def _report_at(path: Path) -> ReadReport:
    try:
        return report_from(path.read_bytes())
    except BadRequest as error:
        raise BadRequest(f"{path} {error.message}") from None
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}") from None


def _head(name: str, path: Path, report: ReadReport) -> str:
    early = f", ended early: {report['error']}" if report["error"] else ""
    return f"{name}  {path}: {len(report['rounds'])} rounds{early}"


def _kept(found: DrillComparison, path: Path | None) -> bool:
    """Write a comparison as JSON; return False where that cannot be."""
    if path is None:
        return True
    parts = {name: [one._asdict() for one in getattr(found, name)] for name in ("differs", "rows")}
    document = {"schema": COMPARE_SCHEMA, **found._asdict(), **parts}
    try:
        path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    except OSError as error:
        _refuse(f"the comparison cannot be written to {path}: {error.strerror}")
        return False
    return True


def undo(words: Sequence[str]) -> int:
    """Mend what a drill that was killed has left broken; return the exit code: 0 where nothing
    stays broken, 4 where something does. Every command is tried.
    """
    read(_undo, words, os.environ)
    left = undo_left()
    if not left:
        say("nothing is left to mend")
    failed = 0
    for run in left:
        for number, entry in run.entries.items():
            ran = run_command(entry["command"], entry["env"])
            say(f"{entry['election']}: {entry['command']}: {ran.fault or 'done'}")
            if ran.fault is None:
                forget(run, number)
            failed += ran.fault is not None
    return UNMENDED if failed else 0


def _refuse(why: str, code: int = 2) -> int:
    """Say on stderr what is wrong; return the exit code."""
    print(visible(f"handoff drill: {why}"), file=sys.stderr)
    return code


def _address(text: str) -> str:
    if not re.match(r"https?://[^/?#\s]+", text):
        raise ValueError("must be the address of a dashboard, such as http://127.0.0.1:8080")
    return text


def _command(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _files_of(values: dict[str, Any]) -> dict[str, Path]:
    """Take the files to write out of `values`, by form. Raise click's UsageError for one that
    cannot be.
    """
    asked = {form: values.pop(form, None) for form in FORMS}
    files = {form: path for form, path in asked.items() if path is not None}
    for form, path in files.items():
        if path.is_dir() or not path.parent.is_dir():
            raise click.UsageError(f"--{form}: {path} must be a file in a folder that exists")
    return files


def _seconds(text: str) -> float:
    says = "must be seconds from 0.1 to 3600"
    try:
        value = float(text)
    except ValueError:
        raise ValueError(says) from None
    if not 0.1 <= value <= 3600:
        raise ValueError(says)
    return value


def _share(text: str) -> float:
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%", text)
    if found is None:
        raise ValueError("must be a share such as 5%")
    return float(found[1]) / 100


WRITTEN = (
    Option("html", as_folder, "where to write it as a page in one file", "FILE", variable=False),
    Option("csv", as_folder, "where to write a line for each round", "FILE", variable=False),
    Option("junit", as_folder, "where to write what a CI shows as tests", "FILE", variable=False),
)
OPTIONS = (
    Option("strategy", click.Choice([*STRATEGIES]), "how the candidates elect", None,
           DrillPlan.strategy, variable=False),
    Option("candidates", as_number(2, MOST_CANDIDATES), "how many stand", "N", DrillPlan.candidates,
           variable=False),
    Option("fault", click.Choice([*FAULTS, *FAULTS_OF_SERVERS]), "what happens", None,
           DrillPlan.fault, variable=False),
    Option("target", click.Choice([*TARGETS]), "to whom; the leader, or of faults of servers the "
           "one that has its session", variable=False),
    Option("lasts", _seconds, "of a fault of servers that ends by itself", "SECONDS", LASTS,
           variable=False),
    Option("rounds", _rounds, "how many failovers; auto: as many as the limits need", "N|auto",
           ROUNDS, variable=False),
    Option("session-timeout", _seconds, "of the candidates", "SECONDS", DrillPlan.session_timeout,
           variable=False),
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
    Option("within", _seconds, "after which a round counts as not over", "SECONDS", WITHIN,
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
    Option("dashboard", _address, "run it on the dashboard at this address, where its page shows "
           "it", "URL", variable=False),
    *SECURITY_OPTIONS,
    Option("ensemble", click.Choice((1, 3, 5)), "start this many Apache servers; needs Java"),
)  # fmt: skip


def parse(words: Sequence[str], environ: MutableMapping[str, str]) -> DrillOptions:
    """Read the options. A wrong one ends the program with code 2."""
    options: DrillOptions = read(_drill, words, environ)
    return options


@click.command("drill", params=[*OPTIONS])
@click.pass_context
def _drill(
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
    """Measure failovers: end the leader again and again, and tell how long each phase takes."""
    security = take_security(values, context.obj)
    files = _files_of(values)
    if zookeeper is not None and ensemble is not None:
        raise click.UsageError("--ensemble starts a ZooKeeper and --zookeeper uses one: give one")
    if zookeeper is not None and values["fault"] in FAULTS_OF_SERVERS:
        raise click.UsageError(
            f"--fault {values['fault']} breaks servers that Handoff starts: leave out --zookeeper, "
            "or give --ensemble 3"
        )
    if dashboard is not None and (zookeeper is not None or ensemble is not None):
        raise click.UsageError("--dashboard has its own ZooKeeper: give no other")
    needed = max((rounds_for(one) for one in limit if one.share), default=ROUNDS)
    try:
        programs = _programs_of(context, values, zookeeper)
        if programs is not None:
            values["fault"] = "break" if programs.breaks else "watch"
        values["target"] = values["target"] or usual_target(values["fault"])
        plan = checked(
            DrillPlan(
                **values, rounds=needed if rounds is None else rounds, limits=limit,
                programs=programs,
            )
        )  # fmt: skip
    except BadRequest as error:
        raise click.UsageError(error.message) from None
    settings = Settings(
        zookeeper=zookeeper, ensemble=ensemble, security=security, history=False,
        candidate_limit=max(Settings.candidate_limit, plan.candidates * 2),
    )  # fmt: skip
    return DrillOptions(plan, settings, files, dry, dashboard)


OF_OTHERS = ("break", "mend", "believes", "serves", "members", "leader-of")
OF_CANDIDATES = ("strategy", "candidates", "fault", "target", "session_timeout")


def _programs_of(
    context: click.Context, values: dict[str, Any], zookeeper: str | None
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
    if zookeeper is None:
        raise click.UsageError("--election is of others' programs: name their --zookeeper")
    by_hand = [
        name for name in OF_CANDIDATES
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]  # fmt: skip
    if by_hand:
        named = by_hand[0].replace("_", "-")
        raise click.UsageError(
            f"--{named} is of our own candidates, none of which joins --election"
        )
    members = tuple(filter(None, (given["members"] or "").split(",")))
    return checked_programs(
        OtherPrograms(
            election, given["break"], given["mend"], given["believes"], given["serves"], members,
            given["leader-of"],
        )
    )  # fmt: skip


@click.command(
    "drill report", params=[click.Argument(["path"], type=ValueType(as_folder)), *WRITTEN]
)
def _report(path: Path, **values: Any) -> tuple[Path, dict[str, Path]]:
    """Make the report of an earlier drill again, of the JSON file at PATH."""
    return path, _files_of(values)


@click.command(
    "drill compare",
    params=[
        *(click.Argument([name], type=ValueType(as_folder), metavar=f"{name.upper()}.json")
          for name in "ab"),
        Option("anyway", bool, "compare even what is not the same thing", variable=False),
        Option("at-least", _share, "of A's median: a smaller difference does not matter", "SHARE",
               f"{AT_LEAST:.0%}", variable=False),
        Option("json", as_folder, "where to write the comparison", "FILE", variable=False),
    ],
)  # fmt: skip
def _compare(**values: Any) -> CompareOptions:
    """Compare the reports of two drills: whether B is slower than A, beyond chance."""
    return CompareOptions(**values)


@click.command("undo")
def _undo() -> None:
    """Mend what a drill that was killed has left broken: run each --mend that it did not."""
