"""The sentence at the top: every form of words that it knows, each with the rule that judges it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.foreign import rules
from tests.foreign.claims import UNJUDGED, Claim
from tests.foreign.judge import Case

NAME = r"[^\s:;,.“”]+(?: on [^\s:;,.“”]+, process \d+)?(?: \([^\s()]+\))?"
_DEED = (
    "(?:was killed|was frozen|was asked to stop|had its session ended by hand|ended by itself"
    "|gave up leadership|fell behind with its data)"
)
_PARTS = {
    "who": rf"(?P<who>{NAME})",
    "first": rf"(?P<first>{NAME})",
    "heir": rf"(?P<heir>{NAME})",
    "count": r"(?P<count>\w+)",
    "shape": r"(?P<shape>[a-z]+(?: [a-z]+)*?)",
    "number": r"(?P<number>[\d.]+) (?P<unit>ms|s)",
    "time": rules.TIME,
    "deed": _DEED,
    "s": "s?",
    "more": "[^.]*",
}

FORMS: tuple[tuple[str, rules.Rule], ...] = (
    # what befell a leader
    ("The znode of {first} went {time} ago, and leadership passed to {heir}.", rules.led_on),
    (
        "The znode of {first} was found gone {time} ago, and leadership passed to {heir}.",
        rules.led_on,
    ),
    ("The znode of {first} went {time} ago, and {heir} came first.", rules.passed),
    ("The znode of {first} was found gone {time} ago, and {heir} came first.", rules.passed),
    ("The znode of {who} went {time} ago, and nobody has taken its place.", rules.lost_its_znode),
    ("The znode of {who} was deleted by a person {time} ago{more}.", rules.nobody_saw),
    ("Who waits for it is not known.", rules.says_unknown),
    ("Nobody here saw why; a server had listed {who} as heard {number} before.", rules.heard),
    ("Nobody here saw why.", rules.says_unknown),
    (
        "{who} has no connection to ZooKeeper, which was first seen {time} ago: its session ends"
        " unless it connects again.",
        rules.is_cut_off,
    ),
    ("Its znode stays until then.", rules.explains),
    ("The last handoff took {time} and woke {more}.", rules.nobody_saw),
    ("{who} {deed} {time} ago", rules.nobody_saw),
    ("{who} lost its znode {time} ago", rules.lost_its_znode),
    ("; its znode is gone, and nobody waited to take over.", rules.nobody_stands),
    ("; its znode is gone. One notification is on its way to {who}.", rules.nobody_saw),
    ("; {who} has been told, and lists the children{more}.", rules.nobody_saw),
    ("; {who} leads now, and writes its acknowledgement.", rules.nobody_saw),
    ("; “leader” is gone.{more} notification{s} go{more}.", rules.nobody_saw),
    ("; the race is on: {more}.", rules.nobody_saw),
    # who is first
    ("{who} is first: it should hold the lock, or lead.", rules.is_lowest),
    ("{who} leads: its znode is the lowest.", rules.leads),
    ("{who} leads: it was first to create “leader”.", rules.leads),
    ("{who} has the lowest znode: it should lead.", rules.is_lowest),
    ("{who} owns the znode “leader”: it should lead.", rules.is_lowest),
    ("{who} has the lowest znode and is about to lead.", rules.nobody_saw),
    ("{who} should hold the lock: its znode is the lowest.", rules.is_lowest),
    ("{who} has the lowest znode.", rules.is_lowest),
    ("{who} has the first znode.", rules.is_lowest),
    ("{who} has the znode “leader”.", rules.explains),
    ("Handoff has not read yet whose it is.", rules.says_unknown),
    ("Handoff is still reading what is in ZooKeeper.", rules.says_unknown),
    ("Locks and elections both use names of this form.", rules.says_unknown),
    ("Each znode says that it is for a {shape}.", rules.is_of_shape),
    # who stands there, and what they watch
    ("Nobody says what {more}.", rules.says_unknown),
    ("{count} other{s} wait, each watching only the one before it:", rules.all_watch),
    ("if the leader goes, only {who} is told.", rules.watches_it),
    ("{who} waits, and watches it.", rules.watches_it),
    ("{count} of them does not watch the one before it.", rules.some_do_not),
    ("{count} of them do not watch the one before them.", rules.some_do_not),
    ("{count} other{s} stand{s} behind it", rules.others),
    ("{count} other{s} wait{s} behind it", rules.others),
    ("Nobody waits to take over.", rules.nobody_waits),
    ("Nobody stands behind it.", rules.nobody_behind),
    ("This election has no candidates.", rules.nobody_stands),
    (
        "The servers list {count} session{s} without a znode here that watch{more} “leader”.",
        rules.look_on,
    ),
    ("Start five candidates, then kill the leader.", rules.explains),
    (
        "Others who race for it have no znode here, so nobody can say how many wait.",
        rules.says_unknown,
    ),
    # a shared lock
    ("This is a {shape}, by the names of its members.", rules.is_of_shape),
    ("{who} is first and a writer: it alone should hold the lock.", rules.is_first),
    ("{who}, a reader, should hold it.", rules.is_first),
    ("{count} reader{s} should hold it together: no writer is before them.", rules.hold_together),
    ("Whose {count} reader{s} {more}, Handoff has not read yet.", rules.says_unknown),
    ("Nobody waits.", rules.nobody_waits_for_it),
    (
        "{more} wait{s}: a writer for all before it, a reader for the writers before it.",
        rules.wait_for_it,
    ),
    (
        "{count} reader{s} of the writer's own session ask{s} too: whether the same thread asks,"
        " and so holds both, is not known.",
        rules.of_one_session,
    ),
    ("Nobody is here.", rules.nobody_stands),
    ("By the names of the last members it was a {shape}.", rules.is_of_shape),
)


def _pattern(form: str) -> re.Pattern[str]:
    """A form of words with its {parts}."""
    pieces = re.split(r"\{(\w+)\}", form)
    return re.compile(
        "".join(_PARTS[one] if place % 2 else re.escape(one) for place, one in enumerate(pieces))
    )


_RULES = [(_pattern(form), rule) for form, rule in FORMS]


def text_of(story: Sequence[Any]) -> str:
    """The parts of a sentence as one text, as the page writes it."""
    return "".join(part if isinstance(part, str) else _part(part) for part in story)


def _part(part: Mapping[str, Any]) -> str:
    if "who" in part:
        return str(part["who"])
    return f"{part['ms']} ms" if "ms" in part else "1.0 s ago" if "ago" in part else "1.0 s"


def judge_text(text: str, case: Case) -> Iterator[Claim]:
    """Each claim of a text, and what is left of it that no form of words knows."""
    rest = text
    for pattern, rule in _RULES:
        for match in pattern.finditer(rest):
            yield rule(match, match[0].strip(), case)
        rest = pattern.sub(" ", rest)
    left = re.sub(r"[\s.;:,]+", " ", rest).strip()
    if left:
        yield Claim("sentence", UNJUDGED, re.sub(r"\d+", "N", left))
