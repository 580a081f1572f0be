"""What a statement turns out to be, and the sums of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

TRUE, WRONG, UNKNOWN, INFERRED, UNJUDGED = "true", "wrong", "unknown", "inferred", "unjudged"
"""unknown: it was said to be unknown. inferred: said to follow from the order alone. unjudged: the
witness did not see enough, or nobody has written down what the sentence claims.
"""


class Claim(NamedTuple):
    """One statement. what: its kind; quote: what was said, and what was true where it is wrong."""

    what: str
    verdict: str
    quote: str


def claim(what: str, holds: bool | None, quote: str) -> Claim:
    """A claim of something; holds: None where the witness cannot tell."""
    verdict = UNJUDGED if holds is None else TRUE if holds else WRONG
    return Claim(what, verdict, quote)


def unknown(what: str) -> Claim:
    """It was said to be unknown."""
    return Claim(what, UNKNOWN, "")


WITNESSED = frozenset(
    ("leader", "chain", "session", "holder", "arrow", "no arrow", "handoff", "deleted", "heard",
     "watched_by", "crown", "sentence")
)  # fmt: skip
"""Kinds of statements that are judged by each of the members."""


def doubted(one: Claim) -> Claim:
    """The same by a witness who has not seen each member: what it cannot tell is not judged."""
    is_witnessed = one.what.removeprefix("page ") in WITNESSED
    return one._replace(verdict=UNJUDGED) if is_witnessed and one.verdict == WRONG else one


def unless_said(what: str, value: Any, quote: str) -> Claim:
    """What nobody could know, is a wrong statement whatever it says."""
    return unknown(what) if value is None else Claim(what, WRONG, quote)


@dataclass
class Tally:
    """How many statements there were, and how they turned out. is_quick: see `Kind`."""

    is_quick: bool = False
    verdicts: Counter[str] = field(default_factory=Counter)
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)
    unjudged: Counter[str] = field(default_factory=Counter)

    def add(self, claims: Iterable[Claim]) -> None:
        """Count them in."""
        for one in map(doubted, claims) if self.is_quick else claims:
            self.verdicts[one.verdict] += 1
            self.by_kind.setdefault(one.what, Counter())[one.verdict] += 1
            if one.verdict == WRONG:
                self.wrong[f"{one.what}: {one.quote}"] += 1
            elif one.verdict == UNJUDGED:
                self.unjudged[f"{one.what}: {one.quote}"] += 1

    @property
    def sampled(self) -> int:
        """All statements."""
        return sum(self.verdicts.values())

    def as_json(self) -> dict[str, Any]:
        """The sums; wrong: quote -> how often, those of each kind of statement first."""
        return {
            "sampled": self.sampled,
            **{name: self.verdicts[name] for name in (TRUE, WRONG, UNKNOWN, INFERRED, UNJUDGED)},
            "by_kind": {kind: dict(counts) for kind, counts in sorted(self.by_kind.items())},
            "quotes": dict(self.wrong.most_common(40)),
            "unjudged_quotes": dict(self.unjudged.most_common(20)),
            "unjudged_sentences": [one for one in self.unjudged if "sentence: " in one],
        }
