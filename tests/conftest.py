"""Fixtures for all tests."""

from __future__ import annotations

from tests.support.zookeeper import fresh_hosts, open_client, own_zookeeper, zookeeper

__all__ = ["fresh_hosts", "open_client", "own_zookeeper", "zookeeper"]
