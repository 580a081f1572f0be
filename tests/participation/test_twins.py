"""Two processes of one name: none takes away what the other has just announced.

14 of docs/correctness.md. An ephemeral znode made a second time has version 0 again, so a delete is
guarded by the version of a znode that stays, in the same transaction.
"""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.bookshelf.machine import Admit, Member
from app.recipes.membership import machine as r
from app.recipes.naming import machine as d
from app.recipes.naming.machine import Provider
from app.zookeeper import operations as q
from tests.participation.playbook import SESSION
from tests.recipes.configuration import playbook as watching
from tests.recipes.configuration.playbook import COUNT, FIND, OTHERS, own, registered
from tests.recipes.membership.playbook import (
    EARLIER,
    ENTRY,
    ME,
    MINE,
    OVER,
    STANDING,
    STRANGER,
    SURVEY,
    MemberPlay,
    announcing,
    gathering,
)

TWIN = r.LiveStanding(SESSION + 5, STRANGER)


def replacing() -> MemberPlay:
    """It replaces what its earlier process has left; the entry had version 7."""
    play = gathering(OVER)
    left = r.LiveStanding(EARLIER, OVER)
    assert play.gathered((ME,), (ME,), left, r.OwnEntry(7, OVER)) == [r.replace_live(ME, 7)]
    return play


# -- a group --------------------------------------------------------------------------------------


def test_a_replacement_that_a_twin_has_overtaken_leaves_the_twin_alone() -> None:
    play = replacing()
    assert play.taken() == SURVEY
    assert play.gathered((ME,), (ME,), TWIN, r.OwnEntry(8, STRANGER)) == []
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "earlier session")


def test_a_replacement_that_was_refused_for_another_reason_is_made_as_it_was_read_then() -> None:
    play = replacing()
    play.taken()
    left = r.LiveStanding(EARLIER, OVER)
    assert play.gathered((ME,), (ME,), left, r.OwnEntry(8, OVER)) == [r.replace_live(ME, 8)]


def test_a_replacement_whose_answer_was_lost_is_looked_up() -> None:
    """1."""
    play = replacing()
    play.suspended()
    assert play.restored()[0] == SURVEY[0]
    assert play.gathered((ME,), (ME,), STANDING, r.OwnEntry(7, OVER)) == [r.register(ME, 7)]
    assert play.recipe.belief == "live"


def test_of_two_that_announce_the_second_waits() -> None:
    play = announcing()
    assert play.taken() == SURVEY
    assert play.gathered((ME,), (ME,), TWIN, r.OwnEntry(1, STRANGER)) == []
    assert play.recipe.belief == "waiting"


def test_a_first_entry_is_announced_at_the_version_that_was_created() -> None:
    play = gathering()
    play.gathered()
    assert play.give(r.Registered(play.at, play.generation, 0)) == [r.announce(ME, 0)]


def test_who_may_not_be_live_evicts_its_earlier_process_as_it_was_read() -> None:
    """And does not take its place."""
    play = MemberPlay()
    play.recipe = Member(ME, MINE, OVER)
    play.restored()
    left = r.LiveStanding(EARLIER, OVER)
    assert play.gathered((ME,), (ME,), left, r.OwnEntry(7, OVER)) == [r.evict(ME, 7)]
    assert play.deleted() == SURVEY
    assert play.gathered((ME,), (ME,), TWIN, r.OwnEntry(8, STRANGER)) == []
    assert play.give(Admit(play.at, True)) == SURVEY
    assert play.gathered((), (ME,), None, r.OwnEntry(8, STRANGER)) == [r.announce(ME, 8)]


def test_who_leaves_deletes_its_live_znode_unless_a_twin_has_announced_itself() -> None:
    play = MemberPlay()
    play.restored()
    play.gathered((ME,), (ME,), STANDING, r.OwnEntry(7, MINE))
    assert play.stop() == [r.evict(ME, 7)]
    assert r.evict(ME, 7).hear(1.0, 2, (q.RequestRefused(0, "version"),)) == i.Deleted(1.0, 2)
    assert play.deleted() == [c.Leave()]


def test_an_entry_gone_meanwhile_is_registered_first() -> None:
    play = announcing()
    assert play.taken() == SURVEY
    assert play.gathered((), (), None, None) == [r.register(ME, None)]
    assert ENTRY.version == 0


# -- a name --------------------------------------------------------------------------------------


def removing() -> watching.Play[Provider]:
    """It takes away what it has registered in an earlier session."""
    play = registered()
    play.lost()
    play.restored(OTHERS)
    assert play.found(own()) == [d.remove_name("shop", 0, COUNT)]
    return play


def test_a_removal_that_a_twin_has_overtaken_leaves_the_twin_alone() -> None:
    """The twin's znode has version 0, as the one that was read."""
    play = removing()
    assert play.overtaken() == FIND
    twins = watching.value('{"address": "h:2", "incarnation": "twin"}', 30, 0, SESSION + 7)
    assert play.found(twins, COUNT + 1) == []
    assert play.recipe.belief == "waiting"


def test_what_is_still_there_is_removed_by_the_count_of_then() -> None:
    """Somebody has registered under another name."""
    play = removing()
    play.overtaken()
    assert play.found(own(), COUNT + 1) == [d.remove_name("shop", 0, COUNT + 1)]
