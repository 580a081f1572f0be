// The guided tour of the view Election; the form of a step is in tour/steps.js.
import { act, hasEnded, roleThen } from "../../tour/roles.js";
import { start } from "./calls.js";
import { startStrategy } from "./controls.js";
import { behind } from "./tour/behind.js";
import { started, waker } from "./tour/others.js";
import { chainOf, killedIn, lastHandoff, leaderIn, processOf } from "./tour/told.js";

const ENOUGH = 3; // candidates, so that there is a middle one

export const steps = [
  {
    id: "start",
    title: "Start five candidates",
    say: `A candidate is a process with its own session at ZooKeeper. It creates one znode, numbered by
      ZooKeeper, which lasts as long as the session does.`,
    do: "Start five: press the button, or the key 5.",
    run: (view) => begin(view),
    until: (_, { election }) => isChain(election) && election.chain[0].belief === "leading",
    point: ["start-first", "start-5"],
  },
  {
    id: "crown",
    title: "Who leads, and why",
    say: (view) => [
      { who: leaderIn(view) ?? "One", tone: "lead" },
      " leads, because its znode has the lowest number. The crown is what ZooKeeper says; the glow is what the process believes. They can differ, and then the difference matters.",
    ],
    do: (view) =>
      view.election?.leader
        ? "Choose the znode with the crown: the tab Tree shows its data, its session and its numbers."
        : "Nobody leads now: start candidates first, with the button or the key 5.",
    run: (view) =>
      view.election?.leader ? view.choose({ znode: `${view.election.path}/${view.election.leader}` }) : begin(view),
    until: (_, { election, chosen }) =>
      Boolean(election?.leader) && chosen.znode === `${election.path}/${election.leader}`,
    point: (view) => `znode-${chainOf(view)[0]?.label}`,
  },
  {
    id: "watch",
    title: "Each watches the one before it",
    say: `No candidate asks again and again who leads. Each waiting candidate has one watch, on the znode just below its
      own. The tab Recipe shows the line of the pseudo-code that the chosen candidate is at.`,
    do: "Choose a candidate that waits: click it, or press →.",
    run: (view) => view.choose({ candidate: chainOf(view)[1].candidate }),
    needs: (view) => chainOf(view)[1]?.candidate,
    until: (_, view) =>
      chainOf(view).some(({ candidate, truth }) => truth === "waiting" && candidate === view.chosen.candidate),
    point: (view) => processOf(chainOf(view)[1]),
  },
  {
    id: "kill",
    title: "Kill the leader",
    say: "SIGKILL ends a process between two instructions. It closes nothing and tells nobody.",
    do: "Press leader, then kill.",
    run: (view) => act(view, "leader", "kill"),
    note: (view) => ({ leader: leaderIn(view) }),
    lost: leadsNoLonger,
    until: (state, _, { leader }) => killedIn(state, leader),
    point: roleThen("leader", "kill"),
  },
  {
    id: "session",
    title: "Its session runs out",
    say: (view, note) => [
      { who: note?.dead ?? "The leader", tone: "dead" },
      " is dead, but ZooKeeper only notices that heartbeats are missing. Until the session timeout is over, the znode stays and nobody leads: that is most of a handoff.",
      ...leftOf(view, note),
    ],
    do: "Watch the ring run down, and the znode disappear with the session.",
    note: (view) => ({ dead: killedLeader(view) }),
    lost: (_view, { dead }) => !dead,
    until: (_, view, { dead }) => Boolean(dead) && chainOf(view).every(({ candidate }) => candidate !== dead),
    point: (_view, note) => `process-${note?.dead}`,
  },
  {
    id: "one",
    title: "One is notified, the others sleep",
    say: (view) => toldWords(lastHandoff(view)),
    do: "See the bar below the picture: deleted, notified, leads, acknowledged.",
    until: (_, { election }) => election?.handoff == null && Boolean(election?.last_handoff?.to_znode),
    point: "handoff",
  },
  {
    id: "middle",
    title: "Kill one in the middle",
    say: `When a candidate that does not lead ends, the leader must not change. Only the one behind it is notified, and
      watches the next lower one instead: the chain closes.`,
    do: (view) => (hasMiddle(view) ? "Press middle, then kill, and wait until its znode is gone." : "There is no middle: start one more (key 1) first."),
    run: (view) => (hasMiddle(view) ? act(view, "middle", "kill") : start(view, 1, view.election.path, startStrategy(view))),
    needs: ({ election }) => election,
    note: (view) => ({ dead: fallen(view) }),
    until: (_, view, { dead }) => fallen(view).some((id) => !dead.includes(id)),
    point: (view) => (hasMiddle(view) ? roleThen("middle", "kill")(view) : ["start-1", "start-first"]),
  },
  {
    id: "freeze",
    title: "Freeze the leader",
    say: `SIGSTOP acts like a long garbage collection or a sleeping laptop: the process stops in the
      middle of its work, and later goes on as if nothing had happened.`,
    do: "Press leader, then freeze.",
    run: (view) => act(view, "leader", "pause"),
    note: (view) => ({ leader: leaderIn(view) }),
    lost: leadsNoLonger,
    until: (state, _, { leader }) => state.candidates[leader]?.process === "paused",
    point: roleThen("leader", "freeze"),
  },
  {
    id: "two",
    title: "Two believe",
    say: (view, note) => [
      { who: note?.frozen ?? "The frozen one", tone: "frozen" },
      " cannot learn that its session ends. As soon as the next candidate leads, two believe that they lead: no lock service can prevent that.",
      ...leftOf(view, { dead: note?.frozen }),
    ],
    do: (view, note) =>
      chainOf(view).some(({ candidate }) => candidate !== note?.frozen)
        ? "Wait until another candidate leads."
        : "Nobody else stands: start one more (key 1), and wait until it leads.",
    note: (view) => ({ frozen: waker(view) }),
    lost: (view, { frozen }) => view.state.candidates[frozen]?.process !== "paused",
    until: (state, view, { frozen }) =>
      chainOf(view)[0]?.belief === "leading" &&
      chainOf(view)[0].candidate !== frozen &&
      state.candidates[frozen]?.belief === "leading",
    point: (_view, note) => `process-${note?.frozen}`,
  },
  {
    id: "wake",
    title: "Wake it: is its write refused?",
    say: (_view, note) => [
      { who: note?.frozen ?? "The frozen one", tone: "frozen" },
      " continues in the middle of its work, and writes its number late. The write carries its epoch, and the store has seen a later one: it refuses the write, in red. That is fencing. At the same time its clock tells it that its session is over: it steps down, and then queues again with another session.",
    ],
    do: "Choose it and wake it (w), and see the strip of the leader's work.",
    run: ({ choose, actions }, { frozen }) => {
      choose({ candidate: frozen });
      actions.attempt("resume", "POST", `candidates/${frozen}/resume`);
    },
    needs: (_, note) => note?.frozen,
    note: (view) => ({ frozen: waker(view), refused: refusedIn(view) }),
    lost: (view, { frozen }) => hasEnded(view, frozen) || leaderIn(view) === frozen,
    until: (state, view, { frozen, refused }) =>
      state.candidates[frozen]?.process === "running" &&
      chainOf(view).some(({ candidate }) => candidate === frozen) &&
      (!view.election.work || refusedIn(view) > refused),
    point: (view, note) => (view.chosen.candidate === note?.frozen ? "action-wake" : `process-${note?.frozen}`),
  },
  ...behind,
  ...started,
];

/** Start five candidates in the election shown if it fits, otherwise in the tour's own election. */
function begin(view) {
  const { election, choose } = view;
  const fits = election && startStrategy(view) === "predecessor";
  const path = fits ? election.path : "/tour";
  start(view, 5, path, "predecessor");
  if (!fits) choose({ election: path });
}

function hasMiddle(view) {
  return chainOf(view).length >= ENOUGH;
}

function isChain(election) {
  return election?.strategy === "predecessor" && election.chain.length >= ENOUGH;
}

/** Tell whether the one that was noted as the leader leads no longer, or nobody led. */
function leadsNoLonger(view, { leader }) {
  return leaderIn(view) !== leader;
}

function leftOf(view, note) {
  const ends = view.state.candidates[note?.dead]?.session_ends;
  return ends > view.clock.now() ? [" Its session has ", { left: ends }, " left."] : [];
}

function killedLeader({ election }) {
  const dying = election?.chain.find(({ process }) => process === "exited");
  return dying?.candidate ?? election?.last_handoff?.from ?? null;
}

/** Return the candidates that were killed, never led, and have left the chain. */
function fallen(view) {
  const { state, election } = view;
  return Object.keys(state.candidates).filter(
    (id) =>
      state.candidates[id].election === election?.path &&
      state.candidates[id].process === "exited" &&
      state.candidates[id].epoch == null &&
      chainOf(view).every(({ candidate }) => candidate !== id),
  );
}

function toldWords(handoff) {
  if (!handoff) return "ZooKeeper notifies the znode's watchers of its deletion.";
  const { from, to, notifications = 0, reads = 0 } = handoff;
  return [
    "The deletion of ",
    { who: from ?? "the old leader", tone: "dead" },
    `'s znode fired one watch: ${notifications} notification, to `,
    { who: to ?? "the next", tone: "lead" },
    `, which read the children ${reads === 1 ? "once" : `${reads} times`}, found that it is the lowest, and leads. With a thousand candidates waiting, the cost is the same.`,
  ];
}

function refusedIn({ election }) {
  return election?.work?.refused ?? 0;
}
