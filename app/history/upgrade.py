"""Lead on what an earlier Handoff has kept to today's form of the state document, as it is read.

Form 1 says nothing of how processes look, which the page worked out itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from ..journal.document import FORM
from ..journal.patch import apply, difference, listed
from ..journal.recorded import EventTold
from ..readmodels.document import Data, Place
from ..readmodels.model import own_of
from ..readmodels.models import Models

Document = dict[str, Any]


def upgraded(
    models: Models, document: Document, events: Sequence[EventTold]
) -> tuple[Document, list[EventTold]]:
    """Return a document and the events after it in today's form. Raise ValueError where they are
    no such things.
    """
    try:
        places = [(name, path) for name in models.by_section for path in document.get(name, ())]
        state = begin = apply(document, {**_looks(models, document, places), "form": FORM})
        told: list[EventTold] = []
        for event in events:
            after = apply(state, event["patch"])
            more = _looks(models, after, _touched(models, after, event["patch"]))
            state = apply(after, more)
            told.append(cast(EventTold, {**event, "patch": apply(event["patch"], more)}))
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError("its document is none of ours") from error
    return begin, told


def _touched(models: Models, state: Document, patch: Data) -> set[Place]:
    """Return the places that a patch has changed, or the processes of."""
    own = {(name, path) for name in models.by_section for path in patch.get(name) or ()}
    known = state["candidates"]
    processes = (known[name] for name in patch.get("candidates") or () if name in known)
    return own | {(models.by_recipe[one["recipe"]].section, one["path"]) for one in processes}


def _looks(models: Models, state: Document, places: Iterable[Place]) -> Document:
    """Return the patch that tells how the processes at these places look."""
    patch: Document = {}
    candidates = _Processes(_whole(state.get("candidates", {})))
    for name, path in places:
        kept, lines = state.get(name, {}).get(path), models.lines.at(name).at(path)
        if kept is not None:
            document = _whole(listed(kept, lines))
            own = _Processes(own_of(document, candidates))
            looks = difference(kept, models.by_section[name].with_looks(document, own), lines)
            patch.setdefault(name, {})[path] = looks
    return patch


class _Whole(dict[str, Any]):
    """An object with the keys that a merge patch has removed: what is missing is null."""

    def __missing__(self, key: str) -> None:
        return None


class _Processes(dict[str, Any]):
    """Processes by name: one that is forgotten has ended."""

    def __missing__(self, key: str) -> Mapping[str, Any]:
        return _Whole(process="exited")


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return _Whole({key: _whole(one) for key, one in value.items()})
    return [_whole(one) for one in value] if isinstance(value, list) else value
