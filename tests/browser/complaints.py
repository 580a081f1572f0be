"""What a browser reports of a page that is not well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Dialog, Error, Page, Request


class Complaints:
    """Whatever a browser reports of a page that is not well; none may be left at the end."""

    def __init__(self, page: Page) -> None:
        self._found: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._is_leaving = False
        self._page = page
        self._hearers: dict[Any, Any] = {
            "console": self._hear_console,
            "pageerror": self._hear_error,
            "requestfailed": self._hear_failure,
            "dialog": self._hear_dialog,
        }
        for event, hear in self._hearers.items():
            page.on(event, hear)

    def expect(self, pattern: str) -> None:
        """Some of what is to come is what the test is about."""
        self._expected.append(re.compile(pattern))

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """A page that is left breaks its requests off."""
        self._is_leaving = True
        yield
        self._is_leaving = False

    def end(self) -> list[str]:
        """Hear no more; what nobody expected."""
        for event, hear in self._hearers.items():
            self._page.remove_listener(event, hear)
        return [text for text in self._found if not any(e.search(text) for e in self._expected)]

    def _hear_error(self, error: Error) -> None:
        self._found.append(f"error of the page: {error}")

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = urlsplit(message.location["url"]).path
            self._found.append(f"console {message.type}: {message.text} {where}")

    def _hear_failure(self, request: Request) -> None:
        if not (self._is_leaving and request.failure == "net::ERR_ABORTED"):
            self._found.append(f"failed request: {request.url} {request.failure}")

    def _hear_dialog(self, dialog: Dialog) -> None:
        self._found.append(f"dialog: {dialog.message}")
        dialog.dismiss()
