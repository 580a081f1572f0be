// Who is told when this znode changes, as far as it is known, and how that is known.
import { html } from "../../html.js";

const EVIDENCE = {
  wire: "seen in the protocol",
  server: "the server lists it",
  reported: "the candidate says so",
  inferred: "from the order alone",
};

export function Watches({ znode, state, choose }) {
  const watchers = znode.watched_by ?? [];
  if (!watchers.length) return html`<p class="note" data-testid="no-watches">${noneWords(state)}</p>`;
  return html`
    <table class="bench-stat"><tbody>
      ${watchers.map(({ candidate, session, evidence }) => html`<tr key=${session}>
        <th scope="row">${candidate ? html`<button onClick=${() => choose({ candidate })}>${candidate}</button>` : "another"}</th>
        <td>${session}</td><td class="soft">${EVIDENCE[evidence] ?? evidence}</td></tr>`)}
    </tbody></table>
  `;
}

function noneWords({ zookeeper }) {
  const closed = (zookeeper.servers ?? []).some(({ watches }) => watches === "closed");
  const silent = closed ? " The servers do not tell (the four-letter word wchp is closed)." : "";
  return `No candidate is known to watch it.${silent} Watches of other programs are not shown, nor those on lists of children.`;
}
