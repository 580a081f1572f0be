"""Tell one content of `static/` from another, and whether the bundle was made of what is there."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from .contents import BUNDLE, SOURCES, Stamp, digest_of, sources_among
from .views import VIEWS, module_of


class Edition(NamedTuple):
    """What one walk through `static/` found: a word for it and for the views, and the stamps of the
    files. The word is another one as soon as any file changes, or the list of the views.
    """

    word: str
    stamps: frozenset[Stamp]


def edition_of(static: Path, stamps: tuple[Stamp, ...]) -> Edition:
    """Return the edition that has these stamps."""
    own = frozenset(sources_among(static, stamps))
    others = tuple(one for one in stamps if one not in own)
    word = _digest(f"{digest_of(static, others)} {sources(static, stamps)}")
    return Edition(word, frozenset(stamps))


def is_bundled(static: Path, stamps: tuple[Stamp, ...]) -> bool:
    """Tell whether the bundle was made of the scripts and stylesheets that are here now. After an
    edit it was not, and the page is made of the files themselves.
    """
    try:
        return (static / BUNDLE / SOURCES).read_text("utf-8").strip() == sources(static, stamps)
    except FileNotFoundError:
        return False


def sources(static: Path, stamps: tuple[Stamp, ...]) -> str:
    """Return the digests of all that a bundle is made of: that of the files, and that of what is in
    no file.
    """
    return f"{digest_of(static, sources_among(static, stamps))} {_digest(module_of(VIEWS))}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
