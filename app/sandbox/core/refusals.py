"""Refusals of the core."""

from __future__ import annotations

from ...zookeeper.wire.codes import Code


class Refused(Exception):
    """A request that fails with a code of the protocol; nothing has changed."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.name)
        self.code = code


class Unintelligible(Exception):
    """A request whose numbers mean nothing; Apache answers MARSHALLINGERROR."""
