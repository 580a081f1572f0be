"""Which file a history is in where nobody has named a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.history.places import history_of
from app.settings import Settings


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's state; it is not there yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_each_zookeeper_has_its_file_among_the_users_state(state: Path) -> None:
    embedded, other = Settings(), Settings(zookeeper="127.0.0.1:2181/one")
    with history_of(embedded, pytest.fail) as first, history_of(other, pytest.fail) as second:
        assert first.path == state / "handoff" / "embedded.sqlite"
        assert second.path
        assert second.path != first.path
        assert second.path.parent == first.path.parent
        assert second.path.exists()


def test_a_folder_that_cannot_be_used_is_said_and_ends_nothing(state: Path) -> None:
    state.write_text("a file where the folder would be")
    said: list[str] = []
    with history_of(Settings(), said.append) as history:
        assert history.path is None
    (why,) = said
    assert "cannot be used: Not a directory" in why
    assert "forgets its own when it ends" in why
