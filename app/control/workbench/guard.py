"""What of the tree is not for everybody: ZooKeeper's own znodes, and the root."""

from __future__ import annotations

from app.errors import Forbidden
from app.zookeeper.paths import check_path, is_system

WORD = "zookeeper"


def check_target(path: str, chroot: str, word: str | None, field: str = "path") -> None:
    """Raises BadRequest for what is no path, Forbidden for ZooKeeper's own without the word.

    chroot: of the dashboard's connection: what counts is where the znode really is.
    """
    check_path(path, field)
    if word != WORD and is_system(path, chroot):
        raise Forbidden(
            f"{path} is ZooKeeper's own: its quotas and its configuration. To change it all the"
            f' same, say so: "word": "{WORD}".',
            code="guarded",
            field="word",
        )


def check_removable(path: str) -> None:
    """Raises Forbidden for the root of what the dashboard sees."""
    if path == "/":
        raise Forbidden("The root is never deleted; delete what is below it.", code="root",
                        field="path")  # fmt: skip
