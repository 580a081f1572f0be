// Three elections side by side, one strategy each: what the death of a leader costs.
import { wordOf } from "../actions.js";
import { askedBy, plural } from "../format.js";
import { html } from "../html.js";
import { steps } from "../tour/compare.js";
import { Controls } from "./compare/controls.js";
import { Elections } from "./compare/elections.js";
import { Figures } from "./compare/figures.js";
import { Measure } from "./compare/measure.js";
import { STRATEGIES, castOf } from "./compare/strategies.js";
import { FAULTS, everybody, measureOrCancel, start, strike, whyNotStrike } from "./compare/strike.js";
import { Story } from "./story.js";

export const compare = {
  id: "compare",
  title: "Compare",
  component: Compare,
  places: () => ["/compare"],
  moment,
  recipe: ({ chosen }) => chosen.compared,
  crew: ({ state }) => ({ ids: everybody(state), of: "the three elections", ask: { path: "comparisons" } }),
  candidates: ({ state }) =>
    STRATEGIES.flatMap((strategy) => castOf(state, state.comparison?.paths[strategy])),
  keys: [
    ...FAULTS.map(({ key, word, action }) => ({
      key,
      does: `${word} all three leaders`,
      when: ({ chosen }) => !chosen.candidate && !chosen.server,
      run: (view) => {
        const why = whyNotStrike(view, action);
        return why ? view.actions.toast(why) : strike(view, action);
      },
    })),
    { key: "n", does: "start the three elections, or fill them up again", run: start },
    { key: "m", does: "measure against the number of candidates; cancel it", run: measureOrCancel },
  ],
  choices: { compared: "predecessor", candidatesEach: 10, figure: "woken", measuredFault: "stop" },
  help: Help,
  words: {
    "comparison.started": (_, data) => [`three elections of ${data.count} candidates started${askedBy(data)}`],
    "comparison.stopped": (_, data) => [`the three elections are stopped${askedBy(data)}`],
    "comparison.struck": (_, { action, leaders, by }) => [
      `the leaders ${Object.values(leaders).join(", ")} of the compared elections: ${wordOf(action)},${askedBy({ by })}`,
    ],
    "comparison.counted": (_, { strategy, notifications, again }) => [
      { who: strategy },
      `: the server counted ${notifications} notifications, and ${again} more`,
    ],
    "comparison.measuring": (_, { sizes, deaths, fault, by }) => [
      `measuring with ${sizes.join(", ")} candidates, ${deaths} × ${wordOf(fault)} each, asked for${askedBy({ by })}`,
    ],
    "comparison.progressed": (_, { strategy, size, done }) => [
      { who: strategy },
      `: measuring with ${size} candidates, ${done} deaths done`,
    ],
    "comparison.measured": (_, { strategy, n, notifications, again }) => [
      { who: strategy },
      ` with ${n} candidates: one death causes ${plural(notifications + again, "wake-up")}`,
    ],
    "comparison.cancelling": (_, { by }) => [`the measurement is to end, asked for${askedBy({ by })}`],
    "comparison.ended": (_, { error, cancelled, by }) => [
      cancelled ? `the measurement is cancelled${askedBy({ by })}` : `the measurement ended${error ? `: ${error}` : ""}`,
    ],
  },
  tour: steps,
};

/** When the three leaders were struck, until the last of them has an heir. */
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
  const { state } = view;
  if (!state.comparison) return html`<p class="story" data-testid="story"><span>Nothing is compared here.</span></p>`;
  return html`
    <${Story} election=${state.comparison} clock=${view.clock} />
    <${Controls} ...${view} />
    <${Elections} ...${view} />
    <${Figures} ...${view} />
    <${Measure} ...${view} />
  `;
}

function Help() {
  return html`
    <p>Three elections with the same number of candidates, each with another strategy. A dot is a process: hollow while
      it waits, filled once it was woken, with a second ring when it was woken again, a star for who leads, a cross for
      who has ended. What ZooKeeper's own counters say is marked <b>server</b>, and <b>reported</b> what only the
      candidates say.</p>
  `;
}
