"""A two-phase commit in the state document, by scripts of events."""

from __future__ import annotations

import pytest

from tests.recipes.commit.script import (
    COORDINATOR,
    HEIR,
    MOVES,
    PLACE,
    PROCESSES,
    CommitScript,
    begun,
    three,
    voted,
)

OTHERS = ("s2", "s3")


def committed() -> CommitScript:
    """It is decided, and nobody has carried it out."""
    script = voted()
    script.read(decision="commit", decided_by=COORDINATOR)
    script.goes("coordinator")
    script.event("candidate.decided", COORDINATOR, transaction="tx-1", decision="commit")
    return script


def test_nothing_is_known_of_an_empty_place() -> None:
    script = CommitScript()
    assert script.commit["transactions"] == {}
    assert script.tale().startswith("Nobody is here. Start three sites and a coordinator")
    assert PLACE not in script.state["elections"]


def test_the_accounts_and_their_sum() -> None:
    script = three()
    assert (script.commit["opening"], script.commit["sum"]) == (300, 300)
    assert "at three sites. Begin a transaction" in script.tale()
    assert script.commit["sites"]["s1"]["candidate"] == "c1"


def test_votes_as_they_come() -> None:
    script = begun()
    assert script.commit["undecided"] == "tx-1"
    script.votes("s1")
    script.votes("s2", "abort")
    votes = {site: one["vote"] for site, one in script.transaction()["votes"].items()}
    assert votes == {"s1": "commit", "s2": "abort", "s3": None}
    assert script.transaction()["coordinator"]["candidate"] == COORDINATOR
    assert script.tale().startswith(
        'tx-1 moves 20 from s1 to s2 and s3. s1 has voted "commit". s2 has voted "abort". '
        "s3 has not voted yet."
    )


def test_the_pause_before_the_decision_is_told() -> None:
    script = voted()
    assert script.tale().endswith(
        'c4 will write "commit" into tx-1 in …. '
        "Until then every site that has promised is in doubt."
    )


# -- the lesson -----------------------------------------------------------------------------------


def test_a_coordinator_killed_before_it_decides_leaves_them_in_doubt() -> None:
    script = voted()
    script.ends(COORDINATOR)
    assert script.tale() == (
        "c4, which coordinated tx-1, was killed …, between the votes and its decision. "
        's1, s2 and s3 voted "commit", the first …, and are in doubt: a site that has '
        "promised may neither commit nor abort by itself. They wait until somebody starts a "
        "coordinator: it decides by the votes in ZooKeeper."
    )
    assert not script.broken


def test_one_that_stands_by_is_told_to_take_over() -> None:
    script = voted()
    script.begins(HEIR, "coordinator", patience=8.0)
    script.ends(COORDINATOR)
    assert script.tale().endswith(
        "c5 stands by, and takes over when ZooKeeper has ended its session, in about …."
    )
    script.goes("coordinator")
    script.listed()
    assert script.tale().startswith("Nobody coordinates tx-1. s1, s2 and s3 voted")
    script.coordinates(HEIR)
    assert script.transaction()["coordinator"]["candidate"] == HEIR


@pytest.mark.parametrize("said", [True, False], ids=["told first", "read first"])
def test_one_that_has_decided_is_not_gone_before_its_decision_is_read(said: bool) -> None:
    """Its znode goes in one step with the decision, which has still to be read."""
    script = three()
    script.begins(HEIR, "coordinator", patience=8.0)
    script.read()
    assert script.tale().startswith("tx-1 moves 20 from s1 to s2 and s3.")
    script.listed()
    script.coordinates(COORDINATOR)
    for site in PROCESSES:
        script.votes(site)
    if said:
        script.event("candidate.decided", COORDINATOR, transaction="tx-1", decision="commit")
        script.says(COORDINATOR, "standing by")
    script.goes("coordinator")
    assert script.tale().startswith("tx-1 moves 20 from s1 to s2 and s3.")
    script.read(decision="commit", decided_by=COORDINATOR)
    assert script.tale().startswith("tx-1 is committed.")


def test_one_whose_session_was_ended_under_it_is_gone() -> None:
    script = voted()
    script.listed()
    script.event("candidate.stood_down", COORDINATOR, reason="its session is over")
    assert script.tale().startswith("Nobody coordinates tx-1. s1, s2 and s3 voted")


def test_a_frozen_one_is_no_better() -> None:
    script = begun()
    script.votes("s1")
    script.event("candidate.paused", COORDINATOR, by="test", session_ends=105.0)
    assert script.tale().startswith(
        "c4, which coordinated tx-1, was frozen …, before it decided. "
        's1 voted "commit" … and is in doubt'
    )


def test_a_dead_site_cannot_vote() -> None:
    script = begun()
    for site in ("s1", "s2"):
        script.votes(site)
    script.ends(PROCESSES["s3"])
    assert (
        's3 cannot vote: its process does not run. A vote that is missing counts as "abort" in …'
        in (script.tale())
    )


# -- decided --------------------------------------------------------------------------------------


def test_a_commit_is_carried_out_by_each_at_its_own_time() -> None:
    script = committed()
    assert (script.transaction()["decision"], script.transaction()["decided_by"]) == (
        "commit",
        COORDINATOR,
    )
    assert script.commit["undecided"] is None
    script.carries_out("s2", "commit")
    assert (script.commit["sum"], script.commit["on_the_way"]) == (310, -10)
    for site in ("s1", "s3"):
        script.carries_out(site, "commit")
    assert (script.commit["sum"], script.commit["on_the_way"]) == (300, 0)
    assert script.tale() == (
        "tx-1 is committed. The accounts hold 300 together, as much as they were opened with."
    )
    assert not script.broken
    script.ends(COORDINATOR)
    assert script.tale().endswith(
        "as they were opened with. Nobody can begin another transaction: start a coordinator."
    )


def test_a_dead_site_owes_what_it_has_promised() -> None:
    script = voted()
    script.ends("c3")
    script.read(decision="commit", decided_by=COORDINATOR)
    for site in ("s1", "s2"):
        script.carries_out(site, "commit")
    assert script.tale().startswith(
        "s3 has not carried out yet that tx-1 is committed: its ledger is prepared"
    )
    assert script.tale().endswith(
        "The accounts hold 290, and 300 when all have carried it out, "
        "as much as they were opened with."
    )
    script.begins("c6", "site", site="s3")
    assert script.commit["sites"]["s3"]["candidate"] == "c6"


def test_accounts_that_were_opened_later_did_not_hold_that_at_first() -> None:
    script = committed()
    for site in PROCESSES:
        script.carries_out(site, "commit")
    script.begins("c6", "site", site="s4")
    opened = {"site": "s4", "balance": 100, "entry": None, "opening": 100}
    script.event("candidate.opened_ledger", "c6", **opened)
    assert script.tale().endswith(
        "The accounts hold 400 together, as much as they were opened with."
    )


def test_why_it_was_aborted_is_told() -> None:
    for vote, why in (("abort", "s3 voted against it"), (None, "s3 did not vote")):
        script = begun()
        for site in ("s1", "s2"):
            script.votes(site)
        if vote:
            script.votes("s3", vote)
        script.read(decision="abort", decided_by=COORDINATOR)
        for site in ("s1", "s2"):
            script.carries_out(site, "abort")
        assert script.tale().startswith(f"tx-1 is aborted: {why}. The accounts hold 300")
        assert not script.broken


def test_the_oldest_ones_are_forgotten() -> None:
    script = three()
    for number in range(1, 13):
        script.read(f"tx-{number}", decision="abort")
    assert [*script.commit["transactions"]] == [f"tx-{number}" for number in range(5, 13)]


def test_another_transaction_of_the_same_name_is_another_one() -> None:
    """Somebody has deleted the place, and the numbers begin again."""
    script = committed()
    script.read(id="another")
    assert script.transaction()["decision"] is None
    assert script.transaction()["votes"] == {}


def test_what_says_nothing_of_ours_is_left_alone() -> None:
    script = three()
    for name in ("tx-", "tx-x", "config", "tx-1"):
        script._member(PLACE, name, '{"moves": "all"}')
    assert script.commit["transactions"] == {}
    script.read()
    script.below("s1", {"vote": "perhaps"})
    assert script.transaction()["votes"]["s1"]["vote"] is None


# -- the invariants -------------------------------------------------------------------------------


def test_two_decisions_break_one_decision() -> None:
    script = committed()
    script.carries_out("s1", "commit")
    assert script.commit["invariants"]["one_decision"]
    script.carries_out("s2", "abort")
    assert not script.commit["invariants"]["one_decision"]


@pytest.mark.parametrize(("votes", "decision"), [("commit", "abort"), ("abort", "commit")])
def test_a_decision_against_the_votes_is_found(votes: str, decision: str) -> None:
    script = begun()
    for site in ("s1", "s2"):
        script.votes(site)
    script.votes("s3", votes)
    assert not script.broken
    script.read(decision=decision)
    assert "decision_follows_votes" in script.broken


def test_a_commit_without_a_vote_is_found() -> None:
    script = begun()
    for site in ("s1", "s2"):
        script.votes(site)
    script.read(decision="commit")
    assert "no_commit_without_all_votes" in script.broken
    assert "decision_follows_votes" not in script.broken


def test_who_does_not_wait_in_doubt_is_found() -> None:
    """After a second: it may have read the decision before the dashboard has."""
    script = voted()
    script.carries_out("s1", "commit")
    assert "in_doubt_waits" in script.broken
    assert script.commit["invariants"]["in_doubt_waits"]
    script.at += 1.5
    script.event("invariants.checked", PLACE)
    assert not script.commit["invariants"]["in_doubt_waits"]
    script.read(decision="commit")
    assert "in_doubt_waits" not in script.broken


def test_money_that_comes_from_nowhere_is_found() -> None:
    script = committed()
    for site in OTHERS:
        script.carries_out(site, "commit")
    script.carries_out("s1", "abort")
    assert script.commit["sum"] == 320
    assert "sum_stays" in script.broken


# -- in doubt for ever ----------------------------------------------------------------------------


def stranded(script: CommitScript) -> str | None:
    """What is said of s1, which does nothing for half a minute more."""
    assert script.later()["doubt_ends"], "it may still be about to"
    script.at += 26.0
    script.event("invariants.checked", PLACE)
    details = [one["detail"] for one in script.commit["violations"] if one["subject"] == "s1"]
    assert script.commit["invariants"]["doubt_ends"] is not any(details)
    return details[0] if details else None


def prepared_late() -> CommitScript:
    """s1 has prepared its ledger for what is aborted already."""
    script = begun()
    for site in OTHERS:
        script.votes(site, "abort")
    script.read(decision="abort")
    script.prepares("s1")
    return script


def test_a_site_that_does_not_carry_out_what_is_decided_is_found() -> None:
    script = prepared_late()
    assert script.commit["invariants"]["sum_stays"], "no money is missing"
    said = "s1 is prepared for tx-1, which is aborted, and does not carry it out"
    assert stranded(script) == said
    script.carries_out("s1", "abort")
    assert script.commit["invariants"]["doubt_ends"]


def test_also_long_after_its_transaction_was_forgotten() -> None:
    script = prepared_late()
    for number in range(2, 12):
        script.read(f"tx-{number}", decision="abort")
    said = "s1 is prepared for tx-1, which is over, and does not carry it out"
    assert stranded(script) == said


def test_nobody_can_carry_out_what_somebody_has_taken_away() -> None:
    script = voted()
    for site in PROCESSES:
        script.says(PROCESSES[site], "in doubt")
    script.cleared()
    said = "s1 is prepared for tx-1, which is gone, and does not carry it out"
    assert stranded(script) == said
    assert script.tale().startswith(
        "tx-1 is gone: s1, s2 and s3 have promised to carry it out, and nobody can say what was "
        "decided."
    )


@pytest.mark.parametrize("what", ["undecided", "dead", "frozen", "cut off"])
def test_who_may_not_or_cannot_carry_it_out_is_blamed_for_nothing(what: str) -> None:
    script = voted() if what == "undecided" else prepared_late()
    if what == "dead":
        script.ends("c1")
    elif what == "frozen":
        script.event("candidate.paused", "c1", by="test", session_ends=105.0)
    elif what == "cut off":
        script.says("c1", "suspended")
    assert stranded(script) is None


# -- what was not read ----------------------------------------------------------------------------

NAMES = (
    "one_decision", "decision_follows_votes", "no_commit_without_all_votes", "in_doubt_waits",
    "sum_stays",
)  # fmt: skip
"""What is not known where something was not read."""


def unknown(script: CommitScript) -> set[str]:
    verdicts = script.later()
    assert False not in verdicts.values(), script.commit["violations"]
    return {name for name in NAMES if verdicts[name] is None}


def test_a_vote_whose_znode_went_before_it_was_read_may_have_been_any() -> None:
    script = begun()
    for site in OTHERS:
        script.votes(site)
    script.prepares("s1")
    script.read(decision="commit", decided_by=COORDINATOR)
    for site in PROCESSES:
        script.carries_out(site, "commit")
    script.cleared()
    assert unknown(script) == {"decision_follows_votes", "no_commit_without_all_votes"}
    said = "the dashboard has not read how s1 has voted on tx-1"
    assert script.doubt("no_commit_without_all_votes") == said


def test_a_vote_that_was_never_listed_may_have_been_any() -> None:
    script = three()
    script.read(decision="commit")
    assert unknown(script) == {*NAMES} - {"one_decision", "in_doubt_waits"}
    script.below("s1", None)
    script.listed()
    assert script.later()["no_commit_without_all_votes"] is False


def test_one_vote_that_somebody_deleted_is_not_known_to_be_missing() -> None:
    script = begun()
    script.listed()
    for site in OTHERS:
        script.votes(site)
    script.goes("s1")
    script.read(decision="commit")
    assert "no_commit_without_all_votes" in unknown(script)


def test_a_site_that_said_it_was_done_without_a_vote_has_not_voted() -> None:
    script = begun()
    for site in OTHERS:
        script.votes(site)
    script.below("s1", {"vote": None, "by": "c1", "done": "commit"})
    script.read(decision="commit")
    script.cleared()
    assert script.later()["no_commit_without_all_votes"] is False


def test_a_decision_that_went_before_it_was_read_accuses_nobody() -> None:
    script = voted()
    script.cleared()
    for site in PROCESSES:
        script.carries_out(site, "commit")
    assert unknown(script) == {*NAMES} - {"sum_stays"}
    assert script.doubt("one_decision") == ("the dashboard has not read what was decided on tx-1")


def test_a_transaction_that_came_and_went_before_it_was_read_accuses_nobody() -> None:
    script = three()
    for site in PROCESSES:
        script.prepares(site)
    script.goes("")
    script.carries_out("s2", "commit")
    assert unknown(script) == {*NAMES} - {"sum_stays"}, "s2 says what the others owe"


def test_what_a_site_is_prepared_for_and_nobody_has_read_leaves_the_sum_open() -> None:
    script = voted()
    for site in OTHERS:
        script.carries_out(site, "commit")
    for number in range(2, 12):
        script.read(f"tx-{number}", decision="abort")
    assert "sum_stays" in unknown(script), "tx-1 is forgotten, and s1 still owes it"
    assert script.doubt("sum_stays") == (
        "s1 is prepared for tx-1, and the dashboard has not read what was decided"
    )


def test_the_account_of_a_site_that_tells_nothing_leaves_the_sum_open() -> None:
    script = three()
    script.read(moves={**MOVES, "s4": 0}, decision="commit")
    for site in OTHERS:
        script.carries_out(site, "commit")
    assert "sum_stays" in unknown(script)


def test_the_accounts_of_another_dashboards_sites_are_not_ours() -> None:
    script = three()
    script.read(moves={"s4": 10, "s5": -10}, decision="commit")
    assert script.doubt("sum_stays") is None
    assert script.later()["sum_stays"]


def test_a_site_that_has_yet_to_say_that_it_is_prepared_leaves_the_sum_open() -> None:
    """Its word is late; the others' are here, and the decision."""
    script = begun()
    for site in OTHERS:
        script.votes(site)
    script.read(decision="commit")
    assert (script.commit["sum"], script.commit["on_the_way"]) == (300, 20)
    assert "sum_stays" not in script.broken
    assert script.doubt("sum_stays") == (
        "s1 has not said that it has carried out tx-1, or is prepared for it"
    )
    script.votes("s1")
    assert script.doubt("sum_stays") is None
    assert script.later()["sum_stays"] is True


def test_an_abort_is_explained_by_one_vote_against_it() -> None:
    script = begun()
    script.votes("s2", "abort")
    script.read(decision="abort")
    script.cleared()
    assert unknown(script) == set()
    assert script.tale().startswith("tx-1 is aborted: s2 voted against it.")
    script = begun()
    script.read(decision="abort")
    script.cleared()
    assert unknown(script) == {"decision_follows_votes"}
    assert script.tale().startswith("tx-1 is aborted. The accounts"), "nobody knows why"


def test_a_site_that_is_dead_is_told_beside_what_is_decided() -> None:
    script = committed()
    for site in PROCESSES:
        script.carries_out(site, "commit")
    script.ends("c2")
    assert script.tale().startswith(
        "tx-1 is committed. s2 was killed …: its account is as its ledger says, and it learns of "
        "later decisions when it is back. The accounts hold 300 together"
    )
    script.ends("c3")
    assert "s2 and s3 do not run: their accounts are as their ledgers say" in script.tale()


def test_a_site_that_dies_before_anything_is_decided_is_told() -> None:
    script = three()
    script.ends("c2")
    assert script.tale().startswith("Nothing has been decided yet, at three sites. s2 was killed …")
