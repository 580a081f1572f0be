"""Before a class: whether its phones can reach the dashboard, and what to do where not."""

from __future__ import annotations

import re

import requests
from playwright.sync_api import expect

from app.system.machine import own_addresses
from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Rest
from tests.browser.view import View


def ask(open_view: OpenView, rest: Rest) -> View:
    view = open_view(rest, "")
    view.at("help").click()
    view.at("help-phones").click()
    return view


def test_what_is_served_to_this_machine_alone_says_how_to_serve_it_to_phones(
    rest: Rest, open_view: OpenView
) -> None:
    view = ask(open_view, rest)
    expect(view.at("phones")).to_contain_text("served to this machine alone")
    expect(view.at("phones-command")).to_have_text("python -m app --host 0.0.0.0")


def test_a_phone_that_has_come_is_named_while_one_looks(
    page_hosts: str, open_view: OpenView, open_dashboard: OpenDashboard
) -> None:
    words = ("--zookeeper", page_hosts, "--host", "0.0.0.0", "--open")
    dashboard = open_dashboard(*words, "--trusted-proxy", "127.0.0.1")
    view = ask(open_view, Rest(dashboard.url))
    own = [f"{dashboard.url.replace('127.0.0.1', one)}/" for one in own_addresses()]
    expect(view.at("phones")).to_have_text(
        re.compile("No phone has come yet" if own else "is in no network")
    )
    expect(view.at("phones-place")).to_have_text(own)
    for place in own:
        assert requests.get(place, timeout=60).ok
    phone = {"X-Forwarded-For": "10.0.0.7"}
    assert requests.get(dashboard.url, headers=phone, timeout=60).ok
    expect(view.at("phones")).to_have_text("A phone has come: 10.0.0.7.")
    view.press("Escape")
    expect(view.at("phones")).to_have_count(0)


def test_behind_a_proxy_the_address_of_the_page_is_what_phones_open(
    rest: Rest, open_view: OpenView
) -> None:
    view = open_view(rest, "", extra_http_headers={"X-Forwarded-Proto": "http"})
    view.at("help").click()
    view.at("help-phones").click()
    expect(view.at("phones")).to_contain_text("Open the page by the proxy's other address")
    expect(view.at("phones-place")).to_have_count(0)
