"""The double barrier, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import Step

BARRIER_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Double Barriers. Rounds, and that ready names those "
    "who are in, are Handoff's own"
)

BARRIER = (
    Step(
        "create znode",
        "Enter: create my znode, EPHEMERAL, with the round in its name",
        "Create child: create(n, EPHEMERAL)",
    ),
    Step(
        "wait for ready",
        "Watch ready (exists), and list the processes. Fewer than x? Wait",
        'Set watch: exists(b + "/ready", true). L = getChildren(b, false); if fewer children in L '
        "than x, wait for watch event",
    ),
    Step(
        "open",
        "Are x there? Create ready, if all znodes still exist: all or nothing",
        'else create(b + "/ready", REGULAR)',
    ),
    Step(
        "notified",
        "Notified? Look again",
        "When the barrier node comes, the process proceeds: all are woken at once",
    ),
    Step(
        "inside",
        "Ready names me: I am inside. Work",
        "Double barriers enable clients to synchronize the beginning and the end of a computation. "
        "When enough processes have joined the barrier, processes start their computation",
    ),
    Step(
        "too late",
        "Ready does not name me: I am too late, and wait for the next round",
        "A process that created its znode after the first x does not start with them",
    ),
    Step(
        "leave",
        "Done: list the processes of this round. Nobody there? I am out",
        "L = getChildren(b, false). If no children, exit",
    ),
    Step(
        "delete znode",
        "Am I not the lowest, or alone? Delete my znode",
        "If p is only process node in L, delete(n) and exit; else delete(n) if still exists",
    ),
    Step(
        "wait for the others",
        "The lowest waits for the highest, all others wait for the lowest",
        "If p is the lowest process node in L, wait on highest process node in L; else wait on "
        "lowest process node in L; goto 1",
    ),
    Step(
        "out",
        "All are out, together",
        "and leave the barrier once they have finished",
    ),
)
