"""What the library's candidate says to those who use it wrongly."""

from __future__ import annotations

import pytest
from kazoo.security import OPEN_ACL_UNSAFE

from app.library import Candidate, ZooKeeperUnavailable


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"hosts": "a b"}, "it must be without spaces, like host:2181"),
        ({"hosts": "a:port"}, "hosts 'a:port' is not a connection string: it names a:port"),
        ({"hosts": "a:2181,b..c:2181"}, "names b..c, which no host can be called"),
        ({"hosts": f"{'x' * 64}/chroot"}, "which no host can be called"),
        ({"hosts": None}, "hosts must be a string"),
        ({"path": "election"}, "must start with /"),
        ({"path": "/"}, "below the root"),
        ({"path": "/a//b"}, "empty name"),
        ({"identity": ""}, "identity must be"),
        ({"identity": 1}, "identity must be a string of printable characters, not 1"),
        ({"on_elected": None}, r"give one of on_elected, on_deposed, on_news \(without \(\)\)"),
        ({"on_elected": "lead"}, "on_elected must be a function, not 'lead'"),
        ({"strategy": "bully"}, "strategy must be one of predecessor, herd, single"),
        ({"session_timeout": 0}, "session_timeout must be a number of seconds, not 0"),
        ({"session_timeout": "4"}, "session_timeout must be a number of seconds, not '4'"),
        ({"connect_within": -1}, "connect_within must be"),
        ({"auth": "digest:ada"}, "auth must be a list of pairs of strings"),
        ({"auth": ("digest", "ada:secret")}, "auth must be a list of pairs of strings"),
        ({"auth": [("digest",)]}, "auth must be a list of pairs of strings"),
        ({"acl": OPEN_ACL_UNSAFE[0]}, "acl must be a list of kazoo's ACLs"),
        ({"acl": ["world"]}, "acl must be a list of kazoo's ACLs"),
        ({"acl": []}, "acl must be a list of kazoo's ACLs"),
    ],
)
def test_arguments_that_make_no_sense(changed: dict[str, object], words: str) -> None:
    arguments = {"hosts": "a:2181", "path": "/e", "identity": "1", "on_elected": print, **changed}
    with pytest.raises(ValueError, match=words):
        Candidate(**arguments)  # type: ignore[arg-type]


def test_refused_credentials_end_it_with_the_reason(fresh_hosts: str) -> None:
    candidate = Candidate(fresh_hosts, "/election", "1", print, auth=[("nosuch", "ada:secret")])
    candidate.start()
    with pytest.raises(ZooKeeperUnavailable, match="does not accept nosuch ada"):
        candidate.join(20)
