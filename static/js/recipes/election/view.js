// One election: the chain of candidates, what each believes, and what is true.
import { html } from "../../html.js";
import { Reasons, Verdicts } from "../../kit/checks.js";
import { awake, frozen, killed, live } from "../../kit/hint.js";
import { panel } from "../../kit/panel.js";
import { Frame } from "../../views/frame.js";
import { AmongStrangers, acts, follow, mark, start } from "./calls.js";
import { FOUND, controls, isOthers, markable, standing, startStrategy } from "./controls.js";
import { Found, absent, foundSentence } from "./found.js";
import { Round } from "./round.js";
import { isLed, tellingOf, wordOf } from "./shapes.js";
import { Leaderless, Shape, Stage, legendOf } from "./stage.js";
import { Work, dialogs as workDialogs, keys as workKeys } from "./work.js";
import { znodesOf } from "./znodes.js";

const ROLES = ["leader", "successor", "middle", "tail"];

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "election",
  title: "Election",
  group: "elections",
  component: Election,
  round: Round,
  subject: { name: "election", section: "elections", thing: "election", znodes: znodesOf, chained: true, first, wordOf },
  beside: ["-acknowledged", "-version"],
  instead: Shape,
  work: Beside,
  absent,
  recipe: (view) => view.election && (tellingOf(view.election) ? null : startStrategy(view)),
  candidates,
  moment,
  roles,
  keys: [
    ...[1, 5].map((count) => ({
      key: String(count),
      does: count === 1 ? "start one candidate" : "start five candidates",
      when: (view) => Boolean(view.election) && !view.election.itself,
      unless: "Another program holds this election: nobody can be started here",
      run: (view) => start(view, count, view.election.path, startStrategy(view)),
    })),
    { key: "m", does: "another program's failover: it is killed now", when: (view) => Boolean(markable(view)), unless: "Choose another program's candidate by its role first", run: (view) => mark(view, markable(view)) },
    ...workKeys,
  ],
  acts,
  controls,
  strangers,
  leaders,
  dialogs: { "among-strangers": AmongStrangers, ...workDialogs },
  another: {
    path: "/",
    title: "Follow an election",
    label: "Path of its parent znode, or of a key that programs race for",
    note: "If it does not exist yet, the first candidate that joins creates it.",
    does: "Follow",
    testid: "follow",
    busy: "follow",
    start: (view, { path }) => follow(view, path),
  },
  fleeting: { strategy: null }, // for the next start in an empty election; null: its last strategy
  help: Help,
  hints: [
    { say: "let the store begin with this history: the button is under Work.", isUrgent: ({ election }) => Boolean(election?.work?.barred) },
    { say: "start five candidates.", key: "5", when: (view) => !isOthers(view), until: live(2) },
    { say: "now kill the leader, and watch its session run out.", key: "k", role: "leader", until: killed },
    { say: "freeze the leader past its session: another leads, and it still believes that it leads.", key: "f", role: "leader", until: (view) => frozen(view) && followed(view) },
    { say: "choose the frozen one and wake it: is its late write refused?", key: "w", until: awake },
    { say: "compare the three strategies, in the next view.", key: "]" },
  ],
  tour: () => import("./tour.js"),
};

/** Return the election to show first; in a foreign ensemble none, until something here is ours. */
function first(state, { election, tour }) {
  const all = Object.values(state.elections);
  if (state.zookeeper.source !== "external" || tour?.open) return all[0] ?? null;
  if (election === FOUND) return null;
  return all.find(({ named }) => named) ?? all.find(({ path }) => standing(state, path).length) ?? null;
}

/** Return when the handoff shown began: with its fault, else with its mark, else with the end of the leader's znode. */
function moment({ election: shown }) {
  const { at, mark, found_gone: isLate } = shown?.handoff ?? shown?.last_handoff ?? {};
  const begun = at?.fault ?? mark?.at ?? (isLate ? undefined : at?.deleted);
  if (typeof begun !== "number") return null;
  return { at: begun, until: shown.handoff ? Infinity : Math.max(...Object.values(at).map(Number)) };
}

const unworked = (view) => view.concerns(["work"]); // four numbers a second
const [Chain, Numbers] = [panel(Stage, unworked), panel(Work)];
function Election(view) {
  const { election } = view;
  if (!election) return html`<${Frame} ...${view} of=${{ story: [foundSentence(view)] }}><${Found} ...${view} /><//>`;
  const verdicts = isLed(election) && html`<${Invariants} ...${view} />`;
  return html`
    <${Frame} ...${view} of=${election} checks=${verdicts} reasons=${isLed(election) && html`<${Reasons} of=${election} />`} legend=${legendOf(election)} round=${html`<${Round} ...${view} />`}>
      <${Chain} ...${view} />
    <//>
  `;
}

function Beside(view) {
  return html`<${Numbers} ...${view} /><${Leaderless} ...${view} />`;
}

/** Return the candidates in the order of the chain, then those beside it. */
function candidates({ state, election }) {
  if (!election) return [];
  const chain = election.chain.map(({ candidate }) => candidate).filter(Boolean);
  return [...new Set([...chain, ...standing(state, election.path)])];
}

/** Return the members that are not ours, with the names that the dashboard gives them. */
function strangers({ elections }) {
  const members = Object.values(elections).flatMap(({ chain }) => chain);
  return members.filter(({ candidate }) => !candidate).map(({ session, name }) => ({ session, name }));
}

/** Return the true leader's session in the election shown, and the words for it. */
function leaders({ election: shown }) {
  return (shown?.chain ?? []).filter(({ truth }) => truth === "leader").map(({ session }) => [session, "leads its election"]);
}

/** Return who has each role now; an action asks the dashboard again who has the role then. */
function roles({ election }) {
  if (!election || !isLed(election)) return [];
  return ROLES.map((role) => {
    const held = election.chain.find(({ znode }) => znode === election.roles[role]);
    const ask = { path: `roles/${role}`, body: { election: election.path } };
    return { role, id: held?.candidate ?? null, label: held?.name, ask };
  });
}

function Help() {
  return html`
    <p>Above are the processes and what each <b>believes</b>; below is ZooKeeper and what is <b>true</b>.
      The line between them is the session, with its heartbeats. The <b
        class="tone-lead">crown</b> sits on the lowest znode;
      a process that believes it leads <b
        class="tone-lead">glows</b>. When the two differ, the picture shows it.</p>
    <p>An arrow is a watch. Solid: seen, in the protocol or by asking the server.
      Dashed: the candidate reports it. Dotted: it only follows from the order.</p>
  `;
}

/** Tell whether somebody leads in place of a frozen leader. */
function followed({ election, state }) {
  return election.last_handoff?.fault === "pause" && state.candidates[election.last_handoff.from]?.process === "paused";
}

const WORDS = {
  one_leader: [
    "at most one leader",
    "No two candidates believe at the same time that they lead while their sessions last by their own clocks",
  ],
  leader_owns_znode: ["a leader owns the key", "The leader owns the znode that all race for"],
  leader_is_lowest: ["lowest leads", "The leader owns the lowest live znode"],
  one_wakeup: ["one wake-up", "One deletion wakes at most one candidate"],
  watches_parent: [
    "watches the list",
    "Each waiting candidate watches the election's list of children: otherwise it would not learn that the leader has ended",
  ],
  watches_predecessor: [
    "watches the one before",
    "Each waiting candidate watches exactly the one before it, and no two watch the same one",
  ],
};

const OF_LOCKS = {
  ...WORDS,
  one_leader: ["at most one holder", "No two clients believe at the same time that they hold the lock"],
  leader_is_lowest: ["lowest holds", "The holder owns the lowest live znode"],
};

/** Draw the verdicts; of an election without candidates all hold, and nobody learns from it. */
function Invariants({ election }) {
  const says = election && (election.chain.length > 0 || election.violations.length > 0);
  return says && html`<${Verdicts} of=${election} words=${election.shape === "lock" ? OF_LOCKS : WORDS} />`;
}
