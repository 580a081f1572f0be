"""The membership of a group, step by step: the line of each step, and the sentence it is from."""

from __future__ import annotations

from ...participation.step import ONE_TIME, Step

MEMBERSHIP_SOURCE = "Apache ZooKeeper, Recipes: Group Membership; Programmer's Guide: Watches"

MEMBERSHIP = (
    Step(
        "register",
        "Create all_nodes/ID, persistent: who I am",
        "The group is represented by a node",
    ),
    Step(
        "announce",
        "Create live_nodes/ID, EPHEMERAL: I am here",
        "Members of the group create ephemeral nodes under the group node",
    ),
    Step(
        "earlier session",
        "It exists, created by another session? Watch it, and wait",
        "Nodes of the members that fail abnormally will be removed automatically when ZooKeeper "
        "detects the failure: not before",
    ),
    Step(
        "watch members",
        "I am live. Read both lists, with a watch on each",
        "A client will see a watch event for a znode it is watching before seeing the new data "
        "that corresponds to that znode",
    ),
    Step(
        "notified",
        "When one fires, read that list again, and watch again",
        ONE_TIME,
    ),
    Step(
        "leave",
        "Delete live_nodes/ID; all_nodes/ID stays",
        "When the session ends the znode is deleted; a member that leaves need not wait for that",
    ),
)
