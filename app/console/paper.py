"""What a command prints, line by line."""

from __future__ import annotations

from collections.abc import Iterable


class Paper:
    """The text of one command."""

    def __init__(self) -> None:
        self._text: list[str] = []

    def say(self, text: str) -> None:
        """A line, or several with line feeds between them."""
        self._text.append(f"{text}\n")

    def say_all(self, lines: Iterable[str]) -> None:
        """Each as a line."""
        for line in lines:
            self.say(line)

    def add(self, text: str) -> None:
        """Without an end of the line."""
        self._text.append(text)

    @property
    def lines(self) -> list[str]:
        """All of it."""
        lines = "".join(self._text).split("\n")
        return lines if lines[-1] else lines[:-1]
