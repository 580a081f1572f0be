"""The descriptor of a recipe: all that the rest of the house knows about it.

A recipe is a folder beside this file, and its `recipe.py` holds one `RECIPE`. The registry finds
it; nothing else imports that file.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, cast

from ..actions.service import Service
from ..participation.step import Step
from ..processes.work import Role
from ..readmodels.document import Described
from ..readmodels.document import StepState as StepShown
from ..readmodels.lifecycle import Transition
from ..readmodels.model import Model, Section


class Procedure(NamedTuple):
    """One kind of process of a recipe.

    name: what a candidate's `recipe` says in the state document. source: where its steps are from.
    idea: its key idea, in one line.
    machine, work: what runs in its process, by its names in the recipe's folder, `machine:Lock`:
    the dashboard does not load it. Without `work` it does only what the machine asks for.
    """

    name: str
    title: str
    source: str
    idea: str
    steps: tuple[Step, ...]
    machine: str
    work: str | None = None

    @property
    def described(self) -> Described:
        """Return what the state document says of it."""
        steps = [cast(StepShown, asdict(step)) for step in self.steps]
        return {"title": self.title, "source": self.source, "idea": self.idea, "steps": steps}


@dataclass(frozen=True)
class Recipe:
    """A recipe; the house knows it by this alone.

    name: of its folders, here and on the page. place: the position of its view on the page. model,
    section: its part of the state document. services: classes whose methods are its actions.
    changes: what it adds to the life cycle of a candidate. builds_on: the recipes whose
    files its own import: their machines. borrows: what else they import of these, as
    `lock/process`, where no piece below both could be: a process that extends the other's, as its
    machine does; or, of a recipe that only runs another one, its actions and its model.
    """

    name: str
    place: int
    procedures: tuple[Procedure, ...] = ()
    model: Model[Any] | None = None
    section: Section[Any] | None = None
    services: tuple[type[Service], ...] = ()
    changes: tuple[Transition, ...] = ()
    builds_on: frozenset[str] = frozenset()
    borrows: frozenset[str] = frozenset()

    @property
    def roles(self) -> dict[str, Role]:
        """Return the code that its processes run, by the names of its procedures."""
        return {one.name: self._role(one.machine, one.work) for one in self.procedures}

    def _role(self, *code: str | None) -> Role:
        return Role(*(f"{__package__}.{self.name}.{name}" for name in code if name is not None))
