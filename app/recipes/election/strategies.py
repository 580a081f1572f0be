"""The names of the strategies, in the order in which they are offered."""

from __future__ import annotations

STRATEGIES = ("predecessor", "herd", "single")
