"""A configuration in the state document: what its znode says, and which subscriber has what.

What the mirror reads is the truth; what a subscriber reports is what it uses. A change
is known by its mzxid: a subscriber that has read that mzxid has been told of it, and one that has
read a higher one has skipped it, which is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from ...readmodels import changes
from ...readmodels.changes import ChangeQuestion, ZnodeState
from ...readmodels.document import Candidates, Data
from ...readmodels.endings import without_ending
from ...readmodels.events import (
    CandidateExited,
    CandidateReported,
    CandidateStarting,
    WatchesListed,
)
from ...readmodels.model import Found, Invariant, Model, by_kind, on
from ...readmodels.subscribers import (
    SEEN,
    behind,
    exited,
    gone_back,
    joined,
    listing,
    newcomer,
    with_look,
    with_subscriber,
)
from ...readmodels.violations import UNREAD
from ...readmodels.zookeeper import Zookeeper
from .events import (
    ChangeRefused,
    ChangeUnanswered,
    ValuePublished,
    ValuePublishing,
    ValueRemoved,
)
from .state import RECIPE, ConfigurationState, new_configuration
from .text import tell, with_looks

LONGEST = 500


# -- what the mirror reads, and what is published --------------------------------------------------


def shown(data: Data) -> ZnodeState:
    """Return a znode that is there as it was read, its value as far as it is kept."""
    return cast(ZnodeState, {**data, "value": (data["value"] or "")[:LONGEST]})


def _publishing(
    document: ConfigurationState, event: ValuePublishing, at: float
) -> ConfigurationState:
    """Fold that a request is about to be sent."""
    asked: ChangeQuestion = {"what": event.what, "at": at, "by": event.by, "answer": None}
    return {**document, "asked": asked}


def _published(
    document: ConfigurationState, event: ValuePublished, at: float
) -> ConfigurationState:
    return changes.with_asked(document, event.mzxid)


def _removed(document: ConfigurationState, event: ValueRemoved, at: float) -> ConfigurationState:
    return changes.with_asked(document, None)


def _unanswered(
    document: ConfigurationState, event: ChangeUnanswered, at: float
) -> ConfigurationState:
    """Fold that it was done or not, which the next change shows."""
    asked = document["asked"]
    return {**document, "asked": {**asked, "answer": {"mzxid": None}}} if asked else document


def _refused(document: ConfigurationState, event: ChangeRefused, at: float) -> ConfigurationState:
    return {**document, "asked": None}


# -- subscribers -----------------------------------------------------------------------------------


def _starting(
    document: ConfigurationState, event: CandidateStarting, at: float
) -> ConfigurationState:
    return with_subscriber(without_ending(document), event.subject, newcomer(at))


def _reported(
    document: ConfigurationState, event: CandidateReported, at: float
) -> ConfigurationState:
    name, seen = event.subject, event.view.get("configuration")
    before = document["subscribers"].get(name)
    if not seen or before is None or before == {**before, **{key: seen[key] for key in SEEN}}:
        return document
    return with_look(document, name, seen)


# -- the invariants, checked on every event ----------------------------------------------------


def _behind(document: ConfigurationState, own: Candidates, at: float) -> Iterator[Found]:
    for name in behind(document):
        yield name, f"{name} watches, but does not have the newest value"


def _backwards(document: ConfigurationState, own: Candidates, at: float) -> Iterator[Found]:
    for name in gone_back(document):
        yield name, f"{name} has gone back to an older value"


INVARIANTS = (
    Invariant("newest_in_use", 2.0, _behind, needs_seen=True),
    Invariant("never_backwards", 0.0, _backwards),
)


class ConfigurationModel(Model[ConfigurationState]):
    """The read model of a configuration."""

    section = "configurations"
    thing = "configuration"
    recipes = (RECIPE,)
    families = ("configuration",)
    folds = by_kind(
        on(ValuePublishing, _publishing),
        on(ValuePublished, _published),
        on(ValueRemoved, _removed),
        on(ChangeUnanswered, _unanswered),
        on(ChangeRefused, _refused),
        on(CandidateStarting, _starting),
        on(CandidateExited, exited),
        on(CandidateReported, _reported),
    )
    invariants = INVARIANTS
    new = staticmethod(new_configuration)
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def unseen(self, document: ConfigurationState, zookeeper: Zookeeper) -> str | None:
        return super().unseen(document, zookeeper) or (None if document["read"] else UNREAD)

    def with_value(self, document: ConfigurationState, data: Data, at: float) -> ConfigurationState:
        """Take the znode as read; {} for a missing one. The first reading is no change."""
        znode = shown(data) if data else None
        before, was_read = document["znode"], document["read"]
        document = {**document, "znode": znode, "read": True}
        if not was_read or changes.mzxid_of(before) == changes.mzxid_of(znode):
            return document
        return changes.with_change(document, before, znode, at)

    def with_watches(
        self, document: ConfigurationState, event: WatchesListed
    ) -> ConfigurationState:
        subscribers = listing(document["subscribers"], document["path"], event)
        return {**document, "subscribers": subscribers}

    def link(
        self, document: ConfigurationState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> ConfigurationState:
        """Work out who is behind, and what has become of the changes."""
        subscribers = {
            name: joined(one, own[name], document["znode"])
            for name, one in document["subscribers"].items()
            if name in own
        }
        linked: ConfigurationState = {**document, "subscribers": subscribers}
        return changes.followed(linked)

    def is_listed(self, known: Mapping[str, ConfigurationState], path: str) -> bool:
        return path in known
