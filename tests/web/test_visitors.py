"""A presenter may do everything; the audience looks on, and does what it has been handed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from queue import Queue
from typing import Any

import engineio
import pytest
import requests

from app.actions.rights import RIGHTS
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from app.settings import Settings
from app.web.guard import GUARD_MARK
from app.web.names import ADJECTIVES, ANIMALS
from app.web.visitors import ACTS_OF_ONE, ALPHABET, COOKIE, WITHIN, Visitors
from tests.web.client import Client
from tests.web.serving import Served, serving

TOKEN = "correct-horse"
CODE = "abcd2345"
PRESENTER = {"Authorization": f"Bearer {TOKEN}"}
AUDIENCE = {"Authorization": f"Bearer {CODE}"}
ENTERS, LEAVES, REFUSED = "0", "1", "4"
"""What a message of Socket.IO begins with."""


@pytest.fixture
def hall() -> Iterator[Served]:
    """A dashboard with a presenter and an audience."""
    with serving(Settings(token=TOKEN, audience_code=CODE)) as it:
        yield it


def asks(
    hall: Served, method: str, path: str, who: dict[str, str], **json: Any
) -> requests.Response:
    body = {} if method == "GET" else {"json": json}
    return hall.request(method, f"/api/v1{path}", headers=who, **body)


def visitor(number: int) -> dict[str, str]:
    return {**AUDIENCE, "Cookie": f"{COOKIE}=a-browser-of-number-{number:04}"}


def concrete(rule: str) -> str:
    """An address that a rule takes."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda match: {"right": "start"}.get(match[1], "x"), rule)


def test_the_audience_can_do_nothing_that_acts_or_presents_by_any_route(hall: Served) -> None:
    views = hall.web.app.view_functions
    refused = 0
    for rule in hall.web.app.url_map.iter_rules():
        mark = getattr(views[rule.endpoint], GUARD_MARK)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            answer = hall.request(method, concrete(rule.rule), headers=AUDIENCE, json={})
            is_refused = answer.status_code == 403 and answer.json()["error"]["code"] == "audience"
            assert is_refused == (mark != "reads"), (method, rule)
            refused += is_refused
    assert refused > 40


def test_a_presenter_passes_the_same_guard_on_every_route(hall: Served) -> None:
    for rule in hall.web.app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            answer = hall.request(method, concrete(rule.rule), headers=PRESENTER, json={})
            assert answer.status_code not in (401, 403), (method, rule)


@pytest.mark.parametrize("who", [AUDIENCE, PRESENTER], ids=["audience", "presenter"])
def test_every_socket_event_of_a_presenter_is_refused_to_the_audience(
    hall: Served, who: dict[str, str]
) -> None:
    handlers = hall.web.socketio.server.handlers["/"]
    given = {
        "follow": {"since": None}, "watch_tree": {"paths": []}, "look": {"follows": True},
        "drive": {}, "show": {"address": "view=lock"}, "bring": {},
        "point": {"on": "picture", "x": 0.5, "y": 0.5},
    }  # fmt: skip
    assert set(handlers) == {"connect", "disconnect", *given}
    with closing(Client(hall.url, headers=who)) as client:
        for event, payload in given.items():
            answer = client.call(event, payload)
            is_refused = answer.get("error", {}).get("code") == "audience"
            is_for_presenters = getattr(handlers[event], GUARD_MARK) != "reads"
            assert is_refused == (is_for_presenters and who is AUDIENCE), event


def test_a_read_only_dashboard_still_presents(hall: Served) -> None:
    with serving(Settings(token=TOKEN, audience_code=CODE, read_only=True)) as reads_only:
        assert (
            asks(reads_only, "POST", "/candidates", PRESENTER).json()["error"]["code"]
            == "read_only"
        )
        assert asks(reads_only, "POST", "/room/rights/start", PRESENTER, on=True).status_code == 202
        assert (
            asks(reads_only, "POST", "/candidates", AUDIENCE).json()["error"]["code"] == "read_only"
        )


def test_without_a_token_everybody_may_act_and_there_is_no_code(served: Served) -> None:
    assert asks(served, "POST", "/candidates", {}).status_code == 201
    assert asks(served, "GET", "/room", {}).json()["code"] is None
    assert COOKIE not in served.request("GET", "/").headers.get("Set-Cookie", "")


# -- the code ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [f"/{CODE}", f"/{CODE.upper()}", "/zzzz9999"])
def test_the_page_is_at_the_code_whether_it_is_right_or_mistyped(hall: Served, path: str) -> None:
    answer = hall.request("GET", path)
    assert answer.status_code == 200
    assert "text/html" in answer.headers["Content-Type"]


def test_a_wrong_code_is_told_from_a_missing_token(hall: Served) -> None:
    mistyped = {"Authorization": "Bearer zzzz9999"}
    assert asks(hall, "GET", "/state", mistyped).json()["error"]["code"] == "code"
    assert asks(hall, "GET", "/state", {}).json()["error"]["code"] == "token"
    assert asks(hall, "GET", "/state", AUDIENCE).ok
    assert asks(hall, "GET", "/state", {"Authorization": f"Bearer {CODE.upper()}"}).ok


def test_a_made_up_code_can_be_typed() -> None:
    with serving(Settings(token=TOKEN)) as hall, serving(Settings(token=TOKEN)) as other:
        code = hall.web.visitors.code
        assert code is not None
        assert len(code) == 8
        assert set(code) <= set(ALPHABET)
        assert code != other.web.visitors.code


def test_a_browser_is_known_again_by_its_cookie(hall: Served) -> None:
    cookie = hall.request("GET", "/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    names = [asks(hall, "GET", "/room", visitor(n)).json()["name"] for n in (1, 1, 2, 1)]
    assert names[0] == names[1] == names[3] != names[2]
    adjective, animal = names[0].split()
    assert adjective in ADJECTIVES
    assert animal in ANIMALS


@pytest.mark.parametrize("beside", ['prefs={"a":1}', "x=a b", "path=/elsewhere", "x=\xe4"])
def test_a_browser_is_known_by_its_cookie_whatever_others_it_has(hall: Served, beside: str) -> None:
    cookie = visitor(1)["Cookie"]
    names = [
        asks(hall, "GET", "/room", {**AUDIENCE, "Cookie": cookies}).json()["name"]
        for cookies in (cookie, f"{beside}; {cookie}")
    ]
    assert names[0] == names[1]


# -- rights ------------------------------------------------------------------------------------


def hand(hall: Served, right: str, on: bool = True) -> None:
    assert asks(hall, "POST", f"/room/rights/{right}", PRESENTER, on=on).status_code == 202


def test_a_right_is_handed_and_taken_back(hall: Served) -> None:
    assert asks(hall, "POST", "/candidates", AUDIENCE).status_code == 403
    hand(hall, "start")
    assert asks(hall, "POST", "/candidates", AUDIENCE).status_code == 201
    hand(hall, "start", on=False)
    refused = asks(hall, "POST", "/candidates", AUDIENCE)
    assert refused.status_code == 403
    assert "the presenter has not let the audience start candidates" in refused.text


def test_what_a_visitor_does_bears_their_name(hall: Served) -> None:
    hand(hall, "start")
    name = asks(hall, "GET", "/room", visitor(7)).json()["name"]
    assert asks(hall, "POST", "/candidates", visitor(7)).status_code == 201
    assert hall.control.calls[-1][1]["by"] == name
    browser = {**PRESENTER, "Origin": hall.url}
    assert asks(hall, "POST", "/candidates", browser).status_code == 201
    assert hall.control.calls[-1][1]["by"] == "the presenter"
    assert asks(hall, "POST", "/candidates", PRESENTER).status_code == 201
    assert hall.control.calls[-1][1]["by"] == "script"


def test_a_visitor_starts_plain_candidates_where_an_election_is(hall: Served) -> None:
    hand(hall, "start")
    for field, value in (("work", False), ("among_strangers", True), ("strategy", "herd")):
        refused = asks(hall, "POST", "/candidates", AUDIENCE, **{field: value})
        assert refused.json()["error"]["field"] == field
        assert refused.status_code == 403
    refused = asks(hall, "POST", "/candidates", AUDIENCE, election="/elsewhere")
    assert refused.json()["error"]["field"] == "election"
    assert hall.control.calls == []


def test_a_visitor_acts_on_what_is_their_own_alone(hall: Served) -> None:
    hand(hall, "own")
    assert asks(hall, "POST", "/candidates/c1/kill", visitor(1)).status_code == 403
    hand(hall, "start")
    assert asks(hall, "POST", "/candidates", visitor(1)).json() == {"candidates": ["c1"]}
    assert asks(hall, "POST", "/candidates/c1/kill", visitor(1)).status_code == 202
    refused = asks(hall, "POST", "/candidates/c1/kill", visitor(2))
    assert refused.status_code == 403
    assert "c1 is not yours" in refused.text
    assert asks(hall, "POST", "/roles/leader/kill", visitor(1)).status_code == 403
    for verb in ("expire", "resign", "behind", "catch-up"):
        refused = asks(hall, "POST", f"/candidates/c1/{verb}", visitor(1))
        assert refused.json()["error"]["code"] == "audience", verb


def test_one_visitor_acts_six_times_in_ten_seconds(hall: Served) -> None:
    hand(hall, "own")
    for _ in range(ACTS_OF_ONE):
        assert asks(hall, "POST", "/candidates/c1/kill", visitor(1)).status_code == 403
    refused = asks(hall, "POST", "/candidates/c1/kill", visitor(1))
    assert refused.status_code == 429
    seconds = int(refused.headers["Retry-After"])
    assert 1 <= seconds <= WITHIN
    assert f"Try again in {seconds} s." in refused.json()["error"]["message"]
    assert asks(hall, "POST", "/candidates/c1/kill", visitor(2)).status_code == 403
    assert asks(hall, "POST", "/candidates/c1/kill", PRESENTER).status_code == 202


def test_the_limit_of_acts_passes_with_time() -> None:
    now = [100.0]
    visitors = Visitors(Settings(token=TOKEN), Journal(MODELS), clock=lambda: now[0])
    one = visitors.of({"REMOTE_ADDR": "10.0.0.7"}).visitor
    for _ in range(ACTS_OF_ONE):
        visitors._count_act(one)
    with pytest.raises(Exception, match="6 times in 10 seconds"):
        visitors._count_act(one)
    now[0] += WITHIN
    visitors._count_act(one)


# -- names -------------------------------------------------------------------------------------


def test_a_visitor_chooses_a_name_where_the_presenter_permits(hall: Served) -> None:
    assert asks(hall, "POST", "/room/name", visitor(1), name="Ada").status_code == 403
    hand(hall, "name")
    assert asks(hall, "POST", "/room/name", visitor(1), name="  Ada   L. ").json() == {
        "name": "Ada L."
    }
    assert asks(hall, "GET", "/room", visitor(1)).json()["name"] == "Ada L."
    assert asks(hall, "POST", "/room/name", visitor(2), name="ada l.").status_code == 409


@pytest.mark.parametrize(
    "name", ["Zo\xeb", "\u0410\u043d\u043d\u0430", "\u5c71\u7530 \u306f\u306a"]
)
def test_a_name_may_be_of_any_alphabet(hall: Served, name: str) -> None:
    hand(hall, "name")
    assert asks(hall, "POST", "/room/name", visitor(1), name=name).json() == {"name": name}


@pytest.mark.parametrize(
    "name",
    ["", "a", "a" * 25, "the presenter", "The  Presenter", "script", "a\u202eb", "a\nb\x07", "<b>x",
     "a\u200bb", "\uff54he presenter", "the presenter.", "the-presenter", "th\xe9 presenter",
     "the presenter 1", "the \u0440resenter", "Script.", "the command line"],
)  # fmt: skip
def test_a_name_that_could_pass_for_something_else_is_refused(hall: Served, name: str) -> None:
    hand(hall, "name")
    assert asks(hall, "POST", "/room/name", visitor(1), name=name).status_code == 400


# -- the next class ----------------------------------------------------------------------------


def test_a_reset_takes_the_rights_back_and_forgets_everybody(hall: Served) -> None:
    for right in RIGHTS:
        hand(hall, right)
    asks(hall, "POST", "/room/name", visitor(1), name="Ada")
    with closing(Client(hall.url, headers=visitor(1))) as client:
        assert asks(hall, "POST", "/room/reset", PRESENTER).status_code == 202
        client.await_end()
    assert hall.control.calls[-1][0] == "Candidates.stop_all"
    told = asks(hall, "GET", "/room", visitor(1)).json()
    assert told["rights"] == dict.fromkeys(RIGHTS, False)
    assert told["name"] != "Ada"
    assert told["code"] == CODE, "chosen by --audience-code: it stays"


def test_a_reset_makes_another_code_up() -> None:
    with serving(Settings(token=TOKEN)) as hall:
        before = hall.web.visitors.code
        asks(hall, "POST", "/room/reset", PRESENTER)
        assert hall.web.visitors.code not in (None, before)
        old = {"Authorization": f"Bearer {before}"}
        assert asks(hall, "GET", "/state", old).json()["error"]["code"] == "code"


def test_after_a_reset_nobody_enters_again_by_the_connection_that_they_have() -> None:
    with serving(Settings(token=TOKEN)) as hall:
        heard: Queue[str] = Queue()
        connection = engineio.Client()
        connection.on("message", heard.put)
        code = {"Authorization": f"Bearer {hall.web.visitors.code}"}
        connection.connect(
            hall.url, headers=code, transports=["websocket"], engineio_path="socket.io"
        )
        connection.send(ENTERS)
        assert await_kind(heard, ENTERS)
        assert asks(hall, "POST", "/room/reset", PRESENTER).status_code == 202
        assert await_kind(heard, LEAVES)
        connection.send(ENTERS)
        assert "message" in await_kind(heard, REFUSED)
        connection.disconnect()


def await_kind(heard: Queue[str], kind: str) -> str:
    """The next message of a kind; those of others before it are dropped."""
    while not (message := heard.get(timeout=60)).startswith(kind):
        continue
    return message
