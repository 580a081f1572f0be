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
from ...readmodels.model import Model
from ...readmodels.subscribers import SEEN, listing, looked, newcomer, standing
from ...readmodels.violations import UNREAD
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS
from .document import ConfigurationState
from .text import tell, with_looks
from .words import TONES, WORDS

RECIPE = "configuration"
LONGEST = 500


# -- what the mirror reads, and what is published --------------------------------------------------


def shown(data: Data) -> ZnodeState:
    """Return what `value.read` says of a znode that is there, its value as far as it is kept."""
    said = {key: value for key, value in data.items() if key != "found"}
    return cast(ZnodeState, {**said, "value": (said["value"] or "")[:LONGEST]})


# -- subscribers -----------------------------------------------------------------------------------


def _with_subscriber(
    document: ConfigurationState, name: str, one: Subscriber
) -> ConfigurationState:
    return {**document, "subscribers": {**document["subscribers"], name: one}}


def _reported(document: ConfigurationState, name: str, seen: Data) -> ConfigurationState:
    before = document["subscribers"][name]
    if before == {**before, **{key: seen[key] for key in SEEN}}:
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
    words = WORDS
    tones = TONES
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

    def with_event(
        self, document: ConfigurationState, what: str, data: Data, at: float
    ) -> ConfigurationState:
        """Fold `configuration.publishing` {what, by}: the request is about to be sent; `published`
        {mzxid} and `removed`: done; `refused`: not done; `unanswered`: done or not, which the next
        change shows.
        """
        if what == "publishing":
            asked: ChangeQuestion = {
                "what": data["what"],
                "at": at,
                "by": data["by"],
                "answer": None,
            }
            return {**document, "asked": asked}
        if what in ("published", "removed"):
            return changes.with_asked(document, data.get("mzxid"))
        if what == "unanswered" and document["asked"]:
            return {**document, "asked": {**document["asked"], "answer": {"mzxid": None}}}
        return {**document, "asked": None} if what == "refused" else document

    def with_watches(self, document: ConfigurationState, data: Data) -> ConfigurationState:
        """Take what the servers list: `sessions` maps each session to the paths it watches."""
        subscribers = listing(document["subscribers"], document["path"], data)
        return {**document, "subscribers": subscribers}

    def with_candidate_event(
        self,
        document: ConfigurationState,
        name: str,
        after: CandidateState,
        kind: str,
        data: Data,
        at: float,
    ) -> ConfigurationState:
        """Fold what happened to one of its subscribers, or what it reports."""
        if kind == "starting":
            return _with_subscriber(document, name, newcomer(at))
        if kind == "exited":
            rest = without_key(document["subscribers"], name)
            return {**document, "subscribers": rest}
        if kind == "reported" and data.get("configuration") and name in document["subscribers"]:
            return _reported(document, name, data["configuration"])
        return document

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
