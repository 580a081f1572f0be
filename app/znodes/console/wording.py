"""Split a line into words, and words into options: as zkCli does it, with commons-cli's rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_WORD = re.compile(r"\s*([^\"']\S*|\"[^\"]*\"|'[^']*')\s*")
_QUOTED = re.compile(r"(['\"])(.*)\1", re.DOTALL)
_PREFIX = "org.apache.commons.cli."


class Mistake(Exception):
    """The line is wrong; the message is what zkCli says about it."""


def split_line(line: str) -> list[str]:
    """Return the words of a line; quotes hold one together, and are taken off."""
    found = [match[1] for match in _WORD.finditer(line)]
    return [word[1:-1] if _QUOTED.fullmatch(word) else word for word in found]


@dataclass
class Parsed:
    """A parsed line: the words that are no options (the command first), and the options."""

    words: list[str] = field(default_factory=list)
    options: dict[str, str | None] = field(default_factory=dict)

    def has(self, option: str) -> bool:
        """Tell whether it was given."""
        return option in self.options


def parse(words: Sequence[str], flags: str, valued: str) -> Parsed:
    """Tell options from words. flags, valued: the letters of those without and with a value.

    Raise Mistake. Source: org.apache.commons.cli.DefaultParser of commons-cli 1.5.0.
    """
    parser = _Parser(flags, valued)
    for word in words:
        parser.take(word)
    parser.require_value()
    return parser.parsed


class _Parser:
    """A parser; a given option that takes a value waits for it in `_open`."""

    def __init__(self, flags: str, valued: str) -> None:
        self._known, self._valued = flags + valued, valued
        self._open: str | None = None
        self._only_words = False
        self.parsed = Parsed()

    def take(self, word: str) -> None:
        """Take the next word of the line."""
        if self._only_words:
            self.parsed.words.append(word)
        elif word == "--":
            self._only_words = True
        elif self._open is not None and self._is_value(word):
            self._give(_without_quotes(word))
        elif word.startswith("-") and not word.startswith("--") and word != "-":
            self._take_option(word)
        else:
            self._take_word(word)

    def require_value(self) -> None:
        """Raise Mistake where an option still waits for its value."""
        if self._open is not None:
            raise Mistake(
                f"{_PREFIX}MissingArgumentException: Missing argument for option: {self._open}"
            )

    def _is_value(self, word: str) -> bool:
        is_option = len(word) > 1 and word[0] == "-" and word[1] in self._known
        return not is_option or _is_number(word)

    def _take_word(self, word: str) -> None:
        if len(word) > 1 and word.startswith("-"):
            raise Mistake(f"{_PREFIX}UnrecognizedOptionException: Unrecognized option: {word}")
        self.parsed.words.append(word)

    def _take_option(self, word: str) -> None:
        name, equals, value = word[1:].partition("=")
        if equals and (len(name) != 1 or name not in self._valued):
            self._take_word(word)
        elif equals:
            self._begin(name)
            self._give(value)
        else:
            self._take_letters(word)

    def _take_letters(self, word: str) -> None:
        for at, letter in enumerate(word[1:], 2):
            if letter not in self._known:
                self._take_word(word)
                return
            self._begin(letter)
            if self._open is not None and at < len(word):
                self._give(_without_quotes(word[at:]))
                return

    def _begin(self, letter: str) -> None:
        self.require_value()
        self.parsed.options.setdefault(letter, None)
        self._open = letter if letter in self._valued else None

    def _give(self, value: str) -> None:
        """Give an option; of one that is given twice, the first counts."""
        assert self._open is not None
        if self.parsed.options[self._open] is None:
            self.parsed.options[self._open] = value
        self._open = None


def _without_quotes(word: str) -> str:
    inner = word[1:-1]
    quoted = len(word) > 1 and word[0] == word[-1] == '"' and '"' not in inner
    return inner if quoted else word


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return "_" not in word
