"""The plugin's fixtures, in place of the house's own of the same names."""

from __future__ import annotations

from app.testing import _embedded_servers, ensemble, failover, zookeeper

__all__ = ["_embedded_servers", "ensemble", "failover", "zookeeper"]
