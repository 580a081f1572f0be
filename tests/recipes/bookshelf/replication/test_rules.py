"""The rules of docs/bookshelf.md by their numbers; a machine without one fails its script."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.replication import Replication
from app.recipes.bookshelf.replication.shelf import Book, Shelf
from app.recipes.bookshelf.znodes import InSync, given_to
from tests.recipes.bookshelf.replication import mutants as m
from tests.recipes.bookshelf.replication.script import (
    EMMA,
    LEADER,
    ME,
    PERSUASION,
    STORE,
    THEIRS,
    Play,
    following,
    joining,
    of,
    serving,
    the,
)

Make = type[Replication]
Script = Callable[[Make], None]


def who_is_not_named_does_not_serve(make: Make) -> None:
    """1."""
    play = Play(make, 5, EMMA)
    play.read(5, "t", LEADER)
    play.begin(9)
    assert not of(play.read(5, "t", LEADER), w.write_in_sync)
    assert not play.machine.is_eligible


def another_disk_is_not_the_one_that_is_named(make: Make) -> None:
    """1."""
    play = Play(make)
    found = InSync(5, "t", LEADER, "there", {LEADER: THEIRS, ME: "an older disk"})
    play.stands(found, 3)
    assert not play.machine.is_eligible


def taking_over_shuts_out_earlier_leaders(make: Make) -> None:
    """2: first its own disk, then the znode as it was read."""
    play = following(make)
    store = the(play.begin(9), w.Persist)
    assert store.change.seen == 9
    play.machine.election_znode = "mine"
    write = the(play.read(5, "t", LEADER, ME), w.write_in_sync)
    assert (
        write.arguments["version"],
        write.arguments["value"].epoch,
        write.arguments["znode"],
    ) == (3, 9, "mine")
    assert play.copy(5, "t", PERSUASION).status == 409


def a_later_epoch_in_the_znode_ends_the_term(make: Make) -> None:
    """2."""
    play = Play(make, 5, EMMA)
    play.read(5, "t", LEADER, ME)
    play.begin(9)
    assert not of(play.read(12, "u", LEADER, ME), w.write_in_sync)
    assert play.machine.wants_out


def who_is_named_and_silent_is_taken_out_before_the_answer(make: Make) -> None:
    """3."""
    play = serving(make)
    asked = play.asked("write", 7, book=PERSUASION.as_json(), node=ME)
    assert not of(asked, w.Persist)
    removal = play.tick(1.1)
    assert set(the(removal, w.write_in_sync).arguments["value"].nodes) == {ME}
    assert not of(removal, w.Respond)
    answer = the(play.written(removal, 5), w.Respond)
    assert (answer.status, answer.body["copies"]) == (201, 1)


def what_was_seen_is_on_the_disk(make: Make) -> None:
    """4."""
    play = Play(make)
    store = the(play.align(joining(play), 5, "t", EMMA), w.Persist)
    assert store.change.seen == 5


def nothing_is_taken_from_a_lower_epoch(make: Make) -> None:
    """4."""
    play = Play(make, 5, EMMA)
    join = joining(play, 3, "old")
    assert join.message["seen"] == 5
    told = play.align(join, 3, "old")
    assert the(told, w.Respond).status == 409
    assert not of(told, w.Persist)


def copies_are_taken_from_the_very_term(make: Make) -> None:
    """5."""
    play = following(make)
    assert play.copy(5, "t", PERSUASION).status == 200
    answer = play.copy(5, "another", Book("other", "nobody", 1))
    assert (answer.status, answer.body.get("why")) == (409, "term")
    fresh = Play(make)
    joining(fresh)
    assert fresh.copy(5, "t", PERSUASION).status == 409


def an_alignment_answers_one_open_request(make: Make) -> None:
    """6."""
    play = Play(make)
    join = joining(play)
    assert the(play.align(join, 5, "t", EMMA), w.Respond).status == 200
    assert the(play.align(join, 5, "t"), w.Respond).status == 409
    assert len(play.machine.shelf) == 1


def a_new_request_voids_what_an_earlier_one_brought(make: Make) -> None:
    """6."""
    play = Play(make)
    join = joining(play)
    play.align(join, 5, "t", EMMA)
    play.replied(join.call, None)
    assert the(play.tick(0.4), w.Ask).word == "join"
    assert play.copy(5, "t", PERSUASION).status == 409


def who_differs_is_not_let_in(make: Make) -> None:
    """7."""
    play = serving(make)
    term = play.machine.term
    assert term is not None
    told = {"node": "n3", "store": "store-3", "address": "elsewhere", "id": "j", "seen": 5}
    sums = Shelf().sums
    align = the(play.asked("join", 7, epoch=9, term=term.name, sums=sums, books=0, **told), w.Ask)
    answers = play.replied(align.call, 200, checksum="something else")
    assert the(answers, w.Respond).status == 409
    assert not of(answers, w.write_in_sync)


def a_refused_write_to_in_sync_ends_the_term(make: Make) -> None:
    """8."""
    play = serving(make)
    play.asked("write", 7, book=PERSUASION.as_json(), node=ME)
    told = play.refused(play.tick(1.1))
    assert of(told, w.read_in_sync)
    assert not play.machine.serves


def who_finds_no_record_any_more_does_not_lead(make: Make) -> None:
    """1: nor does it read for ever; the watch tells when there is one again."""
    play = following(make)
    for _ in range(2):
        play.give(w.InSyncRead(play.at, play.machine.generation, None, None))
        assert (play.machine.state, play.machine.is_eligible) == ("catching up", False)
        play.begin(9)
    play.give(w.InSyncRead(play.at, play.machine.generation, None, None))
    for _ in range(3):
        assert not of(play.tick(5.0), w.read_in_sync)
    play.machine.end(play.at)
    joining(play)
    assert play.machine.is_eligible


def what_was_begun_is_unknown_and_what_was_not_is_not_written(make: Make) -> None:
    """9."""
    play = Play(make, 5, EMMA)
    play.read(5, "t", ME)
    play.begin(9)
    play.written(play.read(5, "t", ME), 4)
    for request, book in ((7, PERSUASION), (8, Book("later", "nobody", 1))):
        told = {"book": book.as_json(), "node": ME}
        play.machine.receive(w.Question(play.at, request, "write", told))
    answers = of(play.machine.end(play.at), w.Respond)
    assert [(one.request, one.status) for one in answers] == [(7, 504), (8, 503)]


def what_is_for_another_disk_is_refused(make: Make) -> None:
    """10."""
    play = following(make)
    assert play.copy(5, "t", PERSUASION, store="another").status == 409
    assert PERSUASION.id not in play.machine.shelf


def a_disk_of_another_history_takes_no_part(make: Make) -> None:
    """12: `in_sync` is as it was before this disk knew it, so ZooKeeper was restored."""
    play = following(make)
    assert play.machine.is_eligible
    earlier = InSync(4, "s", LEADER, "there", {LEADER: THEIRS, ME: STORE})
    assert not of(play.stands(earlier, 2), w.Ask)
    machine = play.machine
    assert (machine.state, machine.is_eligible) == ("catching up", False)
    assert machine._why == "another history"
    assert play.copy(5, "t", PERSUASION).status == 409
    joining(play)
    assert machine.is_eligible


def a_znode_of_another_ensemble_is_another_history(make: Make) -> None:
    """12: by its czxid, whatever its other numbers are."""
    play = following(make)
    found = InSync(50, "s", LEADER, "there", {LEADER: THEIRS, ME: STORE})
    play.stands(found, 9, czxid=8, mzxid=900)
    assert not play.machine.is_eligible


def a_history_that_was_begun_is_taken_up_once(make: Make) -> None:
    """12: its epochs count from there; but an earlier state of it is another history."""
    play = following(make)
    begun = given_to(LEADER, THEIRS, 2, "again")
    store = the(play.stands(begun, 1, czxid=3, mzxid=4), w.Persist)
    assert (store.change.seen, store.change.history.begun) == (2, "again")
    assert (play.machine.apart, play.machine.latest) == (None, 2)
    play.stands(InSync(9, "u", LEADER, "there", {LEADER: THEIRS}, "again"), 2, 3, 12)
    assert play.machine.apart is None
    play.stands(begun, 1, czxid=3, mzxid=4)
    assert play.machine.apart is not None


def who_is_outrun_by_what_it_knew_before_does_not_queue_for_ever(make: Make) -> None:
    """12: nothing stands there any more, and zxids begin again."""
    play = serving(make)
    play.machine.end(play.at)
    for epoch in (3, 4):
        play.begin(epoch)
        play.give(w.InSyncRead(play.at, play.machine.generation, None, None))
        assert play.machine.wants_out
        play.machine.wants_out = False
    assert not play.machine.is_eligible
    assert "before it was given a znode made at 0x4" in str(play.machine.apart)


SCRIPTS: list[tuple[Script, Make | None]] = [
    (who_is_not_named_does_not_serve, m.ServesOutOfSync),
    (another_disk_is_not_the_one_that_is_named, m.GoesByName),
    (who_finds_no_record_any_more_does_not_lead, None),
    (taking_over_shuts_out_earlier_leaders, m.TakesOldCopies),
    (a_later_epoch_in_the_znode_ends_the_term, None),
    (who_is_named_and_silent_is_taken_out_before_the_answer, m.CountsTheAbsent),
    (what_was_seen_is_on_the_disk, m.ForgetsEpochs),
    (nothing_is_taken_from_a_lower_epoch, m.TakesLowerEpochs),
    (copies_are_taken_from_the_very_term, m.TermsAreEpochs),
    (copies_are_taken_from_the_very_term, m.CopiesForAnybody),
    (an_alignment_answers_one_open_request, m.TakesAnyAlignment),
    (a_new_request_voids_what_an_earlier_one_brought, m.KeepsOldAlignments),
    (who_differs_is_not_let_in, m.TrustsNewcomers),
    (a_refused_write_to_in_sync_ends_the_term, m.IgnoresRefusals),
    (what_was_begun_is_unknown_and_what_was_not_is_not_written, m.SaysNothingWasWritten),
    (what_is_for_another_disk_is_refused, m.AnswersForOthers),
    (a_disk_of_another_history_takes_no_part, m.BelievesAnyHistory),
    (a_znode_of_another_ensemble_is_another_history, m.BelievesAnyHistory),
    (a_history_that_was_begun_is_taken_up_once, m.TakesUpOldHistories),
    (who_is_outrun_by_what_it_knew_before_does_not_queue_for_ever, m.BelievesAnyHistory),
]


@pytest.mark.parametrize("script", dict.fromkeys(script for script, _ in SCRIPTS))
def test_the_rule_is_kept(script: Script) -> None:
    script(Replication)


@pytest.mark.parametrize(("script", "mutant"), [one for one in SCRIPTS if one[1]])
def test_the_mistake_is_found(script: Script, mutant: Make) -> None:
    with pytest.raises(AssertionError):
        script(mutant)


def test_who_is_not_live_is_taken_out_without_being_waited_for() -> None:
    play = serving()
    play.machine.lives(play.at, (ME, LEADER))
    assert not of(play.asked("write", 7, book=PERSUASION.as_json(), node=ME), w.write_in_sync)
    removal = play.machine.lives(play.at, (ME,))
    assert set(the(removal, w.write_in_sync).arguments["value"].nodes) == {ME}
    assert the(play.written(removal, 5), w.Respond).status == 201


def test_a_node_without_a_leader_says_that_nothing_was_written() -> None:
    play = Play(Replication, 5, EMMA)
    answer = the(play.asked("post", 7, book=PERSUASION.as_json()), w.Respond)
    assert (answer.status, answer.body["why"]) == (503, "no leader")


def test_a_leader_that_makes_the_znode_anew_begins_a_history() -> None:
    """It was deleted by hand; for everybody else its czxid is another one."""
    play = serving()
    gone = play.give(w.InSyncRead(play.at, play.machine.generation, None, None))
    (write,) = of(gone, w.write_in_sync) or of(play.tick(1.0), w.write_in_sync)
    assert (write.arguments["version"], write.arguments["value"].begun) == (
        None,
        write.arguments["value"].term,
    )


def test_an_earlier_disk_that_has_seen_a_later_epoch_is_of_another_history() -> None:
    play = Play(Replication, 200, EMMA)
    play.read(5, "t", LEADER, ME)
    assert not play.machine.is_eligible


@pytest.mark.parametrize(("sent", "status"), [(True, 504), (False, 503)])
def test_a_write_that_was_passed_on_and_not_answered(sent: bool, status: int) -> None:
    play = following()
    ask = the(play.asked("post", 7, book=PERSUASION.as_json()), w.Ask)
    assert (ask.node, ask.word) == (LEADER, "write")
    answer = the(play.give(w.Replied(play.at, ask.call, None, {}, sent)), w.Respond)
    assert answer.status == status


def test_a_fresh_shelf_is_begun_by_whoever_has_seen_none() -> None:
    play = Play()
    first = play.give(w.InSyncRead(play.at, play.machine.generation, None, None))
    write = the(first, w.write_in_sync)
    assert (dict(write.arguments["value"].nodes), write.arguments["version"]) == ({ME: STORE}, None)
    used = Play(Replication, 5, EMMA)
    assert not of(
        used.give(w.InSyncRead(0.0, used.machine.generation, None, None)), w.write_in_sync
    )


def test_what_only_a_newcomer_has_is_dropped_and_told() -> None:
    play = Play(Replication, 3, PERSUASION)
    told = play.align(joining(play), 5, "t", EMMA)
    assert the(told, w.Persist).change.drop == (PERSUASION.id,)
    dropped = next(one.data for one in of(told, w.Tell) if one.kind == "book.dropped")
    assert dropped["ids"] == [PERSUASION.id]
    assert play.machine.shelf.books == (EMMA,)


def test_a_disk_that_fails_ends_a_nodes_part() -> None:
    play = following()
    book = {"book": PERSUASION.as_json(), "store": STORE, "from": LEADER, "to": ME}
    asked = w.Question(play.at, 7, "copy", {"epoch": 5, "term": "t", **book})
    store = the(play.machine.receive(asked), w.Persist)
    answer = the(play.give(w.StoreFailed(play.at, store.operation, "disk full")), w.Respond)
    assert answer.status == 409
    assert (play.machine.state, play.machine.is_eligible) == ("down", False)


def test_a_shelfs_checksums_do_not_depend_on_the_order() -> None:
    many = [Book(f"book {number}", "nobody", number) for number in range(600)]
    assert Shelf(many).checksum == Shelf(reversed(many)).checksum
    one, other = Shelf([EMMA, PERSUASION]), Shelf([PERSUASION, EMMA])
    assert one.checksum == other.checksum
    assert Shelf([EMMA]).checksum != one.checksum
    (bucket,) = Shelf([EMMA]).differing(one.sums)
    change = Shelf([EMMA]).change_to({bucket: one.bucket(bucket)})
    assert change.add == (PERSUASION,)
    assert other.last(1) == [EMMA.id]


def test_what_may_not_be_read_or_written_is_told_and_tried_less_and_less_often() -> None:
    """20, 23: `in_sync` lost its permissions under a shelf that serves."""
    play = serving()
    asked, begun = 0, play.at
    told = play.give(w.InSyncChanged(play.at, play.machine.generation))
    while play.at < begun + 60.0:
        reads = of(told, w.read_in_sync)
        asked += len(reads)
        unread = w.InSyncUnread(play.at, play.machine.generation, "cannot read it")
        told = play.give(unread) if reads else []
        told = [*told, *play.tick(0.05)]
    assert asked < 20
    assert play.machine.trouble.reason == "cannot read it"
    play.read(9, "guid-1-1", ME, version=4)
    assert play.machine.trouble.reason is None


def test_a_write_that_is_forbidden_is_not_tried_again_at_once() -> None:
    """20, 23."""
    play = Play(Replication, 5, EMMA)
    play.read(5, "t", LEADER, ME)
    play.begin(9)
    (write,) = of(play.read(5, "t", LEADER, ME), w.write_in_sync)
    refused = w.InSyncRefused(
        play.at, write.arguments["generation"], write.arguments["number"], "cannot write it", True
    )
    assert not of(play.give(refused), w.read_in_sync)
    assert play.machine.trouble.reason == "cannot write it"
    assert of([*play.tick(0.2), *play.tick(0.2)], w.read_in_sync)
