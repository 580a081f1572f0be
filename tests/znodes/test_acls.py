"""ACLs that come in."""

from __future__ import annotations

from typing import Any

import pytest
from kazoo.security import make_digest_acl_credential

from app.actions.action import action_of
from app.errors import BadRequest
from app.znodes.workbench.document import acl_of
from app.znodes.workbench.editing import keeps_right
from app.znodes.workbench.workbench import Workbench

ADA = [("digest", make_digest_acl_credential("ada", "secret"))]


def test_a_password_becomes_the_hash_that_zookeeper_makes_of_it() -> None:
    """The example of ZooKeeper's administrator's guide: super:test."""
    entry = {"scheme": "digest", "user": "super", "password": "test", "perms": "cdrwa"}
    (made,) = acl_of([entry])
    assert (made.id.id, made.perms) == ("super:D/InIHSb7yEEbrWz8b9l71RjZJU=", 31)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"scheme": "world", "id": "anyone", "perms": ""}, "acl.0.perms"),
        ({"scheme": "world", "id": "anyone", "perms": "rx"}, "acl.0.perms"),
        ({"scheme": "world", "perms": "r"}, "acl.0.id"),
        ({"scheme": "world", "user": "a", "password": "b", "perms": "r"}, "acl.0.scheme"),
        ({"scheme": "world", "id": "a", "password": "b", "perms": "r"}, "acl.0"),
        ({"scheme": "digest", "user": "a:b", "password": "b", "perms": "r"}, "acl.0.user"),
        ({"scheme": "digest", "password": "b", "perms": "r"}, "acl.0.user"),
        ({"scheme": "digest", "user": "a", "perms": "r"}, "acl.0.id"),
    ],
)
def test_what_is_no_entry_is_refused(entry: dict[str, Any], field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        action_of(Workbench.protect).takes.check({"path": "/a", "acl": [entry], "version": 0})
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("scheme", "name", "perms", "keeps"),
    [
        ("world", "anyone", "cdrwa", True),
        ("world", "anyone", "cdrw", False),
        ("digest", ADA[0][1], "a", True),
        ("digest", make_digest_acl_credential("ada", "another"), "cdrwa", False),
        ("auth", "", "a", True),
        ("ip", "127.0.0.1", "cdrwa", False),
    ],
)
def test_who_would_be_locked_out_is_known_before(
    scheme: str, name: str, perms: str, keeps: bool
) -> None:
    acl = acl_of([{"scheme": scheme, "id": name, "perms": perms}])
    assert keeps_right(acl, ADA) is keeps


def test_an_acl_without_entries_is_none() -> None:
    assert acl_of(None) == []
    with pytest.raises(BadRequest):
        acl_of([])
