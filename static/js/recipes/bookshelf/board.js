// All nodes of a bookshelf, one column each, and what travels between them.
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { useTicks } from "../../kit/now.js";
import { Room, rems } from "../../kit/room.js";
import { Card } from "./card.js";
import { Copies, shownWrite } from "./copies.js";
import { chosenNode, nodesOf } from "./nodes.js";
import { useSpots } from "./spots.js";

const CARD = { width: 9.4, wide: 13.6, height: 20.4, low: 10.6, gap: 2.6 };
const BRIEF = { width: 7.2, height: 13.8 }; // with the room above and below

export function Board(view) {
  const { shelf, clock } = view;
  const nodes = nodesOf(shelf);
  useTicks(shelf && shownWrite(shelf, clock.now()) ? 500 : null);
  if (!nodes.length) return html`<${NobodyYet} ...${view} />`;
  const isWide = (width) => width / nodes.length >= CARD.wide;
  const rowsIn = (width) => Math.ceil(nodes.length / Math.max(1, Math.floor(width / CARD.width)));
  const full = (width, top) => Math.max(top, CARD.gap) + rowsIn(width) * ((isWide(width) ? CARD.low : CARD.height) + CARD.gap) - CARD.gap + 1.4;
  const mayBeBrief = (width) => width / nodes.length >= BRIEF.width;
  const need = (width, top, isLast) => (!isLast ? (width < 18 ? Infinity : full(width, top)) : mayBeBrief(width) ? Math.min(BRIEF.height, full(width, top)) : full(width, top));
  const draw = ({ width, height, top }) => {
    if (mayBeBrief(width) && full(width, top) > height) return html`<${Drawing} ...${view} nodes=${nodes} columns=${nodes.length} top=${Math.max(top, 1.7)} looks="is-brief" />`;
    return html`<${Drawing} ...${view} nodes=${nodes} columns=${Math.ceil(nodes.length / rowsIn(width))} top=${Math.max(top, CARD.gap)} looks=${isWide(width) ? "is-wide" : ""} />`;
  };
  return html`<${Room} ...${view} looks="books" data=${{ "data-testid": "books-board" }} need=${need} draw=${draw} />`;
}

/** @param {any} view */
function Drawing({ nodes, columns, top, looks, ...view }) {
  const { shelf, clock } = view;
  const [board, spots] = useSpots();
  const chosen = chosenNode(view);
  return html`
    <div ref=${board} class=${`books-drawing ${looks}`}>
      <ul style=${`padding-top: ${rems(top)}; grid-template-columns: repeat(${columns}, minmax(0, 1fr))`}>
        ${nodes.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
      </ul>
      <p class="books-ground ground"><${GroundLabel} state=${view.state} /></p>
      <${Copies} shelf=${shelf} spots=${spots} now=${clock.now()} />
    </div>
  `;
}
