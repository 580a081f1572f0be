"""The shared lock by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.place import Place
from app.recipes.lock.machine import Confirmed
from app.recipes.sharedlock.machine import Reader, RevocableOwn, Revoked, Writer, list_revocable
from app.recipes.sharedlock.znodes import UNLOCK, blocker_of, blockers_of, is_of_recipe, mode_of
from app.zookeeper import operations as q
from tests.participation.playbook import CZXID, GUID, SESSION
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
    assert client.acquire() == [c.create_own(f"{GUID}-{prefix}")]
    assert client.created(f"{GUID}-{prefix}0000000005") == [
        list_revocable(f"{GUID}-{prefix}0000000005")
    ]


def test_readers_hold_it_together() -> None:
    client = asking(Reader)
    assert client.listed(READ_1, READ_3, READ_4, MY_READ) == [c.Begin(CZXID)]
    assert (client.recipe.belief, client.recipe.step) == ("holding", "hold")


def test_a_reader_watches_the_next_writer_and_no_reader() -> None:
    client = asking(Reader)
    assert client.listed(READ_1, WRITE_2, READ_3, READ_4, MY_READ) == [c.read_predecessor(WRITE_2)]
    assert client.read(WRITE_2) == []
    assert (client.recipe.belief, client.recipe.watched) == ("waiting", WRITE_2)


def test_a_writer_waits_for_the_last_of_the_readers() -> None:
    client = asking(Writer)
    assert client.listed(READ_1, READ_3, MY_WRITE) == [c.read_predecessor(READ_3)]


def test_a_writer_holds_it_when_it_is_the_lowest_of_all() -> None:
    client = waiting_to_write()
    client.fired(READ_3)
    assert client.names(READ_1, MY_WRITE) == [c.read_predecessor(READ_1)]
    client.read(READ_1)
    client.fired(READ_1)
    assert client.names(MY_WRITE) == [c.Begin(CZXID)]


def test_a_vanished_writer_lets_a_reader_look_again_and_no_more() -> None:
    """6: there was another writer before that one."""
    client = asking(Reader)
    client.listed(WRITE_2, WRITE_4, MY_READ)
    client.read(WRITE_4)
    assert client.fired(WRITE_4) == [c.list_names()]
    assert client.names(WRITE_2, MY_READ) == [c.read_predecessor(WRITE_2)]
    assert client.recipe.belief == "waiting"


def test_the_end_of_a_reader_is_no_news_to_a_reader() -> None:
    client = waiting_to_read()
    assert client.fired(READ_3) == []
    assert client.recipe.watched == WRITE_2


def test_a_lost_create_reply_is_looked_up_among_all_before_creating_again() -> None:
    """1."""
    client = Client(Writer)
    client.restored()
    client.acquire()
    assert client.give(i.CreateReplyLost(0, client.generation)) == [client.seek]
    found = client.children(READ_1, MY_WRITE, f"{GUID}-read-0000000007", owner=None)
    assert found == [list_revocable(MY_WRITE)]


# -- losing it, and giving it back ---------------------------------------------------------------


def test_a_change_of_its_znode_does_not_swallow_a_confirmation() -> None:
    """22: what is asked for is asked for again behind the list."""
    client = reading()
    client.confirm()
    assert client.fired(MY_READ, "changed") == [list_revocable(MY_READ), c.prove(MY_READ)]
    assert client.listed(MY_READ) == []
    assert client.proven() == [Confirmed()]


# -- revoked ---------------------------------------------------------------------------------------


def test_it_listens_to_its_own_znode_from_the_first_list_on() -> None:
    """28: the read is a getData with a watch."""
    asked = list_revocable(MY_READ).requests(Place("/lock"))
    reads = [one for request in asked for one in getattr(request, "reads", ())]
    assert reads[0] == q.Get("/lock/" + MY_READ, watch=True)


def test_what_its_znode_says_is_heard_with_the_list() -> None:
    stat = SimpleNamespace(ephemeralOwner=SESSION, czxid=CZXID)
    for said, revoked in ((UNLOCK, True), (b"{}", False), (b"unlocked", False)):
        answers = (q.Values((q.Node(said, stat),)), q.Values(((MY_READ,),)))
        heard = list_revocable(MY_READ).hear(0.0, 1, answers)
        own = RevocableOwn(SESSION, CZXID, revoked=revoked)
        assert heard == i.Children(0.0, 1, (MY_READ,), own)


def test_a_holder_that_is_asked_says_so_and_gives_back_when_it_consents() -> None:
    """28."""
    client = writing()
    assert client.fired(MY_WRITE, "changed") == [list_revocable(MY_WRITE)]
    assert client.listed(MY_WRITE, revoked=True) == [Revoked()]
    assert client.recipe.belief == "holding"
    ended = c.End("it was asked to give the lock back")
    assert client.give_back() == [ended, c.delete_own(MY_WRITE)]
    assert (client.recipe.belief, client.recipe.step) == ("idle", "give back")


def test_it_is_asked_once_for_each_znode() -> None:
    client = writing()
    client.fired(MY_WRITE, "changed")
    client.listed(MY_WRITE, revoked=True)
    client.fired(MY_WRITE, "changed")
    assert client.listed(MY_WRITE, revoked=True) == []


def test_who_waits_gives_back_its_place() -> None:
    client = waiting_to_read()
    assert client.fired(MY_READ, "changed") == [list_revocable(MY_READ)]
    commands = client.listed(WRITE_2, MY_READ, revoked=True)
    assert commands == [Revoked(), c.read_predecessor(WRITE_2)]
    assert client.give_back() == [c.delete_own(MY_READ)]


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
