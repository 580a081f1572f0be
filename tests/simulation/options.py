"""The command line of the simulation. What is wrong with it is said in a sentence."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import NoReturn

from tests.simulation.mutations import MUTATIONS, recipe_of
from tests.simulation.parts import parts
from tests.simulation.plan import draw
from tests.simulation.shrink import Small, whole

COMMAND = ".venv/bin/python -m tests.simulation"
OF_ONE_SEED = ("faults", "members", "without", "calm")
OF_MANY = ("seeds", "first")


def parse(arguments: list[str] | None, description: str | None) -> argparse.Namespace:
    """The options, where they are fit to be played; otherwise the program ends with a sentence.
    `small` is what `--seed` plays.
    """
    parser = _parser(description)
    chosen = parser.parse_args(arguments)
    if chosen.mutation:
        if chosen.recipe not in (None, recipe_of(chosen.mutation)):
            parser.error(f"'{chosen.mutation}' is no mistake of {chosen.recipe}")
        chosen.recipe = recipe_of(chosen.mutation)
    given = [name for name in OF_ONE_SEED if getattr(chosen, name) not in (None, False)]
    if chosen.seed is None and given:
        parser.error(f"--{given[0]} goes with --seed, which says what to play")
    of_many = [name for name in OF_MANY if getattr(chosen, name) != parser.get_default(name)]
    if chosen.seed is not None and of_many:
        parser.error(f"--seed plays one schedule, and --{of_many[0]} is about many")
    if chosen.seed is not None:
        chosen.small = _small(parser, chosen)
    return chosen


class _Parser(argparse.ArgumentParser):
    """Says what is wrong, without the list of all options."""

    def error(self, message: str) -> NoReturn:
        """End with the sentence."""
        self.exit(2, f"{message.removeprefix('argument ')}\n")


def _parser(description: str | None) -> _Parser:
    parser = _Parser(prog=COMMAND, description=description)
    add = parser.add_argument
    add("--seeds", type=_at_least_one, default=1000, help="how many schedules to play")
    add("--first", type=_not_negative, default=0, help="the first seed of these")
    add("--recipe", type=_recipe, help="default: the seed's own")
    add("--servers", type=_servers, help="default: the seed's own")
    add("--mutation", type=_mutation, help="plant this mistake first")
    add("--seed", type=_not_negative, help="play this one and show its trace")
    add("--faults", type=_faults, help="of --seed: the faults to keep (0,3:0.25,4), or none; "
        "after a colon how many seconds it lasts")  # fmt: skip
    add("--members", type=_at_least_one, help="of --seed: how many processes to keep")
    add("--without", type=_numbers, help="of --seed: which of these stay away (2,3)")
    add("--calm", action="store_true", help="of --seed: an even network")
    return parser


def _small(parser: _Parser, chosen: argparse.Namespace) -> Small:
    small = whole(draw(chosen.seed, chosen.recipe, servers=chosen.servers))
    if chosen.faults is not None:
        small = replace(small, faults=_kept(parser, small.faults, chosen.faults))
    members = range(1, small.members + 1)
    if chosen.members is not None:
        _known(parser, "process c", [chosen.members], members)
        small = replace(small, members=chosen.members)
    if chosen.without is not None:
        _known(parser, "process c", chosen.without, members)
        small = replace(small, absent=frozenset(chosen.without) & set(members[: small.members]))
    if not small.present:
        parser.error("--without leaves nobody who takes part")
    return replace(small, is_calm=chosen.calm)


def _kept(
    parser: _Parser, drawn: dict[int, float], chosen: dict[int, float | None]
) -> dict[int, float]:
    _known(parser, "fault ", chosen, drawn)
    return {at: drawn[at] if lasts is None else lasts for at, lasts in chosen.items()}


def _known(parser: _Parser, what: str, chosen: Iterable[int], drawn: Collection[int]) -> None:
    """End where something is chosen that was not drawn."""
    for one in chosen:
        if one not in drawn:
            last = f"the last one is {what}{max(drawn)}" if drawn else "it has none"
            parser.error(f"there is no {what}{one} in this schedule: {last}")


# -- one option -----------------------------------------------------------------------------------


def _at_least_one(text: str) -> int:
    return _whole(text, 1)


def _not_negative(text: str) -> int:
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"it takes a whole number from {least} on, not '{text}'")
    return int(text)


def _recipe(text: str) -> str:
    if text not in parts():
        known = ", ".join(parts())
        raise argparse.ArgumentTypeError(f"there is no recipe '{text}'; there are {known}")
    return text


def _servers(text: str) -> int:
    if text not in ("1", "3"):
        wanted = "only with 1 or 3"
        raise argparse.ArgumentTypeError(f"there is no schedule with '{text}' servers, {wanted}")
    return int(text)


def _mutation(text: str) -> str:
    if text not in MUTATIONS:
        near = get_close_matches(text, MUTATIONS, n=3, cutoff=0.4)
        meant = " or ".join(f"'{one}'" for one in near)
        hint = f"; perhaps {meant}" if near else ", see tests/simulation/mutations.py"
        raise argparse.ArgumentTypeError(f"there is no mistake '{text}'{hint}")
    return text


def _numbers(text: str) -> list[int]:
    return [_not_negative(one) for one in text.split(",")]


def _faults(text: str) -> dict[int, float | None]:
    """Places, and where it is said, seconds."""
    faults: dict[int, float | None] = {}
    for one in [] if text == "none" else text.split(","):
        place, _, lasts = one.partition(":")
        faults[_not_negative(place)] = _seconds(lasts) if lasts else None
    return faults


def _seconds(text: str) -> float:
    if not text.replace(".", "", 1).isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds")
    return float(text)
