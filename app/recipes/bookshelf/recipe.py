"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Bookshelves
from .model import BookshelfModel
from .text import BOOKSHELF, BOOKSHELF_IDEA, BOOKSHELF_SOURCE

RECIPE = Recipe(
    name="bookshelf",
    place=12,
    procedures=(
        Procedure(
            "bookshelf",
            "A replicated bookshelf",
            BOOKSHELF_SOURCE,
            BOOKSHELF_IDEA,
            BOOKSHELF,
            "machine:Bookshelf",
            "process.work:BookWork",
        ),
    ),
    model=BookshelfModel(),
    services=(Bookshelves,),
    builds_on=frozenset({"election", "membership"}),
    borrows=frozenset({"election/events"}),
)
