"""The library's candidate on a real ZooKeeper: what its users may rely on."""

from __future__ import annotations

import logging
import threading

import pytest

from app.library import Candidate, Term
from app.recipes.election.strategies import STRATEGIES
from tests.library.conftest import Stand
from tests.library.standing import SHORT
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until

PATIENCE = 5.0
"""Of the session of one that leads to no purpose: it gives its place up after as long."""
EVERY_STRATEGY = pytest.mark.parametrize("strategy", STRATEGIES)


@EVERY_STRATEGY
def test_one_leads_and_the_next_one_follows_with_a_greater_epoch(
    stand: Stand, strategy: str
) -> None:
    first = stand("1", strategy=strategy)
    before = first.await_elected().term
    was_over: list[bool] = []
    second = stand("2", strategy=strategy, work=lambda term: was_over.append(before.is_over))
    second.await_place()
    assert first.candidate.term is before
    assert second.candidate.term is None
    assert not second.elected
    first.candidate.stop()
    after = second.await_elected()
    over = first.await_deposed()
    assert (over.term, over.reason) == (before, "it was stopped")
    await_until(lambda: was_over)
    assert was_over == [True]
    assert not after.term.is_over
    assert after.term.epoch > before.epoch
    assert first.candidate.join(30)


def test_the_epoch_is_the_czxid_of_the_znode_that_leads(
    stand: Stand, open_client: Connect, fresh_hosts: str
) -> None:
    term = stand("1").await_elected().term
    _, stat = open_client(fresh_hosts).get(term.znode)
    assert term.epoch == stat.czxid


def test_a_leader_that_is_cut_off_is_deposed_before_another_leads(
    stand: Stand, far_hosts: str, proxy: FaultyProxy
) -> None:
    first = stand("1", far_hosts, session_timeout=SHORT)
    before = first.await_elected().term
    was_over: list[bool] = []
    second = stand("2", work=lambda term: was_over.append(before.is_over))
    second.await_place()
    proxy.partition()
    second.await_elected()
    await_until(lambda: was_over)
    assert was_over == [True]
    assert first.await_deposed().term is before
    assert first.candidate.term is None
    proxy.release()
    first.await_place()


@EVERY_STRATEGY
def test_a_short_loss_of_the_connection_deposes_at_once_and_keeps_the_place(
    stand: Stand, far_hosts: str, proxy: FaultyProxy, strategy: str
) -> None:
    first = stand("1", far_hosts, strategy=strategy)
    before = first.await_elected().term
    second = stand("2", strategy=strategy).await_place()
    proxy.cut()
    assert first.await_deposed().reason == "the connection was lost"
    again = first.await_elected(2).term
    assert (again.epoch, again.znode) == (before.epoch, before.znode)
    assert again is not before
    assert before.is_over
    assert not second.elected


def test_a_term_that_ended_unseen_knows_it_by_its_clock(
    stand: Stand, far_hosts: str, proxy: FaultyProxy
) -> None:
    """As after a freeze, the first to look is the work itself: here nobody else ever looks."""
    first = stand("1", far_hosts, session_timeout=SHORT)
    term = first.await_elected().term
    silent = threading.Event()
    standing = first.candidate._standing
    assert standing is not None
    standing.post(lambda: silent.wait(30))
    proxy.partition()
    try:
        assert term.wait(30)
        assert term.reason == "the session ran out by its own clock"
    finally:
        proxy.release()
        silent.set()


def test_a_function_that_blocks_costs_no_session_and_no_deposition(
    stand: Stand, far_hosts: str, proxy: FaultyProxy
) -> None:
    first = stand("1", far_hosts, blocks=True, session_timeout=PATIENCE)
    before = first.await_elected()
    second = stand("2").await_place()
    proxy.cut()
    assert first.await_deposed().term is before.term
    assert first.at_once == 1, "it is told while its on_elected is busy"
    after = second.await_elected().term
    await_until(lambda: first.of("resting"))
    assert first.of("resting")[0]["reason"] == "a function of its last term has not returned"
    assert len(first.elected) == 1
    first.freed.set()
    await_until(lambda: len(first.of("created")) == 2)
    second.candidate.stop()
    again = first.await_elected(2).term
    assert again.epoch > after.epoch > before.term.epoch
    assert first.most_at_once == 1


def test_the_session_lasts_while_a_function_blocks(stand: Stand) -> None:
    first = stand("1", blocks=True, session_timeout=SHORT)
    term = first.await_elected().term
    standing = first.candidate._standing
    assert standing is not None
    deadline = standing.recipe.deadline
    await_until(lambda: standing.recipe.deadline > deadline + SHORT / 2)
    assert not term.is_over


def test_the_next_on_elected_waits_for_the_last_one(
    stand: Stand, far_hosts: str, proxy: FaultyProxy
) -> None:
    first = stand("1", far_hosts, blocks=True)
    first.await_elected()
    proxy.cut()
    await_until(lambda: len(first.of("leading")) == 2)
    assert len(first.elected) == 1
    first.freed.set()
    first.await_elected(2)
    assert first.most_at_once == 1
    assert [one.reason is None for one in first.calls] == [True, False, True]


def test_an_exception_gives_leadership_up(stand: Stand, caplog: pytest.LogCaptureFixture) -> None:
    first = stand("1")
    first.await_elected()
    second = stand("2", fails=1).await_place()
    third = stand("3").await_place()
    first.candidate.stop()
    second.await_elected()
    third.await_elected()
    assert second.await_deposed().reason == "on_elected failed"
    assert "the user's own mistake" in caplog.text
    await_until(lambda: len(second.of("created")) == 2)
    third.candidate.stop()
    assert second.await_elected(2).term.epoch > third.elected[0].term.epoch


def test_who_fails_alone_is_elected_again_after_a_rest(
    stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    only = stand("1", fails=1)
    only.await_elected(2)
    epochs = [one.term.epoch for one in only.elected]
    assert epochs == sorted(set(epochs))
    await_until(lambda: [one["seconds"] for one in only.of("resting")] == [1.0])


def test_an_exception_in_on_deposed_harms_nothing(
    fresh_hosts: str, stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(term: Term, reason: str) -> None:
        raise ValueError("the user's own mistake")

    elected: list[Term] = []
    candidate = Candidate(fresh_hosts, "/election", "1", elected.append, fail)
    with candidate:
        await_until(lambda: elected)
        elected[0].resign()
        await_until(lambda: len(elected) == 2)
    assert "the user's own mistake" in caplog.text


def test_resigning_queues_behind_all_others(stand: Stand) -> None:
    first = stand("1")
    term = first.await_elected().term
    second = stand("2").await_place()
    term.resign()
    assert term.is_over
    second.await_elected()
    assert first.await_deposed().reason == "it resigned"
    first.await_place()
    assert first.of("resting") == []
    assert len(first.elected) == 1


@EVERY_STRATEGY
def test_a_znode_deleted_by_somebody_else(
    stand: Stand, open_client: Connect, fresh_hosts: str, strategy: str
) -> None:
    first = stand("1", strategy=strategy)
    term = first.await_elected().term
    open_client(fresh_hosts).delete(term.znode)
    assert first.await_deposed().reason == "its znode is gone"
    assert first.await_elected(2).term.epoch > term.epoch


def test_returning_from_on_elected_keeps_leadership(fresh_hosts: str, stand: Stand) -> None:
    elected: list[Term] = []
    with Candidate(fresh_hosts, "/election", "1", elected.append) as candidate:
        await_until(lambda: elected)
        stand("2").await_place()
        assert candidate.term is elected[0]


def test_stopping_in_on_elected_and_in_on_deposed(stand: Stand, fresh_hosts: str) -> None:
    deposed: list[str] = []

    def elected(term: Term) -> None:
        first.stop()
        deposed.append("on_elected returned" if term.wait(30) else "the term lasts")

    first = Candidate(fresh_hosts, "/election", "1", elected)
    first.run()
    assert deposed == ["on_elected returned"]
    second = Candidate(
        fresh_hosts, "/election", "2", lambda term: term.resign(), lambda *_: second.stop()
    )
    second.run()
    assert stand("3").await_elected()


def test_waiting_ends_with_its_time_or_with_the_term(stand: Stand) -> None:
    waited: list[bool] = []

    def work(term: Term) -> None:
        waited.append(term.wait(0.05))
        waited.append(term.wait(30))

    first = stand("1", work=work)
    await_until(lambda: waited)
    assert waited == [False]
    first.candidate.stop()
    assert first.candidate.join(30)
    assert waited == [False, True]


def test_a_function_that_never_returns_does_not_keep_run_from_returning(
    stand: Stand, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.library.candidate.LEAVES_WITHIN", 0.5)
    first = stand("1", blocks=True)
    first.await_elected()
    second = stand("2").await_place()
    first.candidate.stop()
    second.await_elected()
    assert first.candidate.join(30)
    assert first.at_once == 1
    assert "candidate 1: on_elected has not returned" in caplog.text


@pytest.fixture(autouse=True)
def every_complaint_is_seen(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
