"""Plays inputs to one client of a shared lock, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.sharedlock.machine import (
    GiveBack,
    Reader,
    RevocableOwn,
    SharedLock,
    Writer,
    list_revocable,
)
from tests.participation.playbook import CZXID, GUID, SESSION
from tests.recipes.lock import test_machine as lock

MY_READ = f"{GUID}-read-0000000005"
MY_WRITE = f"{GUID}-write-0000000005"
READ_1, READ_3, READ_4 = "aaaa-read-0000000001", "cccc-read-0000000003", "dddd-read-0000000004"
WRITE_2, WRITE_4 = "bbbb-write-0000000002", "dddd-write-0000000004"


class Client(lock.Client):
    """One client of a shared lock."""

    listing = staticmethod(list_revocable)

    def give_back(self) -> list[c.Command]:
        return self.give(GiveBack(self.at))

    def listed(
        self, *names: str, owner: int | None = SESSION, revoked: bool = False
    ) -> list[c.Command]:
        own = None if owner is None else RevocableOwn(owner, CZXID, revoked=revoked)
        return self.give(i.Children(self.at, self.generation, names, own))


def asking(kind: type[SharedLock]) -> Client:
    """Its znode is made, and it lists."""
    client = Client(kind)
    client.restored()
    client.acquire()
    client.created(MY_READ if kind is Reader else MY_WRITE)
    return client


def reading() -> Client:
    """A reader that holds the lock."""
    client = asking(Reader)
    client.listed(MY_READ)
    return client


def writing() -> Client:
    """A writer that holds the lock."""
    client = asking(Writer)
    client.listed(MY_WRITE)
    return client


def waiting_to_read() -> Client:
    """A reader that waits behind WRITE_2, with READ_3 between them."""
    client = asking(Reader)
    client.listed(WRITE_2, READ_3, MY_READ)
    client.read(WRITE_2)
    return client


def waiting_to_write() -> Client:
    """A writer that waits behind READ_3."""
    client = asking(Writer)
    client.listed(READ_1, READ_3, MY_WRITE)
    client.read(READ_3)
    return client
