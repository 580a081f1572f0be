"""Tell of data from another history than ZooKeeper's: from before it was set up again or restored,
or from another ensemble.
"""

from __future__ import annotations

from ....readmodels.quoting import quoted
from ....readmodels.zookeeper import Story
from ..document import Election
from .work import barred


def copied(election: Election) -> Story:
    """Tell that nobody believes the acknowledgement in the znode."""
    written = election["acknowledged"]
    if not written or written["believed"] is not False:
        return []
    path = quoted(f"{election['path']}-acknowledged")
    return [
        f" The znode {path} names the epoch 0x{written['epoch']:x}, which no change here has "
        "reached: it comes from another ensemble. Nobody believes it; the next leader writes over "
        "it."
    ]


def refused_by_the_store(election: Election) -> Story:
    """Tell that the store refuses the leader's writes because of an epoch unknown to ZooKeeper."""
    refused = barred(election)
    if refused is None:
        return []
    return [
        " But the store refuses its work: it has seen the epoch ",
        f"0x{refused['seen']:x} of ",
        {"who": refused["holder"], "tone": "dead"},
        f", later than the leader's 0x{refused['epoch']:x}. So ZooKeeper has another history than "
        "the store: it was set up again, or restored. A person can let the store begin this one.",
    ]
