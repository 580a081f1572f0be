"""The names of the strategies of elections, in the order in which they are offered."""

from __future__ import annotations

STRATEGIES = ("predecessor", "herd", "single")
