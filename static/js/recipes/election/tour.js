// The guided tour of the view Election; the form of a step is in tour/steps.js.
import { act, hasEnded, roleThen, waking } from "../../tour/roles.js";
import { start } from "./calls.js";
import { startStrategy } from "./controls.js";

function chainOf({ election }) {
  return election?.chain ?? [];
}

/** Return the true leader, if it is ours. */
function leaderIn(view) {
  return chainOf(view)[0]?.candidate ?? null;
}

function lastHandoff({ election }) {
  return election?.last_handoff ?? null;
}

/** Tell whether it was killed; the state forgets candidates that ended long ago. */
function killedIn(state, id) {
  const candidate = state.candidates[id];
  return Boolean(id) && (!candidate || candidate.process === "exited" || candidate.fault?.kind === "kill");
}

/** Return the test id of a chain's entry on the stage. */
function processOf(entry) {
  return `process-${entry?.candidate ?? entry?.label}`;
}

/** Return the frozen candidate that believes that it leads. */
function waker({ state, election }) {
  const ids = Object.keys(state.candidates).filter(
    (id) => state.candidates[id].election === election?.path && state.candidates[id].belief === "leading",
  );
  return ids.find((id) => state.candidates[id].process === "paused") ?? null;
}

const started = [
  ...strategy(
    "herd",
    `In the simplest recipe every candidate watches the election itself. Its only drawback is its cost.`,
    `Only one of the others can lead. How many of them will be notified when the leader's znode disappears?`,
    `One znode disappeared; all were notified, read all children, and all but one found that it is not their turn: this is the herd effect.`,
  ),
  ...strategy(
    "single",
    `Another recipe has no queue: all race to create one znode, named leader. Its creator leads.`,
    `How many will try to create it when it disappears, and what will the losers learn?`,
    `All were notified of the deletion, all tried to create the znode, all but one failed, and its creation woke
     again those who watched once more by then.`,
  ),
];

function strategy(name, idea, question, cost) {
  const path = `/${name}`;
  const isShown = ({ election }) => election?.strategy === name;
  const hasPassed = (view, note) => isShown(view) && view.election.handoffs > (note?.handoffs ?? Infinity);
  return [
    {
      id: name,
      title: name === "herd" ? "All watch the same list" : "One znode, one race",
      say: idea,
      do: ({ election }) => {
        const other = election?.chain.length && election.path.startsWith(path) ? election.strategy : name;
        return other === name
          ? `Choose “another path …” in the list of elections, name it ${path}, choose ${name} in the picture, and only then start five.`
          : `The candidates here follow ${other}, and so will all that come. Choose “another path …”, name it ${path}-2, choose ${name}, and only then start five.`;
      },
      run: (view) => {
        start(view, 5, path, name);
        view.choose({ election: path });
      },
      until: (_, view) => isShown(view) && waiting(view) >= 3 && chainOf(view)[0]?.belief === "leading",
      point: ({ election }) => (isShown({ election }) ? ["start-first", "start-5"] : "election"),
    },
    {
      id: `${name}-kill`,
      title: "Kill its leader",
      say: (view, note) => (hasPassed(view, note) ? [cost, ...costOf(view)] : question),
      do: "Press leader, then kill, and see how many are notified.",
      run: (view) => act(view, "leader", "kill"),
      needs: isShown,
      note: (view) => ({ leader: leaderIn(view), handoffs: view.election?.handoffs ?? 0 }),
      until: (_, view, note) => hasPassed(view, note) && leaderIn(view) !== null,
      point: roleThen("leader", "kill"),
    },
  ];
}

function waiting({ election }) {
  return election.chain.length - 1 + (election.racers?.length ?? 0);
}

function costOf({ election }) {
  const { notifications, again, creates, failed } = election?.last_handoff ?? {};
  if (!notifications) return [];
  const race = creates ? `, ${again ?? 0} of them again by the new znode, and ${failed} of ${creates} creates failed` : "";
  return [` Here ${notifications} were told${race}.`];
}

const behind = [
  {
    id: "behind",
    title: "Old data must not lead",
    say: `A replica that missed writes would lose them if it led. So a znode beside the election says which
      version of the data is the newest, and a candidate with an older version does not stand for election.`,
    do: "Press leader, then set behind in more ▾ (b): it steps down, and sits out.",
    run: (view) => act(view, "leader", "behind"),
    until: (_, view) => sittingOut(view).length > 0,
    point: roleThen("leader", "set-behind"),
  },
  {
    id: "sits-out",
    title: "Kill the leader: it sits out",
    say: (view) => [
      { who: sittingOut(view)[0] ?? "The one that is behind", tone: "wait" },
      " has no znode, so it is not in the chain and cannot be next, no matter who dies.",
    ],
    do: "Press leader, then kill, and see who leads next.",
    run: (view) => act(view, "leader", "kill"),
    note: (view) => ({ dead: deadLeaders(view) }),
    until: (_, view, { dead }) => sittingOut(view).length > 0 && deadLeaders(view).some((id) => !dead.includes(id)),
    point: roleThen("leader", "kill"),
  },
  {
    id: "catch-up",
    title: "Let it catch up",
    say: "With the newest data it stands again, at the end of the chain like every newcomer.",
    do: "Choose it and press catch up in more ▾ (u).",
    run: ({ choose, actions }, { behind: id }) => {
      choose({ candidate: id });
      actions.attempt("catch-up", "POST", `candidates/${id}/catch-up`);
    },
    needs: (_, note) => note?.behind,
    note: (view) => ({ behind: sittingOut(view)[0] ?? null }),
    lost: (view, { behind: id }) => hasEnded(view, id),
    until: (_, view, { behind: id }) => chainOf(view).some(({ candidate }) => candidate === id),
    point: (view, note) =>
      view.chosen.candidate === note?.behind ? "action-catch-up" : `process-${note?.behind}`,
  },
];

/** Return the candidates of the election shown whose data is behind. */
function sittingOut({ state, election }) {
  return Object.keys(state.candidates).filter(
    (id) =>
      state.candidates[id].election === election?.path &&
      state.candidates[id].belief === "behind" &&
      state.candidates[id].process !== "exited",
  );
}

/** Return the leaders that were killed and whose session is over; there may be no successor. */
function deadLeaders(view) {
  const { state, election } = view;
  return Object.keys(state.candidates).filter((id) => {
    const { election: path, process, epoch, fault } = state.candidates[id];
    const hasLed = path === election?.path && epoch != null;
    return hasLed && process === "exited" && fault?.kind === "kill" && chainOf(view).every(({ candidate }) => candidate !== id);
  });
}

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
    round: true,
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
      " goes on in the middle of its work, and writes its number late. The write carries its epoch, and the store, which has seen a later one, refuses it, in red: that is fencing. Its clock tells it that its session is over: it steps down, and queues again.",
    ],
    do: "Choose it and wake it (w), and see the strip of the leader's work.",
    ...waking,
    note: (view) => ({ frozen: waker(view), refused: refusedIn(view) }),
    lost: (view, { frozen }) => hasEnded(view, frozen) || leaderIn(view) === frozen,
    until: (state, view, { frozen, refused }) =>
      state.candidates[frozen]?.process === "running" &&
      chainOf(view).some(({ candidate }) => candidate === frozen) &&
      (!view.election.work || refusedIn(view) > refused),
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
