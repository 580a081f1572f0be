"""What a sentence claims: each rule holds one claim of a text against what was true."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from tests.foreign.claims import WRONG, Claim, claim, unknown
from tests.foreign.judge import POLLED, Case, heard_at, is_empty
from tests.foreign.truth import Member, Snapshot, Window, is_named

Match = re.Match[str]
Rule = Callable[[Match, str, Case], Claim]
"""What was matched, what is quoted, and what it is judged by."""

TIME = r"(?:< )?[\d.]+ (?:min \d+ s|h \d+ min|ms|s)"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def says_unknown(_match: Match, _quote: str, _case: Case) -> Claim:
    """It says that something is not known."""
    return unknown("sentence")


def nobody_saw(_match: Match, quote: str, _case: Case) -> Claim:
    """It tells of a foreign program what no server shows."""
    return Claim("sentence", WRONG, f"“{re.sub(TIME, 'N s', quote)}”, which nobody saw")


CLOCKS_S = 0.05
"""How far a znode's ctime and the moment of an event may be apart: they are of two clocks."""


def explains(_match: Match, quote: str, _case: Case) -> Claim:
    """It says how things are in general."""
    return claim("sentence", True, quote)


def leads(match: Match, quote: str, case: Case) -> Claim:
    """By the word of its own program."""
    if not case.kind.leads or case.kind.is_lock:
        return claim("shape", False, f"“{quote}” of a {case.kind.title}")
    named = case.truth.named(match["who"], case.window)
    holds = any(case.truth.led(one, case.window) for one in named)
    return claim("sentence", holds, f"“{quote}”")


def is_first(match: Match, quote: str, case: Case) -> Claim:
    """That it holds the lock, or leads, by the word of its own program."""
    named = case.truth.named(match["who"], case.window)
    holds = any(case.truth.held(one, case.window) for one in named)
    return claim("sentence", holds, f"“{quote}”")


def look_on(match: Match, quote: str, case: Case) -> Claim:
    """By the server's own list, which the dashboard asks for about once a second."""
    window = Window(case.window.start - POLLED, case.window.end)
    path = f"{case.truth.path}/leader"
    owners = {one.session for one in case.truth.there(window)}
    seen = {len(one.watched(path) - owners) for one in case.truth.in_window(window)}
    bounds = range(min(seen, default=0), max(seen, default=0) + len(owners) + 1)
    return claim("sentence", _number(match["count"]) in bounds, f"“{quote}”; true: {sorted(seen)}")


def hold_together(match: Match, quote: str, case: Case) -> Claim:
    """By their own word."""
    number, truth = _number(match["count"]), case.truth
    sizes = {
        sum(truth.held(one, Window(moment, moment)) for one in order)
        for moment in truth.turns(case.window)
        for order in (truth.standing(moment),)
    }
    return claim("sentence", number in sizes, f"“{quote}”; true: {sorted(sizes)} held it")


def wait_for_it(_match: Match, quote: str, case: Case) -> Claim:
    """By their znodes: readers wait behind a writer, writers behind anybody."""
    counted = quote.partition(":")[0]
    found = {side: re.search(rf"(\w+) {side}", counted) for side in ("writer", "reader")}
    said = {side: _number(match[1]) if match else 0 for side, match in found.items()}
    true = [_waiting(order) for order in case.truth.orders(case.window)]
    return claim("sentence", said in true, f"“{quote}”")


def _waiting(order: Sequence[Member]) -> dict[str, int]:
    writers = [place for place, one in enumerate(order) if "__WRIT__" in one.name]
    readers = len(order) - len(writers)
    before = writers[0] if writers else len(order)
    return {"writer": sum(place > 0 for place in writers), "reader": readers - min(before, readers)}


def of_one_session(match: Match, quote: str, case: Case) -> Claim:
    """How many readers have the session of the writer before them all."""
    orders = [order for order in case.truth.orders(case.window) if order]
    sizes = {sum(one.session == first.session for one in rest) for first, *rest in orders}
    holds = _number(match["count"]) in sizes
    return claim("sentence", holds, f"“{quote}”; true: {sorted(sizes)} of its session")


def nobody_waits_for_it(_match: Match, quote: str, case: Case) -> Claim:
    """That nobody waits for a shared lock, by the znodes."""
    true = [_waiting(order) for order in case.truth.orders(case.window)]
    return claim("sentence", {"writer": 0, "reader": 0} in true, f"“{quote}”")


def is_of_shape(match: Match, quote: str, case: Case) -> Claim:
    """What it is."""
    return claim("sentence", match["shape"] in case.kind.shapes, f"“{quote}”")


def nobody_behind(_match: Match, quote: str, case: Case) -> Claim:
    """That the first stands alone."""
    sizes = {len(order) for order in case.truth.orders(case.window)}
    return claim("sentence", 1 in sizes, f"“{quote}”; true: {sorted(sizes)} stood")


def passed(match: Match, quote: str, case: Case) -> Claim:
    """That leadership came to the one after the other's znode had gone."""
    truth, end = case.truth, case.window.end
    firsts = [one for one in truth.members if is_named(one, match["first"]) and one.ended <= end]
    heirs = [one for one in truth.members if is_named(one, match["heir"])]
    holds = any(_follows(first, heir, case) for first in firsts for heir in heirs)
    return claim("sentence", holds, f"“{re.sub(TIME, 'N s', quote)}”")


def led_on(match: Match, quote: str, case: Case) -> Claim:
    """The same of what is an election, for all that is known."""
    if case.kind.is_lock:
        return claim("shape", False, f"“{re.sub(TIME, 'N s', quote)}” of a {case.kind.title}")
    return passed(match, quote, case)


def _follows(first: Member, heir: Member, case: Case) -> bool:
    after = Window(first.ended, first.ended + case.lag)
    if case.kind.strategy:
        return heir.began >= case.truth.went(first).start - CLOCKS_S
    return any(order and order[0] is heir for order in case.truth.orders(after))


def heard(match: Match, quote: str, case: Case) -> Claim:
    """When a server had heard the one that went."""
    seconds = float(match["number"]) / (1000 if match["unit"] == "ms" else 1)
    ended = [one for one in case.truth.members if is_named(one, match["who"])]
    gone = [one for one in ended if one.ended <= case.window.end]
    if not gone:
        return claim("sentence", False, f"“{quote}”")
    last = max(gone, key=lambda one: one.ended)
    found = heard_at(last.name, last.ended - seconds, case)
    return found._replace(what="sentence")


def is_lowest(match: Match, quote: str, case: Case) -> Claim:
    """Who has the lowest znode."""
    if not case.kind.leads:
        return claim("shape", False, f"“{quote}” of a {case.kind.title}")
    named = case.truth.named(match["who"], case.window)
    orders = case.truth.orders(case.window)
    return claim("sentence", any(order and order[0] in named for order in orders), f"“{quote}”")


def others(match: Match, quote: str, case: Case) -> Claim:
    """How many stand behind the first."""
    number = _number(match["count"])
    sizes = {len(order) - 1 for order in case.truth.orders(case.window)}
    return claim("sentence", number in sizes, f"“{quote}”; true: {sorted(sizes)} others")


def nobody_waits(_match: Match, quote: str, case: Case) -> Claim:
    """Of a key nobody can say so: who waits for it has no znode."""
    sizes = {len(order) for order in case.truth.orders(case.window)}
    holds = not case.kind.strategy and 1 in sizes
    return claim("sentence", holds, f"“{quote}”; others did wait")


def nobody_stands(_match: Match, quote: str, case: Case) -> Claim:
    """That nobody is there."""
    return is_empty(f"“{quote}”", case)


def _number(word: str) -> int:
    """-1 for what is none."""
    if word.lower() in _NUMBERS:
        return _NUMBERS.index(word.lower())
    return int(word) if word.isdigit() else -1


def watches_it(match: Match, quote: str, case: Case) -> Claim:
    """That it watches the one before it."""
    named = case.truth.named(match["who"], case.window)
    return _at_some_moment(quote, case, lambda one, order: _is_linked(case, one, order, named))


def _is_linked(
    case: Case, snapshot: Snapshot, order: Sequence[Member], named: Sequence[Member]
) -> bool:
    pairs = pairwise(order)
    return any(one in named and case.truth.watches(one, before, snapshot) for before, one in pairs)


def all_watch(_match: Match, quote: str, case: Case) -> Claim:
    """That each watches the one before it."""
    return _at_some_moment(quote, case, lambda one, order: not _loose(case, one, order))


def some_do_not(match: Match, quote: str, case: Case) -> Claim:
    """That so many do not watch the one before them."""
    number = _number(match["count"])
    return _at_some_moment(
        quote, case, lambda one, order: _loose(case, one, order) >= min(number, len(order) - 1)
    )


def _loose(case: Case, snapshot: Snapshot, order: Sequence[Member]) -> int:
    """How many did not watch the one before them."""
    pairs = pairwise(order)
    return sum(not case.truth.watches(one, before, snapshot) for before, one in pairs)


def _at_some_moment(
    quote: str, case: Case, holds: Callable[[Snapshot, list[Member]], bool]
) -> Claim:
    snapshots = case.truth.in_window(case.window)
    found = any(holds(one, case.truth.standing(one.asked)) for one in snapshots)
    return claim("sentence", found if snapshots else None, f"“{quote}”")


def lost_its_znode(match: Match, quote: str, case: Case) -> Claim:
    """That its znode has gone."""
    ended = [one.ended for one in case.truth.members if is_named(one, match["who"])]
    holds = any(case.window.start - 60 <= moment <= case.window.end for moment in ended)
    return claim("sentence", holds, f"“{quote}”")


def is_cut_off(match: Match, quote: str, case: Case) -> Claim:
    """Its session has no connection: `cons` names it no more."""
    named = case.truth.named(match["who"], case.window)
    snapshots = case.truth.in_window(case.window)
    holds = any(one.session not in told.received for one in named for told in snapshots)
    return claim("sentence", holds if snapshots else None, f"“{re.sub(TIME, 'N s', quote)}”")
