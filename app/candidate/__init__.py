"""Stand in a leader election from a program of your own: `from app.candidate import Candidate`.

The page about it, with an example of ten lines: docs/library.md.
"""

from __future__ import annotations

from app.candidate.candidate import Candidate
from app.candidate.news import News
from app.candidate.term import Term
from app.errors import ZooKeeperUnavailable
from app.security import Tls

__all__ = ["Candidate", "News", "Term", "Tls", "ZooKeeperUnavailable"]
