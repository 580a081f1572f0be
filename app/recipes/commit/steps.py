"""Two-phase commit, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import Step

COMMIT_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Two-phased Commit. That one conditional write "
    "decides, who coordinates, and ledgers, are Handoff's own"
)

COORDINATOR = (
    Step(
        "look",
        "Read which transaction is the latest, with a watch",
        "The only role of the coordinator is to decide upon the group of sites, to create the "
        "ZooKeeper nodes, and to propagate the transaction: which can be done through ZooKeeper",
    ),
    Step(
        "begin",
        "Create Tx, an empty znode for each site, and Tx/coordinator (EPHEMERAL): all or nothing",
        'having a coordinator create a transaction node, say "/app/Tx", and one child node per '
        'participating site, say "/app/Tx/s_i"',
    ),
    Step(
        "collect votes",
        "Read all votes, with a watch on each",
        "you can have only the coordinator notified of changes to the transaction nodes",
    ),
    Step(
        "decide",
        "All commit? Any abort, or the deadline over? Write the decision into Tx, if no vote "
        "and no decision has come meanwhile: all or nothing",
        "and then notify the sites once coordinator reaches a decision",
    ),
    Step(
        "stand by",
        "Somebody else coordinates: watch Tx/coordinator",
        "The recipe does not say what happens to a transaction whose coordinator is dead",
    ),
    Step(
        "take over",
        "Tx is undecided, and nobody coordinates it: create Tx/coordinator (EPHEMERAL)",
        "The votes are in ZooKeeper: any coordinator that reads them can decide",
    ),
    Step("notified", "Notified? Look again", "A watch says that there is something to read"),
)

SITE = (
    Step(
        "look",
        "Read which transaction is the latest, and Tx, with a watch on each",
        "Once each site involved in the transaction receives the transaction from the coordinator, "
        "the site reads each child node and sets a watch: here its own, and watches Tx",
    ),
    Step(
        "vote",
        "Prepare my ledger, or refuse; then write my vote into Tx/s_i, if nothing is decided yet",
        'Each site then processes the query and votes "commit" or "abort" by writing to its '
        "respective node",
    ),
    Step(
        "wait",
        'Voted "abort": the decision will be "abort"',
        'Note that a node can decide "abort" earlier if some site votes for "abort"',
    ),
    Step(
        "in doubt",
        'Voted "commit": neither commit nor abort before Tx says which of the two',
        "In the recipe each site decides from all votes (n² messages); here the coordinator does",
    ),
    Step("notified", "Tx has changed? Read it", "A watch says that there is something to read"),
    Step(
        "carry out",
        "Carry out what was decided, once: on my disk",
        'as soon as all sites have all votes, they can decide either "abort" or "commit"',
    ),
    Step(
        "acknowledge",
        "Write into Tx/s_i that it is carried out",
        "The recipe does not say when a transaction may be cleared",
    ),
)
