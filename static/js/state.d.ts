// Made by static/bundle/state_types.py of the types that Python declares: do not edit.

export interface Account {
  "locking": boolean;
  "value": number;
  "finished": number;
  "lost": number;
}

export interface Acknowledged {
  "znode": string | null;
  "epoch": number | null;
  "candidate": string | null;
  "believed": boolean | null;
}

export interface Ago {
  "ago": number;
}

export interface Appointed {
  "node": string;
  "by": string;
  "missing": Record<string, string>;
  "epoch": number;
  "at": number;
  "acknowledged": number | null;
  "lost": number | null;
  "ids": Array<string>;
}

export interface Asked {
  "at": number;
  "until": number | null;
}

export interface AuditState {
  "node": string;
  "epoch": number;
  "acknowledged": number;
  "missing": Array<string>;
  "at": number;
}

export interface Barred {
  "candidate": string;
  "epoch": number;
  "seen": number;
  "holder": string;
}

export interface BarrierState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "ended": string | null;
  "recipe": string;
  "size": number | null;
  "round": number;
  "under_way": number | null;
  "late": number;
  "processes": Record<string, Standing>;
  "ready": Record<string, Ready>;
  "people": Record<string, Person>;
  "rounds": Array<Round>;
}

export interface Behind {
  "ms": number;
  "at": number;
}

export interface BookState {
  "id": string;
  "author": string | null;
  "year": number | null;
  "node": string;
  "by": string;
  "epoch": number;
  "copies": number;
  "of": number;
  "ms": number;
  "at": number;
}

export interface Call {
  "address": string | null;
  "by": string | null;
  "error": string | null;
  "calls": number | null;
  "failed": number | null;
  "at": number;
}

export interface Cancelled {
  "done": number;
  "of": number;
}

export interface CandidateState {
  "recipe": string;
  "path": string;
  "settings": Record<string, any>;
  "election": string | null;
  "strategy": string;
  "pid": number | null;
  "process": string;
  "lifecycle": string;
  "session": string | null;
  "session_timeout_ms": number | null;
  "znode": string | null;
  "belief": string;
  "step": string | null;
  "watches": string | null;
  "leader": string | null;
  "since": number;
  "reported_at": number;
  "epoch": number | null;
  "data": Versions | null;
  "back": number | null;
  "fault": Fault | null;
  "session_ends": number | null;
  "exit": Exit | null;
  "error": string | null;
  "counters": Record<string, number>;
  "notified": Notified | null;
  "allowed": Array<string>;
}

export interface CarriedOut {
  "decision": string;
  "at": number;
}

export interface Change {
  "at": number;
  "node": string;
  "what": string;
  "from": string;
  "books": number | null;
  "ms": number | null;
  "ids": Array<string>;
}

export interface ChangeAnswer {
  "mzxid": number | null;
}

export interface ChangeQuestion {
  "what": string;
  "at": number;
  "by": string;
  "answer": ChangeAnswer | null;
}

export interface ClaimState {
  "session": string | null;
  "candidate": string | null;
  "czxid": number | null;
  "at": number;
}

export interface Commit {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "recipe": string;
  "transactions": Record<string, TransactionState>;
  "sites": Record<string, SiteState>;
  "coordinators": Record<string, CoordinatorState>;
  "undecided": string | null;
  "opening": number;
  "sum": number;
  "on_the_way": number;
}

export interface Comparison {
  "count": number;
  "paths": Record<string, string>;
  "strike": Strike | null;
  "deaths": Record<string, Death | null>;
  "plan": Plan;
  "measuring": Measuring | null;
  "error": string | null;
  "cancelled": Cancelled | null;
  "ended": Ended | null;
  "curve": Array<Point>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
}

export interface ConfigurationState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "ended": string | null;
  "znode": ZnodeState | null;
  "subscribers": Record<string, Subscriber>;
  "changes": Record<string, ReadmodelsChange>;
  "counted": number;
  "asked": ChangeQuestion | null;
  "spread": Spread;
  "recipe": string;
  "read": boolean;
}

export interface ConsoleState {
  "session": string | null;
  "connection": string;
  "timeout_ms": number | null;
  "reason": string | null;
  "ephemerals": Array<string>;
  "ephemeral_count": number;
  "credentials": Array<Credential>;
  "watches": number;
  "prompt": string;
  "hosts": string;
  "since": number;
  "said": number;
  "lines": number;
  "entries": Record<string, Said>;
}

export interface ConsumerState {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "item": string | null;
  "times": number;
  "began": number | null;
  "ends": number | null;
  "stopped": number | null;
  "done": number;
  "dropped": number;
  "last": Dropped | null;
  "at": number | null;
}

export interface Coordinating {
  "session": string | null;
  "candidate": string | null;
  "at": number;
}

export interface CoordinatorState {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "transaction": string | null;
  "deadline": number | null;
  "decides": number | null;
}

export interface Credential {
  "scheme": string;
  "id": string;
}

export interface CrowdState {
  "starting": Starting | null;
  "stopping": Stopping | null;
  "refused": NeverStarted | null;
}

export interface CutOff {
  "znode": string;
  "at": number;
}

export interface Death {
  "from": string;
  "n": number;
  "watches": number;
  "own": number;
  "fault": string;
  "notifications": number;
  "again": number;
  "reads": number;
  "writes": number;
  "creates": number;
  "failed": number;
  "ms": number | null;
  "evidence": string;
  "at": number;
  "to": string | null;
  "proven": number | null;
  "woken": Record<string, number>;
  "seen": Record<string, Record<string, number>>;
  "open": boolean;
}

export interface DescribedRecipe {
  "title": string;
  "source": string;
  "idea": string;
  "steps": Array<StepState>;
  "section": string;
}

export interface Doubt {
  "transaction": string;
  "since": number;
}

export interface DoubtState {
  "invariant": string;
  "detail": string;
}

export interface Drill {
  "plan": PlanState | null;
  "running": Running | null;
  "rounds": Record<string, ShownRound>;
  "count": number;
  "failed": number;
  "late": number;
  "figures": Record<string, PhaseFigures>;
  "window": any | null;
  "verdicts": Array<VerdictState>;
  "cause": string | null;
  "error": string | null;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
}

export interface Dropped {
  "item": string | null;
  "reason": string;
  "at": number;
}

export interface Election {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "chain": Array<Entry>;
  "listed": Listed | null;
  "strategy": string;
  "itself": boolean;
  "denied": boolean;
  "asked_for": boolean;
  "offered": boolean;
  "named": boolean;
  "shape": string;
  "holders": Array<string>;
  "leader": string | null;
  "roles": Record<string, string | null>;
  "epoch": number | null;
  "acknowledged": Acknowledged | null;
  "data": NewestState | null;
  "racers": Array<string>;
  "racing": Record<string, Watch>;
  "unheard": Record<string, Unheard>;
  "marks": Record<string, Mark>;
  "departed": Record<string, string>;
  "estranged": string | null;
  "onlookers": number | null;
  "removed": Removed | null;
  "vacant": Handoff | null;
  "cut": CutOff | null;
  "handoff": Handoff | null;
  "last_handoff": LastHandoff | null;
  "earlier_handoffs": Array<Outline>;
  "handoffs": number;
  "woken": Woken | null;
  "tally": Tally | null;
  "orders": Array<Order> | null;
  "fencing": boolean;
  "work": WorkState;
}

export interface Ended {
  "candidate": string;
  "strategy": string;
  "fault": string;
  "at": number;
  "left": number;
  "led": boolean;
  "leader": string | null;
}

export interface EndedWrite {
  "id": string;
  "author": string | null;
  "year": number | null;
  "node": string | null;
  "to": string | null;
  "by": string | null;
  "epoch": number | null;
  "stage": string;
  "copies": Record<string, string>;
  "of": number | null;
  "at": number;
  "since": number;
  "stored": number | null;
  "ms": number;
  "outcome": string;
  "ended": number;
  "fate": string | null;
  "settled": number;
}

export interface Ending {
  "from": string;
  "fault": string;
  "at": number;
  "freed": number | null;
  "term": number | null;
}

export interface Entry {
  "watches": string | null;
  "evidence": string;
  "as_of": number | null;
  "owner": string | null;
  "candidate": string | null;
  "belief": string;
  "process": string;
  "fault": string | null;
  "fault_at": number | null;
  "session_ends": number | null;
  "timeout_ms": number | null;
  "mode": string | null;
  "came": number | null;
  "unheard": number | null;
  "waits_for": string | null;
  "revoked": boolean;
  "znode": string;
  "place": number;
  "name": string;
  "label": string;
  "sequence": number | null;
  "library": string | null;
  "session": string | null;
  "czxid": number | null;
  "about": string | null;
  "recipe": string | null;
  "hidden": boolean;
  "unread": boolean;
  "behind": number | null;
  "since": number;
  "truth": string | null;
}

export interface Exit {
  "code": number | null;
  "signal": string | null;
}

export interface Fairness {
  "served": number;
  "overtaken": number;
  "even": number | null;
}

export interface Fault {
  "kind": string;
  "at": number;
  "by": string | null;
}

export interface File {
  "name": string | null;
  "value": number;
  "finished": number;
  "lost": number;
  "told": number;
  "at": number | null;
  "by": string | null;
}

export interface FoundPath {
  "members": number;
}

export interface Freeze {
  "server": string;
  "at": number;
  "woke": number | null;
  "awake": boolean;
  "sessions": Record<string, string>;
  "ended": Array<string>;
  "story": Array<string | Who | Ago | Left | Ms>;
}

export interface Gap {
  "from": string | null;
  "to": string;
  "began": number;
  "ended": number;
  "ms": number;
  "fault": string | null;
}

export interface Group {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "recipe": string;
  "live": number;
  "known": number;
  "read": Lists;
  "nodes": Record<string, NodeState>;
  "runs": Record<string, string>;
  "lists": Record<string, LiveList>;
  "changes": Array<GroupChange>;
}

export interface GroupChange {
  "at": number;
  "node": string;
  "what": string;
  "fault": string | null;
  "fault_at": number | null;
  "told": Array<string>;
  "told_count": number;
  "untold": Array<string>;
  "of": number;
  "told_ms": number | null;
  "was_down_ms": number | null;
  "place": number;
}

export interface Handoff {
  "from": string | null;
  "to": string | null;
  "to_name": string | null;
  "to_znode": string | null;
  "to_epoch": number | null;
  "notifications": number;
  "proven": number;
  "again": number;
  "reads": number;
  "writes": number;
  "creates": number;
  "failed": number;
  "others": number;
  "awaited": number;
  "from_name": string;
  "from_znode": string;
  "from_epoch": number | null;
  "from_session": string | null;
  "fault": string | null;
  "by": string | null;
  "mark": Mark | null;
  "removal": number | null;
  "ended": "deleted" | "expire" | null;
  "at": Record<string, number | null>;
  "led_ms": number;
  "found_gone": boolean;
  "zxids": Zxids;
  "earlier": Array<number>;
  "counted": string | null;
  "watched": WatchingState | null;
  "watched_after": WatchingState | null;
  "heard": Heard | null;
  "heard_ms": number | null;
  "gone": string | null;
  "before": Record<string, number> | null;
  "stood": Array<string> | null;
  "next": number | null;
}

export interface Handover {
  "from": string;
  "to": string;
  "fault": string;
  "last_ms": number;
  "at": number;
}

export interface Heard {
  "at": number | null;
  "listed": number;
  "missing": number;
  "server": string | null;
  "client": string | null;
}

export interface HistoryFacts {
  "file": string | null;
  "after": number;
  "since": number;
  "stopped": string | null;
  "unkept": string | null;
  "replays": Record<string, any> | null;
}

export interface Info {
  "host": string;
  "pid": number;
  "address": string;
  "started": number;
  "candidate": string;
  "incarnation": string;
  "text": string | null;
}

export interface ItemState {
  "number": number;
  "text": string | null;
  "by": string | null;
  "at": number | null;
  "czxid": number | null;
  "state": string;
  "claim": ClaimState | null;
  "times": number;
  "told": boolean | null;
  "unseen": boolean;
  "back": number;
  "ended_at": number | null;
  "ended_by": string | null;
}

export interface JobError {
  "code": string;
  "message": string;
}

export interface JobState {
  "kind": string;
  "path": string;
  "by": string;
  "done": number;
  "of": number | null;
  "since": number;
  "ended": number | null;
  "state": string;
  "error": JobError | null;
}

export interface Known {
  "at": number;
  "count": number;
  "extra": Array<string>;
  "missing": Array<string>;
  "words": string | null;
}

export interface Lacks {
  "missing": number;
  "ids": Array<string>;
}

export interface LastHandoff {
  "from": string | null;
  "to": string | null;
  "to_name": string | null;
  "to_znode": string | null;
  "to_epoch": number | null;
  "notifications": number;
  "proven": number;
  "again": number;
  "reads": number;
  "writes": number;
  "creates": number;
  "failed": number;
  "others": number;
  "awaited": number;
  "from_name": string;
  "from_znode": string;
  "from_epoch": number | null;
  "from_session": string | null;
  "fault": string | null;
  "by": string | null;
  "mark": Mark | null;
  "removal": number | null;
  "ended": "deleted" | "expire" | null;
  "at": Record<string, number | null>;
  "led_ms": number;
  "found_gone": boolean;
  "zxids": Zxids;
  "earlier": Array<number>;
  "counted": string | null;
  "watched": WatchingState | null;
  "watched_after": WatchingState | null;
  "heard": Heard | null;
  "heard_ms": number | null;
  "phases_ms": Record<string, number | null>;
  "phases_from": string;
  "within_ms": number | null;
}

export interface LastLife {
  "session": string | null;
  "at": number;
}

export interface LatencyState {
  "min": number;
  "avg": number;
  "max": number;
}

export interface LeaderWrite {
  "at": number;
  "candidate": string;
  "epoch": number;
  "number": number | null;
  "verdict": string;
}

export interface Left {
  "left": number;
}

export interface LimitsState {
  "candidates": number;
}

export interface Listed {
  "asked_at": number;
  "complete": boolean;
  "watches": Record<string, Array<string>>;
}

export interface Lists {
  "all_nodes": boolean;
  "live_nodes": boolean;
}

export interface LiveList {
  "live": Array<string>;
  "at": number;
}

export interface LiveZnode {
  "session": string | null;
  "ctime": number;
  "czxid": number;
  "incarnation": string | null;
}

export interface LockState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "chain": Array<Entry>;
  "listed": Listed | null;
  "recipe": string;
  "locking": boolean;
  "asks": Record<string, Asked>;
  "holds": Record<string, number>;
  "tasks": Record<string, Task>;
  "last_turns": Array<TurnState>;
  "holder": string | null;
  "untaken": boolean;
  "epoch": number | null;
  "queue": Array<string>;
  "file": File;
  "before": Account | null;
  "waits": Record<string, Waits>;
  "terms": Record<string, number | null>;
  "ending": Ending | null;
  "unclaimed": Array<Ending>;
  "handover": Handover | null;
  "handovers": Record<string, Span>;
  "overtaken": number;
  "passed_over": PassedOver | null;
  "fairness": Fairness;
}

export interface Mark {
  "what": string;
  "by": string;
  "session": string | null;
  "at": number;
}

export interface Measuring {
  "sizes": Array<number>;
  "deaths": number;
  "fault": string;
  "by": string;
  "of": number;
  "done": number;
  "strategy": string | null;
  "size": number | null;
  "since": number;
  "ends": number;
  "cancelling": boolean;
}

export interface MomentState {
  "wall": number;
}

export interface Ms {
  "ms": number;
}

export interface Name {
  "ended": string | null;
  "znode": ZnodeState | null;
  "subscribers": Record<string, Subscriber>;
  "changes": Record<string, ReadmodelsChange>;
  "counted": number;
  "asked": ChangeQuestion | null;
  "spread": Spread;
  "name": string;
  "since": number | null;
  "providers": Record<string, ProviderState>;
  "outage": Outage | null;
}

export interface Named {
  "who": string;
}

export interface NeverStarted {
  "reason": string;
  "left": number;
  "at": number;
}

export interface Newest {
  "number": number;
  "czxid": number;
}

export interface NewestState {
  "newest": number;
}

export interface NodeState {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "entry": WrittenState | null;
  "info": Info | null;
  "registered_at": number | null;
  "znode": LiveZnode | null;
  "live": boolean;
  "since": number | null;
  "was_down_ms": number | null;
  "lives": number;
  "last": LastLife | null;
  "candidate": string | null;
  "holder": string | null;
  "session": string | null;
  "owner_is_current": boolean;
  "is_new": boolean;
  "process": string | null;
  "belief": string | null;
  "fault": string | null;
  "fault_at": number | null;
  "session_ends": number | null;
  "timeout_ms": number | null;
  "standing": string;
  "read": Known | null;
}

export interface NodeZnode {
  "session": string | null;
  "czxid": number;
}

export interface Notified {
  "znode": string | null;
  "event": string | null;
  "zxid": number | null;
  "at": number;
}

export interface Order {
  "libraries": Array<string>;
  "leader": string;
}

export interface Outage {
  "since": number;
  "until": number | null;
  "ms": number | null;
}

export interface Outline {
  "from_name": string;
  "from_znode": string;
  "to_name": string | null;
  "to_znode": string | null;
  "fault": string | null;
  "mark": Mark | null;
  "found_gone": boolean;
  "phases_ms": Record<string, number | null>;
  "phases_from": string;
}

export interface PassedOver {
  "candidate": string | null;
  "by": string;
}

export interface Person {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "stage": string;
  "since": number | null;
  "round": number | null;
  "began": number | null;
  "ends": number | null;
  "stopped": number | null;
  "rounds": number;
  "late": number;
  "fell": number;
}

export interface PhaseFigures {
  "counted": number;
  "infinite": number;
  "not_reached": number;
  "quantiles": Record<string, Array<number | null>>;
  "max": number | null;
}

export interface Plan {
  "sizes": Array<number>;
  "deaths": number;
  "seconds": Record<string, number>;
}

export interface PlanState {
  "recipe": string;
  "strategy": string;
  "path": string;
  "candidates": number;
  "fault": string;
  "target": string;
  "does": string;
  "lasts": number | null;
  "hands_over": boolean;
  "rounds": number;
  "session_timeout": number;
  "seed": number;
  "within": number;
  "abort_after": number | null;
  "limits": Array<string>;
  "programs": ProgramsState | null;
}

export interface Point {
  "n": number;
  "watches": number;
  "own": number;
  "fault": string;
  "notifications": number;
  "again": number;
  "reads": number;
  "writes": number;
  "creates": number;
  "failed": number;
  "ms": number | null;
  "evidence": string;
  "strategy": string;
  "deaths": number;
}

export interface Prepared {
  "transaction": string;
  "amount": number;
}

export interface ProducerState {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "put": number;
  "at": number | null;
}

export interface ProgramsState {
  "breaks": string | null;
  "mends": string | null;
  "believes": string | null;
  "serves": string | null;
  "members": Array<string>;
  "leader_of": string | null;
  "join": number;
}

export interface ProviderState {
  "session": string | null;
  "listed": boolean;
  "address": string | null;
  "incarnation": string | null;
  "standing": string;
  "process": string;
  "belief": string;
  "fault": string | null;
  "fault_at": number | null;
  "session_ends": number | null;
  "timeout_ms": number | null;
}

export interface QueueState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "ended": string | null;
  "recipe": string;
  "cleared": boolean;
  "items": Record<string, ItemState>;
  "beyond": Record<string, Array<Array<number>>>;
  "early": Record<string, ClaimState>;
  "past": number | null;
  "newest": Newest | null;
  "put": number;
  "done": number;
  "gone": number;
  "unseen": number;
  "again": number;
  "twice": number;
  "waiting": number;
  "in_hand": number;
  "line": Array<Waiting>;
  "producers": Record<string, ProducerState>;
  "consumers": Record<string, ConsumerState>;
}

export interface Quorum {
  "since": number;
  "regained": boolean;
  "serving": number;
  "answering": number;
  "down": number;
  "of": number;
  "needed": number;
  "leader": string | null;
  "lost": boolean;
}

export interface ReadmodelsChange {
  "number": number;
  "what": string;
  "mzxid": number | null;
  "version": number | null;
  "value": string | null;
  "recreated": boolean;
  "at": number;
  "asked_at": number | null;
  "by": string | null;
  "of": number;
  "told": Record<string, number>;
  "passed": Record<string, boolean>;
  "slept": Record<string, boolean>;
  "last": string | null;
  "within_ms": number | null;
}

export interface Ready {
  "round": number;
  "members": Array<string>;
  "at": number;
}

export interface Refusal {
  "id": string;
  "from": string | null;
  "to": string | null;
  "epoch": number | null;
  "seen": number | null;
  "at": number;
}

export interface Removed {
  "znode": string;
  "by": string;
  "zxid": number | null;
}

export interface Revoking {
  "at": number;
  "by": string;
}

export interface Round {
  "round": number;
  "place": number;
  "first": number | null;
  "began": number | null;
  "in": Record<string, number>;
  "done": Record<string, number>;
  "out": Record<string, number>;
  "fell": Record<string, number>;
}

export interface Running {
  "by": string;
  "since": number;
  "number": number;
  "phase": string;
  "ends": number;
  "stopping": boolean;
}

export interface Said {
  "output": Array<string>;
  "left_out": number;
  "prompt": string;
  "line": string | null;
  "at": number;
}

export interface Server {
  "address": string;
  "version": string | null;
  "answers": boolean;
  "up": boolean | null;
  "mode": string | null;
  "zxid": string | null;
  "connections": number | null;
  "latency_ms": LatencyState | null;
  "round_trip_ms": number | null;
  "znodes": number | null;
  "sessions": Array<string> | null;
  "watches": string;
  "closed": Array<string>;
  "note": string | null;
  "id": string | null;
  "place": number;
  "process": string | null;
  "pid": number | null;
  "since": number;
  "busy": string | null;
  "allowed": Array<string>;
  "error": string | null;
  "advice": string | null;
}

export interface ServiceState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "recipe": string;
  "read": boolean;
  "names": Record<string, Name>;
}

export interface SharedAccount {
  "locking": boolean;
  "value": number;
  "finished": number;
  "lost": number;
  "reads": number;
  "torn": number;
}

export interface SharedFile {
  "name": string | null;
  "value": number;
  "finished": number;
  "lost": number;
  "told": number;
  "at": number | null;
  "by": string | null;
  "reads": number;
  "torn": number;
  "last_torn": Torn | null;
}

export interface SharedLockState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "chain": Array<Entry>;
  "listed": Listed | null;
  "recipe": string;
  "locking": boolean;
  "asks": Record<string, Asked>;
  "holds": Record<string, number>;
  "tasks": Record<string, Task>;
  "last_turns": Array<TurnState>;
  "holders": Array<string>;
  "turns": Record<string, Turns>;
  "revoking": Record<string, Revoking>;
  "file": SharedFile;
  "before": SharedAccount | null;
}

export interface ShelfNode {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "entry": NodeZnode | null;
  "znode": NodeZnode | null;
  "address": string | null;
  "state": string;
  "books": number | null;
  "checksum": string | null;
  "epoch": number | null;
  "seen": number | null;
  "store": string | null;
  "reason": string | null;
  "last": Array<string>;
  "since": number | null;
  "said_at": number | null;
  "candidate": string | null;
  "known": boolean;
  "live": boolean;
  "session": string | null;
  "in_sync": boolean;
  "disk": string;
  "process": string | null;
  "belief": string | null;
  "fault": string | null;
  "fault_at": number | null;
  "session_ends": number | null;
  "timeout_ms": number | null;
  "standing": string;
  "rank": number | null;
  "of": number;
}

export interface ShelfState {
  "violations": Array<Violation>;
  "doubts": Array<DoubtState>;
  "invariants": Record<string, boolean | null>;
  "story": Array<string | Who | Ago | Left | Ms>;
  "reason": Array<string | Who | Ago | Left | Ms>;
  "path": string;
  "recipe": string;
  "leader": string | null;
  "epoch": number | null;
  "live": number;
  "known": number;
  "nodes": Record<string, ShelfNode>;
  "runs": Record<string, string>;
  "election": Array<StandingNode>;
  "in_sync": Array<string>;
  "stores": Record<string, string>;
  "disks": Record<string, string>;
  "in_sync_epoch": number | null;
  "stranded": Stranded | null;
  "stakes": Stakes | null;
  "appointed": Appointed | null;
  "books": number | null;
  "acknowledged": number;
  "lost": number;
  "last_books": Array<BookState>;
  "audit": AuditState | null;
  "write": Write | null;
  "writes": Record<string, Write>;
  "last_write": EndedWrite | null;
  "open_writes": Array<EndedWrite>;
  "refused": Array<Refusal>;
  "pause": number;
  "changes": Array<Change>;
}

export interface ShownRound {
  "handoff": number | null;
  "said": string;
  "span": number;
  "away": number | null;
  "books": number;
  "lost": number;
  "number": number;
  "outcome": "handed over" | "led on" | "not within the limit" | "broke" | "undo failed";
  "victims": Array<string>;
  "heir": string | null;
  "waited": Array<number>;
  "ms": Record<string, number | null>;
  "broken": Array<string>;
  "seq": number;
  "outside": boolean;
}

export interface SiteState {
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "candidate": string | null;
  "opening": number | null;
  "balance": number | null;
  "entry": Prepared | null;
  "doubt": Doubt | null;
  "site": string;
}

export interface Span {
  "count": number;
  "last_ms": number | null;
  "total_ms": number;
  "max_ms": number;
}

export interface Spread {
  "number": string;
  "count": number;
  "last_ms": number | null;
  "max_ms": number | null;
  "total_ms": number;
}

export interface Stakes {
  "acknowledged": number;
  "nodes": Record<string, Lacks>;
}

export interface Stale {
  "leader": string | null;
  "seen": number | null;
  "woke": number | null;
  "noticed": number | null;
  "ended": number | null;
  "number": number | null;
  "at": number | null;
  "verdict": string | null;
  "first": string | null;
  "believes": boolean;
  "candidate": string;
  "epoch": number;
  "words": Array<string | Named | ZnodeAt | MomentState | Strong>;
}

export interface Standing {
  "round": number;
  "session": string | null;
  "candidate": string | null;
  "at": number;
}

export interface StandingNode {
  "session": string | null;
  "czxid": number;
  "znode": string;
  "place": number;
}

export interface Starting {
  "of": number;
  "started": number;
  "since": number;
}

export interface StepState {
  "step": string;
  "text": string;
  "sentence": string;
}

export interface Stopping {
  "of": number;
  "ended": number;
  "names": Record<string, boolean>;
  "since": number;
}

export interface Stranded {
  "missing": Record<string, string>;
  "choices": Array<string>;
}

export interface Strike {
  "action": string;
  "at": number;
  "by": string;
}

export interface Strong {
  "strong": string;
}

export interface Subscriber {
  "session": string | null;
  "listed": boolean;
  "tone": "lead" | "new" | "wait" | "behind" | "frozen" | "lost" | "false" | "foreign" | "dead";
  "words": string;
  "value": string | null;
  "mzxid": number | null;
  "version": number | null;
  "missing": boolean | null;
  "taken_at": number | null;
  "read_at": number | null;
  "told_at": number | null;
  "started_at": number;
  "standing": string;
  "process": string;
  "belief": string;
  "session_ends": number | null;
  "backwards": boolean;
  "call": Call | null;
}

export interface Tally {
  "znode": string;
  "zxid": number | null;
  "stood": Array<string> | null;
  "told": Record<string, Record<string, number>>;
  "by": Record<string, number>;
  "spent": Record<string, Record<string, number>>;
  "winner": string | null;
}

export interface Task {
  "read": number;
  "began": number;
  "since": number;
  "ends": number;
  "done": number;
  "stopped": number | null;
}

export interface Thread {
  "does": string | null;
  "reason": string | null;
  "candidate": string | null;
  "since": number;
  "again": number;
}

export interface Torn {
  "by": string;
  "at": number;
  "first": number;
  "last": number;
}

export interface TransactionState {
  "id": string | null;
  "moves": Record<string, number>;
  "refuses": Array<string>;
  "votes": Record<string, Vote>;
  "listed": boolean;
  "coordinator": Coordinating | null;
  "decision": string | null;
  "decided": number | null;
  "decided_by": string | null;
  "begun": number | null;
  "votes_in": VotesInState | null;
  "carried_out": Record<string, CarriedOut>;
  "gone": boolean;
  "number": number;
}

export interface TurnState {
  "candidate": string;
  "asked": number;
  "held": number;
  "ended": number | null;
  "fault": string | null;
  "freed": number | null;
}

export interface Turns {
  "held": number;
  "finished": number;
  "abandoned": number;
  "gave_up": number;
  "gave_back": number;
}

export interface Unheard {
  "client": string | null;
  "server": string | null;
  "heard": number | null;
  "listed": number;
  "missing": number;
}

export interface VerdictState {
  "limit": string;
  "kept": boolean;
  "says": string;
}

export interface Versions {
  "version": number;
  "newest": number;
}

export interface Violation {
  "invariant": string;
  "subject": string;
  "detail": string;
  "since": number;
  "place": number;
  "slack": number;
}

export interface Vote {
  "vote": string | null;
  "done": string | null;
  "at": number;
}

export interface VotesInState {
  "decision": string;
  "by": string;
  "at": number;
}

export interface Waiting {
  "znode": string;
  "place": number;
  "session": string | null;
  "candidate": string | null;
}

export interface Waits {
  "count": number;
  "last_ms": number | null;
  "total_ms": number;
  "max_ms": number;
  "finished": number;
  "abandoned": number;
  "gave_up": number;
}

export interface Watch {
  "watches": string | null;
  "evidence": string;
  "as_of": number | null;
}

export interface WatchingState {
  "by": Array<string>;
  "names": Array<string>;
  "others": number;
  "as_of": number;
  "complete": boolean;
}

export interface Who {
  "who": string;
  "tone": string;
}

export interface Woken {
  "znode": string;
  "zxid": number | null;
  "candidates": Array<string>;
}

export interface WorkState {
  "count": number;
  "epoch": number | null;
  "accepted": number;
  "refused": number;
  "damage": number;
  "at": number | null;
  "term": string | null;
  "term_epoch": number | null;
  "gap_ms": number | null;
  "barred": Barred | null;
  "gaps": Array<Gap>;
  "stale": Array<Stale>;
  "writes": Record<string, LeaderWrite>;
}

export interface WorkbenchState {
  "session": string | null;
  "connection": string;
  "timeout_ms": number | null;
  "reason": string | null;
  "ephemerals": Array<string>;
  "ephemeral_count": number;
  "credentials": Array<Credential>;
  "seen": string | null;
  "since": number | null;
  "jobs": Record<string, JobState>;
}

export interface Write {
  "id": string;
  "author": string | null;
  "year": number | null;
  "node": string | null;
  "to": string | null;
  "by": string | null;
  "epoch": number | null;
  "stage": string;
  "copies": Record<string, string>;
  "of": number | null;
  "at": number;
  "since": number;
  "stored": number | null;
  "ms": number;
}

export interface WrittenState {
  "ctime": number | null;
  "czxid": number | null;
  "mzxid": number | null;
}

export interface ZnodeAt {
  "znode": string;
}

export interface ZnodeState {
  "value": string;
  "mzxid": number;
  "czxid": number;
  "version": number | null;
  "mtime": number;
  "length": number;
  "session": string | null;
  "incarnation": string | null;
}

export interface Zookeeper {
  "source": string;
  "hosts": string;
  "chroot": string;
  "version": string | null;
  "state": string;
  "silent": number | null;
  "since": number | null;
  "reason": string | null;
  "session": string | null;
  "timeout_ms": number | null;
  "round_trip_ms": number | null;
  "servers": Array<Server>;
  "quorum": Quorum | null;
  "freeze": Freeze | null;
  "actions": boolean;
  "keeps": string | null;
  "znodes": number;
  "mirror": string;
  "lacks": Array<string>;
  "bounded": number | null;
  "behind": Behind | null;
}

export interface Zxids {
  "deleted": number | null;
  "notified": number | null;
}

export interface State {
  "seq": number;
  "form": number;
  "read_only": boolean;
  "limits": LimitsState;
  "zookeeper": Zookeeper;
  "threads": Record<string, Thread>;
  "found": Record<string, FoundPath>;
  "candidates": Record<string, CandidateState>;
  "crowd": CrowdState;
  "history": HistoryFacts | null;
  "recipes": Record<string, DescribedRecipe>;
  "bookshelves": Record<string, ShelfState>;
  "shared_locks": Record<string, SharedLockState>;
  "commits": Record<string, Commit>;
  "queues": Record<string, QueueState>;
  "barriers": Record<string, BarrierState>;
  "names": Record<string, ServiceState>;
  "configurations": Record<string, ConfigurationState>;
  "groups": Record<string, Group>;
  "locks": Record<string, LockState>;
  "elections": Record<string, Election>;
  "consoles": Record<string, ConsoleState>;
  "workbench": WorkbenchState;
  "drill": Drill;
  "comparison": Comparison;
}
