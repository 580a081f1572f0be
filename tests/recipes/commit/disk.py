"""The disks of the sites, in memory."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulation.disk import Disk


class _Files(dict[str, str]):
    """Files by their names; a missing one is missing as on a disk."""

    def __missing__(self, name: str) -> str:
        raise FileNotFoundError(name)


class LedgerDisk(Disk):
    """The ledgers of all sites. A new one takes the place of nothing, which reads as ""."""

    def __init__(self, on_replace: Callable[[str, str, str], None]) -> None:
        super().__init__(on_replace)
        self.files = _Files()

    def replace(self, draft: str, name: str) -> None:
        """Move a file over another one, or to where there was none."""
        self.files.setdefault(name, "")
        super().replace(draft, name)
