"""The REST interface: what comes in is checked, what goes wrong says so, and all is described."""

from __future__ import annotations

import importlib
import json
import logging
import re
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest
import requests
from openapi_spec_validator import validate

from app.errors import LimitReached, ZooKeeperUnavailable
from app.web.openapi import describe_api
from app.web.page import ROOT
from tests.web.interface import LIST, listed
from tests.web.serving import Served

CANDIDATES = "/api/v1/candidates"


def error_of(answer: requests.Response) -> dict[str, Any]:
    """The body of a refusal, in its one form."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "field", "docs"}
    assert body["error"]["docs"] == f"docs/errors.html#{body['error']['code']}"
    assert body["error"]["message"]
    error: dict[str, Any] = body["error"]
    return error


def test_the_state_comes_with_its_seq_and_the_time(served: Served) -> None:
    served.journal.tell("dashboard.started", "dashboard")
    state = served.request("GET", "/api/v1/state").json()
    assert state["seq"] == 1
    assert {"zookeeper", "elections", "candidates", "now", "wall"} <= set(state)


FACT = {"seq", "at", "wall", "kind", "subject", "data"}
LINE = {"words", "tone", "group"}


def test_events_are_paged_by_seq(served: Served) -> None:
    for _ in range(5):
        served.journal.tell("dashboard.started", "dashboard")
    page = served.request("GET", "/api/v1/events?since=1&limit=2").json()
    assert [event["seq"] for event in page["events"]] == [2, 3]
    assert set(page["events"][0]) == {*FACT, *LINE, "patch"}
    assert page["next"] == 3
    assert served.request("GET", "/api/v1/events?since=5").json() == {"events": [], "next": 5}
    assert len(served.request("GET", "/api/v1/events").json()["events"]) == 5


def test_events_that_never_were_cannot_be_asked_for(served: Served) -> None:
    answer = served.request("GET", "/api/v1/events?since=7")
    assert answer.status_code == 409
    assert error_of(answer)["code"] == "events_gone"


def test_the_past_is_read_page_by_page(served: Served) -> None:
    for _ in range(5):
        served.journal.tell("test.event", "x")
    seq = served.journal.snapshot()[0]
    page = served.request("GET", f"/api/v1/events?before={seq + 1}&limit=2").json()
    assert [event["seq"] for event in page["events"]] == [seq - 1, seq]
    assert (page["next"], page["begins"], page["whole"]) == (seq - 1, False, True)
    assert "patch" not in page["events"][0]
    page = served.request("GET", f"/api/v1/events?before={seq - 1}").json()
    assert page["events"][0]["seq"] == 1
    assert page["begins"] is True
    assert served.request("GET", "/api/v1/events?before=-1").status_code == 400


def test_candidates_are_started_with_defaults(served: Served) -> None:
    answer = served.request("POST", CANDIDATES)
    assert (answer.status_code, answer.json()) == (201, {"candidates": ["c1"]})
    body = {"count": 3.0, "election": "/a/b", "strategy": "herd", "session_timeout": 2}
    body |= {"work": False, "among_strangers": True}
    assert len(served.request("POST", CANDIDATES, json=body).json()["candidates"]) == 3
    assert [given for _, given in served.control.calls] == [
        {"count": 1, "election": None, "strategy": None, "session_timeout": 4.0, "work": True,
         "among_strangers": False, "by": "script"},
        {**body, "by": "script"},
    ]  # fmt: skip
    assert {type(given["session_timeout"]) for _, given in served.control.calls} == {float}


def test_actions_reach_their_services(served: Served) -> None:
    calls = [
        ("POST", "/api/v1/candidates/c1/kill", None, {"candidate": "c1", "action": "kill"}),
        ("POST", "/api/v1/roles/tail/pause", {"election": "/x"},
         {"candidate": "c1", "action": "pause"}),
        ("POST", "/api/v1/servers/s1/kill", None, {"server": "s1", "action": "kill"}),
        ("POST", "/api/v1/elections", {"path": "/locks/a"}, {"path": "/locks/a"}),
        ("DELETE", CANDIDATES, None, {"candidates": ["c1"]}),
        ("DELETE", CANDIDATES, {"path": "/a", "section": "locks"}, {"candidates": ["c1"]}),
        ("DELETE", CANDIDATES, {"path": None, "section": None}, {"candidates": ["c1"]}),
    ]  # fmt: skip
    for method, place, body, expected in calls:
        answer = served.request(method, place, json=body)
        assert (answer.status_code, answer.json()) == (202, expected)
    assert served.control.calls == [
        ("Candidates.act", {"candidate": "c1", "action": "kill", "by": "script"}),
        ("ElectionCandidates.act_on_role",
         {"role": "tail", "action": "pause", "election": "/x", "by": "script"}),
        ("Servers.act", {"server": "s1", "action": "kill", "by": "script"}),
        ("Elections.follow", {"path": "/locks/a", "strategy": None, "by": "script"}),
        ("Candidates.stop_all", {"path": None, "section": None, "by": "script"}),
        ("Candidates.stop_all", {"path": "/a", "section": "locks", "by": "script"}),
        ("Candidates.stop_all", {"path": None, "section": None, "by": "script"}),
    ]  # fmt: skip


def test_znodes_are_read_and_searched(served: Served) -> None:
    assert served.request("GET", "/api/v1/znodes?path=/a&offset=5&limit=7").ok
    assert served.request("GET", "/api/v1/znodes").ok
    assert served.request("GET", "/api/v1/znodes/search?q=lock&under=/a").ok
    assert served.control.calls == [
        ("Znodes.read", {"path": "/a", "offset": 5, "limit": 7}),
        ("Znodes.read", {"path": "/", "offset": 0, "limit": 200}),
        ("Znodes.search", {"text": "lock", "under": "/a", "limit": 200, "where": "name"}),
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"count": 1e9}, "count"),
        ({"session_timeout": 1e308}, "session_timeout"),
        ({"election": "/\ud800"}, "election"),
        ({"strategy": "\udfff"}, "strategy"),
        ({"election": "/" + "x" * 20_000}, "election"),
        ({"strategy": "x" * 50}, "strategy"),
    ],
)
def test_a_wrong_field_is_named(shared: Served, body: dict[str, Any], field: str) -> None:
    answer = shared.request("POST", CANDIDATES, json=body)
    assert answer.status_code == 400
    assert error_of(answer)["field"] == field
    assert len(answer.text) < 500
    assert shared.control.calls == []


@pytest.mark.parametrize(
    "raw",
    [b"{", b"\n", b"count=3", b'{"count": NaN}', b'{"count": Infinity}', b"1" * 5_000,
     b"\xff\xfe", b"[" * 30_000, b'{"strategy": "\xed\xa0\x80"}'],
)  # fmt: skip
def test_what_is_no_json_is_refused(shared: Served, raw: bytes) -> None:
    answer = shared.request("POST", CANDIDATES, data=raw)
    assert answer.status_code == 400
    assert error_of(answer)["code"] == "bad_json"


def test_a_name_that_is_given_twice_is_refused(shared: Served) -> None:
    answer = shared.request("POST", CANDIDATES, data=b'{"count": 1, "count": 2}')
    assert answer.status_code == 400
    assert error_of(answer)["field"] == "count"
    assert shared.control.calls == []


def test_what_would_count_for_nothing_is_refused(shared: Served) -> None:
    answer = shared.request("POST", f"{CANDIDATES}?count=2", data=b"{}")
    assert (answer.status_code, error_of(answer)["field"]) == (400, "count")
    answer = shared.request("POST", CANDIDATES, data=b"{}", headers={"Content-Encoding": "gzip"})
    assert answer.status_code == 415
    error_of(answer)
    assert shared.control.calls == []


@pytest.mark.parametrize("raw", [b"[]", b"3", b'"x"', b"null", b"true", b'{"count": 1e400}'])
def test_json_of_another_type_is_refused(shared: Served, raw: bytes) -> None:
    answer = shared.request("POST", CANDIDATES, data=raw)
    assert answer.status_code == 400
    error_of(answer)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("events?since=x", "since"),
        ("events?since=", "since"),
        ("events?since=" + "9" * 30, "since"),
        ("events?since=1&since=2", "since"),
    ],
)
def test_a_wrong_query_is_named(shared: Served, query: str, field: str) -> None:
    answer = shared.request("GET", f"/api/v1/{query}")
    assert answer.status_code == 400
    assert error_of(answer)["field"] == field


@pytest.mark.parametrize(
    ("method", "place", "status", "code"),
    [
        ("POST", "elections", 400, "bad_request"),
        ("POST", "candidates/c99/kill", 404, "not_found"),
        ("POST", "candidates/%00%22/kill", 404, "not_found"),
        ("POST", "candidates/c1/resume", 409, "conflict"),
        ("GET", "nowhere", 404, "not_found"),
        ("GET", "candidates", 405, "method_not_allowed"),
        ("PUT", "candidates", 405, "method_not_allowed"),
        ("OPTIONS", "candidates", 405, "method_not_allowed"),
        ("POST", "state", 405, "method_not_allowed"),
    ],
)
def test_refusals(shared: Served, method: str, place: str, status: int, code: str) -> None:
    answer = shared.request(method, f"/api/v1/{place}")
    assert answer.status_code == status
    assert error_of(answer)["code"] == code
    if status == 405:
        assert answer.headers["Allow"]


def test_a_huge_body_is_refused(shared: Served) -> None:
    answer = shared.request("POST", CANDIDATES, data=b" " * 70_000)
    assert answer.status_code == 413
    error_of(answer)


def test_a_huge_body_of_unknown_length_is_refused(shared: Served) -> None:
    chunks = (b" " * 10_000 for _ in range(20))
    answer = shared.request("POST", CANDIDATES, data=chunks)
    assert answer.status_code == 413
    error_of(answer)


@pytest.mark.parametrize(
    ("mistake", "status", "code"),
    [
        (LimitReached("200 candidates run already", field="count"), 409, "limit_reached"),
        (ZooKeeperUnavailable("ZooKeeper does not answer"), 503, "zookeeper_unavailable"),
    ],
)
def test_refusals_of_the_rooms_below(
    served: Served, mistake: Exception, status: int, code: str
) -> None:
    served.control.mistake = mistake
    answer = served.request("POST", CANDIDATES, json={})
    assert answer.status_code == status
    assert error_of(answer)["code"] == code


def test_our_own_mistake_is_logged_and_not_told(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    served.control.mistake = RuntimeError("the inside story")
    with caplog.at_level(logging.ERROR):
        answer = served.request("GET", "/api/v1/znodes?path=/a")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal"
    assert "inside story" not in answer.text
    assert "the inside story" in caplog.text


def test_health(served: Served) -> None:
    answer = served.request("GET", "/healthz")
    assert (answer.status_code, answer.json()["zookeeper"]) == (200, "connected")
    served.control.is_well = False
    answer = served.request("GET", "/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")


def test_answers_are_not_stored_and_files_are_asked_about_again(served: Served) -> None:
    assert served.request("GET", "/api/v1/state").headers["Cache-Control"] == "no-store"
    answer = served.request("GET", "/static/icon.svg")
    assert answer.headers["Cache-Control"] == "no-cache"
    known = {"If-None-Match": answer.headers["ETag"]}
    assert served.request("GET", "/static/icon.svg", headers=known).status_code == 304


def test_whatever_is_opened_has_the_icon(shared: Served) -> None:
    """A browser asks for it at its usual place where no page names it, and complains without it."""
    answer = shared.request("GET", "/favicon.ico")
    assert (answer.status_code, answer.headers["Content-Type"][:13]) == (200, "image/svg+xml")
    assert answer.content == (ROOT / "static/icon.svg").read_bytes()


def test_what_the_page_names_is_kept_and_has_another_address_once_it_is_another(
    shared: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def main_js() -> str:
        found = re.search(r'src="(static/@\w+/[\w/]+.js)"', shared.request("GET", "/").text)
        assert found
        return f"/{found[1]}"

    kept = shared.request("GET", main_js()).headers["Cache-Control"]
    assert "immutable" in kept
    assert "no-store" not in kept
    shutil.copytree(ROOT / "static", tmp_path / "static")
    before = main_js()
    monkeypatch.setattr(importlib.import_module("app.web.page"), "ROOT", tmp_path)
    assert main_js() == before
    (tmp_path / "static/js/words.js").write_text("export {};")
    assert main_js() != before


def test_what_is_asked_for_at_the_address_of_another_edition_is_not_kept(shared: Served) -> None:
    """The page was edited meanwhile: what comes is not what that address stood for."""
    answer = shared.request("GET", "/static/@1/js/words.js")
    assert answer.content == (ROOT / "static/js/words.js").read_bytes()
    assert answer.headers["Cache-Control"] == "no-cache"


def test_an_edited_file_is_sent_as_it_is_and_the_others_are_kept(
    shared: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "static", tmp_path / "static")
    monkeypatch.setattr(importlib.import_module("app.web.page"), "ROOT", tmp_path)
    found = re.search(r"static/@\w+/", shared.request("GET", "/").text)
    assert found
    (tmp_path / "static/js/words.js").write_text("export {};")
    edited = shared.request("GET", f"/{found[0]}js/words.js")
    assert (edited.text, edited.headers["Cache-Control"]) == ("export {};", "no-cache")
    assert "immutable" in shared.request("GET", f"/{found[0]}js/main.js").headers["Cache-Control"]


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_a_file_that_has_not_changed_is_not_sent_again(shared: Served, coding: str) -> None:
    takes = {"Accept-Encoding": coding}
    answer = shared.request("GET", "/static/@1/js/words.js", headers=takes)
    assert answer.headers["Vary"] == "Accept-Encoding"
    known = {**takes, "If-None-Match": answer.headers["ETag"]}
    again = shared.request("GET", "/static/@1/js/words.js", headers=known)
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", [b"/static/../app/settings.py", b"/static/%2e%2e/app/settings.py",
             b"/static//etc/passwd", b"/static/js/../../app/settings.py", b"/static/",
             b"/static/@1/../app/settings.py", b"/static/@1/../../app/settings.py", b"/static/@1/",
             b"/docs/../page.js", b"/docs/%2e%2e/page.js", b"/docs//etc/passwd"],
)  # fmt: skip
def test_only_static_files_are_served(shared: Served, path: bytes) -> None:
    with socket.create_connection(("127.0.0.1", shared.settings.port), timeout=60) as connection:
        request = b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        connection.sendall(request)
        status_line = connection.makefile("rb").readline()
    assert b" 404 " in status_line


def test_the_openapi_document_is_valid_and_served(shared: Served) -> None:
    document = shared.request("GET", "/api/v1/openapi.json").json()
    validate(document)
    assert document == json.loads(json.dumps(describe_api()))


def test_the_interface_is_the_one_of_the_list() -> None:
    """`python -m tests.web.interface` writes the list again."""
    assert listed() == LIST.read_text()


OF_DOCUMENTATION = {"documentation.add_slash", "documentation.documentation_file"}
BESIDE = {
    *OF_DOCUMENTATION, "static", "page.index", "page.favicon", "metrics.metrics",
    "standalone.recording",
}  # fmt: skip
"""The routes that answer with no JSON."""


def test_every_route_is_described_and_every_description_has_a_route(shared: Served) -> None:
    described = {
        (path, method.upper())
        for path, operations in describe_api()["paths"].items()
        for method in operations
    }
    routed = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in shared.web.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint not in BESIDE
    }
    assert routed == described
