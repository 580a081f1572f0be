"""Plays inputs to one client of a shared lock, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.lock.machine import Acquire, Confirm, Release
from app.recipes.sharedlock.machine import GiveBack, ListedRevocable, Reader, SharedLock, Writer
from tests.participation.playbook import CZXID, GUID, SESSION, Play

MY_READ = f"{GUID}-read-0000000005"
MY_WRITE = f"{GUID}-write-0000000005"
READ_1, READ_3, READ_4 = "aaaa-read-0000000001", "cccc-read-0000000003", "dddd-read-0000000004"
WRITE_2, WRITE_4 = "bbbb-write-0000000002", "dddd-write-0000000004"


class Client(Play):
    """One client of a shared lock."""

    listing = c.List

    def __init__(self, kind: type[SharedLock]) -> None:
        super().__init__()
        self.recipe: SharedLock = kind()  # type: ignore[assignment]

    def acquire(self, within: float | None = None) -> list[c.Command]:
        return self.give(Acquire(self.at, within))

    def release(self) -> list[c.Command]:
        return self.give(Release(self.at))

    def confirm(self) -> list[c.Command]:
        return self.give(Confirm(self.at))

    def give_back(self) -> list[c.Command]:
        return self.give(GiveBack(self.at))

    def proven(self) -> list[c.Command]:
        return self.give(i.Proven(self.at, self.generation))

    def listed(
        self, *names: str, owner: int | None = SESSION, revoked: bool = False
    ) -> list[c.Command]:
        own = None if owner is None else i.Own(owner, CZXID)
        return self.give(
            ListedRevocable(self.at, self.generation, names, own, None, revoked=revoked)
        )


def asking(kind: type[SharedLock], within: float | None = None) -> Client:
    """Its znode is made, and it lists."""
    client = Client(kind)
    client.restored()
    client.acquire(within)
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
