"""Frames are taken whole or not at all, and nothing is lost between the two ways of reading."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from app.zookeeper.buffered import BufferedSocket, BufferedTls
from app.zookeeper.buffered import buffered as buffered_of


@pytest.fixture
def ends() -> Iterator[tuple[BufferedSocket | BufferedTls, socket.socket]]:
    """A connection that does not wait, and the server's end of it."""
    ours, theirs = socket.socketpair()
    buffered = buffered_of(ours)
    buffered.setblocking(False)
    with buffered, theirs:
        yield buffered, theirs


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def test_frames_that_came_together_are_taken_one_by_one(
    ends: tuple[BufferedSocket | BufferedTls, socket.socket],
) -> None:
    buffered, theirs = ends
    theirs.sendall(frame(b"one") + frame(b"") + frame(b"three"))
    assert buffered.take_frame() == b"one"
    assert buffered.pending() == 4 + 4 + 5
    assert [buffered.take_frame(), buffered.take_frame()] == [b"", b"three"]
    assert buffered.take_frame() is None
    assert buffered.pending() == 0


@pytest.mark.parametrize("came", [1, 4, 7])
def test_half_a_frame_is_left_to_be_read_in_steps(
    ends: tuple[BufferedSocket | BufferedTls, socket.socket], came: int
) -> None:
    buffered, theirs = ends
    theirs.sendall(frame(b"first") + frame(b"second")[:came])
    assert buffered.take_frame() == b"first"
    assert buffered.take_frame() is None
    assert buffered.recv(100) == frame(b"second")[:came]
    with pytest.raises(BlockingIOError):
        buffered.recv(1)
    theirs.sendall(frame(b"second")[came:])
    assert buffered.recv(2) + buffered.recv(100) == frame(b"second")[came:]


def test_a_length_that_makes_no_sense_is_no_frame(
    ends: tuple[BufferedSocket | BufferedTls, socket.socket],
) -> None:
    buffered, theirs = ends
    theirs.sendall(b"\xff\xff\xff\xff")
    assert buffered.take_frame() is None
    assert buffered.pending() == 4


def test_the_end_of_the_stream_is_told_by_recv(
    ends: tuple[BufferedSocket | BufferedTls, socket.socket],
) -> None:
    buffered, theirs = ends
    theirs.sendall(frame(b"last"))
    theirs.close()
    assert buffered.take_frame() == b"last"
    assert buffered.take_frame() is None
    assert buffered.recv(1) == b""


def test_it_waits_as_long_as_the_socket_that_it_took_over() -> None:
    ours, theirs = socket.socketpair()
    ours.settimeout(0.01)
    with theirs, buffered_of(ours) as buffered, pytest.raises(TimeoutError):
        buffered.recv(1)


def test_its_end_is_told() -> None:
    closed: list[bool] = []
    ours, theirs = socket.socketpair()
    with theirs:
        buffered_of(ours, closed=lambda: closed.append(True)).close()
    assert closed
