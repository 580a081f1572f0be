"""The shared lock by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import Phase
from app.participation.place import Place
from app.recipes.lock.machine import Confirmed, GaveUp
from app.recipes.sharedlock.machine import ListedRevocable, ListRevocable, Reader, Revoked, Writer
from app.recipes.sharedlock.znodes import UNLOCK, blocker_of, blockers_of, is_of_recipe, mode_of
from app.zookeeper import operations as q
from tests.participation.playbook import CZXID, GUID, SESSION, TIMEOUT
from tests.recipes.sharedlock.client import (
    MY_READ,
    MY_WRITE,
    READ_1,
    READ_3,
    READ_4,
    WRITE_2,
    WRITE_4,
    Client,
    asking,
    reading,
    waiting_to_read,
    waiting_to_write,
    writing,
)

KAZOO = "0123456789abcdef0123456789abcdef"
CURATOR = "_c_01234567-89ab-cdef-0123-456789abcdef-"

# -- the line ------------------------------------------------------------------------------------


def test_a_znodes_name_says_what_its_owner_wants() -> None:
    assert (mode_of(MY_READ), mode_of(MY_WRITE)) == ("read", "write")
    assert mode_of(f"{KAZOO}-read-0000000001") == "read"
    assert mode_of(f"{KAZOO}__rlock__0000000001") == "read"
    assert mode_of(f"{KAZOO}__lock__0000000001") == "write"
    assert mode_of(f"{CURATOR}__READ__0000000001") == "read"
    assert mode_of(f"{CURATOR}__WRIT__0000000001") == "write"
    assert mode_of("guid-n_0000000001") is None
    assert mode_of("read-me") is None


def test_of_other_libraries_znodes_none_has_the_recipes_form() -> None:
    assert is_of_recipe(f"{KAZOO}-write-0000000001")
    assert is_of_recipe(f"{KAZOO}-read--2147483648")
    assert not is_of_recipe(f"{KAZOO}__rlock__0000000001")
    assert not is_of_recipe("thread-0000000001")


def test_a_reader_waits_for_the_next_lower_writer_and_a_writer_for_the_next_lower_of_all() -> None:
    line = [READ_1, WRITE_2, READ_3, MY_READ]
    assert blocker_of(MY_READ, line, "read") == WRITE_2
    assert blocker_of(READ_3, line, "read") == WRITE_2
    assert blocker_of(READ_1, line, "read") is None
    assert blocker_of(WRITE_2, line, "write") == READ_1
    assert blockers_of(line) == {name: blocker_of(name, line, mode_of(name)) for name in line}


def test_a_stranger_of_whom_nobody_knows_what_it_wants_is_in_everybodys_way() -> None:
    assert blocker_of(MY_READ, ["zzzz-n_0000000001", MY_READ], "read") == "zzzz-n_0000000001"
    foreign = f"{KAZOO}__rlock__0000000001"
    assert blocker_of(MY_READ, [foreign, MY_READ], "read") is None


# -- whose turn it is ----------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "prefix"), [(Reader, "read-"), (Writer, "write-")])
def test_it_creates_a_znode_that_says_what_it_wants(
    kind: type[Reader] | type[Writer], prefix: str
) -> None:
    client = Client(kind)
    client.restored()
    assert client.acquire() == [c.CreateOwn(f"{GUID}-{prefix}")]
    assert client.created(f"{GUID}-{prefix}0000000005") == [
        ListRevocable(f"{GUID}-{prefix}0000000005")
    ]


def test_readers_hold_it_together() -> None:
    client = asking(Reader)
    assert client.listed(READ_1, READ_3, READ_4, MY_READ) == [c.Begin(CZXID)]
    assert (client.recipe.belief, client.recipe.step) == ("holding", "hold")


def test_a_reader_watches_the_next_writer_and_no_reader() -> None:
    client = asking(Reader)
    assert client.listed(READ_1, WRITE_2, READ_3, READ_4, MY_READ) == [c.ReadPredecessor(WRITE_2)]
    assert client.read(WRITE_2) == []
    assert (client.recipe.belief, client.recipe.watched) == ("waiting", WRITE_2)


def test_a_writer_waits_for_the_last_of_the_readers() -> None:
    client = asking(Writer)
    assert client.listed(READ_1, READ_3, MY_WRITE) == [c.ReadPredecessor(READ_3)]


def test_a_writer_holds_it_when_it_is_the_lowest_of_all() -> None:
    client = waiting_to_write()
    client.fired(READ_3)
    assert client.names(READ_1, MY_WRITE) == [c.ReadPredecessor(READ_1)]
    client.read(READ_1)
    client.fired(READ_1)
    assert client.names(MY_WRITE) == [c.Begin(CZXID)]


def test_a_vanished_writer_lets_a_reader_look_again_and_no_more() -> None:
    """6: there was another writer before that one."""
    client = asking(Reader)
    client.listed(WRITE_2, WRITE_4, MY_READ)
    client.read(WRITE_4)
    assert client.fired(WRITE_4) == [c.ListNames()]
    assert client.names(WRITE_2, MY_READ) == [c.ReadPredecessor(WRITE_2)]
    assert client.recipe.belief == "waiting"


def test_the_end_of_a_reader_is_no_news_to_a_reader() -> None:
    client = waiting_to_read()
    assert client.fired(READ_3) == []
    assert client.recipe.watched == WRITE_2


def test_a_writer_gone_before_it_could_be_watched_makes_it_list_again() -> None:
    client = asking(Reader)
    client.listed(WRITE_2, MY_READ)
    assert client.read(WRITE_2, exists=False) == [ListRevocable(MY_READ)]


def test_names_are_compared_by_number_across_the_wrap() -> None:
    """10."""
    client = Client(Reader)
    client.restored()
    client.acquire()
    mine, before = f"{GUID}-read--2147483648", "zzzz-write-2147483647"
    client.created(mine)
    assert client.listed(mine, before) == [c.ReadPredecessor(before)]


def test_the_znode_of_another_session_gives_nothing() -> None:
    """2, 3."""
    client = asking(Reader)
    assert client.listed(MY_READ, owner=SESSION + 1) == [c.CreateOwn(f"{GUID}-read-")]


def test_a_lost_create_reply_is_looked_up_among_all_before_creating_again() -> None:
    """1."""
    client = Client(Writer)
    client.restored()
    client.acquire()
    assert client.give(i.CreateReplyLost(0, client.generation)) == [client.seek]
    found = client.children(READ_1, MY_WRITE, f"{GUID}-read-0000000007", owner=None)
    assert found == [ListRevocable(MY_WRITE)]


# -- losing it, and giving it back ---------------------------------------------------------------


@pytest.mark.parametrize("held", [reading, writing])
def test_released_it_deletes_its_own_znode_and_rests(held: Callable[[], Client]) -> None:
    client = held()
    name = client.recipe.name
    assert name is not None
    assert client.release() == [c.End("it released the lock"), c.DeleteOwn(name)]
    assert client.deleted() == []
    assert (client.recipe.belief, client.recipe.phase) == ("idle", Phase.RESTING)


def test_suspended_is_not_holding_for_a_reader_either() -> None:
    """4."""
    client = reading()
    assert client.suspended() == [c.End("the connection was lost")]
    assert client.recipe.belief == "suspended"


def test_by_its_own_clock_it_is_lost_with_the_session() -> None:
    """4, 16."""
    client = reading()
    (ended,) = client.tick(TIMEOUT + 0.1)
    assert isinstance(ended, c.End)


def test_its_own_znode_deleted_it_loses_the_lock_and_asks_again() -> None:
    """7."""
    client = writing()
    assert client.fired(MY_WRITE) == [
        c.End("its znode is gone"),
        c.CreateOwn(f"{GUID}-write-"),
    ]


def test_it_confirms_by_a_check_of_its_own_znode() -> None:
    """22."""
    client = reading()
    assert client.confirm() == [c.Prove(MY_READ)]
    assert client.proven() == [Confirmed()]


def test_a_change_of_its_znode_does_not_swallow_a_confirmation() -> None:
    """22: what is asked for is asked for again behind the list."""
    client = reading()
    client.confirm()
    assert client.fired(MY_READ, "changed") == [ListRevocable(MY_READ), c.Prove(MY_READ)]
    assert client.listed(MY_READ) == []
    assert client.proven() == [Confirmed()]


def test_who_waits_for_too_long_gives_up_its_place() -> None:
    client = asking(Writer, within=1.0)
    client.listed(READ_3, MY_WRITE)
    client.read(READ_3)
    assert client.tick(1.1)[:2] == [GaveUp(), c.DeleteOwn(MY_WRITE)]


# -- revoked ---------------------------------------------------------------------------------------


def test_it_listens_to_its_own_znode_from_the_first_list_on() -> None:
    """28: the read is a getData with a watch."""
    asked = ListRevocable(MY_READ).requests(Place("/lock"))
    reads = [one for request in asked for one in getattr(request, "reads", ())]
    assert reads[0] == q.Get("/lock/" + MY_READ, watch=True)


def test_what_its_znode_says_is_heard_with_the_list() -> None:
    stat = SimpleNamespace(ephemeralOwner=SESSION, czxid=CZXID)
    for said, revoked in ((UNLOCK, True), (b"{}", False), (b"unlocked", False)):
        answers = (q.Values((q.Node(said, stat),)), q.Values(((MY_READ,),)))
        heard = ListRevocable(MY_READ).said(0.0, 1, *answers)
        own = i.Own(SESSION, CZXID)
        assert heard == ListedRevocable(0.0, 1, (MY_READ,), own, None, revoked=revoked)


def test_a_holder_that_is_asked_says_so_and_gives_back_when_it_consents() -> None:
    """28."""
    client = writing()
    assert client.fired(MY_WRITE, "changed") == [ListRevocable(MY_WRITE)]
    assert client.listed(MY_WRITE, revoked=True) == [Revoked()]
    assert client.recipe.belief == "holding"
    ended = c.End("it was asked to give the lock back")
    assert client.give_back() == [ended, c.DeleteOwn(MY_WRITE)]
    assert (client.recipe.belief, client.recipe.step) == ("idle", "give back")


def test_it_is_asked_once_for_each_znode() -> None:
    client = writing()
    client.fired(MY_WRITE, "changed")
    client.listed(MY_WRITE, revoked=True)
    client.fired(MY_WRITE, "changed")
    assert client.listed(MY_WRITE, revoked=True) == []


def test_who_waits_gives_back_its_place() -> None:
    client = waiting_to_read()
    assert client.fired(MY_READ, "changed") == [ListRevocable(MY_READ)]
    commands = client.listed(WRITE_2, MY_READ, revoked=True)
    assert commands == [Revoked(), c.ReadPredecessor(WRITE_2)]
    assert client.give_back() == [c.DeleteOwn(MY_READ)]


def test_asked_before_it_has_its_turn_it_hears_of_it_with_the_list() -> None:
    client = asking(Reader)
    assert client.listed(MY_READ, revoked=True) == [Revoked(), c.Begin(CZXID)]


def test_the_znode_of_another_session_asks_nothing_of_it() -> None:
    client = asking(Reader)
    assert Revoked() not in client.listed(MY_READ, owner=SESSION + 1, revoked=True)


def test_with_another_znode_it_was_asked_for_nothing() -> None:
    client = writing()
    client.fired(MY_WRITE, "changed")
    client.listed(MY_WRITE, revoked=True)
    client.fired(MY_WRITE, "deleted")
    client.created(f"{GUID}-write-0000000009")
    client.listed(f"{GUID}-write-0000000009")
    assert client.give_back() == []
    assert client.recipe.belief == "holding"
