"""Which model hears of what."""

from __future__ import annotations

from typing import Any

import pytest

from app.journal.document import initial_state
from app.journal.state import JournalFact, fold
from app.readmodels.event import event_of
from app.readmodels.model import Models
from app.recipes.configuration.model import ConfigurationModel
from app.recipes.registry import MODELS

PATH = "/both"
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


def test_a_family_of_events_has_one_model() -> None:
    class Same(Notices):
        families = ("configuration",)

    with pytest.raises(ValueError, match="two models have the family of events 'configuration'"):
        Models([ConfigurationModel(), Same()])
