"""Draw the state machine of each process of each recipe, from its table, into docs/machines.md.

`python -m tests.machines` writes the document.
"""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from app.participation.participant import Course, Participant
from app.participation.phases import Phase
from app.recipes.bookshelf.machine import Bookshelf
from app.recipes.registry import RECIPES, ROLES

FILE = Path(__file__).parents[1] / "docs" / "machines.md"
HEAD = """\
# The machines

Each process of a recipe is a state machine ([the house](architecture.md)). Its table names, for an
input in a phase, the method that takes it and the phases that this may enter. These pictures are
drawn from the tables; what a table does not name is an error in the tests and in the
[simulation](simulation.md). `python -m tests.machines` writes this file.

An arrow bears the inputs that may lead from one phase to another. Each input may also leave the
machine where it is, which is not drawn. What comes at any time leads from "any phase"; "clock" is
the time alone. Three are no phases, and stand for what several inputs lead to: *resume*, to take up
what is left to do; *again*, to look for the own znode or to volunteer; *first*, to be the first.

"""
ANY = "any phase"
SETTINGS = {"incarnation": "", "size": 2, "site": "", "role": ""}
"""What every machine can be made of."""

Node = Phase | Course | str
"""What an arrow leads from or to: a phase, a course of several phases, or any phase."""


def document() -> str:
    """Return the document: what the phases mean, and a picture of each machine."""
    meant = "".join(f"- **{phase.value}**: {said}\n" for phase, said in _meanings())
    return HEAD + meant + "".join(_sections())


def _meanings() -> Iterator[tuple[Phase, str]]:
    """Return each phase with the docstring that stands below it."""
    body = ast.parse(inspect.getsource(Phase)).body[0]
    assert isinstance(body, ast.ClassDef)
    for name, said in zip(body.body[1::2], body.body[2::2], strict=True):
        assert isinstance(name, ast.Assign)
        assert isinstance(said, ast.Expr)
        yield Phase(ast.literal_eval(name.value)), ast.literal_eval(said.value)


def _sections() -> Iterator[str]:
    for recipe in RECIPES:
        drawn: dict[str, list[str]] = {}
        for procedure in recipe.procedures:
            for machine in _sides(ROLES[procedure.name].load().machine):
                drawn.setdefault(diagram(machine), []).append(machine.__name__)
        if drawn:
            yield f"\n## {recipe.name}\n"
        for picture, names in drawn.items():
            yield f"\n### {', '.join(names)}\n\n```mermaid\n{picture}```\n"


def _sides(machine: type[Participant]) -> list[type[Participant]]:
    """Return the machines that a process may have in any role, and all that one is made of."""
    made = [machine.made_for("", {**SETTINGS, "role": role}) for role in ("consumer", "producer")]
    sides = [*made[0].parts.values()] if isinstance(made[0], Bookshelf) else made
    return list(dict.fromkeys(map(type, sides)))


def diagram(machine: type[Participant]) -> str:
    """Return the picture of a machine; phases that it cannot reach are left out."""
    arrows: dict[tuple[Node, Node], set[str]] = defaultdict(set)
    for here, to, given in _arrows(machine):
        if here is not to:
            arrows[here, to].add(given)
    order: list[Node] = [ANY, *Course, *Phase]
    used = [one for one in order if any(one in arrow for arrow in arrows)]
    names = {one: one if isinstance(one, str) else one.value for one in used}
    ids = {one: name.replace(" ", "_") for one, name in names.items()}
    lines = ["stateDiagram-v2", f"    [*] --> {ids[Phase.APART]}"]
    lines += [f'    state "{names[one]}" as {ids[one]}' for one in used if " " in names[one]]
    for here, to in sorted(arrows, key=lambda one: [order.index(it) for it in one]):
        inputs = ", ".join(sorted(arrows[here, to] - {""}))
        lines.append(f"    {ids[here]} --> {ids[to]}{': ' if inputs else ''}{inputs}")
    return "".join(f"{line}\n" for line in [*lines, f"    {ids[Phase.LEFT]} --> [*]"])


def _arrows(machine: type[Participant]) -> Iterator[tuple[Node, Node, str]]:
    """Go from what can be reached at any time to whatever else that leads to."""
    pending: list[Node] = [ANY]
    reached: set[Node] = set(pending)
    while pending:
        here = pending.pop()
        for to, given in _from(machine, here):
            yield here, to, given
            pending += {to} - reached
            reached.add(to)


def _from(machine: type[Participant], here: Node) -> Iterator[tuple[Node, str]]:
    if isinstance(here, Course):
        yield from ((to, "") for to in machine.enters[here])
        return
    if here == ANY:
        yield from ((phase, "clock") for phase in machine.by_clock)
        turns = machine.anywhere
    else:
        turns = {given: turn for (at, given), turn in machine.transitions.items() if at is here}
    for given, turn in turns.items():
        for to in turn.following:
            alone = machine.enters[to] if isinstance(to, Course) else ()
            yield alone[0] if len(alone) == 1 else to, given.__name__


if __name__ == "__main__":
    FILE.write_text(document())
