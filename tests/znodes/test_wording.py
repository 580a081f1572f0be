"""Words and options, as zkCli takes a line apart."""

from __future__ import annotations

import pytest

from app.znodes.console.wording import Mistake, parse, split_line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ls /", ["ls", "/"]),
        ("  ls   / ", ["ls", "/"]),
        ('create /a "two words"', ["create", "/a", "two words"]),
        ("create /a 'two words'", ["create", "/a", "two words"]),
        ("create /a it's", ["create", "/a", "it's"]),
        ('set /a ""', ["set", "/a", ""]),
        ('set /a {"k":1}', ["set", "/a", '{"k":1}']),
        ("'", []),
        ("", []),
    ],
)
def test_words(line: str, words: list[str]) -> None:
    assert split_line(line) == words


def test_options_stand_anywhere_and_together() -> None:
    parsed = parse(["create", "/a", "-es", "data"], "esc", "t")
    assert (parsed.words, set(parsed.options)) == (["create", "/a", "data"], {"e", "s"})


@pytest.mark.parametrize("given", [["-v", "7"], ["-v7"], ["-v=7"], ["-sv", "7"], ["-sv7"]])
def test_a_value_comes_after_an_option_or_with_it(given: list[str]) -> None:
    assert parse(["set", *given, "/a", "x"], "s", "v").options["v"] == "7"


def test_of_an_option_that_is_given_twice_the_first_counts() -> None:
    assert parse(["set", "-v", "1", "-v", "2", "/a"], "s", "v").options["v"] == "1"


def test_a_number_below_zero_is_a_value_and_no_word() -> None:
    assert parse(["set", "-v", "-5", "/a"], "s", "v").options["v"] == "-5"
    with pytest.raises(Mistake, match="Unrecognized option: -5"):
        parse(["create", "/a", "-5"], "es", "t")


def test_after_two_hyphens_all_are_words() -> None:
    assert parse(["create", "--", "/a", "-5"], "es", "t").words == ["create", "/a", "-5"]


@pytest.mark.parametrize("word", ["-x", "--s", "-sx", "-s=1", "-version"])
def test_unknown_options_are_named(word: str) -> None:
    with pytest.raises(Mistake, match=f"UnrecognizedOptionException: Unrecognized option: {word}$"):
        parse(["get", word, "/a"], "sw", "")


def test_an_option_wants_its_value() -> None:
    with pytest.raises(Mistake, match="MissingArgumentException: Missing argument for option: v"):
        parse(["set", "/a", "-v"], "s", "v")
