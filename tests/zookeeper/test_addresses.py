"""What a connection string may be, and what is said of a wrong one."""

from __future__ import annotations

import pytest

from app.zookeeper.addresses import as_hosts, split_hosts

LIKE = "like host:2181,host:2181/chroot"


@pytest.mark.parametrize(
    ("hosts", "read"),
    [
        ("a", "a"),
        ("a_b:2181,10.0.0.1:1/c", "a_b:2181,10.0.0.1:1/c"),
        ("a:2181/", "a:2181"),
        ("a:2181/b/c/", "a:2181/b/c"),
        ("[::1]:2181,[fe80::1%eth0]/c", "[::1]:2181,[fe80::1%eth0]/c"),
        ("bücher.example:2181", "bücher.example:2181"),
    ],
)
def test_a_correct_one(hosts: str, read: str) -> None:
    assert as_hosts(hosts) == read
    assert split_hosts(read)[0]


@pytest.mark.parametrize(
    ("hosts", "says"),
    [
        ("zk://a:2181", f"must be without zk://, {LIKE}"),
        ("a:2181,http://b:2181/c", f"must be without http://, {LIKE}"),
        ("a:2181/c,b:2181/c", f"must give the chroot once, after the last server, {LIKE}"),
        ("a:2181, b:2181", f"must be without spaces, {LIKE}"),
        ("a:2181\n", f"must be without spaces, {LIKE}"),
        *((hosts, "must name a host, and one on both sides of each comma")
          for hosts in ("", ",", "/c", ":2181", "a:2181,", "a:2181,,b:2181", "a,/c")),
        *((hosts, f"names {hosts}, whose port must be a number from 1 to 65535")
          for hosts in ("a:", "a:0", "a:65536", "a:-1", "a:port", "a:٣", "[::1]:x")),
        *((hosts, f"names {hosts}: write an IPv6 address in brackets, like [::1]:2181")
          for hosts in ("::1", "2001:db8::1:2181")),
        *((hosts, f"names {hosts}, which no host can be called")
          for hosts in ("[::1", "[a]", "[]", "[::1]a", "ada@a", "a?b", "a..b", "2181", "a" * 64)),
        ("a//b", "it has an empty name between two slashes"),
        ("a/../b", "relative names (. and ..) are not allowed"),
    ],
)  # fmt: skip
def test_a_wrong_one(hosts: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"^(must|names) ") as refusal:
        as_hosts(hosts)
    assert says in str(refusal.value)
