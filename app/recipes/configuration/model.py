"""A configuration in the state document: what its znode says, and which subscriber has what.

What the mirror reads is the truth; what a subscriber reports is what it uses. A change
is known by its mzxid: a subscriber that has read that mzxid has been told of it, and one that has
read a higher one has skipped it, which is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ...readmodels import changes
from ...readmodels.changes import ChangeQuestion, Subscriber, ZnodeState
from ...readmodels.document import (
    Candidates,
    CandidateState,
    Data,
    without_key,
)
from ...readmodels.events import (
    CandidateExited,
    CandidateReported,
    CandidateStarting,
    WatchesListed,
)
from ...readmodels.model import Model, by_kind, on
from ...readmodels.subscribers import SEEN, listing, looked, newcomer, standing
from ...readmodels.violations import UNREAD
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS
from .document import ConfigurationState
from .events import (
    ChangeRefused,
    ChangeUnanswered,
    ValuePublished,
    ValuePublishing,
    ValueRemoved,
)
from .text import tell, with_looks

RECIPE = "configuration"
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


def _with_subscriber(
    document: ConfigurationState, name: str, one: Subscriber
) -> ConfigurationState:
    return {**document, "subscribers": {**document["subscribers"], name: one}}


def _starting(
    document: ConfigurationState, event: CandidateStarting, at: float
) -> ConfigurationState:
    return _with_subscriber(document, event.subject, newcomer(at))


def _exited(document: ConfigurationState, event: CandidateExited, at: float) -> ConfigurationState:
    return {**document, "subscribers": without_key(document["subscribers"], event.subject)}


def _reported(
    document: ConfigurationState, event: CandidateReported, at: float
) -> ConfigurationState:
    name, seen = event.subject, event.view.get("configuration")
    before = document["subscribers"].get(name)
    if not seen or before is None or before == {**before, **{key: seen[key] for key in SEEN}}:
        return document
    one = looked(before, seen)
    return changes.with_report(_with_subscriber(document, name, one), name, one)


# -- what follows ----------------------------------------------------------------------------------


def _joined(one: Subscriber, candidate: CandidateState, document: ConfigurationState) -> Subscriber:
    """Return a subscriber with its standing (reading: it has never looked; current; behind), what
    it believes, and how it is.
    """
    return {
        **one,
        "standing": standing(one, document["znode"]),
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "session_ends": candidate["session_ends"],
    }


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
        on(CandidateExited, _exited),
        on(CandidateReported, _reported),
    )
    invariants = INVARIANTS
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def new(self, path: str, recipe: str = RECIPE) -> ConfigurationState:
        """Return a configuration of which nothing is known yet."""
        return {
            "path": path,
            "recipe": recipe,
            "read": False,
            "znode": None,
            "subscribers": {},
            "changes": {},
            "counted": 0,
            "asked": None,
            "spread": changes.NO_SPREAD,
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "violations": [],
            "story": [],
            "reason": [],
        }

    def unseen(self, document: ConfigurationState, zookeeper: Zookeeper) -> str | None:
        return super().unseen(document, zookeeper) or (None if document["read"] else UNREAD)

    def with_value(self, document: ConfigurationState, data: Data, at: float) -> ConfigurationState:
        """Take the znode as read; {} for a missing one. The first reading is no change."""
        znode = shown(data) if data else None
        before, was_read = document["znode"], document["read"]
        document = {**document, "znode": znode, "read": True}
        if not was_read or (before or {}).get("mzxid") == (znode or {}).get("mzxid"):
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
            name: _joined(one, own[name], document)
            for name, one in document["subscribers"].items()
            if name in own
        }
        joined: ConfigurationState = {**document, "subscribers": subscribers}
        return changes.followed(joined)

    def is_listed(self, known: Mapping[str, ConfigurationState], path: str) -> bool:
        return path in known
