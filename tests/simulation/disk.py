"""A disk that processes share, and what stands for `pathlib.Path` on it."""

from __future__ import annotations

from collections.abc import Callable


class Disk:
    """Files by their names. `on_replace` is told of each that takes another one's place: whose
    draft it was, what stood there, and what stands there now.
    """

    def __init__(self, on_replace: Callable[[str, str, str], None]) -> None:
        self.files: dict[str, str] = {}
        self._on_replace = on_replace

    def replace(self, draft: str, name: str) -> None:
        """Move a file over another one."""
        before, self.files[name] = self.files[name], self.files.pop(draft)
        self._on_replace(draft.rpartition(".")[2], before, self.files[name])


class File:
    """A place on a disk. The directory is the disk itself."""

    def __init__(self, disk: Disk, name: str = "") -> None:
        self.disk, self.name = disk, name

    def __truediv__(self, name: str) -> File:
        return File(self.disk, name)

    def with_suffix(self, suffix: str) -> File:
        """A file beside it."""
        return File(self.disk, self.name.partition(".")[0] + suffix)

    def read_text(self) -> str:
        """All that it holds."""
        return self.disk.files[self.name]

    def write_text(self, text: str) -> None:
        """Make it hold this."""
        self.disk.files[self.name] = text

    def replace(self, other: File) -> None:
        """Take the place of another one."""
        self.disk.replace(self.name, other.name)
