// One election: the chain of candidates, what each believes, and what is true.
import { html } from "../html.js";
import { steps } from "../tour/election.js";
import { Controls, FOUND, standing, startStrategy } from "./controls.js";
import { isLed, tellingOf } from "../shapes.js";
import { Found } from "./found.js";
import { HandoffBar } from "./handoff.js";
import { Invariants } from "./invariants.js";
import { Servers } from "./servers.js";
import { Leaderless } from "./shape.js";
import { Legend, Stage } from "./stage.js";
import { Story } from "./story.js";
import { Work, dialogs, keys as workKeys, tones, words } from "./work.js";

export const ROLES = ["leader", "successor", "middle", "tail"];

export const election = {
  id: "election",
  title: "Election",
  component: Election,
  subject: { name: "election", section: "elections", first },
  recipe: (view) => view.election && (tellingOf(view.election) ? null : startStrategy(view)),
  candidates,
  moment,
  roles,
  keys: [
    ...[1, 5].map((count) => ({
      key: String(count),
      does: count === 1 ? "start one candidate" : "start five candidates",
      when: (view) => Boolean(view.election),
      run: (view) => view.actions.start(count, view.election.path, startStrategy(view)),
    })),
    ...workKeys,
  ],
  words,
  tones,
  dialogs,
  choices: {},
  help: Help,
  tour: steps,
};

/** Of an ensemble that is not the dashboard's, what was found is shown, until something here is ours. */
function first(state, { election, tour }) {
  const all = Object.values(state.elections);
  if (state.zookeeper.source !== "external" || tour?.open) return all[0] ?? null;
  if (election === FOUND) return null;
  return all.find(({ named }) => named) ?? all.find(({ path }) => standing(state, path).length) ?? null;
}

/** The fault that the handoff shown began with; where nobody saw one, the end of the leader's znode. */
function moment({ election: shown }) {
  const { at, found_gone: isLate } = shown?.handoff ?? shown?.last_handoff ?? {};
  const begun = at?.fault ?? (isLate ? undefined : at?.deleted);
  if (typeof begun !== "number") return null;
  return { at: begun, until: shown.handoff ? Infinity : Math.max(...Object.values(at).map(Number)) };
}

function Election(view) {
  if (!view.election) return html`<${Controls} ...${view} /><${Found} ...${view} /><${Servers} ...${view} />`;
  return html`
    <${Story} ...${view} />
    <${Controls} ...${view} />
    <${Stage} ...${view} />
    <${Work} ...${view} />
    <${Servers} ...${view} />
    <${Legend} ...${view} />
    <div class="foot">
      ${isLed(view.election) && html`<${HandoffBar} ...${view} /><${Invariants} ...${view} />`}
      <${Leaderless} ...${view} />
    </div>
  `;
}

/** In the order of the chain; who stands beside it comes after. */
function candidates({ state, election }) {
  if (!election) return [];
  const chain = election.chain.map(({ candidate }) => candidate).filter(Boolean);
  return [...chain, ...standing(state, election.path).filter((id) => !chain.includes(id))];
}

/** Who holds a role now, the dashboard says; it is asked again when something is done to it. */
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
        class="tone-lead">glows</b>. When the two differ, the picture says so.</p>
    <p>An arrow is a watch. Solid: seen, in the protocol or by asking the server.
      Dashed: the candidate says so. Dotted: it only follows from the order.</p>
  `;
}
