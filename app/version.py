"""The one place that says which version this is, and by which name it was imported."""

from __future__ import annotations

VERSION = "1.0.0"

PACKAGE = __name__.partition(".")[0]
"""`app` in a checkout, `handoff` where the wheel is installed."""
