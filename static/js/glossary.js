// The words that the page explains where they stand: one sentence each, and where ZooKeeper's documents say more.

const GUIDE = "https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html";
const RECIPES = "https://zookeeper.apache.org/doc/current/recipes.html";
const ADMIN = "https://zookeeper.apache.org/doc/current/zookeeperAdmin.html";

/** word -> {says, more, forms}: forms are how texts write it, if not so; more is null for a word of Handoff's own. */
export const GLOSSARY = {
  znode: { says: "A node of ZooKeeper's tree: it has a path, data, a stat, and may have children.", more: `${GUIDE}#sc_zkDataModel_znodes` },
  session: { says: "A client has a session with ZooKeeper as long as its heartbeats arrive. If none arrives within the timeout, ZooKeeper ends the session.", more: `${GUIDE}#ch_zkSessions` },
  ephemeral: { says: "ZooKeeper deletes an ephemeral znode when the session that created it ends. So others learn that a process has died.", more: `${GUIDE}#Ephemeral+Nodes` },
  sequential: { says: "ZooKeeper appends a growing number to the name of a sequential znode. So each client gets a place in a line.", more: `${GUIDE}#Sequence+Nodes+--+Unique+Naming`, forms: ["SEQUENCE", "sequential"] },
  watch: { says: "A request to ZooKeeper to notify the client once, when a znode or a list of children changes.", more: `${GUIDE}#ch_zkWatches`, forms: ["watches", "watch"] },
  zxid: { says: "The number of a transaction: ZooKeeper numbers all its changes in one order, so a smaller zxid came before a larger one.", more: `${GUIDE}#sc_timeInZk` },
  czxid: { says: "The zxid of the transaction that created the znode.", more: `${GUIDE}#sc_zkStatStructure`, forms: ["cZxid", "czxid"] },
  mzxid: { says: "The zxid of the last change of the znode's data. Unlike the version, it only grows, even if the znode is deleted and created again.", more: `${GUIDE}#sc_zkStatStructure`, forms: ["mZxid", "mzxid"] },
  ephemeralOwner: { says: "The session that created an ephemeral znode; the znode ends with it. It is 0 if the znode is persistent.", more: `${GUIDE}#sc_zkStatStructure` },
  epoch: { says: "The czxid of the leader's znode. It grows with every term, so a late write of an earlier leader can be distinguished from a write of the current leader.", more: `${RECIPES}#sc_leaderElection` },
  fencing: { says: "The store refuses a write that carries an earlier epoch, so a leader that was frozen does no damage when it wakes.", more: null },
  handoff: { says: "The time from the end of one leader to the acknowledgement of the next. It is measured from the fault; if nobody saw the fault, from a mark, the lost connection or else from the deletion.", more: `${RECIPES}#sc_leaderElection` },
  mark: { says: "Say when you end a program that Handoff did not start: its next handoff counts from that moment.", more: null, forms: ["POST elections/marks"] },
  gap: { says: "The time from the old leader's last number to the new leader's first one. It is mostly longer than the handoff, because the old leader wrote its last number some time before it ended, and the new one reads the count before it writes.", more: null, forms: ["last gap"] },
  "hand-over": { says: "The time from the end of a lock's holder, measured from its release or from the fault, until the next one holds the lock. If a client was killed or frozen while it waited, it counts from when its turn came.", more: null },
  "wake-up": { says: "A process is woken when ZooKeeper notifies it. If a leader ends, one process needs to wake, because one will lead; how many do depends on the strategy.", more: `${RECIPES}#sc_leaderElection`, forms: ["wake-ups", "wake-up"] },
  "to lead": { says: "Reads and writes to lead are the requests of all processes that were woken, from the notification on; the new leader's are counted until it leads. So its acknowledgement, which is one more write, does not count.", more: null, forms: ["reads to lead", "writes to lead", "to lead"] },
  "watches of those who wait": { says: "Each process that waits keeps one watch, whatever the strategy: in a chain on the znode before it, else on the list of children. The difference is how many of them one death fires. Its watch on its own znode does not count.", more: null },
  seen: { says: "The watch was seen: either it was set in the protocol and has not fired, or it is in the server's own list.", more: null, forms: ["watch, seen"] },
  reported: { says: "The process reports it; nobody else has confirmed it.", more: null },
  inferred: { says: "It only follows from the order of the znodes: nobody has reported it, and nobody has seen it.", more: null },
  quorum: { says: "A majority of the servers. ZooKeeper can write only while a majority runs.", more: `${ADMIN}#sc_zkMulitServerSetup` },
};

const BY_FORM = new Map(Object.entries(GLOSSARY).flatMap(([word, { forms = [word] }]) => forms.map((form) => [form.toLowerCase(), word])));
const FORMS = [...BY_FORM.keys()].sort((one, other) => other.length - one.length).join("|");

/** Return the word of the glossary that a text stands for, else null. */
export const wordFor = (text) => BY_FORM.get(text.toLowerCase()) ?? null;

/** Return the texts as lists of parts, text or {word, text}; of each word, the first time that it stands there. */
export function marked(texts) {
  const seen = new Set();
  return texts.map((text) => text.split(new RegExp(`\\b(${FORMS})\\b`, "i")).map((part, at) => (at % 2 ? once(part, seen) : part)));
}

function once(text, seen) {
  const word = wordFor(text);
  if (seen.has(word)) return text;
  seen.add(word);
  return { word, text };
}
