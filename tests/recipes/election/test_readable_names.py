"""The names of our members can be read by the simplest parser: whoever splits at dashes finds two
parts, and after the last underscore is the sequence number.
"""

from __future__ import annotations

import re

from kazoo.client import KazooClient

from tests.processes.rooms import TIMEOUT, Rooms

LISTS = ("/election", "/lock", "/barrier/processes", "/queue/line", "/queue/producers")


def test_every_members_name_has_one_dash_and_its_number_after_the_last_underscore(
    rooms: Rooms, operator: KazooClient
) -> None:
    rooms.start(2)
    rooms.control.locks.start("/lock", 2, TIMEOUT, 0.5, None, by="test")
    rooms.control.barriers.start("/barrier", 2, session_timeout=TIMEOUT, size=3, by="test")
    rooms.control.queues.start("/queue", 1, 2, TIMEOUT, items=0, by="test")

    def stand() -> bool:
        names = [operator.get_children(path) for path in LISTS if operator.exists(path)]
        return [len(one) for one in names] == [2, 2, 2, 2, 1]

    rooms.await_(stand)
    *members, ledgers = [operator.get_children(path) for path in LISTS]
    for name in (name for names in members for name in names):
        guid, _, place = name.partition("-")
        assert name.split("-") == [guid, place]
        assert re.fullmatch(r"[0-9a-f]{32}(_r1)?", guid)
        assert int(name.rpartition("_")[2]) >= 0
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in ledgers)
