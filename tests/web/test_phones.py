"""Whether other machines can reach the dashboard, and which have come."""

from __future__ import annotations

from typing import Any

import pytest

from app.settings import Settings
from app.system.machine import own_addresses
from app.web.phones import MOST
from tests.web.serving import Served, serving

TRUSTED = ("127.0.0.1",)


def phones(served: Served, **headers: str) -> dict[str, Any]:
    answer: dict[str, Any] = served.request("GET", "/api/v1/phones", headers=headers).json()
    return answer


def come(served: Served, client: str, path: str = "/") -> None:
    """Ask as a client does that a proxy forwards."""
    assert served.request("GET", path, headers={"X-Forwarded-For": client}).ok


@pytest.mark.parametrize(
    ("host", "served", "addresses"),
    [
        ("127.0.0.1", False, None),
        ("::1", False, None),
        ("localhost", False, None),
        ("0.0.0.0", True, None),
        ("::", True, None),
        ("board.example", True, None),
        ("192.0.2.7", True, ["192.0.2.7"]),
        ("2001:db8::7", True, ["2001:db8::7"]),
    ],
)
def test_it_tells_where_the_dashboard_is_served(
    host: str, served: bool, addresses: list[str] | None
) -> None:
    with serving(Settings(host=host, open=True)) as it:
        found = phones(it)
        assert (found["served"], found["port"]) == (served, it.settings.port)
    assert found["addresses"] == (own_addresses() if addresses is None else addresses)
    assert found["command"] == "python -m app --host 0.0.0.0"


def test_none_of_the_machines_own_addresses_is_loopback() -> None:
    assert not [one for one in own_addresses() if one.startswith("127.")]


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Via", "Forwarded"])
def test_it_tells_whether_a_proxy_passed_the_request_on(shared: Served, name: str) -> None:
    assert phones(shared)["proxied"] is False
    assert phones(shared, **{name: "1.1 somebody"})["proxied"] is True


def test_who_asks_for_the_page_from_elsewhere_has_come() -> None:
    with serving(Settings(trusted_proxies=TRUSTED, open=True)) as it:
        come(it, "10.0.0.6", "/healthz")
        for own in ("127.0.0.1", "::ffff:127.0.0.1", "nobody", "", *own_addresses()):
            come(it, own)
        assert phones(it)["arrived"] == []
        come(it, "192.0.2.1, 10.0.0.7")
        come(it, "10.0.0.7")
        come(it, "2001:db8::7")
        assert phones(it)["arrived"] == ["10.0.0.7", "2001:db8::7"]
        for number in range(MOST):
            come(it, f"10.1.0.{number}")
        assert len(phones(it)["arrived"]) <= MOST


def test_one_has_come_whose_phone_has_no_token_yet() -> None:
    with serving(Settings(trusted_proxies=TRUSTED, token="t")) as it:
        come(it, "10.0.0.7")
        assert it.request("GET", "/api/v1/phones").status_code == 401
        assert phones(it, Authorization="Bearer t")["arrived"] == ["10.0.0.7"]


def test_nobody_says_where_somebody_else_comes_from(served: Served) -> None:
    come(served, "10.0.0.7")
    assert phones(served)["arrived"] == []
