"""What the row of tooz's tests says of two reports."""

from __future__ import annotations

from tests.judges.tooz import read, verdict

REPORT = """<testsuites><testsuite>
<testcase classname="t" name="test_a"/>
<testcase classname="t" name="test_b"><failure message="m">…</failure></testcase>
<testcase classname="t" name="test_c"><skipped message="m">…</skipped></testcase>
</testsuite></testsuites>"""


def test_what_passes_there_and_not_here_is_found() -> None:
    assert read(REPORT) == {"test_a": "passed", "test_b": "failure", "test_c": "skipped"}
    there = {"test_a": "passed", "test_b": "passed", "test_c": "skipped", "test_d": "passed"}
    said = verdict("9.1.0", there, read(REPORT))
    assert not said.holds
    assert said.found == (
        "test_b passes on Apache's server, and here: failure",
        "test_d passes on Apache's server, and here: did not run",
    )


def test_a_suite_of_which_nothing_passes_shows_nothing() -> None:
    assert verdict("9.1.0", {"test_a": "error"}, {"test_a": "error"}).found == (
        "none of its tests passes on Apache's server",
    )
