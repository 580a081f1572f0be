"""What a disk has: books, a set of them with checksums by which two sets are told apart, and the
history of ZooKeeper that it belongs to, by `in_sync` as its node last read it.

Where ZooKeeper was set up again or restored, its numbers restart below those that disks have seen;
on a disk from elsewhere they mean nothing. Nobody can then tell which of two disks has every
acknowledged book (rule 12 of docs/bookshelf.md).
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple

BUCKETS = 128


class ShelfHistory(NamedTuple):
    """A history. `begun`: the name that the person or the serving leader who began it gave it; ""
    for the first one of a shelf. czxid and mzxid are those of `in_sync`; czxid is 0 if it was never
    noted. past: the names of this disk's earlier histories.
    """

    begun: str = ""
    czxid: int = 0
    mzxid: int = 0
    past: tuple[str, ...] = ()

    @classmethod
    def of(cls, noted: ShelfHistory, seen: int) -> ShelfHistory:
        """Return the history of a disk that has seen this epoch. A disk older than histories has
        noted none; but the leader of that epoch has changed `in_sync` since.
        """
        return noted if noted.czxid else cls(mzxid=seen)

    def in_words(self) -> str:
        """Describe the state of `in_sync`, for people."""
        name = f"“{self.begun}”, " if self.begun else ""
        made = f"created at 0x{self.czxid:x} and " if self.czxid else ""
        return f"{name}{made}changed at 0x{self.mzxid:x}"


def compared(disk: ShelfHistory, found: ShelfHistory) -> Literal["same", "begun", "other"]:
    """Compare the history found in `in_sync` with this one. The disk takes up a new history of
    which it has never heard; only a history that it knows can be an earlier state.
    """
    if found.begun and found.begun not in (disk.begun, *disk.past):
        return "begun"
    is_same = disk.czxid in (0, found.czxid) and disk.mzxid <= found.mzxid
    return "same" if is_same and found.begun == disk.begun else "other"


def taken_up(disk: ShelfHistory, found: ShelfHistory) -> ShelfHistory:
    """Return what a disk keeps that belongs to the history found from now on."""
    past = disk.past if disk.begun == found.begun else (*disk.past, disk.begun)
    return found._replace(past=past)


# -- books ---------------------------------------------------------------------------------------


class Book(NamedTuple):
    """A book, which never changes: its id belongs to one author and one year for good."""

    id: str
    author: str
    year: int

    def as_json(self) -> dict[str, Any]:
        """Return {"id", "author", "year"}."""
        return self._asdict()


class ShelfChange(NamedTuple):
    """A change to write to a disk in one step: all or nothing. `seen` is the highest epoch that the
    node has seen; `history` the one that this belongs to, if it is not noted yet.
    """

    add: tuple[Book, ...] = ()
    drop: tuple[str, ...] = ()
    seen: int | None = None
    history: ShelfHistory | None = None


class Shelf:
    """A set of books by id. Checksums do not depend on the order in which books came."""

    def __init__(self, books: Iterable[Book] = ()) -> None:
        self._books: dict[str, Book] = {}
        self._buckets: defaultdict[int, dict[str, Book]] = defaultdict(dict)
        self._sums = [0] * BUCKETS
        self._checksum: str | None = None
        for book in books:
            self._add(book)

    def __len__(self) -> int:
        return len(self._books)

    def __contains__(self, book_id: str) -> bool:
        return book_id in self._books

    def get(self, book_id: str) -> Book | None:
        """Return the book with this id."""
        return self._books.get(book_id)

    @property
    def books(self) -> tuple[Book, ...]:
        """Return all books, in no particular order."""
        return tuple(self._books.values())

    def last(self, count: int) -> list[str]:
        """Return the ids of the last books, in the order in which they came."""
        return [*islice(reversed(self._books), count)][::-1]

    @property
    def sums(self) -> list[str]:
        """Return a checksum of each bucket; ids decide which bucket a book falls into."""
        return [f"{one:032x}" for one in self._sums]

    @property
    def checksum(self) -> str:
        """Return twelve hex digits, equal for equal books."""
        if self._checksum is None:
            self._checksum = hashlib.sha256("".join(self.sums).encode()).hexdigest()[:12]
        return self._checksum

    def bucket(self, index: int) -> tuple[Book, ...]:
        """Return all books of a bucket."""
        return tuple(self._buckets[index].values())

    def differing(self, sums: Sequence[str]) -> list[int]:
        """Return the buckets that differ from another shelf's, which has these `sums`."""
        return [index for index, (ours, theirs) in enumerate(zip(self.sums, sums, strict=True))
                if ours != theirs]  # fmt: skip

    def change_to(self, buckets: Mapping[int, Sequence[Book]]) -> ShelfChange:
        """Return the change that makes these buckets equal to another shelf's."""
        drop: list[str] = []
        add: list[Book] = []
        for index, books in buckets.items():
            wanted = {book.id: book for book in books}
            drop += [book.id for book in self.bucket(index) if wanted.get(book.id) != book]
            add += [book for book in books if self.get(book.id) != book]
        return ShelfChange(tuple(add), tuple(drop))

    def apply(self, change: ShelfChange) -> None:
        """Drop first, then add."""
        for book_id in change.drop:
            self._drop(book_id)
        for book in change.add:
            self._drop(book.id)
            self._add(book)

    def _add(self, book: Book) -> None:
        index = bucket_of(book.id)
        self._books[book.id] = self._buckets[index][book.id] = book
        self._sums[index] ^= _digest(book)
        self._checksum = None

    def _drop(self, book_id: str) -> None:
        book = self._books.pop(book_id, None)
        if book is not None:
            index = bucket_of(book_id)
            del self._buckets[index][book_id]
            self._sums[index] ^= _digest(book)
            self._checksum = None


def bucket_of(book_id: str) -> int:
    """Return the bucket that a book with this id falls into."""
    return hashlib.sha256(book_id.encode()).digest()[0] % BUCKETS


def _digest(book: Book) -> int:
    return int.from_bytes(hashlib.sha256(json.dumps(book).encode()).digest()[:16], "big")
