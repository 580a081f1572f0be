// Three elections side by side, one strategy each: what the death of a leader costs.
import { html } from "../../html.js";
import { live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { Frame } from "../../views/frame.js";
import { FAULTS, controls, everybody, measureOrCancel, start, strike, whyNotStrike } from "./controls.js";
import { STRATEGIES, castOf } from "./strategies.js";

const Elections = later(() => import("./elections.js"), "Elections");
const Figures = later(() => import("./work.js"), "Figures");
const Measure = later(() => import("./work.js"), "Measure");
const Round = later(() => import("./elections.js"), "Round");

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "compare",
  title: "Compare",
  group: "elections",
  component: Compare,
  round: Round,
  work: Beside,
  column: "work",
  places: () => ["/compare"],
  moment,
  recipe: ({ chosen }) => chosen.compared,
  idea: "The same election three times: who watches what decides how many one death wakes.",
  crew: ({ state }) => ({ ids: everybody(state), of: "the three elections", ask: { path: "comparisons" } }),
  candidates: ({ state }) =>
    STRATEGIES.flatMap((strategy) => castOf(state, state.comparison?.paths[strategy])),
  keys: [
    ...FAULTS.map(({ key, word, action }) => ({
      key,
      does: `${word} all three leaders`,
      when: ({ chosen }) => !chosen.candidate && !chosen.server,
      run: (view) => strike(view, action),
    })),
    { key: "n", does: "start the three elections, or fill them up again", run: start },
    { key: "m", does: "measure against the number of candidates, or cancel", run: measureOrCancel },
  ],
  choices: { compared: "predecessor", candidatesEach: 10, figure: "woken", measuredFault: "stop" },
  addressed: ["compared"],
  controls,
  clears: ({ state }) => cleared(state),
  help: Help,
  everywhere: ["comparison"],
  hints: [
    { say: "start the three elections.", key: "n", until: live(3) },
    { say: "now kill all three leaders, and count who wakes.", key: "k", when: (view) => !view.state.comparison.ended && !whyNotStrike(view, "kill"), until: ({ state }) => Boolean(state.comparison.strike) },
    { say: "measure it with more candidates. That ends these three elections.", key: "m", when: ({ state }) => areOver(state.comparison.deaths), until: ({ state }) => (state.comparison.curve ?? []).length > 0 },
  ],
  tour: () => import("./tour.js"),
};

/** Return the three elections, as far as they are there. */
function cleared({ comparison, elections }) {
  const paths = Object.values(comparison.paths ?? {}).filter((path) => Object.hasOwn(elections, path));
  return paths.map((path) => ({ path, section: "elections" }));
}

/** Return when the three leaders were struck, and until when: the last of them has an heir. */
function moment({ state: { comparison, elections } }) {
  const strike = comparison?.strike;
  if (!strike) return null;
  const ends = Object.values(comparison.paths).map((path) => {
    const { handoff, last_handoff: last } = elections[path] ?? {};
    return handoff || !(last?.at.acknowledged >= strike.at) ? Infinity : last.at.acknowledged;
  });
  return { at: strike.at, until: Math.max(...ends) };
}

function Compare(view) {
  const { comparison } = view.state;
  const of = comparison ?? { story: ["No comparison runs here."] };
  return html`
    <${Frame} ...${view} of=${of} round=${comparison && html`<${Round} ...${view} />`}>
      ${comparison && html`<${Elections} ...${view} />`}
    <//>
  `;
}

function Beside(view) {
  return view.state.comparison && html`<${Figures} ...${view} /><${Measure} ...${view} />`;
}

function Help() {
  return html`
    <p>Three elections with the same number of candidates, each with another strategy. A dot is a process: hollow while
      it waits, filled once it was woken, with a second ring when it was woken again, a star for the leader, a cross for
      a process that has ended. Figures from ZooKeeper's own counters are marked <b>server</b>; <b>reported</b> marks what
      only the candidates say.</p>
  `;
}

/** Tell whether each death has led to a next leader. */
function areOver(deaths) {
  return Object.values(deaths).every((death) => !death || death.to);
}
