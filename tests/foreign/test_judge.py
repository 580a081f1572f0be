"""The judge is judged: what is true passes, what is wrong does not, what is unknown is counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.foreign.claims import Claim, Tally
from tests.foreign.judge import Case, judge
from tests.foreign.kinds import KINDS
from tests.foreign.page import judge_page
from tests.foreign.run import found_after, found_in_time, judge_sample
from tests.foreign.sampler import Sample
from tests.foreign.sentences import FORMS, judge_text
from tests.foreign.truth import Deed, Member, Snapshot, Truth, Window

PATH = "/svc/election"
FIRST, SECOND, THIRD = (f"a{number}__lock__000000000{number}" for number in range(3))
WATCHED = {f"{PATH}/{FIRST}": frozenset({"0x2"}), f"{PATH}/{SECOND}": frozenset({"0x3"})}


def truth(watches: dict[str, frozenset[str]] | None = None) -> Truth:
    """Three members from the second 10 on, of which the first went at 20, and the next led."""
    members = [
        Member(name, 100 + place, f"0x{place + 1}", f"svc{place + 1}", 10.0)
        for place, name in enumerate((FIRST, SECOND, THIRD))
    ]
    members[0].ended = 20.0
    listed = WATCHED if watches is None else watches
    snapshots = [
        Snapshot(at / 10, at / 10 + 0.01, _and_the_witness(members, listed, at / 10), {})
        for at in range(100, 300)
    ]
    sessions = {one.session: one.data for one in members}
    terms = [("svc1", 10.0, 20.0), ("svc2", 20.1, 99.0)]
    return Truth(PATH, "0x9", members, snapshots, sessions, terms)


def _and_the_witness(
    members: list[Member], listed: dict[str, frozenset[str]], at: float
) -> dict[str, frozenset[str]]:
    there = [f"{PATH}/{one.name}" for one in members if one.ended > at]
    return {path: listed.get(path, frozenset()) | {"0x9"} for path in there}


def entry(place: int, watches: str | None, **more: Any) -> dict[str, Any]:
    name = (FIRST, SECOND, THIRD)[place]
    known = {"session": f"0x{place + 1}", "czxid": 100 + place, "belief": "unknown"}
    return {"znode": name, **known, "watches": watches, "evidence": "server", **more}


def election(chain: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"strategy": "predecessor", "leader": chain[0]["znode"], "chain": chain, **more}


def case(at: float, known: Truth | None = None) -> Case:
    return Case(KINDS["election"], known or truth(), Window(at - 0.3, at), 0.3)


def verdicts(claims: Iterable[Claim]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in claims:
        found.setdefault(one.what, set()).add(one.verdict)
    return found


THREE = [entry(0, None), entry(1, FIRST), entry(2, SECOND)]


def test_what_is_true_passes() -> None:
    said = election(THREE, invariants={"watches_predecessor": True, "one_leader": None})
    assert verdicts(judge(said, case(15.0))) == {
        "leader": {"true"},
        "chain": {"true"},
        "belief": {"unknown"},
        "session": {"true"},
        "arrow": {"true"},
        "no arrow": {"true"},
        "tick": {"true", "unknown"},
    }


def test_a_leader_that_went_is_told_of_for_no_longer_than_a_notification_takes() -> None:
    assert "wrong" not in verdicts(judge(election(THREE), case(20.2)))["leader"]
    assert verdicts(judge(election(THREE), case(20.5)))["leader"] == {"wrong"}
    assert verdicts(judge(election(THREE), case(20.5)))["chain"] == {"wrong"}


def test_a_watch_that_was_not_there_is_wrong_with_evidence_and_counted_apart_by_inference() -> None:
    none = truth({})
    assert verdicts(judge(election(THREE), case(15.0, none)))["arrow"] == {"wrong"}
    inferred = [{**one, "evidence": "inferred"} for one in THREE]
    assert verdicts(judge(election(inferred), case(15.0, none)))["arrow"] == {"inferred"}


def test_a_list_from_before_the_znode_proves_no_absence() -> None:
    """The one before it was watched all the time; and then nobody watched, but the list is old."""
    said = election([entry(0, None), entry(1, None, as_of=14.0)])
    assert "wrong" in verdicts(judge(said, case(15.0)))["no arrow"]
    old = election([entry(0, None), entry(1, None, as_of=9.0)])
    assert "wrong" in verdicts(judge(old, case(15.0, truth({}))))["no arrow"]
    fresh = election([entry(0, None), entry(1, None, as_of=14.0)])
    assert "wrong" not in verdicts(judge(fresh, case(15.0, truth({}))))["no arrow"]


def test_ticks_and_crosses_of_what_foreign_programs_believe_are_wrong() -> None:
    for verdict in (True, False):
        said = election(THREE, invariants={"one_leader": verdict})
        assert verdicts(judge(said, case(15.0)))["tick"] == {"wrong"}


HANDOFF = {"from_znode": FIRST, "to_znode": SECOND, "at": {"deleted": 20.05}, "phases_ms": {}}


LOST = {"phases_from": "lost", "heard": {"at": 15.0, "listed": 15.0, "missing": 16.0}}


def handoff(**more: Any) -> dict[str, set[str]]:
    said = election(THREE[1:], last_handoff={**HANDOFF, **more})
    return verdicts(judge(said, case(25.0)))


def test_of_a_handoff_only_what_zookeeper_shows_is_true() -> None:
    said = handoff()
    assert {said[what] == {"true"} for what in ("handoff", "deleted")} == {True}
    assert {said[what] == {"unknown"} for what in ("fault", "count", "phase")} == {True}


def test_a_length_from_the_lost_connection_on_is_true() -> None:
    assert handoff(**LOST, phases_ms={"deleted": 4050.0})["phase"] == {"true", "unknown"}


@pytest.mark.parametrize(
    ("what", "more"),
    [
        ("fault", {"fault": "deleted"}),
        ("count", {"notifications": 0}),
        ("phase", {"phases_ms": {"deleted": 0.0}, "phases_from": "deleted"}),
        ("phase", {**LOST, "phases_ms": {"deleted": 5000.0}}),
        ("phase", {**LOST, "phases_ms": {"leading": 4050.0}}),
        ("deleted", {"at": {"deleted": 20.9}}),
        ("handoff", {"to_znode": THIRD}),
        ("arrow", {"watched": {"by": [THIRD], "as_of": 19.0, "complete": True}}),
        ("no arrow", {"watched": {"by": [], "as_of": 19.0, "complete": True}}),
    ],
)
def test_what_nobody_saw_and_what_was_not_so_is_wrong(what: str, more: dict[str, Any]) -> None:
    assert "wrong" in handoff(**more)[what]


def test_a_shared_lock_has_no_leader_and_no_handoff() -> None:
    said = Case(KINDS["shared"], truth(), Window(14.7, 15.0), 0.3)
    found = verdicts(judge(election(THREE, last_handoff=HANDOFF), said))
    assert (found["leader"], found["handoff"]) == ({"wrong"}, {"wrong"})


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("svc1 leads: its znode is the lowest. ", "true"),
        ("lock__0000000000 leads: its znode is the lowest. ", "true"),
        ("svc2 leads: its znode is the lowest. ", "wrong"),
        ("svc2 (lock__0000000001) has the lowest znode: it should lead. ", "wrong"),
        ("Two others stand behind it. ", "true"),
        ("Three others stand behind it. ", "wrong"),
        ("Nobody waits to take over. ", "wrong"),
        ("svc2 waits, and watches it. ", "true"),
        ("svc1 was killed 2.0 s ago", "wrong"),
        ("The last handoff took 3.1 ms and woke one candidate.", "wrong"),
        ("Nobody says what they watch: the arrows follow from the order alone. ", "unknown"),
        (
            "Nobody says what one of them watches: its arrow follows from the order alone. ",
            "unknown",
        ),
        ("It rains. ", "unjudged"),
    ],
)
def test_a_sentence_is_judged_by_what_it_claims(text: str, verdict: str) -> None:
    assert [one.verdict for one in judge_text(text, case(15.0))] == [verdict]


def test_each_form_of_words_is_known_once() -> None:
    forms = [form for form, _ in FORMS]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize(("began", "verdict"), [(19.6, "true"), (18.0, "wrong")])
def test_who_made_the_key_before_the_witness_heard_that_it_had_gone_has_followed(
    began: float, verdict: str
) -> None:
    """On a busy machine that is told late; that it was there was said last at 19.5."""
    old, new = (Member("leader", number, f"0x{number}", f"svc{number}", 10.0) for number in (1, 2))
    old.ended, new.began = 20.0, began
    path = KINDS["key"].path
    there = {f"{path}/leader": frozenset({"0x9"})}
    listed = [Snapshot(at, at + 0.1, there, {}) for at in (19.0, 19.5)]
    known = Truth(path, "0x9", [old, new], listed)
    told = Case(KINDS["key"], known, Window(20.5, 21.0), 0.3)
    said = "The znode of svc1 went 1.0 s ago, and leadership passed to svc2."
    assert verdicts(judge_text(said, told)) == {"sentence": {verdict}}


def of_kind(name: str, known: Truth, at: float = 15.0) -> Case:
    return Case(KINDS[name], known, Window(at - 0.3, at), 0.3)


def taking_turns(*marks: tuple[float, str, bool], is_quick: bool = True) -> Truth:
    """Programs that say when their znodes stand, and of which a witness has seen nothing."""
    return Truth(KINDS["quick"].path, "0x9", marks=[*marks], is_quick=is_quick)


BY_TURNS = ((14.0, "svc1", True), (14.8, "svc2", True), (14.9, "svc1", False))
NOBODY = {
    "strategy": "predecessor", "shape": "lock or election", "chain": [], "story": [], "reason": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("marks", "verdict"),
    [
        (BY_TURNS, "wrong"),
        ((*BY_TURNS, (14.95, "svc2", False)), "unjudged"),
        ((BY_TURNS[0], BY_TURNS[2], (14.901, "svc2", True)), "unjudged"),
    ],
)
def test_a_lock_is_not_empty_while_programs_take_turns(
    marks: tuple[tuple[float, str, bool], ...], verdict: str
) -> None:
    told = of_kind("quick", taking_turns(*marks))
    assert verdicts(judge(NOBODY, told))["empty"] == {verdict}
    assert verdicts(judge_text("This election has no candidates. ", told)) == {"empty": {verdict}}
    unknown = Sample(14.9, 15.0, 14.95, 1, None, ())
    assert verdicts(judge_sample(unknown, told._replace(window=Window(0, 0))))["empty"] == {verdict}


def test_the_ticks_of_nobody_say_nothing_of_others() -> None:
    said = {**NOBODY, "invariants": {"one_wakeup": True}}
    assert "tick" not in verdicts(judge(said, case(15.0)))


def test_of_a_killed_program_nobody_knows_how_long_its_znode_stands() -> None:
    known = taking_turns(BY_TURNS[0])
    known.deeds.append(Deed("svc1", "kill", 14.9))
    assert verdicts(judge(NOBODY, of_kind("quick", known)))["empty"] == {"unjudged"}


def test_that_nobody_stands_there_is_true_where_all_were_seen_to_go() -> None:
    known = truth()
    assert verdicts(judge(NOBODY, case(15.0, known)))["empty"] == {"wrong"}
    for one in known.members:
        one.ended = 14.8
    assert verdicts(judge(NOBODY, case(15.0, known)))["empty"] == {"true"}


def test_what_needs_each_member_is_not_judged_where_nobody_saw_each() -> None:
    told, tally = of_kind("quick", taking_turns(*BY_TURNS)), Tally(is_quick=True)
    said = election(THREE, shape="queue", last_handoff={**HANDOFF, "notifications": 0})
    tally.add([*judge(said, told), *judge(NOBODY, told)])
    wrong = {quote.partition(":")[0] for quote in tally.wrong}
    assert wrong == {"shape", "count", "empty"}
    assert tally.by_kind["leader"]["unjudged"] == tally.by_kind["handoff"]["unjudged"] == 1


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("svc1 on vm, process 7 should hold the lock: its znode is the lowest. ", "true"),
        ("svc2 on vm, process 8 should hold the lock: its znode is the lowest. ", "wrong"),
        ("Each znode says that it is for a lock. ", "true"),
        ("Two others wait behind it. ", "true"),
        ("svc1 on vm, process 7 leads: its znode is the lowest. ", "wrong"),
        ("The znode of svc1 went 1.0 s ago, and leadership passed to svc2. ", "wrong"),
    ],
)
def test_nobody_leads_a_lock_of_the_library(text: str, verdict: str) -> None:
    known = truth()
    for number, one in enumerate(known.members):
        one.data = f'{{"candidate": "svc{number + 1}", "host": "vm", "pid": {number + 7}}}'
    assert [one.verdict for one in judge_text(text, of_kind("own", known))] == [verdict]


@pytest.mark.parametrize(("shape", "verdict"), [("lock", "true"), ("election", "wrong")])
def test_a_lock_of_the_library_is_shown_as_one(shape: str, verdict: str) -> None:
    said = election(THREE, shape=shape)
    assert verdicts(judge(said, of_kind("own", truth())))["shape"] == {verdict}


@pytest.mark.parametrize(
    ("words", "verdict"), [("first: should hold it", "true"), ("lowest: the true leader", "wrong")]
)
def test_the_crown_of_a_lock_makes_nobody_a_leader(words: str, verdict: str) -> None:
    told = of_kind("own", truth())
    page = {"shown": told.truth.path, "story": "", "invariants": {}, "handoff": "", "arrows": []}
    said = verdicts(judge_page({**page, "crown": FIRST, "crowned": words}, told))
    assert said == {"page crown": {"true"}, "page shape": {verdict}}


def test_the_bar_of_the_handoff_names_a_client_of_the_library() -> None:
    known = truth()
    known.members[0].data = '{"candidate": "svc1", "host": "vm", "pid": 7}'
    known.snapshots = [Snapshot(15.0, 15.1, {}, {"0x1": 5})]
    bar = "svc1 on vm, process 7 → svc2, last heard 5.0 s before, as listed"
    page = {"shown": known.path, "story": "", "invariants": {}, "handoff": bar, "arrows": []}
    told = {**page, "phases": [], "crown": None, "crowned": ""}
    assert verdicts(judge_page(told, case(25.0, known)))["page heard"] == {"true"}


def test_start_codes_are_no_election_and_nobody_leads_by_them() -> None:
    known = truth()
    told = of_kind("hbase", known)._replace(window=Window(0, 0))
    for elsewhere, verdict in (((), "true"), (("/hbase",), "wrong")):
        said = judge_sample(Sample(14.9, 15.0, 14.95, 1, None, elsewhere), told)
        assert verdicts(said) == {"elsewhere": {verdict}, "shape": {"true"}}
    drawn = election(THREE, shape="election", story=[], reason=[])
    found = verdicts(judge_sample(Sample(14.9, 15.0, 14.95, 1, drawn, ()), told))
    assert (found["shape"], found["leader"]) == ({"wrong"}, {"wrong"})


@pytest.mark.parametrize(("answered", "verdict"), [(12.0, "true"), (17.0, "wrong")])
def test_what_is_found_late_or_never_is_wrong(answered: float, verdict: str) -> None:
    first = Sample(answered - 0.1, answered, answered, 1, election(THREE), ())
    after = found_after(first, truth())
    assert after == answered - 10.0
    assert found_in_time(after).verdict == verdict
    assert found_in_time(found_after(None, truth())).verdict == "wrong"


@pytest.mark.parametrize(("seconds", "verdict"), [(2.0, "true"), (7.0, "wrong")])
def test_a_session_that_outlives_its_znode_was_heard_before_that_went(
    seconds: float, verdict: str
) -> None:
    known = truth()
    known.snapshots = [
        Snapshot(at, at + 0.1, {}, {"0x1": number})
        for number, at in enumerate((15.0, 18.0, 24.0), 1)
    ]
    said = f"Nobody here saw why; a server had listed svc1 as heard {seconds} s before. "
    assert verdicts(judge_text(said, case(25.0, known))) == {"sentence": {verdict}}


def test_what_is_said_of_a_key_is_not_judged_by_the_next_one() -> None:
    old, new = (Member("leader", number, f"0x{number}", f"svc{number}", 10.0) for number in (1, 2))
    old.ended = new.began = 20.0
    listed = [Snapshot(at / 10, at / 10 + 0.01, {}, {}) for at in range(180, 202)]
    known = Truth(KINDS["key"].path, "0x9", [old, new], listed)
    told = Case(KINDS["key"], known, Window(19.6, 20.05), 0.3)
    said = {"znode": "leader", "session": "0x1", "czxid": 1, "watches": None, "evidence": "server"}
    chain = [{**said, "as_of": 18.5}]
    drawn = {"strategy": "single", "leader": "leader", "chain": chain}
    assert verdicts(judge(drawn, told))["no arrow"] == {"true"}


@pytest.mark.parametrize(("session", "verdict"), [("0x1", "true"), ("0x2", "wrong")])
def test_readers_are_of_the_session_that_they_have(session: str, verdict: str) -> None:
    known = truth()
    known.members[1].session = session
    said = (
        "One reader of the writer's own session asks too: whether the same thread asks, and so "
        "holds both, is not known. "
    )
    assert verdicts(judge_text(said, of_kind("shared", known))) == {"sentence": {verdict}}
