"""Tells what came of the mutants, and what is otherwise than before."""

from __future__ import annotations

import json
from collections import Counter

from tests.mutants.chosen import Mutants
from tests.mutants.judging import Verdict

Verdicts = dict[str, Verdict]
"""By the mutants' names."""


def table(mutants: Mutants, verdicts: Verdicts, before: Verdicts) -> str:
    """Return a line for each mutant, one for those of each letter, and one for each that was killed
    before and is not now.
    """
    lines = [
        f"{name} {one.verdict:9} {one.seconds:6.1f} s  {_told(mutants, name)}\n"
        f"{one.test and f'      by {one.test}: {one.error}'}".rstrip()
        for name, one in sorted(verdicts.items())
    ]
    for letter, room in (("p", "in pure rooms"), ("e", "elsewhere")):
        counted = Counter(one.verdict for name, one in verdicts.items() if name[0] == letter)
        lines.append(f"{room}: {', '.join(f'{count} {what}' for what, count in counted.items())}")
    lines += [
        f"killed before, now {one.verdict}: {name} {_told(mutants, name)}"
        for name, one in sorted(verdicts.items())
        if _was_killed(before, name) and not _was_killed(verdicts, name)
    ]
    return "\n".join(lines)


def fell(verdicts: Verdicts, before: Verdicts) -> bool:
    """Whether fewer are killed than before, of those that both know and whose code is the same."""
    both = [name for name, one in verdicts.items() if name in before and one.verdict != "gone"]
    now, then = (sum(_was_killed(of, name) for name in both) for of in (verdicts, before))
    return now < then


def kept(verdicts: Verdicts) -> str:
    """Return the text that a later run is compared with: one mutant a line."""
    fields = {name: {"verdict": one.verdict, "test": one.test} for name, one in verdicts.items()}
    lines = [f'"{name}": {json.dumps(fields[name])}' for name in sorted(fields)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _was_killed(verdicts: Verdicts, name: str) -> bool:
    return name in verdicts and verdicts[name].verdict == "killed"


def _told(mutants: Mutants, name: str) -> str:
    one = mutants[name]
    before, after = (" ".join(text.split()) for text in (one.before, one.after))
    return f"{one.file} {one.where}: {one.kind}: {before} -> {after}"
