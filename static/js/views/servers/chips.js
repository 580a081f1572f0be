// The sessions in one place. A chip keeps its session's id, so that its moves can be seen.
import { plural } from "../../format.js";
import { html } from "../../html.js";

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
