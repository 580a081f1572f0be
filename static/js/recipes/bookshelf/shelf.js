// What a node has on its disk: the last books as spines, how many there are, their checksum.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { spineOf } from "./library.js";
import { comparison } from "./nodes.js";

const SPINES = 12;
const CHECKSUM = 6;

export function Shelf({ node, shelf }) {
  const { books, last, store } = node;
  const waiting = pendingIn(shelf);
  const spines = spinesOf(node).slice(-SPINES);
  const more = (books ?? 0) - spines.length;
  const down = node.process === "exited" || node.process === null;
  return html`
    <div class=${`book-disk ${down ? "off" : ""} ${books === 0 ? "bare" : ""}`} title=${store ? `disk ${store}` : "its disk is not known yet"}
      data-testid=${`disk-${node.id}`} data-books=${books ?? ""} data-checksum=${node.checksum ?? ""}>
      <p class="spines" aria-hidden="true">
        ${more > 0 && html`<span class="spines-more number">+${more}</span>`}
        ${spines.map((id, index) => html`<${Spine} key=${id ?? `n${index}`} id=${id} pending=${waiting.has(id)} />`)}
        ${books === 0 && html`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${books === null ? "no books yet" : plural(books, "book")}</b><${Checksum} node=${node} shelf=${shelf} /></p>
      ${last.length > 0 && html`<span class="sr">the last: ${last.slice(-3).join(", ")}</span>`}
    </div>
  `;
}

function spinesOf({ last, books }) {
  if (last?.length) return last;
  return Array.from({ length: Math.min(books ?? 0, SPINES) }, () => null);
}

/** Return the books that some disk has but no client was told are stored. */
function pendingIn(shelf) {
  return new Set([...Object.keys(shelf.writes ?? {}), ...(shelf.open_writes ?? []).map(({ id }) => id)]);
}

function Spine({ id, pending }) {
  const { colour, height, width } = spineOf(id ?? "book");
  return html`<i class=${`spine ${colour} ${pending ? "pending" : ""}`} style=${`height: ${height}%; width: ${width}rem`}
    data-book=${id} title=${id && `${id}${pending ? ": no client was told that it is stored" : ""}`}></i>`;
}

function Checksum({ node, shelf }) {
  const same = comparison(node, shelf);
  if (!node.checksum) return null;
  const leads = shelf.leader === node.id;
  const mark = leads || !same ? "" : same === "same" ? "=" : "≠";
  const says = leads ? "the leader's own" : same === "same" ? "the same books as the leader" : same ? "not the same books as the leader" : "";
  return html`
    <code class=${`checksum ${same === "other" && !shelf.write ? "differs" : ""}`} data-testid=${`checksum-${node.id}`} data-same=${same ?? ""}
      title=${`checksum ${node.checksum}${says ? `: ${says}` : ""}`}>${mark && html`<b>${mark}</b> `}${node.checksum.slice(0, CHECKSUM)}</code>
  `;
}
