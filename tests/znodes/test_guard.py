"""What of the tree is not for everybody."""

from __future__ import annotations

import pytest

from app.errors import BadRequest, Forbidden
from app.znodes.workbench.workbench import WORD, check_target


@pytest.mark.parametrize(
    ("path", "chroot"),
    [
        ("/zookeeper", ""),
        ("/zookeeper/quota/a", ""),
        ("/config", "/zookeeper"),
        ("/", "/zookeeper"),
    ],
)
def test_zookeepers_own_znodes_need_the_word_whatever_the_chroot(path: str, chroot: str) -> None:
    with pytest.raises(Forbidden):
        check_target(path, chroot, None)
    with pytest.raises(Forbidden):
        check_target(path, chroot, "please")
    check_target(path, chroot, WORD)


@pytest.mark.parametrize(
    ("path", "chroot"),
    [("/zookeepers", ""), ("/a/zookeeper", ""), ("/zookeeper", "/app"), ("/", "")],
)
def test_all_else_does_not(path: str, chroot: str) -> None:
    check_target(path, chroot, None)


def test_what_is_no_path_is_refused_before() -> None:
    with pytest.raises(BadRequest):
        check_target("/zookeeper/", "", WORD)
