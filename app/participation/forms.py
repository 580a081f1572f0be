"""List the forms of names that programs give to their znodes, one line each, with its source.

A name that is not in the tables says nothing: its znodes are ephemeral, in a sequence or in none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

GUID = r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}"
DASHED_GUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
COUNTER = r"-?\d{9,10}$"

ALL_LEAD = "(multiple leaders Ok)"
"""What ClickHouse writes into its znodes since all replicas of a table lead (20.6)."""

_SHORTEST_GUID = 32

KEYS: Mapping[str, str] = {
    "controller": "Kafka's controller",  # kafka.zk.ControllerZNode
    "master": "HBase's active master",  # org.apache.hadoop.hbase.zookeeper.ZNodePaths
    "ActiveStandbyElectorLock": "Hadoop's ActiveStandbyElector",  # its LOCK_FILENAME
    "LEADER": "Helix's controller",  # org.apache.helix.PropertyPathBuilder.controllerLeader
    "running": "Canal's servers and clients",  # com.alibaba.otter.canal ZookeeperPathUtils
}
"""The name of an ephemeral znode that programs race for -> whose it is. `leader` is many's."""


class Form(Enum):
    """The form of a member's name, and the recipe that uses it."""

    ELECTION = "of Handoff, of Curator's LeaderLatch, or `n_` as ZooKeeper's recipe has it"
    CLICKHOUSE = "of ClickHouse's leader election"
    MESOS = "of Mesos's masters"
    AUDITOR = "of BookKeeper's auditor election"
    BALLOT = "of the election of Ruby's zk"
    LOCK = "of Curator's InterProcessMutex and of its LeaderSelector, and of Go's Lock"
    KAZOO_LOCK = "of kazoo's Lock, of its Election, and of its WriteLock"
    ACCUMULO = "of Accumulo's ServiceLock"
    JAVA_LOCK = "of ZooKeeper's own WriteLock"
    READER = "of the readers of Curator's InterProcessReadWriteLock"
    WRITER = "of its writers"
    KAZOO_READER = "of kazoo's ReadLock"
    READ = "of the readers of ZooKeeper's recipe, of Handoff's SharedLock, and of Ruby's zk"
    WRITE = "of their writers"
    LEASE = "of Curator's InterProcessSemaphoreV2"
    MEMBER = "of a ServerSet, as Aurora and Finagle have them"
    PARTY = "of kazoo's Party"
    SHALLOW_PARTY = "of kazoo's ShallowParty"
    TOGETHER = "of kazoo's DoubleBarrier, or of its Semaphore's leases"
    INSTANCE = "of Curator's ServiceDiscovery, or of its DistributedDoubleBarrier"
    TAKEN = "of items that workers of kazoo's LockingQueue have taken"


_FORMS: Mapping[Form, str] = {
    Form.ELECTION: rf"(?:^|-)n_{COUNTER}|^_c_{GUID}-latch-{COUNTER}",  # LeaderLatch.LOCK_NAME
    Form.CLICKHOUSE: rf"^leader_election-{COUNTER}",  # zkutil::LeaderElection
    Form.MESOS: rf"^(?:json\.)?info_{COUNTER}",  # mesos::master::MASTER_INFO_LABEL
    Form.AUDITOR: rf"^V_{COUNTER}",  # org.apache.bookkeeper AuditorElector.VOTE_PREFIX
    Form.BALLOT: rf"^ballot{COUNTER}",  # ZK::Election
    Form.LOCK: rf"(?:^|-)lock-{COUNTER}",  # StandardLockInternalsDriver, zk.Lock
    Form.KAZOO_LOCK: r"__lock__-?\d{10}$",  # kazoo.recipe.lock.Lock._NODE_NAME
    Form.ACCUMULO: rf"^zlock(?:#{GUID}#|-){COUNTER}",  # Accumulo ServiceLock.ZLOCK_PREFIX
    Form.JAVA_LOCK: rf"^x--?\d+-{COUNTER}",  # org.apache.zookeeper.recipes.lock.WriteLock
    Form.READER: rf"__READ__{COUNTER}",  # InterProcessReadWriteLock.READ_LOCK_NAME
    Form.WRITER: rf"__WRIT__{COUNTER}",  # InterProcessReadWriteLock.WRITE_LOCK_NAME
    Form.KAZOO_READER: rf"__rlock__{COUNTER}",  # kazoo.recipe.lock.ReadLock._NODE_NAME
    Form.READ: rf"(?:^|-)read-{COUNTER}|^sh{COUNTER}",  # ZooKeeper's recipes, ZK::Locker
    Form.WRITE: rf"(?:^|-)write-{COUNTER}|^ex{COUNTER}",  # the same
    Form.LEASE: rf"^_c_{GUID}-lease-{COUNTER}",  # InterProcessSemaphoreV2.LEASE_BASE_NAME
    Form.MEMBER: rf"^member_{COUNTER}",  # apache.aurora ServerSet: MEMBER_PREFIX
    Form.PARTY: r"^[0-9a-f]{32}__party__$",  # kazoo.recipe.party.Party._NODE_NAME
    Form.SHALLOW_PARTY: r"^[0-9a-f]{32}-.*(?<!\d{9})$",  # kazoo.recipe.party.ShallowParty
    Form.TOGETHER: r"^[0-9a-f]{32}$",  # kazoo.recipe.barrier.DoubleBarrier, .lock.Semaphore
    Form.INSTANCE: rf"^{DASHED_GUID}$",  # ServiceInstance.getId, DistributedDoubleBarrier.ourPath
    Form.TAKEN: rf"^entry-\d+-{COUNTER}",  # kazoo.recipe.queue.LockingQueue
}
GROUPS = frozenset({Form.PARTY, Form.SHALLOW_PARTY, Form.TOGETHER, Form.INSTANCE})
"""The forms of names without a number: those who stand together have no order."""

_PATTERNS = {form: re.compile(pattern) for form, pattern in _FORMS.items()}


def is_in_group(name: str) -> bool:
    """Tell whether this is a member's name in something without an order."""
    return len(name) >= _SHORTEST_GUID and form_of(name) in GROUPS


@lru_cache(maxsize=16_384)
def form_of(name: str) -> Form | None:
    """Return the form of a member's name; None for one that says nothing."""
    return next((form for form, pattern in _PATTERNS.items() if pattern.search(name)), None)
