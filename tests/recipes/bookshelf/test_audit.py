"""What the audit of the books does where it fails."""

from __future__ import annotations

from app.journal.journal import Journal
from app.recipes.bookshelf.actions.audit import Audit
from app.recipes.registry import MODELS
from tests.support.zookeeper import await_until

SHELF = "/bookshelf"
LEADING = {"node": "n1", "state": "leading", "epoch": 1, "address": "no address"}


def test_where_it_cannot_ask_it_says_so_and_goes_on() -> None:
    journal = Journal(MODELS)
    audit = Audit(journal)
    audit.begin()
    journal.append("book.followed", SHELF, {"by": "test"})
    journal.append("book.node", SHELF, LEADING)
    ended = await_until(lambda: journal.state["threads"].get("audit"))
    assert "no address" in ended["reason"]
    await_until(lambda: not journal.state["threads"])
    audit.close()
