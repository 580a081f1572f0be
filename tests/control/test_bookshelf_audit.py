"""What the audit of the books does where it fails."""

from __future__ import annotations

from app.control.bookshelf_audit import Audit
from app.journal.journal import Journal
from tests.support.zookeeper import await_until

SHELF = "/bookshelf"
LEADING = {"node": "n1", "state": "leading", "epoch": 1, "address": "no address"}


def test_where_it_cannot_ask_it_says_so_and_goes_on() -> None:
    journal = Journal()
    audit = Audit(journal)
    audit.begin()
    journal.append("book.followed", SHELF, {"by": "test"})
    journal.append("book.node", SHELF, LEADING)
    ended = await_until(lambda: journal.snapshot()[1]["threads"].get("audit"))
    assert "no address" in ended["reason"]
    await_until(lambda: not journal.snapshot()[1]["threads"])
    audit.close()
