"""A configuration and a name service by script: what is read of them, what their processes say."""

from __future__ import annotations

from typing import Any

from tests.journal.script import Script, told_of

CONFIG, NAMES, SHOP = "/config", "/names", "/names/shop"


class ConfigScript(Script):
    """A configuration with subscribers."""

    def __init__(self, *subscribers: str) -> None:
        super().__init__()
        self.event("configuration.opened", CONFIG, by="test")
        for name in subscribers:
            self.starts(name)

    @property
    def config(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["configurations"][CONFIG]
        return found

    @property
    def last(self) -> dict[str, Any]:
        """The latest change."""
        found: dict[str, Any] = list(self.config["changes"].values())[-1]
        return found

    def told(self) -> str:
        """The story."""
        return told_of(self.config)

    def starts(self, name: str) -> None:
        data = {"recipe": "configuration", "path": CONFIG, "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", settings={"znode": "config"}, **data)
        self.event("candidate.started", name, pid=4711)

    def reads(self, text: str | None, mzxid: int = 0, version: int = 0, czxid: int = 1) -> None:
        """The mirror reads the znode; None for a missing one."""
        data = {"mzxid": mzxid, "czxid": czxid, "version": version, "value": text, "length": 3}
        self.event("value.read", CONFIG, **(data if text is not None else {}))

    def says(
        self, name: str, text: str | None, mzxid: int | None, at: float, *, missing: bool = False
    ) -> None:
        """A subscriber has looked at `at`, and uses this value since then."""
        seen = {
            "value": text, "mzxid": mzxid, "version": 0, "missing": missing, "taken_at": at,
            "read_at": at, "told_at": None,
        }  # fmt: skip
        self.event("candidate.reported", name, belief="watching", step="watch", configuration=seen)

    def publishes(self, what: str = "written") -> None:
        self.event("configuration.publishing", CONFIG, what=what, by="test")


def two() -> ConfigScript:
    """c1 and c2 have `a`, written by change 10; nothing has changed since."""
    script = ConfigScript("c1", "c2")
    script.reads("a", 10)
    script.says("c1", "a", 10, 99.0)
    script.says("c2", "a", 10, 99.0)
    return script


class NameScript(Script):
    """A name, `shop`, with a provider c1, a standby c2, and clients c3 and c4."""

    def __init__(self) -> None:
        super().__init__()
        self._zxid = 10
        self.event("name.followed", NAMES, by="test")
        self.event("election.found", NAMES, members=[])
        for name in ("c1", "c2"):
            self.starts(name, "naming", incarnation=name)
        for name in ("c3", "c4"):
            self.starts(name, "lookup")

    @property
    def shop(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["names"][NAMES]["names"]["shop"]
        return found

    @property
    def last(self) -> dict[str, Any]:
        """The latest change."""
        found: dict[str, Any] = list(self.shop["changes"].values())[-1]
        return found

    def told(self) -> str:
        """The story."""
        return told_of(self.state["names"][NAMES])

    def starts(self, name: str, recipe: str, **more: str) -> None:
        self.event(
            "candidate.starting", name, recipe=recipe, path=NAMES, by="test",
            settings={"name": "shop", **more}, session_timeout_ms=4000,
        )  # fmt: skip
        self.event("candidate.started", name, pid=4711)
        self.event("candidate.connected", name, session=f"0x{name[1:]}", timeout_ms=4000)

    def registers(self, name: str, address: str) -> int:
        """The mirror reads the name as `name` has registered it; its mzxid."""
        self._zxid += 1
        data = f'{{"address": "{address}", "incarnation": "{name}"}}'
        self.event(
            "member.read", SHOP, election=NAMES, znode="shop", session=f"0x{name[1:]}",
            czxid=5, mzxid=self._zxid, ctime=1, data=data,
        )  # fmt: skip
        self.provides(name, "registered", address)
        return self._zxid

    def provides(self, name: str, belief: str, address: str) -> None:
        """What a provider says of itself."""
        said = {"name": "shop", "address": address}
        session = f"0x{name[1:]}"
        self.event("candidate.reported", name, belief=belief, provider=said, session=session)

    def says(
        self, name: str, address: str, mzxid: int, at: float, *, missing: bool = False
    ) -> None:
        """A client has looked at `at`."""
        seen = {
            "name": "shop", "value": address, "mzxid": mzxid, "version": 0, "missing": missing,
            "taken_at": at, "read_at": at, "told_at": None,
        }  # fmt: skip
        self.event("candidate.reported", name, belief="watching", step="use", lookup=seen)

    def calls(self, name: str, address: str, by: str | None, error: str | None = None) -> None:
        """What came of a client's call."""
        counts = {"calls": 1, "failed": int(error is not None)}
        self.event("candidate.called", name, address=address, by=by, error=error, **counts)

    def goes(self) -> None:
        self.event("znode.deleted", SHOP)


def found() -> NameScript:
    """c1 is found, c2 stands by, both clients call c1."""
    script = NameScript()
    mzxid = script.registers("c1", "h:1")
    script.provides("c2", "waiting", "h:2")
    for name in ("c3", "c4"):
        script.says(name, "h:1", mzxid, 100.0)
        script.calls(name, "h:1", "c1")
    return script
