"""Run `python -m app drill`: one drill or a matrix of them, `report`, `compare` or `servers`."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from ...errors import BadRequest, HandoffError, SetupError
from ...system.logs import log_to_stderr
from ..serve import say
from .compare import compare
from .conclusion import UNMENDED, UNREACHED, refuse
from .distant import DistantDashboard
from .elsewhere import drilled_elsewhere
from .here import FaultsLeft, drilled_here
from .lines import told_of, told_of_matrix
from .matrix import drilled_matrix
from .options import DrillOptions, parse
from .report import report_again
from .servers import require_presenter, servers, zookeeper_at


def main(words: Sequence[str]) -> int:
    """Run a drill; return the exit code: 0 where all limits are kept, 1 where one is missed, 2
    where it cannot start, 3 where it could not go on, 4 where something stays broken, 130 where it
    was interrupted.
    """
    if words[:1] == ["report"]:
        return report_again(words[1:])
    if words[:1] == ["compare"]:
        return compare(words[1:])
    if words[:1] == ["servers"]:
        return servers(words[1:])
    return _drilled(parse(words, os.environ))


def _drilled(options: DrillOptions) -> int:
    """Print the plan, and run it unless `--dry` asks for that alone; return the exit code."""
    log_to_stderr(logging.WARNING)
    matrix = options.matrix
    plan, *more = matrix.plans
    for line in told_of_matrix(matrix) if more else told_of(plan):
        say(line)
    if options.dry:
        return 0
    try:
        if options.dashboard is not None and plan.programs is None:
            return drilled_elsewhere(plan, options.files, options.dashboard)
        options = _with_zookeeper(options)
        with ExitStack() as stack:
            return (drilled_matrix if more else drilled_here)(options, stack)
    except SetupError as error:
        return refuse(error.message)
    except FaultsLeft as error:
        return refuse(error.message, UNMENDED)
    except BadRequest as error:
        return refuse(error.message)
    except HandoffError as error:
        return refuse(error.message, UNREACHED)


def _with_zookeeper(options: DrillOptions) -> DrillOptions:
    """Return the options with the ZooKeeper of the dashboard, if they name one."""
    if options.dashboard is None:
        return options
    strikes = options.matrix.plans[0].fault == "servers"
    dashboard = DistantDashboard(options.dashboard)
    if strikes:
        require_presenter(dashboard)
    found = zookeeper_at(dashboard, own=strikes)
    return options._replace(settings=replace(options.settings, zookeeper=found["hosts"]))
