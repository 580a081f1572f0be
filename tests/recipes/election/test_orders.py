"""Candidates of several libraries in one election: who leads by which order, and what of it is not
known.
"""

from __future__ import annotations

import pytest

from app.participation.libraries import RECIPE, library_of, orders
from tests.journal.script import ELECTION, Script

GUID = "3f2a1b4c-1111-2222-3333-444455556666"
HEX = GUID.replace("-", "")


def ours(number: int) -> str:
    return f"{HEX}-n_{number:010d}"


def latch(number: int) -> str:
    return f"_c_{GUID}-latch-{number:010d}"


def mutex(number: int) -> str:
    return f"_c_{GUID}-lock-{number:010d}"


def kazoos(number: int) -> str:
    return f"{HEX}__lock__{number:010d}"


@pytest.mark.parametrize(
    ("name", "library"),
    [
        (ours(3), "Handoff"),
        (f"{GUID}-n_0000000003", "Handoff"),
        (f"{HEX}-n_-2147483648", "Handoff"),
        (latch(3), "Curator's LeaderLatch"),
        (mutex(3), "Curator's LeaderSelector"),
        (kazoos(3), "kazoo"),
        ("n_0000000003", None),
        ("guid-n_0000000003", None),
        (f"_c_{GUID}-lease-0000000003", None),
        ("config", None),
    ],
)
def test_a_members_library_is_known_by_its_name(name: str, library: str | None) -> None:
    assert library_of(name) == library


def test_curator_puts_every_name_of_another_form_behind_its_own() -> None:
    names = [ours(0), latch(1), latch(2)]
    assert orders(names) == {
        RECIPE: names,
        "Curator's LeaderLatch": [latch(1), latch(2), ours(0)],
    }


def test_curators_latch_sorts_the_names_of_its_mutex_as_foreign() -> None:
    assert orders([mutex(0), latch(1)]) == {
        "Curator's LeaderSelector": [mutex(0), latch(1)],
        "Curator's LeaderLatch": [latch(1), mutex(0)],
    }


def test_kazoo_counts_its_own_alone() -> None:
    names = [ours(0), kazoos(1), ours(2), kazoos(3)]
    assert orders(names) == {RECIPE: names, "kazoo": [kazoos(1), kazoos(3)]}


def stands(*znodes: str) -> Script:
    """Of somebody else; each owns a znode, and nobody says what it believes."""
    script = Script()
    for place, znode in enumerate(znodes):
        data = {"session": f"0x{place}", "czxid": 1000 + place, "ctime": 0, "data": ""}
        script.event("znode.created", f"{ELECTION}/{znode}")
        script.event("member.read", f"{ELECTION}/{znode}", election=ELECTION, znode=znode, **data)
    return script


def of_orders(script: Script) -> list[dict[str, str]]:
    """The doubts that come of several orders."""
    return [one for one in script.election["doubts"] if "only one of them leads" in one["detail"]]


@pytest.mark.parametrize(
    "znodes",
    [
        [ours(0), f"{GUID}-n_0000000001"],
        [ours(0), "n_0000000001"],
        [latch(0), latch(1)],
        [kazoos(0), kazoos(1)],
    ],
    ids=["ours", "ours and the recipe's", "a latch", "kazoo's"],
)
def test_one_order_needs_no_words(znodes: list[str]) -> None:
    script = stands(*znodes)
    assert script.election["orders"] is None
    assert of_orders(script) == []
    assert "orders" not in script.story()


def test_where_two_lead_by_two_orders_one_leader_is_not_known() -> None:
    script = stands(ours(0), latch(1), latch(2), latch(3))
    assert script.election["orders"] == [
        {"libraries": [RECIPE], "leader": ours(0)},
        {"libraries": ["Curator's LeaderLatch"], "leader": latch(1)},
    ]
    assert script.election["invariants"]["one_leader"] is None
    (doubt,) = of_orders(script)
    assert doubt["invariant"] == "one_leader"
    assert "by Curator's LeaderLatch latch-0000000001 leads" in doubt["detail"]
    assert script.story().startswith(
        "This election has two orders. By ZooKeeper's recipe, which Handoff follows, n_0000000000 "
        "leads; by Curator's LeaderLatch latch-0000000001 leads. "
    )


def test_where_one_leads_by_both_orders_they_are_told_and_raise_no_doubt() -> None:
    script = stands(kazoos(0), ours(1), kazoos(2))
    assert [order["leader"] for order in script.election["orders"]] == [kazoos(0), kazoos(0)]
    assert of_orders(script) == []
    assert "two orders" in script.story()


def test_with_the_strangers_the_doubt_goes() -> None:
    script = stands(ours(0), latch(1))
    script.event("znode.deleted", f"{ELECTION}/{latch(1)}")
    assert script.election["orders"] is None
    assert of_orders(script) == []


def test_two_of_ours_that_believe_they_lead_break_it_all_the_same() -> None:
    script = Script()
    script.joins("c1", 1)
    script.joins("c2", 2)
    stranger = {"session": "0x9", "czxid": 3, "ctime": 0, "data": ""}
    script.event(
        "member.read", f"{ELECTION}/{latch(3)}", election=ELECTION, znode=latch(3), **stranger
    )
    assert script.election["invariants"]["one_leader"] is None
    script.reports("c2", "leading")
    assert script.election["invariants"]["one_leader"] is False


def test_no_name_turns_the_words_of_a_doubt_round() -> None:
    script = stands(f"\u202eevil{ours(0)}", kazoos(1))
    (doubt,) = of_orders(script)
    assert "by ZooKeeper's recipe, which Handoff follows, \\u202eevil" in doubt["detail"]
