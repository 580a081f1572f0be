"""The candidates of a measurement, when somebody else acts on them too."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from app.actions.service import Context
from app.errors import HandoffError
from app.recipes.comparison.actions import Compared, MeasuringPlan
from app.recipes.comparison.model import PATHS
from tests.processes.rooms import Rooms
from tests.support.zookeeper import await_until

HERE = PATHS["predecessor"]


@pytest.fixture
def rooms(fresh_hosts: str) -> Iterator[Rooms]:
    found = Rooms(fresh_hosts)
    yield found
    found.close()


def test_whoever_is_quicker_than_the_measurement_is_named_as_its_end(rooms: Rooms) -> None:
    """Between the look at the state and the deed, which is refused then."""
    (leader,) = rooms.control.volunteers.start(1, HERE, "predecessor", 10.0, by="test")
    await_until(lambda: rooms.candidate(leader)["belief"] == "leading")
    known = Context(rooms.journal, rooms.mirror, rooms.supervisor)
    plan = MeasuringPlan([5], 1, "pause", 10.0, "measurement")
    compared = Compared(known, rooms.control.volunteers, plan, time.sleep)
    rooms.act(leader, "pause")
    with pytest.raises(HandoffError, match=f"somebody else ended or froze candidates of {HERE}"):
        compared.strike("predecessor")
