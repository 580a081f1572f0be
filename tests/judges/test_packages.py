"""What pyroma says is read to its last remark, however this begins."""

from __future__ import annotations

import pytest

from tests.judges.packages import NAMED, read

SAID = """------------------------------
Checking handoff.tar.gz
Getting metadata for wheel...
Found handoff
------------------------------
{}Final rating: 7/10
Jarlsberg
------------------------------
"""


def test_every_remark_is_read() -> None:
    remarks = (
        "The package's Summary should be longer than 10 characters.",
        "Some of your classifiers are not standard classifiers:",
        "Made :: Up",
        *NAMED,
    )
    assert read(SAID.format("\n".join([*remarks, "-" * 30, ""]))) == ([*remarks], 7)


def test_no_remark_is_none() -> None:
    assert read(SAID.format("")) == ([], 7)


def test_what_says_no_rating_is_no_verdict() -> None:
    with pytest.raises(ValueError, match="no rating"):
        read("Traceback (most recent call last):")
