"""The example of docs/testing.md, as it stands there."""

from __future__ import annotations

import re

from tests.support.app import ROOT

PAGE = (ROOT / "docs" / "testing.md").read_text("utf-8")
_FOUND = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
assert _FOUND
EXAMPLE = _FOUND[1]
