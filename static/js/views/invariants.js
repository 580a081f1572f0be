// What must always hold, checked by the dashboard at every event.
import { html } from "../html.js";

const WORDS = {
  one_leader: [
    "one leader",
    "Never two candidates that believe they lead and hold a live session by their own clock",
  ],
  leader_is_lowest: ["lowest leads", "Whoever leads owns the lowest live znode"],
  one_wakeup: ["one wakeup", "One deletion wakes at most one candidate"],
  watches_predecessor: [
    "watches predecessor",
    "A waiting candidate watches exactly the one before it, and nobody else does",
  ],
};

export function Invariants({ election }) {
  if (!election) return null;
  const { invariants, violations = [] } = election;
  return html`
    <ul class="invariants" aria-label="Invariants">
      ${Object.entries(invariants).map(([name, holds]) => html`<${Invariant} key=${name} name=${name}
        holds=${holds} />`)}
      ${violations.map(({ invariant, detail }) => html`<li class="violation" key=${invariant + detail}
        data-testid="violation">${detail}</li>`)}
    </ul>
  `;
}

function Invariant({ name, holds }) {
  const [word, meaning] = WORDS[name] ?? [name.replaceAll("_", " "), name];
  return html`
    <li class=${`chip ${holds ? "holds" : "broken"}`} title=${meaning} data-testid=${`invariant-${name}`}
      data-holds=${String(holds)}>
      <b aria-hidden="true">${holds ? "✓" : "✗"}</b>${word}<span
        class="sr">${holds ? " holds" : " is violated"}</span>
    </li>
  `;
}
