"""Configurations and name services with real processes, and what is asked of them."""

from __future__ import annotations

from typing import Any

from tests.processes.rooms import TIMEOUT, Rooms

CONFIG, NAMES, SHOP = "/config", "/names", "/names/shop"


class WatchingRooms(Rooms):
    """Rooms in which the verdicts of both are watched too."""

    # -- what is ------------------------------------------------------------------------------

    @property
    def config(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["configurations"][CONFIG]
        return found

    @property
    def shop(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["names"][NAMES]["names"]["shop"]
        return found

    def values(self) -> dict[str, str | None]:
        """The value that each subscriber uses."""
        return {name: one["value"] for name, one in self.config["subscribers"].items()}

    def standing(self, provider: str) -> str:
        return str(self.shop["providers"][provider]["standing"])

    def calls(self, what: str) -> set[str | None]:
        """What the clients say of their last calls: `address`, `by` or `error`."""
        return {(one["call"] or {}).get(what) for one in self.shop["subscribers"].values()}

    def answerers(self) -> set[str | None]:
        """Who answers the clients' calls; None for nobody."""
        return self.calls("by")

    def shown(self) -> list[str]:
        return [str(self.state["configurations"]), str(self.state["names"])]

    # -- what is awaited ----------------------------------------------------------------------

    def await_value(self, value: str, *but: str) -> None:
        """All subscribers but these use `value`."""
        self.await_(
            lambda: all(
                one["value"] == value and not one["missing"]
                for name, one in self.config["subscribers"].items()
                if name not in but
            )
        )

    def await_answers_of(self, provider: str) -> None:
        """Every client's call is answered by this one, which is registered."""
        self.await_(lambda: self.answerers() == {provider})
        self.await_(lambda: self.standing(provider) == "registered")

    # -- what is done -------------------------------------------------------------------------

    def subscribe(self, count: int) -> list[str]:
        """Start subscribers, and wait until each has looked."""
        names = self.control.configurations.start(CONFIG, count, TIMEOUT, by="test")
        looked = self.config["subscribers"]
        self.await_(lambda: all(self.config["subscribers"][name]["read_at"] for name in names))
        assert set(names) <= set(looked)
        return names

    def publish(self, value: str, version: int | None = None, **how: bool) -> dict[str, Any]:
        return self.control.configurations.publish(
            path=CONFIG, value=value, version=version, by="test", **how
        )

    def name(self, providers: int, clients: int) -> list[str]:
        """Start providers and clients of `shop`, and wait until calls are answered."""
        names = self.control.names.start(NAMES, "shop", providers, clients, TIMEOUT, by="test")
        self.await_(lambda: self.shop["subscribers"] and None not in self.answerers())
        self.await_(lambda: self.shop["providers"].keys() == set(names[:providers]))
        return names
