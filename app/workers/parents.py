"""What recipes have in common whose znodes stand in several lists below their path.

Everything here runs on the in-order thread, and nothing blocks.
What was not answered is told by nobody: after the reconnect the recipe reads what has happened.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from kazoo.exceptions import NoNodeError

from app.recipes import commands as c
from app.recipes import inputs as i
from app.workers.connection import OVERTAKEN, Connection
from app.workers.reading import UNANSWERED, words
from app.workers.survey import Survey
from app.zookeeper import requests


class ParentsConnection(Connection):
    """Carries out transactions, and reads several znodes at once; `PARENTS` are the lists."""

    PARENTS: ClassVar[tuple[str, ...]]

    def _can_use(self, answers: Any, generation: int, sent_at: float, what: str) -> bool:
        """A znode that is missing is an answer; what was not answered is not told."""
        errors = [one.exception for one in answers if one.exception is not None]
        if any(isinstance(error, UNANSWERED) for error in errors):
            return False
        self._give(i.Contact(time.monotonic(), sent_at))
        grave = [error for error in errors if not isinstance(error, NoNodeError)]
        if grave:
            reason = f"cannot {what}: {words(grave[0])}"
            self._give(i.Failed(time.monotonic(), generation, reason))
        return not grave

    def _commit(
        self,
        transaction: Any,
        done: Callable[[float, list[Any]], i.Input],
        refused: Callable[[float], i.Input],
        generation: int,
        what: str,
    ) -> None:
        """kazoo returns a transaction's errors among its results instead of raising them."""
        self.writes += 1
        sent_at = time.monotonic()

        def answered(result: Any) -> None:
            if isinstance(result.exception, UNANSWERED):
                return
            self._contact(result, sent_at)
            if result.exception:
                self._fail(result, generation, what)
                return
            now = time.monotonic()
            errors = [one for one in result.value if isinstance(one, Exception)]
            grave = [one for one in errors if not isinstance(one, OVERTAKEN)]
            if grave:
                self._give(i.Failed(now, generation, f"cannot {what}: {words(grave[0])}"))
            else:
                self._give(refused(now) if errors else done(now, result.value))

        transaction.commit_async().rawlink(answered)

    def make_parent(self, command: c.MakeParent, generation: int) -> None:
        """All parents and whatever lies above them; another one may be faster."""
        self.writes += len(self.PARENTS)
        requests.make_chroot(self._client)
        made = Survey(lambda answers: self._parents_made(answers, generation))
        places = {parent: made.place(parent) for parent in self.PARENTS}
        for parent, take in places.items():
            self._client.ensure_path_async(self.path(parent)).rawlink(take)

    def _parents_made(self, answers: Mapping[str, Any], generation: int) -> None:
        failed = [result for result in answers.values() if result.exception]
        if failed:
            self._fail(failed[0], generation, f"create {self._task.path}")
        else:
            self._give(i.ParentMade(time.monotonic(), generation))
