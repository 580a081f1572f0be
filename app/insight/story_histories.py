"""What is told where something comes from another history than ZooKeeper's: of before it was set up
anew or restored, or of another ensemble.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.quoting import quoted
from app.insight.story_parts import Story
from app.insight.work import barred


def copied(election: Mapping[str, Any]) -> Story:
    """Nobody believes the acknowledgement that stands there."""
    written = election["acknowledged"]
    if not written or written["believed"] is not False:
        return []
    path = quoted(f"{election['path']}-acknowledged")
    return [
        f" The znode {path} names the epoch 0x{written['epoch']:x}, which no change here has "
        "reached: it comes from another ensemble. Nobody believes it; the next leader writes over "
        "it."
    ]


def refused_by_the_store(election: Mapping[str, Any]) -> Story:
    """The leader's writes are refused for an epoch that ZooKeeper knows nothing of."""
    refused = barred(election)
    if refused is None:
        return []
    return [
        " But the store refuses its work: it has seen the epoch ",
        f"0x{refused['seen']:x} of ",
        {"who": refused["holder"], "tone": "dead"},
        f", later than the leader's 0x{refused['epoch']:x}. So ZooKeeper has another history than "
        "the store: it was set up anew, or restored. A person can let the store begin this one.",
    ]
