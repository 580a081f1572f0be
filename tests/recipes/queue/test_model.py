"""A queue and a barrier in the state document, by made-up facts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.journal.document import initial_state
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from tests.journal.script import listeners, told_of

QUEUE, BARRIER = "/queue", "/barrier"
HOLDS = {"none_lost": True, "done_once": True, "one_hand": True}


def item_of(number: int) -> str:
    return f"item-{number:010d}"


class FlowScript:
    """A journal that is told facts; the time is the test's."""

    def __init__(self) -> None:
        self.at = 100.0
        self.journal = Journal(MODELS, initial_state(MODELS), clock=lambda: self.at)
        self.event("zookeeper.connected", "zookeeper", session="0xff", version="3.8.0")
        self.event("mirror.loaded", "zookeeper", znodes=0, mode="recursive")
        self.event("queue.opened", QUEUE, by="test")
        self.event("barrier.opened", BARRIER, size=2, by="test")

    def event(self, kind: str, subject: str, /, **data: Any) -> None:
        self.at += 0.001
        self.journal.tell(kind, subject, data)
        for listen in listeners:
            listen(self.state, self.at)

    @property
    def state(self) -> Any:
        return self.journal.state

    @property
    def queue(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["queues"][QUEUE]
        return found

    @property
    def barrier(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["barriers"][BARRIER]
        return found

    @property
    def rounds_under_way(self) -> list[int]:
        """The one that the barrier's sentence tells of, if there is one."""
        number = self.barrier["under_way"]
        return [] if number is None else [number]

    @property
    def counts(self) -> tuple[int, ...]:
        """Put, done, in hand, waiting, given out again."""
        queue = self.queue
        return tuple(queue[key] for key in ("put", "done", "in_hand", "waiting", "again"))

    def starts(self, name: str, path: str, recipe: str, **settings: Any) -> None:
        told = {"path": path, "recipe": recipe, "settings": settings, "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", **told)
        self.event("candidate.started", name, pid=4711)
        self.event("candidate.connected", name, session=f"0x{name}", timeout_ms=4000)

    def created(self, path: str, czxid: int, session: str | None, data: str = "") -> None:
        parent, _, znode = path.rpartition("/")
        member = {"znode": znode, "session": session, "czxid": czxid, "ctime": 0, "data": data}
        self.event("znode.created", path)
        self.event("member.read", path, election=parent, **member)

    def deleted(self, path: str) -> None:
        self.event("znode.deleted", path)

    # -- the queue ------------------------------------------------------------------------------

    def put(self, number: int, czxid: int | None = None) -> None:
        czxid = 1000 + number if czxid is None else czxid
        self.created(f"{QUEUE}/items/{item_of(number)}", czxid, None, f"c1 #{number}")

    def claims(self, number: int, name: str, czxid: int) -> None:
        self.created(f"{QUEUE}/claims/{item_of(number)}", czxid, f"0x{name}")

    def takes(self, number: int, name: str, czxid: int, times: int = 1) -> None:
        self.claims(number, name, czxid)
        self.says_it_took(number, name, times)

    def stands_in_line(self, name: str, number: int) -> None:
        self.created(f"{QUEUE}/line/{name}-{number:010d}", 3000 + number, f"0x{name}")

    def says_it_took(self, number: int, name: str, times: int = 1) -> None:
        task = {"times": times, "began": self.at, "ends": self.at + 1}
        self.event("candidate.took", name, item=item_of(number), **task)

    def done(self, number: int, name: str, czxid: int) -> None:
        self.takes(number, name, czxid)
        self.goes(number)
        self.deleted(f"{QUEUE}/claims/{item_of(number)}")
        self.event("candidate.finished", name, item=item_of(number))

    def goes(self, number: int) -> None:
        self.deleted(f"{QUEUE}/items/{item_of(number)}")

    def story(self) -> str:
        return told_of(self.queue)

    def story_of_barrier(self) -> str:
        return told_of(self.barrier)


def member_of(number: int) -> dict[str, Any]:
    told = {"session": None, "czxid": 1000 + number, "ctime": 0, "data": f"c1 #{number}"}
    return {"znode": item_of(number), **told}


def queue() -> FlowScript:
    """c1 produces, c2 and c3 consume; two items are there."""
    script = FlowScript()
    script.starts("c1", QUEUE, "queue", role="producer")
    script.starts("c2", QUEUE, "queue", role="consumer")
    script.starts("c3", QUEUE, "queue", role="consumer")
    script.put(0)
    script.put(1)
    return script


def test_words_that_come_before_what_was_seen_count_once() -> None:
    """Nothing is too fast to be counted: an item may be done before its znode was read."""
    script = queue()
    script.event("candidate.put", "c1", items=[item_of(2)], count=1, total=3)
    script.event("candidate.took", "c3", item=item_of(2), times=1, began=1.0, ends=2.0)
    script.event("candidate.finished", "c3", item=item_of(2))
    script.goes(2)
    assert script.counts == (3, 1, 0, 2, 0)
    assert script.queue["items"][item_of(2)]["by"] == "c1"


def test_words_that_come_before_the_claim_was_read_are_of_one_giving_out() -> None:
    script = queue()
    script.says_it_took(0, "c2")
    script.claims(0, "c2", 2000)
    assert script.counts == (2, 0, 1, 1, 0)
    script.deleted(f"{QUEUE}/claims/{item_of(0)}")
    script.claims(0, "c3", 2001)
    assert script.counts == (2, 0, 1, 1, 1)


def test_a_claim_that_was_gone_before_it_was_read_has_been_somebodys() -> None:
    script = queue()
    claim = f"{QUEUE}/claims/{item_of(0)}"
    script.event("znode.created", claim)
    assert script.counts == (2, 0, 1, 1, 0)
    script.goes(0)
    script.deleted(claim)
    assert (script.counts, script.queue["gone"]) == ((2, 1, 0, 1, 0), 0)
    script.event("candidate.finished", "c2", item=item_of(0))
    assert script.queue["items"][item_of(0)]["ended_by"] == "c2"
    assert all(script.queue["invariants"].values())


def test_a_claim_may_come_before_its_item_is_known() -> None:
    script = queue()
    script.claims(2, "c2", 2000)
    assert script.counts == (2, 0, 0, 2, 0)
    script.event("candidate.put", "c1", items=[item_of(2)], count=1, total=3)
    assert script.counts == (3, 0, 1, 2, 0)
    assert script.queue["items"][item_of(2)]["claim"]["candidate"] == "c2"
    script.claims(3, "c3", 2001)
    script.deleted(f"{QUEUE}/claims/{item_of(3)}")
    script.put(3)
    assert script.counts == (4, 0, 1, 3, 0)
    assert script.queue["early"] == {}


def test_who_says_that_it_took_an_item_has_the_claim_that_was_not_read_yet() -> None:
    script = queue()
    script.event("znode.created", f"{QUEUE}/claims/{item_of(0)}")
    script.says_it_took(0, "c2")
    assert script.queue["items"][item_of(0)]["claim"]["candidate"] == "c2"
    assert script.counts == (2, 0, 1, 1, 0)


def test_one_that_dies_between_its_transaction_and_its_word_is_known_by_its_claim() -> None:
    script = queue()
    script.claims(0, "c2", 2000)
    script.goes(0)
    script.event("candidate.killed", "c2", by="test", session_ends=104.0)
    assert script.counts == (2, 1, 0, 1, 0)
    assert script.queue["items"][item_of(0)]["ended_by"] == "c2"


def test_what_ended_long_ago_is_not_counted_again() -> None:
    script = queue()
    for number in range(2, 60):
        script.put(number)
        script.takes(number, "c2", 3000 + number)
        script.goes(number)
    assert script.counts == (60, 58, 0, 2, 0)
    script.event("candidate.finished", "c2", item=item_of(2))
    script.event("candidate.put", "c1", items=[item_of(3)], count=1, total=60)
    assert script.counts == (60, 58, 0, 2, 0)
    assert len(script.queue["items"]) < 40


def test_an_item_that_goes_without_a_hand_is_lost_after_a_second() -> None:
    script = queue()
    script.goes(0)
    assert script.queue["invariants"]["none_lost"]
    script.at += 1.1
    script.event("invariants.checked", QUEUE)
    assert script.queue["invariants"]["none_lost"] is False
    assert script.queue["gone"] == 1


def test_an_item_that_a_list_finds_gone_may_have_had_a_holder() -> None:
    """Somebody took it while the dashboard had no connection, and may say so or not."""
    for told in (True, False):
        script = queue()
        if told:
            data = {"zxid": None, "found_gone": True}
            script.event("znode.deleted", f"{QUEUE}/items/{item_of(0)}", **data)
        script.event("election.found", f"{QUEUE}/items", members=[member_of(1)])
        script.at += 1.1
        script.event("invariants.checked", QUEUE)
        assert script.queue["invariants"] == {**HOLDS, "none_lost": None}
        (doubt,) = script.queue["doubts"]
        assert doubt["detail"] == "1 item is gone, and the dashboard did not see how"
        script.goes(1)
        script.at += 1.1
        script.event("invariants.checked", QUEUE)
        assert script.queue["invariants"] == {**HOLDS, "none_lost": False}, "1 was seen to go"
        for number in (0, 1):
            script.event("candidate.finished", "c2", item=item_of(number))
        assert script.queue["invariants"] == HOLDS
        assert (script.queue["gone"], script.queue["unseen"]) == (0, 0)


def test_words_that_come_late_are_believed_however_many_items_have_gone_meanwhile() -> None:
    script = queue()
    for number in range(100):
        script.put(number)
    for number in range(100):
        script.goes(number)
    for number in range(100):
        item = item_of(number)
        script.event("candidate.took", "c2", item=item, times=1, began=1.0, ends=2.0)
        script.event("candidate.finished", "c2", item=item)
    assert script.counts == (100, 100, 0, 0, 0)
    assert (script.queue["gone"], script.queue["violations"]) == (0, [])
    assert len(script.queue["items"]) < 40


def test_an_item_taken_out_twice_is_told() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    script.goes(0)
    script.event("candidate.finished", "c2", item=item_of(0))
    script.event("candidate.finished", "c3", item=item_of(0))
    assert script.queue["invariants"]["done_once"] is False


def test_a_queue_made_anew_counts_its_numbers_anew() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    script.goes(0)
    script.event("election.gone", f"{QUEUE}/items")
    script.put(0, czxid=9000)
    assert script.queue["items"][item_of(0)]["state"] == "waiting"
    assert script.queue["waiting"] == 1


def test_a_list_made_anew_is_known_by_its_numbers_though_the_old_ones_are_forgotten() -> None:
    script = queue()
    for number in range(2, 60):
        script.put(number)
        script.takes(number, "c2", 3000 + number)
        script.goes(number)
    script.put(1, czxid=9000)
    assert script.counts == (61, 58, 0, 1, 0)
    assert script.queue["gone"] == 2, "what stood in the earlier list went with it"
    script.put(2, czxid=9001)
    assert script.counts == (62, 58, 0, 2, 0)


@pytest.mark.parametrize("reported", [True, False], ids=["told first", "read first"])
def test_after_a_list_was_lost_every_item_counts_though_its_number_is_known(reported: bool) -> None:
    """Thirty of forty are done; then ZooKeeper is back, empty, and sixty are put in and done."""
    script = queue()
    for number in range(40):
        script.event("candidate.put", "c1", items=[item_of(number)], count=1, total=number + 1)
        script.put(number)
    for number in range(30):
        script.done(number, "c2", 3000 + number)
    assert script.counts == (40, 30, 0, 10, 0)
    again = [item_of(number) for number in range(60)]
    if reported:
        script.event("candidate.put", "c1", items=again, count=60, total=100)
        script.says_it_took(0, "c3")
    script.event("election.found", f"{QUEUE}/claims", members=[])
    members = [{**member_of(number), "czxid": 9000} for number in range(60)]
    script.event("election.found", f"{QUEUE}/items", members=members)
    for number in range(60):
        script.done(number, "c3", 9100 + number)
    put, done, _, waiting, again_out = script.counts
    assert (put, done, waiting, again_out) == (100, 90, 0, 0)
    assert (script.queue["gone"], script.queue["unseen"], script.queue["twice"]) == (10, 10, 0)


def test_what_is_read_anew_after_a_reconnect_is_what_there_is() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    script.event("election.found", f"{QUEUE}/items", members=[])
    assert script.queue["done"] == 1
    assert script.queue["gone"] == 1


def test_a_queue_whose_items_are_in_hands_is_not_called_empty() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    script.takes(1, "c3", 2001)
    script.starts("c4", QUEUE, "queue", role="consumer")
    script.stands_in_line("c4", 7)
    assert script.story() == (
        "c2 and c3 each work on an item. No item waits. c4 waits, and watches the items."
    )
    for number in (0, 1):
        script.goes(number)
    assert script.story() == "The queue is empty. c4 waits, and watches the items."


def test_an_item_in_a_dead_consumers_hands_leaves_the_queue_not_empty() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    script.takes(1, "c3", 2001)
    for name in ("c2", "c3"):
        script.event("candidate.killed", name, by="test", session_ends=104.0)
        script.event("candidate.exited", name, code=None, signal="SIGKILL")
    assert script.story().endswith("No item waits, and no consumer is there to take one.")
    script.deleted(f"{QUEUE}/claims/{item_of(0)}")
    assert script.story().endswith("One item waits, and nobody takes any: start a consumer.")


def test_who_is_frozen_in_the_line_takes_nothing_and_watches_nobody() -> None:
    script = queue()
    for number in (0, 1):
        script.goes(number)
    for number, name in enumerate(("c2", "c3"), start=1):
        script.stands_in_line(name, number)
    assert script.story().endswith(
        "c2 is first in the line and watches the items; the next one watches it."
    )
    script.event("candidate.paused", "c3", by="test", session_ends=104.0)
    assert script.story().endswith(
        "c2 waits, and watches the items. c3 stands behind it, and does nothing any more."
    )
    script.event("candidate.resumed", "c3", by="test")
    script.event("candidate.paused", "c2", by="test", session_ends=104.0)
    assert script.story().endswith(
        "c2 is first in the line, but is frozen: a new item wakes nobody else until its session "
        "ends."
    )


def ends(script: FlowScript, name: str) -> None:
    script.event("candidate.killed", name, by="test", session_ends=script.at + 4)
    script.event("candidate.exited", name, code=None, signal="SIGKILL")


def test_what_became_of_the_item_of_a_dead_consumer_is_told() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    ends(script, "c2")
    assert script.story().startswith("c2 was killed ago with item 0 in its hands. ZooKeeper gives")
    script.deleted(f"{QUEUE}/claims/{item_of(0)}")
    killed = "c2 was killed ago with item 0 in its hands: it "
    assert script.story() == f"{killed}is back in the queue. Two items wait."
    script.takes(0, "c3", 2001, times=2)
    assert script.story().startswith(
        f"{killed}went back into the queue, and c3 has it now. c3 works on an item."
    )
    script.goes(0)
    script.event("candidate.finished", "c3", item=item_of(0))
    assert script.story().startswith(f"{killed}went back into the queue, and c3 has done it.")
    script.starts("c4", QUEUE, "queue", role="consumer")
    assert "killed" not in script.story()


def test_a_consumer_that_dies_after_its_transaction_has_done_its_item() -> None:
    script = queue()
    script.takes(0, "c2", 2000)
    script.goes(0)
    ends(script, "c2")
    assert "in its hands: it had done it, and could not say so any more." in script.story()


def test_the_end_of_one_without_an_item_loses_none() -> None:
    script = queue()
    ends(script, "c2")
    assert script.story().startswith("c2 was killed ago with nothing in its hands: no item is lost")
    ends(script, "c1")
    assert script.story().startswith(
        "c1 was killed ago: what it has put in stays, and nobody puts anything in now."
    )


# -- the barrier --------------------------------------------------------------------------------


def enters(script: FlowScript, name: str, number: int = 1) -> str:
    znode = f"{name}_r{number}-n_{int(name[1:]):010d}"
    script.event("candidate.enters", name)
    script.created(f"{BARRIER}/processes/{znode}", 1, f"0x{name}")
    return znode


def barrier() -> tuple[FlowScript, list[str]]:
    """c4 and c5 are there."""
    script = FlowScript()
    for name in ("c4", "c5"):
        script.starts(name, BARRIER, "barrier", size=2)
    return script, [enters(script, "c4"), enters(script, "c5")]


def opens(script: FlowScript, znodes: list[str]) -> None:
    script.created(f"{BARRIER}/ready/round-1", 5, None, json.dumps({"members": znodes}))


def all_say(script: FlowScript, kind: str) -> None:
    for name in ("c4", "c5"):
        task = {"began": script.at, "ends": script.at + 1} if kind == "entered" else {}
        script.event(f"candidate.{kind}", name, round=1, **task)


def test_a_ready_znode_put_back_is_of_the_same_round() -> None:
    script, znodes = barrier()
    opens(script, znodes)
    all_say(script, "entered")
    script.event("candidate.departs", "c4", round=1)
    script.deleted(f"{BARRIER}/ready/round-1")
    opens(script, znodes)
    (one,) = script.barrier["rounds"]
    assert (set(one["in"]), set(one["done"])) == ({"c4", "c5"}, {"c4"})


def test_a_round_may_take_the_number_of_one_that_is_over() -> None:
    script, znodes = barrier()
    opens(script, znodes)
    for kind in ("entered", "departs", "left"):
        all_say(script, kind)
    script.deleted(f"{BARRIER}/ready/round-1")
    opens(script, znodes)
    all_say(script, "entered")
    (one,) = script.barrier["rounds"]
    assert (set(one["in"]), one["done"], one["out"]) == ({"c4", "c5"}, {}, {})


def test_who_is_inside_before_all_are_there_is_told() -> None:
    script, _ = barrier()
    script.event("candidate.entered", "c4", round=1, began=1.0, ends=2.0)
    script.at += 1.1
    script.event("invariants.checked", BARRIER)
    assert script.barrier["invariants"]["in_together"] is False


def test_who_dies_inside_is_not_told_when_the_others_have_ended_the_round() -> None:
    script, _ = barrier()
    script.created(f"{BARRIER}/ready/round-1", 5, None, '{"members": ["c4", "c5"]}')
    script.event("candidate.entered", "c4", round=1, began=1.0, ends=2.0)
    script.event("candidate.killed", "c4", by="test", session_ends=104.0)
    script.deleted(f"{BARRIER}/ready/round-1")
    script.at += 1.1
    script.event("invariants.checked", BARRIER)
    assert script.barrier["violations"] == []


@pytest.mark.parametrize("fault", ["killed", "paused"])
def test_a_round_whose_ready_znode_went_unread_has_begun(fault: str) -> None:
    """Who was killed or frozen inside stays there; the others have ended it in an outage."""
    script, _ = barrier()
    script.event("candidate.entered", "c4", round=1, began=1.0, ends=2.0)
    script.event(f"candidate.{fault}", "c4", by="test", session_ends=104.0)
    script.at += 1.1
    script.event("invariants.checked", BARRIER)
    assert script.barrier["violations"] == []


def test_a_ready_znode_that_is_gone_before_it_is_read_has_begun_its_round() -> None:
    script, _ = barrier()
    script.event("znode.created", f"{BARRIER}/ready/round-1")
    script.event("candidate.entered", "c4", round=1, began=1.0, ends=2.0)
    script.deleted(f"{BARRIER}/ready/round-1")
    script.at += 1.1
    script.event("invariants.checked", BARRIER)
    assert script.barrier["violations"] == []


def test_a_ready_znode_that_says_more_than_is_read_leaves_it_open_who_is_in() -> None:
    """Of its data the dashboard reads the first thousand characters."""
    script, znodes = barrier()
    data = json.dumps(
        {"members": [f"{znode}-{number}" for znode in znodes for number in range(50)]}
    )
    script.created(f"{BARRIER}/ready/round-1", 5, None, data[:1000])
    script.at += 1.1
    script.event("invariants.checked", BARRIER)
    assert script.barrier["invariants"]["in_together"] is None
    (doubt,) = script.barrier["doubts"]
    assert doubt["detail"] == "the dashboard cannot read who is in round 1"


def test_who_leaves_while_another_one_works_is_told() -> None:
    script, _ = barrier()
    for name in ("c4", "c5"):
        script.event("candidate.entered", name, round=1, began=1.0, ends=2.0)
        script.event("candidate.reported", name, belief="inside")
    script.event("candidate.departs", "c4", round=1)
    script.event("candidate.left", "c4", round=1)
    script.at += 1.1
    script.event("invariants.checked", BARRIER)
    assert script.barrier["invariants"]["out_together"] is False


def test_who_was_too_late_is_counted() -> None:
    script, _ = barrier()
    script.event("candidate.late", "c5", round=1)
    assert (script.barrier["late"], script.barrier["people"]["c5"]["late"]) == (1, 1)


def test_a_round_that_one_has_died_in_is_over_when_the_others_have_left() -> None:
    script, znodes = barrier()
    assert script.rounds_under_way == []
    opens(script, znodes)
    all_say(script, "entered")
    assert script.rounds_under_way == [1]
    ends(script, "c4")
    assert script.story_of_barrier().startswith("c4 was killed ago in round 1. Its znode is still")
    script.event("candidate.departs", "c5", round=1)
    script.deleted(f"{BARRIER}/processes/{znodes[0]}")
    killed = "c4 was killed ago in round 1: one is left, but a round needs two."
    assert script.story_of_barrier() == f"{killed} c5 leaves."
    script.event("candidate.left", "c5", round=1)
    assert script.rounds_under_way == []
    (one,) = script.barrier["rounds"]
    assert (set(one["out"]), set(one["fell"])) == ({"c5"}, {"c4"})
    script.starts("c6", BARRIER, "barrier", size=2)
    assert "killed" not in script.story_of_barrier()


def test_one_that_waits_for_the_next_round_is_told_of_that_round() -> None:
    script, znodes = barrier()
    script.starts("c6", BARRIER, "barrier", size=2)
    opens(script, znodes)
    all_say(script, "entered")
    znode = enters(script, "c6", number=2)
    assert script.rounds_under_way == [1]
    ends(script, "c6")
    assert script.story_of_barrier().startswith("c6 was killed ago while it waited for round 2.")
    script.deleted(f"{BARRIER}/processes/{znode}")
    assert script.story_of_barrier() == (
        "c6 was killed ago: two are left, and two make a round. c4 and c5 are inside, in round 1."
    )
