"""The events of configurations, each with its line in words."""

from __future__ import annotations

from ...readmodels.event import PlaceEvent
from ...readmodels.wording import Line, asked_by, hexed


class ConfigurationOpened(PlaceEvent, kind="configuration.opened"):
    """Somebody has opened the configuration."""

    by: str

    def line(self) -> Line:
        return [f"the configuration at {self.subject} opened{asked_by(self.by)}"]


class ValuePublishing(PlaceEvent, kind="configuration.publishing"):
    """A change is about to be asked for. what: `written` or `deleted`."""

    what: str
    by: str

    def line(self) -> Line:
        if self.what == "deleted":
            return [f"{self.subject} will be deleted{asked_by(self.by)}"]
        return [f"a value is sent to {self.subject}{asked_by(self.by)}"]


class ValuePublished(PlaceEvent, kind="configuration.published", tone="new"):
    """The value was written."""

    mzxid: int
    version: int
    by: str

    def line(self) -> Line:
        return [f"{self.subject} is written: version {self.version}, mzxid {hexed(self.mzxid)}"]


class ValueRemoved(PlaceEvent, kind="configuration.removed", tone="lost"):
    """The znode was deleted."""

    by: str

    def line(self) -> Line:
        return [f"{self.subject} is deleted"]


class ChangeRefused(PlaceEvent, kind="configuration.refused", tone="dead"):
    """ZooKeeper has refused the change."""

    by: str

    def line(self) -> Line:
        return [f"ZooKeeper refused to change {self.subject}"]


class ChangeUnanswered(PlaceEvent, kind="configuration.unanswered", tone="dead"):
    """No answer came to the change: it was done, or not, which the next reading shows."""

    by: str

    def line(self) -> Line:
        return [f"no answer came: {self.subject} may have been changed, or not"]
