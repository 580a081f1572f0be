"""A console by script; that it prints what zkCli prints is tests/conformance/test_console.py."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest

from app.znodes.console.console import Completion, complete, told, without_secrets
from app.znodes.console.printing import time_of
from app.znodes.console.requests import (
    Connect,
    ConsoleLeave,
    ConsoleRefused,
    ConsoleUnanswered,
    DeleteTogether,
    Several,
    Sure,
    Unsure,
)
from app.znodes.console.wording import parse_acl
from app.znodes.console_client import ConsoleWatches
from app.zookeeper import operations as o
from app.zookeeper.wire.records import Acl, Id
from tests.znodes.talking import STAT, Talk

NO_NODE = -101


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_stat_is_printed_with_unsigned_numbers(talk: Talk) -> None:
    printed = talk.say("get -s /a", o.Node(b"text", STAT))
    assert printed[0] == "text"
    assert printed[3] == "mZxid = 0xffffffffffffffff"
    assert printed[-3:] == ["ephemeralOwner = 0x1000", "dataLength = 6", "numChildren = 7"]


def test_times_are_written_as_java_writes_them() -> None:
    assert time_of(1_795_202_000_000, UTC) == "Fri Nov 20 19:13:20 UTC 2026"
    assert time_of(1 << 62, UTC) == f"{1 << 62} ms"


def test_a_word_that_is_no_command_brings_the_list(talk: Talk) -> None:
    printed = talk.say("lss /")
    assert printed[0].startswith("ZooKeeper -server")
    assert "\tls [-s] [-w] [-R] path" in printed
    assert printed[-1] == "Command not found: Command not found lss"
    assert talk.asked == []


def test_no_words_do_nothing_and_do_not_count(talk: Talk) -> None:
    """zkCli runs the command before once more: a quote alone would delete twice."""
    talk.say("delete /a", None)
    assert talk.say("'") == []
    assert talk.console.count == 1


def test_history_is_numbered_and_has_no_passwords(talk: Talk) -> None:
    talk.say("ls /", ([], STAT))
    talk.say("addauth digest me:secret", None)
    assert talk.asked == [o.Authenticate("digest", "me:secret")]
    assert talk.say("history") == ["0 - ls /", "1 - addauth digest me:…", "2 - history"]


def test_redo_runs_the_line_and_is_remembered_as_it(talk: Talk) -> None:
    talk.say("addauth digest me:secret", None)
    talk.say("redo 0", None)
    assert talk.asked == [o.Authenticate("digest", "me:secret")]
    assert talk.say("history")[1] == "1 - addauth digest me:…"
    talk.say("redo 9")
    assert talk.say("redo 3") == ["No redoing redos"]


@pytest.mark.parametrize("number", ["5", "-1", "1"])
def test_redo_knows_the_lines_before_it(talk: Talk, number: str) -> None:
    talk.say("whoami", [])
    assert talk.say(f"redo {number}") == ["Command index out of range"]


def test_a_number_that_is_none_ends_the_line_only(talk: Talk) -> None:
    expected = ['java.lang.NumberFormatException: For input string: "x"']
    assert talk.say("set -v x /a data") == expected
    assert talk.say("redo x") == expected
    assert talk.say("set -v 2147483648 /a data")[0].startswith("java.lang.NumberFormatException")


@pytest.mark.parametrize("text", ["~~~~", "QQ=", "Q", "ä"])
def test_what_is_no_base64_ends_the_line_only(talk: Talk, text: str) -> None:
    assert talk.say(f"set -b /a {text}") == [f"No base64: {text}"]


def test_without_a_session_nothing_is_done(talk: Talk) -> None:
    talk.alive = False
    assert talk.say("create") == ["Not connected"]
    assert talk.say("delete /a") == ["Not connected"]
    assert talk.asked == []


def test_it_connects_to_its_own_zookeeper_only(talk: Talk) -> None:
    assert talk.say("connect elsewhere:2181") == ["This console connects to zk:2181 only."]
    assert talk.asked == []
    talk.say("connect", None)
    talk.say("connect zk:2181", None)
    assert talk.asked == [Connect()]


def test_quit_leaves(talk: Talk) -> None:
    assert talk.say("quit", None) == []
    assert talk.asked == [ConsoleLeave()]


def test_the_prompt_counts_the_lines(talk: Talk) -> None:
    talk.say("whoami", [])
    assert talk.console.prompt("CONNECTED") == "[zk: zk:2181(CONNECTED) 1] "


def test_an_unanswered_question_is_said_in_words(talk: Talk) -> None:
    assert talk.say("delete /a", ConsoleUnanswered("No answer came.")) == ["No answer came."]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("create /a", "persistent"),
        ("create -s /a", "persistent_sequential"),
        ("create -e /a", "ephemeral"),
        ("create -e -s /a", "ephemeral_sequential"),
        ("create -c /a", "container"),
        ("create -t 5 /a", "ttl"),
        ("create -s -t 5 /a", "ttl_sequential"),
    ],
)
def test_every_kind_of_znode(talk: Talk, line: str, kind: str) -> None:
    assert talk.say(line, "/a") == ["Created /a"]
    (asked,) = talk.asked
    assert asked == o.creation("/a", None, kind, ttl_ms=5)


def test_the_tree_is_printed_level_by_level_below_each_znode(talk: Talk) -> None:
    answers: list[Any] = [
        o.Node(b"", STAT),
        [["b", "a"]],
        [["y"], ConsoleRefused(NO_NODE, "/r/b")],  # the second one is gone meanwhile
        [[]],
    ]
    assert talk.say("ls -R /r", *answers) == ["/r", "/r/a", "/r/b", "/r/a/y"]
    assert talk.asked[0] == o.Get("/r")
    assert talk.asked[2] == Several(["/r/a", "/r/b"])


@pytest.mark.parametrize(
    ("servers", "told"),
    [
        ("server.1=h:1:2:participant;10.0.0.1:2181\nserver.2=h:1:2;2182",
         "a0 10.0.0.1:2181,0.0.0.0:2182"),
        ("server.1=h:1:2:participant\nserver.2=h:1:2", "a0 ,"),
        ("", "a0 "),
    ],
)  # fmt: skip
def test_the_configuration_for_clients(talk: Talk, servers: str, told: str) -> None:
    assert talk.say("config -c", o.Node(f"{servers}\nversion=a0".encode(), STAT)) == [told]


def test_what_java_sees_as_two_surrogates_names_no_znode(talk: Talk) -> None:
    said = 'Invalid path string "/a😀" caused by invalid character @2'
    assert talk.say("get /a😀") == [said]
    assert talk.asked == []


def test_deleteall_asks_with_all_that_would_go(talk: Talk) -> None:
    answers: list[Any] = [[["a"]], [[]]]
    with pytest.raises(Unsure):
        talk.say("deleteall /r", *answers, Unsure())
    assert talk.asked[-1] == Sure("deleteall", "/r", ["/r", "/r/a"])


def test_deleteall_takes_the_deepest_first(talk: Talk) -> None:
    answers = [[["a", "b"]], [[], []]]
    assert talk.say("deleteall /r -b 2", *answers, None, None, None) == []
    assert talk.asked[-2:] == [DeleteTogether(["/r/b", "/r/a"]), DeleteTogether(["/r"])]


@pytest.mark.parametrize("path", ["/", "/zookeeper", "/zookeeper/quota"])
def test_deleteall_leaves_zookeepers_own_alone(talk: Talk, path: str) -> None:
    assert talk.say(f"deleteall {path}") == [
        f"deleteall {path} is not done here: it holds ZooKeeper's own znodes."
    ]
    assert talk.asked == []


def test_delete_is_of_one_znode(talk: Talk) -> None:
    talk.say("delete -v 3 /a", None)
    assert talk.asked == [o.Delete("/a", 3)]


def test_acls_of_many_znodes_are_asked_about_and_failures_said(talk: Talk) -> None:
    answers: list[Any] = [
        o.Node(b"", STAT),
        [["a"]],
        [[]],
        None,
        STAT,
        ConsoleRefused(-102, "/r/a"),
    ]
    printed = talk.say("setAcl -R /r world:anyone:r", *answers)
    assert printed == ["KeeperErrorCode = NoAuth for /r/a"]
    assert isinstance(talk.asked[-3], Sure)
    assert talk.asked[-1] == o.SetAcl("/r/a", (Acl(1, Id("world", "anyone")),), -1)


def test_a_lost_connection_ends_what_concerns_many(talk: Talk) -> None:
    lost = ConsoleRefused(-4, "/r")
    printed = talk.say("setAcl -R /r world:anyone:r", o.Node(b"", STAT), [["a"]], [[]],
                       None, lost)  # fmt: skip
    assert printed == ["KeeperErrorCode = ConnectionLoss for /r"]


def test_acls_are_read_leniently() -> None:
    said: list[str] = []
    found = parse_acl("digest:u:hash=:cdrwa,nonsense,ip:10.0.0.0/8:rx,", said.append)
    assert found == [Acl(31, Id("digest", "u:hash=")), Acl(1, Id("ip", "10.0.0.0/8"))]
    assert said == ["nonsense does not have the form scheme:id:perm", "Unknown perm type: x"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("addauth digest me:secret", "addauth digest me:…"),
        (" addauth 'digest' 'me:se cret'", "addauth digest me:…"),
        ("addauth digest secret", "addauth digest …"),
        ("addauth digest", "addauth digest"),
        ("addauth me:secret", "addauth me:…"),
        ("addauth me:secret more:secret", "addauth me:… more:…"),
        ("addAuth digest me:secret", "addAuth digest me:…"),
        ("create /addauth digest me:x", "create /addauth digest me:x"),
    ],
)
def test_passwords_are_shown_to_nobody(line: str, shown: str) -> None:
    assert without_secrets(line) == shown


def test_an_event_is_four_lines() -> None:
    assert told("SyncConnected", "NodeDeleted", "/a") == [
        "", "WATCHER::", "", "WatchedEvent state:SyncConnected type:NodeDeleted path:/a",
    ]  # fmt: skip


def answered(line: str, *answers: object) -> Completion:
    talk = complete(line)
    try:
        talk.send(None)
        for answer in answers:
            if isinstance(answer, Exception):
                talk.throw(answer)
            talk.send(answer)
    except StopIteration as end:
        found: Completion = end.value
        return found
    raise AssertionError("it asks for more")


def test_commands_and_paths_are_completed() -> None:
    assert answered("get").words == ["get", "getAcl", "getAllChildrenNumber", "getEphemerals"]
    assert answered("ls /a/b", (["bc", "x", "ba"], STAT)) == (3, ["/a/ba", "/a/bc"], False)
    assert answered("ls /", (["a"], STAT)).words == ["/a"]
    assert answered("ls /gone/", ConsoleRefused(NO_NODE, "/gone")).words == []
    assert answered("create /a da").words == []
    assert answered("ls /a", ([f"a{n}" for n in range(300)], STAT)).more is True


def test_watches_that_fire_once_are_over_then() -> None:
    watches = ConsoleWatches()
    watches.add("data", "/a")
    watches.add("child", "/a")
    assert watches.fire("NodeDeleted", "/a") is True
    assert watches.fire("NodeDeleted", "/a") is False
    assert len(watches) == 0


def test_an_event_that_concerns_no_watch_is_not_told() -> None:
    watches = ConsoleWatches()
    watches.add("child", "/a")
    assert watches.fire("NodeDataChanged", "/a") is False
    assert watches.again().child == ["/a"]


def test_persistent_watches_stay_until_they_are_removed() -> None:
    watches = ConsoleWatches()
    watches.add("recursive", "/")
    watches.add("persistent", "/a")
    assert watches.fire("NodeCreated", "/a/b/c") is True
    assert watches.fire("NodeChildrenChanged", "/a") is True
    assert watches.remove("/a", "any") == ["PersistentWatchRemoved"]
    with pytest.raises(ConsoleRefused):
        watches.require("/a", "any")
    assert watches.fire("NodeDataChanged", "/a") is True
