// Drills: many failovers of one election, provoked on purpose, each measured by its phases.
import { html } from "../../html.js";
import { later } from "../../kit/later.js";
import { mark } from "../../kit/legend.js";
import { replaysOf } from "../../time/reel.js";
import { Frame } from "../../views/frame.js";
import { controls, start, startOrStop } from "./controls.js";
import { Round } from "./round.js";

const Board = later(() => import("./board.js"), "Board");
const Work = later(() => import("./work.js"), "Work");

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "drills",
  title: "Drills",
  group: "elections",
  component: Drills,
  round: Round,
  work: ({ state, actions, reel }) => state.drill && html`<${Work} state=${state} actions=${actions} isSaved=${Boolean(replaysOf(reel))} />`,
  column: "work",
  idea: "One failover says little: many, each measured by its phases, say how long one takes.",
  places: () => ["/drill"],
  recipe: ({ state }) => recipeOf(state.drill?.plan),
  crew: ({ state }) => ({ ids: drilled(state), of: "the drill", ask: { path: "drills" } }),
  candidates: ({ state }) => drilled(state),
  keys: [{ key: "n", does: "start a drill, or stop it", run: startOrStop }],
  choices: { drillRecipe: "election", drillFault: "kill", drillTarget: "leader", drillLasts: 8, drillRounds: 60, drillCandidates: 5, drillStrategy: "predecessor", drillLimits: "" },
  controls,
  first: {
    nobody: () => "No failover has been drilled here.",
    watching: "The rounds of a drill appear here as soon as one starts.",
    says: "A drill ends the leader again and again, and measures every handoff.",
    button: "Start a drill",
    busy: "drill-start",
    start: (view) => start(view),
  },
  help: Help,
  everywhere: ["drill"],
  hints: [{ say: "start a drill of some rounds, and watch each one.", key: "n", until: ({ state }) => Boolean(state.drill?.plan) }],
  tour: () => import("./tour.js"),
};

/** Return the recipe that is drilled, as its pseudo-code is named. */
const recipeOf = (plan) => (plan?.recipe === "election" ? plan.strategy : (plan?.recipe ?? "predecessor"));

/** Return the candidates of the drill that have not ended. */
function drilled({ candidates, drill }) {
  const path = drill?.plan?.path;
  return Object.keys(candidates).filter((id) => path && candidates[id].path === path && candidates[id].process !== "exited");
}

function Drills(view) {
  const { drill } = view.state;
  const of = drill ?? { story: ["No drill runs here."] };
  return html`
    <${Frame} ...${view} of=${of} legend=${legend()} round=${drill && html`<${Round} ...${view} />`}>
      ${drill && html`<${Board} ...${view} />`}
    <//>
  `;
}

const legend = () => [
  [mark("drill-sample of-detect"), "detect: until ZooKeeper has deleted the znode"],
  [mark("drill-sample of-told"), "told: until the next one is notified"],
  [mark("drill-sample of-claims"), "claims: until it says that it leads"],
  [mark("drill-sample of-acknowledged"), "acknowledged: until ZooKeeper has that"],
  [mark("drill-sample expected"), "where detect is expected to end"],
  [html`<b>▾</b>`, "its detect ended elsewhere"],
  [mark("drill-sample of-serves"), "serves: until the service, or a quorum that was struck, answers again"],
  [mark("drill-sample failed"), "a round that was not over in time"],
  [html`<b class="tone-dead">✕</b>`, "a round that broke an invariant"],
];

function Help() {
  return html`
    <p>A drill ends the leader of an election of its own, again and again, and measures each handoff by its phases. A
      round that is not over in time counts as infinite: no figure gets better by a failure. Each quantile has a bound
      that 95 of 100 such drills do not exceed; with too few rounds, none can be said.</p>
  `;
}
