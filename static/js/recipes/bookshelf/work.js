// The last write, and what became of the books: the last ones, and the changes of the in-sync set.
import { milliseconds, plural, running } from "../../format.js";
import { html } from "../../html.js";
import { useTicks } from "../../kit/now.js";
import { Refusal } from "./copies.js";
import { Cost } from "./decision.js";
import { spineOf } from "./library.js";
import { hasNodes } from "./nodes.js";
import { Write } from "./write.js";

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
  useTicks(1000);
  const latest = shelf.changes.slice(-SHOWN).reverse();
  if (!latest.length) return null;
  return html`
    <section class="changes" aria-label="Who left the in-sync set and came back">
      <p class="handoff-title"><b>In sync</b> ${shelf.in_sync.length ? shelf.in_sync.join(", ") : "nobody"}: only they may lead</p>
      <ol>${latest.map((change, index) => html`<${Change} key=${`${change.at} ${change.node} ${change.what}`} change=${change} latest=${index === 0} now=${clock.now()} />`)}</ol>
    </section>
  `;
}

const TONES = { in: "new", out: "dead", synced: "wait", dropped: "lost", wiped: "dead" };

function Change({ change, latest, now }) {
  return html`
    <li class=${`change tone-${TONES[change.what] ?? "wait"} ${latest ? "latest" : ""}`} data-testid="book-change" data-what=${change.what} data-node=${change.node}>
      <b>${change.node}</b> <span>${wordsOf(change)}</span> <span class="soft number">${running(now - change.at)} ago</span></li>
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
