// If nobody may lead: why, which nodes could, what each lacks; and what a person's decision cost.
import { hexZxid, plural } from "../../format.js";
import { html, useState } from "../../html.js";
import { Ask } from "../../kit/dialog.js";

const WHY = {
  lost: "its disk is gone",
  apart: "its disk does not belong to the history of this ZooKeeper",
  elsewhere: "this dashboard does not have its disk",
};

function whyNotDecide({ shelf }) {
  if (!shelf?.stranded) return "No decision is needed: a node leads, or may lead";
  return shelf.stranded.choices.length ? null : "No node that could lead is running: start one first";
}

export function askToDecide(view) {
  const why = whyNotDecide(view);
  if (why) view.actions.toast(why);
  else view.choose({ dialog: "appoint" });
}

export function Decision(view) {
  const { shelf, state } = view;
  if (!shelf?.stranded) return null;
  const { missing, choices } = shelf.stranded;
  return html`
    <section class="book-decision" aria-label="Nobody may lead" data-testid="book-decision">
      <p>${
        Object.keys(missing).length
          ? html`All acknowledged books were on ${Object.entries(missing).map(([id, how], at) => html`${at ? ", " : ""}<b>${id}</b> (<span class="tone-dead">${WHY[how] ?? how}</span>)`)}.`
          : html`The znode <code>in_sync</code> no longer says who has every acknowledged book: it was deleted or overwritten, or ZooKeeper was set up again.`
      } If such a disk can be restored, restore it. If not, decide which node leads with the books it has:</p>
      <${Choices} shelf=${shelf} choices=${choices} />
      ${!state.read_only && html`<button class="danger" data-testid="books-appoint" disabled=${!choices.length}
        title=${whyNotDecide(view) ?? "Let a node lead that may lack acknowledged books (y)"} onClick=${() => askToDecide(view)}>Let ${choices[0] ?? "a node"} lead…</button>`}
    </section>
  `;
}

function Choices({ shelf, choices }) {
  if (!choices.length) return html`<p class="soft">No node that could lead is running: start one.</p>`;
  return html`<ul>${choices.map((id) => html`<li key=${id} data-testid=${`choice-${id}`}><b>${id}</b> ${hasWords(shelf, id)}</li>`)}</ul>`;
}

function hasWords(shelf, id) {
  const { books, seen } = shelf.nodes[id] ?? {};
  return html`has ${plural(books ?? 0, "book")}${seen ? html` of epoch <code>${hexZxid(seen)}</code>` : ""}: ${lackWords(shelf, id)}`;
}

/** Say which of the acknowledged books that the dashboard knows it lacks. */
function lackWords({ stakes }, id) {
  if (!stakes?.acknowledged) return "no book was acknowledged while this dashboard watched, so nobody knows what it lacks";
  const lacks = stakes.nodes[id];
  if (!lacks) return "what it lacks is not known yet";
  const of = plural(stakes.acknowledged, "acknowledged book");
  if (!lacks.missing) return `it lacks none of the ${of}`;
  return html`<b class="tone-dead">it lacks ${lacks.missing} of the ${of}</b>: ${someOf(lacks)}`;
}

function someOf({ ids, missing }) {
  return `${ids.slice(0, 5).join(", ")}${missing > 5 ? " …" : ""}`;
}

export function Appoint(view) {
  const { shelf, actions, choose } = view;
  const choices = shelf?.stranded?.choices ?? [];
  const [picked, pick] = useState(null);
  const node = choices.includes(picked) ? picked : choices[0];
  const close = () => choose({ dialog: null });
  if (!node) return null;
  const decide = () => {
    actions.attempt("appoint", "POST", `bookshelves/nodes/${encodeURIComponent(node)}/appoint`, { path: shelf.path });
    close();
  };
  return html`
    <${Ask} title=${`Let ${node} lead, without all acknowledged books?`} keep="Keep waiting" does=${`Let ${node} lead`} act=${decide} close=${close}>
      <div class="book-choices" role="radiogroup" aria-label="The node that will lead">
        ${choices.map((id, at) => html`<label key=${id}><input type="radio" name="appoint" data-testid=${`appoint-${id}`} checked=${id === node}
          onChange=${() => pick(id)} /><span><b>${id}</b>${at === 0 ? " (proposed)" : ""} ${hasWords(shelf, id)}</span></label>`)}
      </div>
      <p>The znode <code>in_sync</code> will name ${node} alone, and ${node} leads. All others get its books and set aside the books that it lacks; so does
        a missing disk that comes back later. ${node}'s disk begins this ZooKeeper's history: epochs that the disks saw before no longer count. The page counts the lost books, and keeps showing the count.</p>
    <//>
  `;
}

/** Show for good what the last such decision cost. */
export function Cost({ shelf }) {
  const done = shelf.appointed;
  if (!done) return null;
  const { node, lost, acknowledged, ids } = done;
  const cost = lost === null ? "being counted" : !acknowledged ? "nobody knows what was lost" : `${plural(lost, "acknowledged book")} lost`;
  return html`<span data-testid="book-cost" data-lost=${lost ?? ""}> · <b class=${lost || !acknowledged ? "tone-dead" : ""}>${cost}</b> when a person let ${node} lead${
    lost ? html`: <span class="tone-dead">${someOf({ ids, missing: lost })}</span>` : ""
  }</span>`;
}
