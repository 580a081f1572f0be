"""The end of a dead process's session, at once: tests need not wait for the time it was given."""

from __future__ import annotations

import struct

from app.processes.sessions import end_session

_SECRET = 0xB3415C00
_MASK = (1 << 48) - 1


def end_dead(hosts: str, session: str) -> None:
    """Have Apache's servers end it as if it had run out; session: in hex, as in the document."""
    number = int(session, 16)
    end_session(hosts, (number, password_of(number)), 20.0)


def password_of(session: int) -> bytes:
    """ZooKeeperServer.generatePasswd: 16 bytes of java.util.Random, by the id and a constant."""
    state = ((session ^ _SECRET) ^ 0x5DEECE66D) & _MASK
    numbers = []
    for _ in range(4):
        state = (state * 0x5DEECE66D + 0xB) & _MASK
        numbers.append(state >> 16)
    return struct.pack("<4I", *numbers)
