"""Read a line as zkCli does: its words and options by commons-cli's rules, its paths and ACLs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...zookeeper.wire.codes import PERMISSIONS
from ...zookeeper.wire.records import Acl, Id

_WORD = re.compile(r"\s*([^\"']\S*|\"[^\"]*\"|'[^']*')\s*")
_QUOTED = re.compile(r"(['\"])(.*)\1", re.DOTALL)
_PREFIX = "org.apache.commons.cli."

_FORBIDDEN = (
    (0x01, 0x1F), (0x7F, 0x9F), (0xD800, 0xF8FF), (0xFFF0, 0xFFFF),
)  # fmt: skip
"""Characters that no path has."""

_LARGEST = 0xFFFF
"""Java sees characters beyond this as two surrogates, which are forbidden."""


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


def check_path(path: str, *, sequential: bool = False) -> str:
    """Return the path as it is. Raise Mistake, in the words of PathUtils.validatePath.

    sequential: a number will follow at its end.
    """
    checked = f"{path}1" if sequential else path
    if not checked:
        raise Mistake("Path length must be > 0")
    if checked[0] != "/":
        raise Mistake("Path must start with / character")
    if len(checked) > 1 and checked.endswith("/"):
        raise Mistake("Path must not end with / character")
    for at in range(1, len(checked)):
        reason = _fault_at(checked, at)
        if reason:
            raise Mistake(f'Invalid path string "{checked}" caused by {reason} @{at}')
    return path


def _fault_at(path: str, at: int) -> str | None:
    one, before = path[at], path[at - 1]
    ends = at + 1 == len(path) or path[at + 1] == "/"
    if one == "\0":
        return "null character not allowed"
    if one == "/" and before == "/":
        return "empty node name specified"
    if one == "." and ends and (before == "/" or path[at - 2 : at] == "/."):
        return "relative paths not allowed"
    if ord(one) > _LARGEST or any(low <= ord(one) <= high for low, high in _FORBIDDEN):
        return "invalid character"
    return None


def parse_acl(text: str, complain: Callable[[str], object]) -> list[Acl]:
    """Return its entries; invalid ones are left out, and `complain` is told of them."""
    found = []
    # As Java splits: nothing empty at the end, but something.
    parts = text.rstrip(",").split(",") if text.strip(",") or not text else []
    for part in parts:
        scheme, colon, rest = part.partition(":")
        name, last, letters = rest.rpartition(":")
        if colon and last:
            bits = 0
            for letter in letters:
                if letter not in PERMISSIONS:
                    complain(f"Unknown perm type: {letter}")
                bits |= PERMISSIONS.get(letter, 0)
            found.append(Acl(bits, Id(scheme, name)))
        else:
            complain(f"{part} does not have the form scheme:id:perm")
    return found
