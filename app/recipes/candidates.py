"""The actions of candidates of any recipe: act on one, stop all."""

from __future__ import annotations

from typing import Annotated, Any

from ..actions.action import Action
from ..actions.fields import TEXT, TEXTS, Path, object_of
from ..actions.rights import OWN
from ..actions.service import Service
from ..actions.signature import Bounded, OrLeftOut, schema_of
from ..zookeeper.paths import check_path
from .registry import MODELS

_Verb = Annotated[str, Bounded(enum=list(MODELS.candidates.verbs))]


class Candidates(Service):
    """The candidates of all recipes."""

    @Action(
        "POST", "/candidates/{candidate}/{action}", 202, "Act on one candidate",
        object_of(candidate=TEXT, action=schema_of(_Verb)), right=OWN,
    )  # fmt: skip
    def act(
        self, candidate: Annotated[str, "a candidate's id, c1"], action: _Verb, *, by: str
    ) -> None:
        """Do `action` to one candidate."""
        self._supervisor.act(candidate, action, by)

    @Action(
        "DELETE", "/candidates", 202, "Stop all candidates, or those of one path",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def stop_all(
        self,
        path: Annotated[
            OrLeftOut[Path],
            Bounded(type=["string", "null"]),
            "only those of this path; without it, those of all paths",
        ] = None,
        section: Annotated[
            OrLeftOut[Any],
            Bounded(enum=[*MODELS.by_section, None]),
            "only those in this part of the state document",
        ] = None,
        *,
        by: str,
    ) -> list[str]:
        """Stop every candidate, frozen ones included, or those of one path, or those at it in one
        section of the state document; return their names.
        """
        if path is not None:
            check_path(path)
        models = self._journal.models.by_recipe
        return self._supervisor.stop_all(
            by,
            lambda task: (
                path in (None, task.path) and section in (None, models[task.recipe].section)
            ),
        )
