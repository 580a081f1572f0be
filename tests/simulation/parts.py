"""What the simulation has to know of each recipe, which the recipe brings in a file of its own:
`tests/recipes/FOLDER/simulated.py`, whose `SIMULATED` has a `Simulated` for each name that
`--recipe` takes. The library's candidates bring theirs in `tests/library/simulated.py`.

The files are imported when they are asked for, as they stand on the rest of the simulation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from app.participation.participant import Participant
    from app.processes.work import MakeWork
    from tests.simulation.judge import Judge
    from tests.simulation.plan import Plan
    from tests.simulation.process import Process
    from tests.simulation.truth import Scene
    from tests.simulation.world import World

Faults = dict[str, tuple[float, tuple[str, ...]]]
"""kind -> how often it is drawn, and its details, one of which is drawn."""
Strike = Callable[..., bool]
"""Is given the world, the process and the fault, and tells whether it has hit somebody."""
Planting = Callable[[], AbstractContextManager[Any]]

_TESTS = Path(__file__).parents[1]
NEWCOMERS = 0.05
"""How often one of the recipes that bring no share is drawn."""


class Share(NamedTuple):
    """How often a recipe is drawn: by its weight among all; or, where `of` names some, so often in
    their place. The place in the order decides which seeds play it.
    """

    weight: float
    place: int = 0
    of: frozenset[str] = frozenset()


class Kind(NamedTuple):
    """A kind of faults that a recipe alone has.

    weight, details: as in `Faults`. at_nobody: whether it strikes no process, of which it is not
    told then. lasts: whether it lasts for a while. explained: what it does, for the head of a
    trace.
    """

    strike: Strike
    weight: float
    details: tuple[str, ...] = ()
    explained: str = ""
    at_nobody: bool = False
    lasts: bool = False


def _as_drawn(plan: Plan) -> str:
    return plan.recipe


def _as_played(process: Process) -> str:
    return process.plan.played


def _nothing(world: World, process: Process) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Simulated:
    """What the simulation has to know of a recipe.

    scene: where it runs. judge: who judges it. share: how often it is drawn; None for newcomers,
    which leave to all other seeds what they play. played: by which recipe all of its processes go,
    procedure: which of its procedures one follows, and settings, with which; program: what runs
    there, where that is not the dashboard's own candidate. works: procedure -> what its process
    does with what the machine gives, where that is not the real work. outside: modules that run in
    its processes -> what stands there for the world outside, beside time, names and disks.
    versions: whether its processes' data may have versions.

    faults, rare: what is drawn otherwise than `plan.FAULTS` and `rare.RARE` say. kinds: the faults
    that it alone has. strikes: how common ones strike here. znodes: details of common faults ->
    the path of the znode that is meant. forged: such details -> what is written there. unfit: the
    details that it has not got, or of which no recipe of its kind can recover, such as
    `everything`: a server keeps the news of a list from those who may not read it, and takes their
    watch away, so nobody can know of that. mistakes: what is planted, to see that it is caught.

    machines: whose transitions are to be taken by what is played; None: the one machine of its
    name. unentered: the phases that only other recipes enter, and in which all are ready for a
    failure. seldom: phase -> what is hardly ever heard there: it takes two faults at the same
    moment, or cannot happen.
    """

    scene: Scene
    judge: Callable[[World], Judge]
    share: Share | None = None
    played: Callable[[Plan], str] = _as_drawn
    procedure: Callable[[Process], str] = _as_played
    settings: Callable[[World, Process], dict[str, Any]] = _nothing
    program: Callable[[Plan, str], type[Process]] | None = None
    works: Mapping[str, MakeWork] = field(default_factory=dict)
    outside: Mapping[ModuleType, Mapping[str, Any]] = field(default_factory=dict)
    versions: bool = False
    faults: Faults = field(default_factory=dict)
    rare: Faults = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    strikes: Mapping[str, Strike] = field(default_factory=dict)
    znodes: Mapping[str, Callable[[Process], str]] = field(default_factory=dict)
    forged: Mapping[str, bytes] = field(default_factory=dict)
    unfit: Set[str] = frozenset()
    mistakes: Mapping[str, Planting] = field(default_factory=dict)
    machines: tuple[type[Participant], ...] | None = None
    unentered: Set[str] = frozenset()
    seldom: Mapping[str, Set[str]] = field(default_factory=dict)


@cache
def parts() -> dict[str, Simulated]:
    """Return what all recipes bring, by the names that `--recipe` takes."""
    files = [*_TESTS.glob("*/simulated.py"), *_TESTS.glob("recipes/*/simulated.py")]
    names = [".".join(file.relative_to(_TESTS.parent).with_suffix("").parts) for file in files]
    found: dict[str, Simulated] = {}
    for name in names:
        found |= import_module(name).SIMULATED
    return dict(sorted(found.items()))


def part_of(recipe: str) -> Simulated:
    """Return what a recipe brings."""
    return parts()[recipe]


def drawn(seed: int, chance: random.Random) -> str:
    """Return the recipe that a seed plays."""
    shares = {name: part.share for name, part in parts().items() if part.share}
    first = {name: share for name, share in shares.items() if not share.of}
    order = sorted(first, key=lambda name: first[name].place)
    (found,) = chance.choices(order, [first[name].weight for name in order])
    for name, share in shares.items():
        if found in share.of and random.Random(f"{seed} {name}").random() < share.weight:
            found = name
    chance = random.Random(f"{seed} part")
    newcomers = [name for name in parts() if name not in shares]
    return chance.choice(newcomers) if chance.random() < NEWCOMERS else found
