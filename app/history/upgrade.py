"""Lead on what an earlier Handoff has kept to today's form of the state document, as it is read.

Form 1 says nothing of how processes look, which the page worked out itself, and lacks the keys of
a document that came after it: those say what they say where nothing has happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from ..journal.document import FORM
from ..journal.patch import apply, difference, listed
from ..journal.recorded import EventTold
from ..readmodels.document import Data, Place
from ..readmodels.model import Models, own_of

Document = dict[str, Any]


def upgraded(
    models: Models, document: Document, events: Sequence[EventTold]
) -> tuple[Document, list[EventTold]]:
    """Return a document and the events after it in today's form. Raise ValueError where they are
    no such things.
    """
    try:
        places = [(name, path) for name in models.by_section for path in document.get(name, ())]
        keys = {**_keys(models, document, places), **_keys_of_sections(models, document)}
        begin = apply(document, {**keys, "form": FORM})
        state = begin = apply(begin, _looks(models, begin, places))
        told: list[EventTold] = []
        for event in events:
            after = apply(state, event["patch"])
            touched = _touched(models, after, event["patch"])
            first = [(name, path) for name, path in touched if path not in state.get(name, {})]
            keys = _keys(models, after, first)
            after = apply(after, keys)
            more = apply(keys, _looks(models, after, touched))
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


def _keys(models: Models, state: Document, places: Iterable[Place]) -> Document:
    """Return the patch that tells the keys that the documents of these places lack."""
    patch: Document = {}
    for name, path in places:
        if (kept := state.get(name, {}).get(path)) is not None:
            model = models.by_section[name]
            recipe = kept.get("strategy") or kept.get("recipe") or model.recipes[0]
            patch.setdefault(name, {})[path] = _lacking(kept, model.new(path, recipe))
    return patch


def _keys_of_sections(models: Models, state: Document) -> Document:
    """Return the patch that tells the sections, and their keys, that a document lacks."""
    patch: Document = {}
    for section in models.sections:
        kept, new = state.get(section.name), section.new()
        patch[section.name] = _lacking(kept, new) if kept else new
    return patch


def _lacking(kept: Data, new: Data) -> Document:
    """Return the values of a new document for the keys that a kept one lacks. An old story holds
    its reason.
    """
    return {key: value for key, value in {**new, "reason": []}.items() if key not in kept}


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
