// The sessions in one place. A chip keeps its session's id, so that its moves can be seen: it flies to its new place in an arc.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { isStill } from "../../still.js";

const SHOWN = 12;

/** Draw the sessions of a place. home: its name, a server or nowhere. */
export function Chips({ home, holders, others = [], empty, state, known, chosen, choose }) {
  const leaders = known.leaders();
  const ordered = [...holders].sort(byRank);
  const { shown, folded } = foldBeyond(
    ordered,
    SHOWN,
    (holder) => leaders.has(holder.session) || isChosen(holder, chosen),
  );
  const foreign = `Sessions of other clients: ${others.join(", ")}`;
  return html`
    <ul class="chips" aria-label=${`Sessions on ${home}`}>
      ${shown.map(
        (holder) => html`<${Chip} key=${holder.session} holder=${holder} home=${home} state=${state}
        leads=${leaders.get(holder.session)} chosen=${chosen} choose=${choose} />`,
      )}
      ${folded.length > 0 && html`<${More} title=${folded.map(({ name }) => name).join(", ")} word=${`+${folded.length}`} />`}
      ${others.length > 0 && html`<${More} title=${foreign} word=${plural(others.length, "other")} />`}
      ${!holders.length && !others.length && empty && html`<${More} word=${empty} />`}
    </ul>
  `;
}

function More({ title, word }) {
  return html`<li class="chip-more" title=${title}>${word}</li>`;
}

/** Order the dashboard first, then candidates by number: a chip finds its place again. */
function byRank(one, other) {
  const rank = ({ kind }) => ["dashboard", "candidate", "foreign"].indexOf(kind);
  return rank(one) - rank(other) || one.name.localeCompare(other.name, "en", { numeric: true });
}

const isChosen = ({ id }, chosen) => id !== null && id === chosen.candidate;

/** Fold what is beyond `most`; wanted sessions (a leader, the chosen one) always show. */
function foldBeyond(ordered, most, isWanted) {
  if (ordered.length <= most) return { shown: ordered, folded: [] };
  const wanted = [...ordered.filter(isWanted), ...ordered.filter((one) => !isWanted(one))];
  const first = new Set(wanted.slice(0, most - 1));
  return { shown: ordered.filter((one) => first.has(one)), folded: ordered.filter((one) => !first.has(one)) };
}

function Chip({ holder, home, state, leads, chosen, choose }) {
  const { session, name, id, kind, torn } = holder;
  const words = [
    name,
    leads,
    torn && "no connection",
    `session ${session}`,
  ];
  const title = words.filter(Boolean).join(", ");
  const marks = `${torn ? "torn" : ""} ${leads ? "leads" : ""} ${toneOf(state.candidates[id])}`;
  const sign = leads ? html`<${Crown} />` : kind === "dashboard" && html`<${Eye} />`;
  const inside = html`${sign}<bdi>${name}</bdi>`;
  return html`
    <li class=${`session-chip of-${kind} ${marks}`} title=${title} data-testid=${`session-${name}`}
      data-session=${session} data-home=${home} data-torn=${String(Boolean(torn))}>
      ${
        id
          ? html`<button tabindex="-1" aria-pressed=${chosen.candidate === id}
            onClick=${() => choose({ candidate: chosen.candidate === id ? null : id })}>${inside}</button>`
          : html`<span>${inside}</span>`
      }
    </li>
  `;
}

function toneOf(candidate) {
  if (candidate?.process === "paused") return "tone-frozen";
  return candidate?.belief === "suspended" ? "tone-lost" : "";
}

function Crown() {
  return html`<svg class="small-crown" viewBox="0 0 22 16" aria-hidden="true"><path
    d="M3 15L5 4L10 10L11 1L14 10L19 4L21 15z" /></svg>`;
}

function Eye() {
  return html`<svg class="eye" viewBox="0 0 18 12" aria-hidden="true"><path
    d="M1 6c3-6 13-6 16 0c-3 6-13 6-16 0z" /><circle cx="9" cy="6" r="2.2" /></svg>`;
}

const TRAVEL_MS = 1100;
const STAGGER_MS = 90;
const EASING = "cubic-bezier(.5,0,.2,1)";

/** Return session → {home, box} of every chip inside, as drawn now. */
export function placesIn(element) {
  const chips = element?.querySelectorAll("[data-session]") ?? [];
  return new Map(
    [...chips].map((chip) => [
      chip.dataset.session,
      { home: chip.dataset.home, box: chip.getBoundingClientRect() },
    ]),
  );
}

/** Move the chips to their new places. before: what `placesIn` returned before the drawing. */
export function travel(element, before) {
  if (isStill() || !before.size) return;
  let delay = 0;
  for (const chip of element.querySelectorAll("[data-session]")) {
    const from = before.get(chip.dataset.session);
    if (!from || from.home === chip.dataset.home || !from.box.width) continue;
    fly(chip, from.box, chip.getBoundingClientRect(), delay);
    delay += STAGGER_MS;
  }
}

function fly(chip, from, to, delay) {
  const [x, y] = [from.left - to.left, from.top - to.top];
  const lift = -Math.min(70, 24 + Math.abs(x) / 6);
  chip.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 4 },
      { transform: `translate(${x / 2}px, ${y / 2 + lift}px) scale(1.35)`, zIndex: 4 },
      { transform: "none", zIndex: 4 },
    ],
    { duration: TRAVEL_MS, delay, easing: EASING, fill: "backwards" },
  );
}
