"""The views that there are, by their ids, in the order of their tabs."""

from __future__ import annotations

import re

from app.web.page import ROOT
from app.web.views import VIEWS as RECIPES

_ID = re.compile(r'^  id: "(\w+)"', re.MULTILINE)


def _id_in(folder: str) -> str:
    found = _ID.search((ROOT / "static" / "js" / folder / "view.js").read_text("utf-8"))
    assert found, f"{folder}/view.js has no id"
    return found[1]


VIEWS = (*(_id_in(f"recipes/{name}") for name in RECIPES), _id_in("znodes"))
