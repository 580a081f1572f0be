"""The actions of candidates of any recipe: act on one, stop all."""

from __future__ import annotations

from ..actions.action import Action
from ..actions.fields import PATH, TEXT, TEXTS, object_of
from ..actions.schema import Document, Schema
from ..actions.service import Service
from ..zookeeper.paths import check_path
from .registry import MODELS

STOP = Schema(
    {
        "path": {
            **PATH,
            "type": ["string", "null"],
            "description": "only those of this path; without it, those of all paths",
        },
        "section": {
            "enum": [*MODELS.by_section, None],
            "description": "only those in this part of the state document",
        },
    }
)

_VARIABLES: dict[str, Document] = {
    "candidate": {"type": "string", "description": "a candidate's id, c1"},
    "action": {"type": "string", "enum": list(MODELS.candidates.verbs)},
}
_ACTED = object_of(candidate=TEXT, action=_VARIABLES["action"])


class Candidates(Service):
    """The candidates of all recipes."""

    @Action(
        "POST", "/candidates/{candidate}/{action}", 202, "Act on one candidate", _ACTED,
        variables=_VARIABLES,
    )  # fmt: skip
    def act(self, candidate: str, action: str, by: str) -> None:
        """Do `action` to one candidate."""
        self._supervisor.act(candidate, action, by)

    @Action(
        "DELETE", "/candidates", 202, "Stop all candidates, or those of one path",
        object_of(candidates=TEXTS), STOP, gives="candidates",
    )  # fmt: skip
    def stop_all(self, by: str, path: str | None = None, section: str | None = None) -> list[str]:
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
