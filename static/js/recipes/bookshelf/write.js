// One write, step by step: asked, stored, copied, answered. A step that was not reached says why.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";
import { copiesOf } from "./copies.js";
import { spineOf } from "./library.js";

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

export function Write({ shelf }) {
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
