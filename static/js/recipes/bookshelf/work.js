// The last writes, step by step and in true proportion; and what became of the books: the last ones, and the changes of the in-sync set.
import { milliseconds, plural } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { Running } from "../../kit/now.js";
import { passing } from "../../kit/proportion.js";
import { Refusal, copiesOf } from "./copies.js";
import { Cost } from "./decision.js";
import { spineOf } from "./library.js";
import { hasNodes, serving } from "./nodes.js";

const SHOWN = 5;

export function Work(view) {
  const { shelf, clock } = view;
  return hasNodes(view) && html`<div class="book-way"><${Write} shelf=${shelf} /><${Refusal} shelf=${shelf} clock=${clock} /></div><${Account} ...${view} /><${LastBooks} ...${view} /><${Changes} ...${view} />`;
}

function Account({ shelf }) {
  const { acknowledged, lost, audit } = shelf;
  return html`
    <p class="book-account" data-testid="book-account" data-acknowledged=${acknowledged} data-lost=${lost}>
      <b class="number">${plural(acknowledged, "book")}</b> acknowledged${shelf.appointed && !(lost > (shelf.appointed.lost ?? 0)) ? "" : " · "}${
        lost > (shelf.appointed?.lost ?? 0) ? html`<b class="tone-dead">${lost} lost</b>` : shelf.appointed ? "" : html`<b class="book-kept">none lost</b>`
      }<${Cost} shelf=${shelf} />${audit ? html`<span class="soft"> · last checked at ${audit.node}, for its term</span>` : ""}
    </p>
  `;
}

function Changes({ shelf, clock }) {
  const latest = shelf.changes.slice(-SHOWN).reverse();
  if (!latest.length) return null;
  return html`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${shelf.in_sync.length ? shelf.in_sync.join(", ") : "nobody"}: only they may lead</p>
      <ol>${latest.map((change, index) => html`<${Change} key=${`${change.at} ${change.node} ${change.what}`} change=${change} latest=${index === 0} clock=${clock} />`)}</ol>
    </section>
  `;
}

const TONES = { in: "new", out: "dead", synced: "wait", dropped: "lost", wiped: "dead" };

function Change({ change, latest, clock }) {
  return html`
    <li class=${`change tone-${TONES[change.what] ?? "wait"} ${latest ? "latest" : ""}`} data-testid="book-change" data-what=${change.what} data-node=${change.node}>
      <b>${change.node}</b> <span>${wordsOf(change)}</span> <span class="soft number"><${Running} at=${change.at} clock=${clock} /> ago</span></li>
  `;
}

function wordsOf({ what, ids, from, books, ms }) {
  if (what === "synced") return `has fetched ${books == null ? "what it lacked" : plural(books, "book")}${from ? ` from ${from}` : ""}${ms == null ? "" : ` in ${milliseconds(ms)}`}`;
  if (what === "dropped") return `sets aside ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ` and ${ids.length - 3} more` : ""}: only it had that, and no client was told that it is stored`;
  return { in: "is in sync: it may lead", out: "is taken out of the in-sync set", wiped: "has lost its disk" }[what] ?? what;
}

/** Tell whether a person's decision lost it, as far as the audit after it names what is missing. */
function isLost({ appointed }, id, at) {
  return Boolean(appointed?.ids?.includes(id)) && at < appointed.at;
}

function LastBooks({ shelf }) {
  const books = shelf.last_books.slice(-SHOWN).reverse();
  if (!books.length) return null;
  return html`
    <section class="book-last" aria-label="The last books">
      <p class="handoff-title"><b>The last books</b> added at any node, acknowledged by the leader</p>
      <ol>${books.map(({ id, author, year, node, by, copies, of, ms, at }) => html`<li key=${`${id} ${at}`} data-testid="last-book" data-book=${id}>
        <i class=${`spine ${spineOf(id).colour}`} aria-hidden="true"></i><b>${id}</b> <span>${[author, year].filter((one) => one != null).join(", ")}</span>
        <span class="soft">at ${node}${by && by !== node ? `, by ${by}` : ""}</span>
        ${isLost(shelf, id, at) ? html`<span class="told lost"><b class="tone-dead">lost later</b></span>` : html`<span class="told number">${copies} of ${of} have it${ms == null ? "" : `, ${milliseconds(ms)}`}</span>`}</li>`)}</ol>
    </section>
  `;
}

const ANSWERS = {
  acknowledged: ["new", (_write, copies) => `told: ${copies} have it`],
  cut: ["dead", () => "nobody was told"],
  unknown: ["lost", () => "told: not known"],
  refused: ["dead", () => "refused; told: not known"],
  unavailable: ["lost", () => "503: no leader, try again"],
  conflict: ["lost", () => "409: another book has that id"],
};
const FATES = { kept: "it stays: the next leader has it", dropped: "it is gone: the next leader does not have it", lost: "it was lost later: a person let a node lead that does not have it" };
const HOW = { waiting: "○", sent: "→", stored: "✓", refused: "✗", lost: "?" };

function Write({ shelf }) {
  const write = shelf.write ?? shelf.last_write;
  if (!write) return html`<section class="book-write none" data-testid="book-write" data-stage="none"><p class="soft">No book has been added since this page was opened. Add one: its way is drawn here, step by step.</p></section>`;
  const open = write === shelf.write;
  const copies = copiesOf(write);
  const reached = reachedBy(write, open);
  return html`
    <section class="book-write" aria-label="The write" data-testid="book-write" data-book=${write.id} data-stage=${open ? write.stage : write.outcome}>
      <p class="handoff-title"><b><i class=${`spine ${spineOf(write.id).colour}`}></i>${write.id}</b><span>${[write.author, write.year].filter(Boolean).join(", ")}</span>${
        !open && write.ms ? html`<span class="number">${milliseconds(write.ms)}</span>` : ""
      }</p>
      <ol class="book-steps">
        <${Step} word="asked" is=${reached > 0} now=${open && reached === 1}>${write.node ? `at ${write.node}` : ""}<//>
        <${Step} word="on the leader's disk" is=${reached > 1} now=${open && reached === 2}>${write.by ?? (write.to ? `${write.to} …` : "no leader")}<//>
        <${Step} word="copies" is=${reached > 2} now=${open && reached === 3} bad=${copies.some(([, how]) => how === "refused" || how === "lost")}>
          ${copies.map(([id, how]) => html`<span key=${id} class=${`book-copy is-${how}`} data-testid=${`step-copy-${id}`} data-how=${how}>${id}${" "}${HOW[how] ?? how}</span>`)}
          ${!copies.length && reached > 1 ? "nobody else in sync" : ""}<//>
        <${Answer} write=${write} open=${open} shelf=${shelf} />
      </ol>
    </section>
  `;
}

/** Return how many of the four steps it has reached. */
function reachedBy(write, open) {
  if (!open && write.outcome === "acknowledged") return 4;
  if (!write.by) return 1;
  return Object.values(write.copies ?? {}).some((how) => how !== "waiting") ? 3 : 2;
}

function Step({ word, is, now, bad, children }) {
  return html`<li class=${`book-step ${is ? "is" : ""} ${now ? "now" : ""} ${bad ? "bad" : ""}`}><span>${word}</span><b>${children}</b></li>`;
}

function Answer({ write, open, shelf }) {
  if (open) return html`<${Step} word="answer">only when all have it<//>`;
  const [told, says] = ANSWERS[write.outcome] ?? ["lost", () => write.outcome];
  const tone = write.fate === "lost" ? "dead" : told;
  const book = shelf.last_books.findLast(({ id }) => id === write.id);
  const copies = book ? `${book.copies} of ${book.of}` : "all in sync";
  return html`
    <li class=${`book-step is answer tone-${tone}`} data-testid="book-answer" data-outcome=${write.outcome} data-fate=${write.fate ?? ""}>
      <span>answer</span><b>${says(write, copies)}</b>${FATES[write.fate] && html`<em>${FATES[write.fate]}</em>`}</li>
  `;
}

const OUTCOMES = { acknowledged: "acknowledged", cut: "cut off", unknown: "outcome not known", refused: "refused", unavailable: "no leader", conflict: "id taken" };

export function Round(view) {
  const { shelf, state, clock } = view;
  const shown = shelf?.write ?? shelf?.last_write;
  const earlier = [...(shelf?.last_books ?? [])].reverse().filter(({ id }) => id !== shown?.id);
  return html`<${LastRound} word="write" state=${state} clock=${clock} empty="No write yet." invites=${serving(view) && "Add a book."}
    roundsOf=${(now) => [...(shown ? [writeOf(shown, now)] : []), ...earlier.map(bookOf)]} />`;
}

function writeOf({ id, node, by, at, stored, ended, outcome }, now) {
  const words = outcome ? (OUTCOMES[outcome] ?? outcome) : "under way";
  const copied = by ? { name: "copies", title: "copied to all in sync" } : { name: words, title: "no leader had it on its disk" };
  const steps = [
    { phase: "stored", name: "to the leader", until: `${by ?? "the leader"} had it on its disk`, at: stored },
    { phase: "answered", ...copied, until: "the client was answered", tone: outcome && outcome !== "acknowledged" ? "dead" : "", at: ended },
  ];
  return { of: `${id} ${at}`, who: html`<bdi>${id}</bdi>${node && ` at ${node}`}`, what: words, ears: `${id}, ${words}`, phases: passing(at, steps, outcome ? null : now) };
}

function bookOf({ id, node, at, ms }) {
  return { of: `${id} ${at}`, who: html`<bdi>${id}</bdi>`, ears: `${id} at ${node}`, phases: [{ phase: "answered", name: "in all", until: "the client was answered", ms }] };
}
