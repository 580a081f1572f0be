"""The candidates of a measurement, when somebody else acts on them too."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from app.control import part
from app.control.compared import Compared
from app.errors import HandoffError
from app.insight.comparison import PATHS
from tests.support.zookeeper import await_until
from tests.workers.rooms import Rooms

HERE = PATHS["predecessor"]


@pytest.fixture
def rooms(fresh_hosts: str) -> Iterator[Rooms]:
    found = Rooms(fresh_hosts)
    yield found
    found.close()


def test_whoever_is_quicker_than_the_measurement_is_named_as_its_end(rooms: Rooms) -> None:
    """Between the look at the state and the deed, which is refused then."""
    (leader,) = rooms.control.start_candidates(1, HERE, "predecessor", 10.0, "test")
    await_until(lambda: rooms.candidate(leader)["belief"] == "leading")
    known = part.Rooms(rooms.journal, rooms.mirror, rooms.supervisor)
    compared = Compared(known, rooms.supervisor.start, 10.0, "measurement", time.sleep)
    rooms.act(leader, "pause")
    with pytest.raises(HandoffError, match=f"somebody has ended or frozen candidates of {HERE}"):
        compared.strike("predecessor", "pause")
