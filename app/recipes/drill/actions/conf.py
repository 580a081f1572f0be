"""Ask ZooKeeper's servers how they are configured."""

from __future__ import annotations

import contextlib

from ....actions.service import Context
from ....zookeeper.addresses import split_hosts
from ....zookeeper.fourletter import FourLetterError, ask
from ....zookeeper.words import parse_conf


def conf_of(context: Context) -> dict[str, int]:
    """Return the numbers that the first server tells that answers; none where all keep silent."""
    for server in context.journal.state["zookeeper"]["servers"]:
        ((host, port), *_), _ = split_hosts(server["address"])
        with contextlib.suppress(FourLetterError):
            if found := parse_conf(ask(host, port, "conf", security=context.security)):
                return found
    return {}
