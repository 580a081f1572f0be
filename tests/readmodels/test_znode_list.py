"""The lists of znodes that the recipes' models declare."""

from __future__ import annotations

from typing import Any

import pytest

from app.readmodels.events import ZnodeDeleted
from app.readmodels.model import Model
from app.recipes.membership.model import GroupModel
from app.recipes.queue.model import QueueModel
from app.recipes.registry import MODELS


@pytest.mark.parametrize("model", [*MODELS], ids=lambda model: model.section)
@pytest.mark.parametrize("path", ["/", "/a/b"])
def test_the_children_of_a_list_belong_to_the_path_that_has_it_read(
    model: Model[Any], path: str
) -> None:
    lists = model.lists_of(path)
    assert [model.key_of(parent) for parent in lists] == [path] * len(lists)


def test_a_group_leaves_its_own_path_to_others_and_a_queue_does_not() -> None:
    assert GroupModel().key_of("/a") is None
    assert QueueModel().key_of("/a") == "/a"


def test_a_list_that_nobody_reads_is_a_queues_own() -> None:
    queue = QueueModel()
    assert queue.key_of("/a/producers") == "/a"
    assert queue.lists_of("/a") == ("/a/items", "/a/claims", "/a/line")


def test_who_goes_from_a_line_and_is_not_in_it_changes_nothing() -> None:
    model = QueueModel()
    queue = model.new("/a")
    line = model.list_at(queue, "/a/line")
    came = line.with_read(queue, [{"znode": "n_0000000002", "session": "0x1"}], 1.0)
    came = line.with_read(came, [{"znode": "n_0000000001", "session": "0x2"}], 2.0)
    assert [one["znode"] for one in came["line"]] == ["n_0000000001", "n_0000000002"]
    gone = ZnodeDeleted("/a/line/n", zxid=3)
    assert line.without(came, {"n_0000000003": gone}, 3.0) is came
    assert line.without(came, {"n_0000000001": gone}, 3.0)["line"] == came["line"][1:]
