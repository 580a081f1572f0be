"""The report of a drill as a page in one file."""

from __future__ import annotations

import os
import platform
import re
from base64 import b64encode
from typing import Any

from app.recipes.drill.page import html_of, verdict_of
from app.recipes.drill.rounds import figures_of
from app.system.machine import machine
from tests.recipes.drill.test_figures import rounds_of

KEPT = {"limit": "failed=0", "kept": True, "says": "0 of 2 rounds failed"}
MISSED = {"limit": "p95:handoff=6s", "kept": False, "says": "p95 is <b>7 s</b>"}


def report_of(*taken: float | None, **more: Any) -> dict[str, Any]:
    rounds = rounds_of(*taken)
    handed = sum(one["outcome"] == "handed over" for one in rounds)
    return {
        "handoff": "1", "at": "2026-01-01T00:00:00+00:00", "error": None, "limits": [],
        "plan": {"fault": "kill", "target": "leader", "does": "the leader is killed",
                 "hands_over": True, "recipe": "election", "strategy": "herd", "candidates": 3,
                 "rounds": len(rounds), "session_timeout": 4.0, "seed": 1},
        "where": {"source": "external", "version": None, "servers": 1, "timeout": 4.0, "tick": 2.0},
        "window": [10.0, 20.0],
        "counts": {"rounds": len(rounds), "planned": len(rounds), "handed over": handed},
        "figures": figures_of(rounds), "rounds": rounds, **more,
    }  # fmt: skip


def test_the_verdict_is_a_word_and_a_sentence() -> None:
    assert verdict_of(report_of(10.0)) == (
        "Done", "1 of 1 failovers handed over, half of them within 13 ms.",
    )  # fmt: skip
    assert verdict_of(report_of(10.0, 10.0, limits=[KEPT]))[0] == "Kept"
    word, says = verdict_of(report_of(10.0, None, limits=[KEPT, MISSED]))
    assert word == "Missed"
    assert says.startswith("p95:handoff=6s: p95 is ")
    word, says = verdict_of(report_of(10.0, limits=[KEPT], error="ZooKeeper was out of reach"))
    assert word == "Incomplete"
    assert "1 of 1 rounds ran: ZooKeeper was out of reach" in says


def test_a_page_has_all_of_it_and_runs_nothing_of_what_it_quotes() -> None:
    page = html_of(report_of(10.0, None, limits=[MISSED]))
    assert "<b>7 s</b>" not in page
    assert "p95 is &lt;b&gt;7 s&lt;/b&gt;" in page
    assert "round 2, c1 → c2: not within the limit" in page
    assert "version unknown, external, 1 server" in page
    assert "<script" not in page
    assert html_of({**report_of(), "rounds": []}).endswith("</body></html>\n")


def test_a_page_draws_what_was_expected_and_names_what_was_not() -> None:
    page = html_of(report_of(12.0, 15.0, 18.0, 300.0))
    assert "the band is what is expected of this session timeout: 10 ms to 20 ms" in page
    assert "round 4: detect 300 ms, event 4" in page
    assert "round 3: detect" not in page
    unexpected = html_of(report_of(12.0, window=None))
    assert "Until ZooKeeper noticed" not in unexpected


def test_a_page_carries_a_recording_or_says_why_not() -> None:
    """Only what is not as it should be leads into it."""
    report = report_of(12.0, 300.0, None)
    report["plan"] |= {"path": '/a"b', "within": 30.0}
    report["counts"]["not within the limit"] = 1
    page = html_of(report, b"packed")
    assert f'id="recording">{b64encode(b"packed").decode()}</script>' in page
    moments = re.findall(r'data-election="(.*?)" data-at="(\d+)"[^>]*>show it</a>', page)
    assert moments == [("/a&quot;b", "3"), ("/a&quot;b", "2")]
    assert page.index("1 of 3 not within 30 s") < page.index("<th>p50</th>")

    without = html_of(report)
    assert "carries no recording of its rounds: it was made of the JSON alone." in without
    assert "carries no recording of its rounds: a &lt;reason&gt;." in html_of(report, "a <reason>")
    assert "show it" not in without


def test_a_page_says_on_what_it_ran() -> None:
    where = {**report_of(1.0)["where"], "source": "apache", "version": "3.9.5", "servers": 3,
             "evidence": "candidates and znodes", "machine": machine()}  # fmt: skip
    page = html_of(report_of(12.0, where=where))
    for said in (
        "3.9.5, apache, 3 servers", "Apache&#x27;s, started for it", "candidates and znodes",
        f"{os.cpu_count()} cores", platform.release(), platform.python_version(),
    ):  # fmt: skip
        assert said in page
    assert "who tells of the moments" not in html_of(report_of(12.0)), "an older report"
