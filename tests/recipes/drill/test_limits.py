"""The limits of a drill: each kind is kept, and is missed."""

from __future__ import annotations

import pytest

from app.errors import BadRequest
from app.recipes.drill.limits import judge, limit_of
from app.recipes.drill.plan import DrillPlan, checked
from app.recipes.drill.rounds import DrillRound
from tests.recipes.drill.test_figures import rounds_of

BROKEN: list[DrillRound] = [
    {**rounds_of(10.0)[0], "outcome": "broke", "broken": ["one_leader"]},
    *rounds_of(10.0),
]
LATE = rounds_of(10.0, None)
LOST: list[DrillRound] = [
    {**one, "books": books, "lost": lost}
    for one, books, lost in zip(rounds_of(10.0, 10.0, 10.0), (1000, 4, 3), (0, 2, 1), strict=True)
]
FIVE = rounds_of(10.0, 20.0, 30.0, 40.0, 50.0)


@pytest.mark.parametrize(
    ("text", "rounds", "kept"),
    [
        ("failed=0", FIVE, True),
        ("failed=0", BROKEN, False),
        ("failed=0", LATE, False),
        ("late=1", LATE, True),
        ("late=0", LATE, False),
        ("late=0", BROKEN, True),
        ("broken=0", LATE, True),
        ("broken=0", BROKEN, False),
        ("lost=3", LOST, True),
        ("lost=2", LOST, False),
        ("lost=0", FIVE, False),
        ("max:handoff=53ms", FIVE, True),
        ("max:handoff=52.9ms", FIVE, False),
        ("max:detect=1s", LATE, False),
        ("p50:detect=50ms", FIVE, True),
        ("p50:detect=49ms", FIVE, False),
        ("p90:detect=1s", FIVE, False),
        ("max:told=1ms", FIVE, True),
        ("max:told=1ms", rounds_of(None), False),
    ],
)
def test_a_limit_is_kept_or_missed(text: str, rounds: list[DrillRound], kept: bool) -> None:
    verdict = judge(limit_of(text), rounds)
    assert verdict.kept is kept
    assert verdict.limit == text
    assert verdict.says


@pytest.mark.parametrize(
    "text", ["", "p95", "p95:handoff", "p95:handoff=6", "p42:handoff=6s", "p95:lunch=6s",
             "failed=-1", "failed=x", "max:detect=1e3s", "lost=1s", "p50:detect=\u0661s"]
)  # fmt: skip
def test_what_is_no_limit_is_refused_with_the_grammar(text: str) -> None:
    with pytest.raises(BadRequest, match=r"must be like p95:handoff=6s") as refused:
        limit_of(text)
    assert refused.value.field == "limits"


@pytest.mark.parametrize(("text", "least"), [("p50:told=1s", 5), ("p95:handoff=6s", 59)])
def test_a_limit_that_too_few_rounds_could_keep_is_refused_before(text: str, least: int) -> None:
    limits = [limit_of(text)]
    assert checked(DrillPlan(rounds=least, limits=limits))
    with pytest.raises(BadRequest, match=rf"needs at least {least} rounds"):
        checked(DrillPlan(rounds=least - 1, limits=limits))


@pytest.mark.parametrize(
    ("plan", "field", "says"),
    [
        (DrillPlan(strategy="single", target="tail"), "target", "single has no tail"),
        (DrillPlan(fault="resign", target="middle"), "target", "only a leader resigns"),
        (DrillPlan(candidates=2, target="leader+successor"), "candidates", "nobody is left"),
        (DrillPlan(fault="none", limits=[limit_of("max:detect=1s")]), "limits", "has detect"),
        (DrillPlan(target="tail", limits=[limit_of("max:handoff=1s")]), "limits", "has handoff"),
    ],
)
def test_what_a_plan_cannot_have_is_refused(plan: DrillPlan, field: str, says: str) -> None:
    with pytest.raises(BadRequest, match=says) as refused:
        checked(plan)
    assert refused.value.field == field
