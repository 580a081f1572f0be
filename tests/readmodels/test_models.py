"""Which model hears of what."""

from __future__ import annotations

from typing import Any

import pytest

from app.journal.document import initial_state
from app.journal.state import JournalFact, fold
from app.readmodels.event import Event, event_of
from app.readmodels.model import Models
from app.recipes.configuration.model import ConfigurationModel
from app.recipes.registry import MODELS

PATH = "/both"
PLAN = {"fault": "kill", "candidates": 3, "rounds": 2, "does": "is killed"}
CONNECTED = (
    event_of("zookeeper.connected", "zookeeper", {"session": "0xff", "version": "3.8.0"}),
    event_of("mirror.loaded", "zookeeper", {"znodes": 0, "mode": "recursive"}),
)
VALUE = {"mzxid": 7, "czxid": 7, "version": 0, "value": "a", "length": 1}


class Notices(ConfigurationModel):
    """Another recipe that follows what a znode says."""

    section = "notices"
    recipes = ("notice",)
    families = ("notice",)


def test_what_a_znode_says_is_told_to_each_recipe_that_follows_it() -> None:
    models = Models([*MODELS, Notices()])
    state: Any = initial_state(models)
    for family in ("configuration", "notice"):
        opened = event_of(f"{family}.opened", PATH, {"by": "test"})
        state = fold(models, state, [JournalFact(opened, 1.0)], 1.0)
    read = event_of("value.read", PATH, VALUE)
    state = fold(models, state, [JournalFact(read, 2.0)], 2.0)
    assert [state[name][PATH]["read"] for name in ("configurations", "notices")] == [True, True]


@pytest.mark.parametrize(
    ("section", "begins", "what", "cut_off"),
    [
        (
            "comparison",
            event_of("comparison.started", "comparison", {"count": 5, "by": "test"}),
            "nobody may lead",
            "All candidates of these elections are cut off.",
        ),
        (
            "drill",
            event_of("drill.began", "drill", {"plan": PLAN, "seconds": 9.0, "by": "test"}),
            "nothing is measured",
            "The candidates of the drill are cut off.",
        ),
    ],
    ids=["comparison", "drill"],
)
def test_what_has_no_path_also_says_that_zookeeper_is_out_of_reach(
    section: str, begins: Event, what: str, cut_off: str
) -> None:
    away = event_of("zookeeper.suspended", "zookeeper", {"reason": "refused"})
    stories = []
    state: Any = initial_state(MODELS)
    for event in (begins, away, *CONNECTED):
        state = fold(MODELS, state, [JournalFact(event, 1.0)], 1.0)
        stories.append((state[section]["story"], state[section]["reason"]))
    before, unreached, *_, after = stories
    assert f"unless it answers others, {what}." in str(unreached[0])
    assert unreached[1] == [cut_off]
    assert before == after


def test_a_family_of_events_has_one_model() -> None:
    class Same(Notices):
        families = ("configuration",)

    with pytest.raises(ValueError, match="two models have the family of events 'configuration'"):
        Models([ConfigurationModel(), Same()])
