"""Tell one content of `static/` from another, and whether the bundle was made of what is there."""

from __future__ import annotations

import hashlib
from pathlib import Path

from .contents import BUNDLE, SOURCES, Stamp, digest_of, sources_among
from .views import VIEWS, module_of


def edition(static: Path, stamps: tuple[Stamp, ...]) -> str:
    """Return a word for what is in `static/` now and which views there are: another word as soon as
    any file changes, or the list of the views.
    """
    own = frozenset(sources_among(static, stamps))
    others = tuple(one for one in stamps if one not in own)
    return _digest(f"{digest_of(static, others)} {sources(static, stamps)}")


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
