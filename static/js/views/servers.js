// ZooKeeper's servers, beneath its lane: who leads the quorum, which sessions sit where.
import { html, useLayoutEffect, useRef } from "../html.js";
import { quorumOf, serversOf, nameOf } from "../servers.js";
import { useTicks } from "./now.js";
import { Card } from "./servers/card.js";
import { Chips } from "./servers/chips.js";
import { Freeze } from "./servers/freeze.js";
import { Quiet } from "./servers/quiet.js";
import { createSeats } from "./servers/seats.js";
import { Sentence } from "./servers/sentence.js";
import { placesIn, travel } from "./servers/travel.js";

export function Servers(view) {
  const servers = serversOf(view.state);
  if (!servers.length) return null;
  if (servers.length === 1) return html`<${Quiet} ...${view} server=${servers[0]} /><${Freeze} ...${view} />`;
  return html`<${Strip} ...${view} servers=${servers} />`;
}

function Strip(view) {
  const { state, servers } = view;
  const box = useRef(null);
  const memory = useRef(null);
  memory.current ??= createSeats();
  const seats = memory.current.gather(state, performance.now());
  const seating = seatingOf(seats);
  const drawn = useRef(null);
  const before = drawn.current === seating ? null : placesIn(box.current); // as it stands before this drawing
  useLayoutEffect(() => {
    if (before) travel(box.current, before);
    drawn.current = seating;
  });
  useTicks(seats.pending ? 400 : null);
  const quorum = quorumOf(state);
  return html`
    <section class="servers" ref=${box} aria-label="ZooKeeper's servers" data-testid="servers"
      data-quorum=${quorum?.state ?? "none"}>
      <${Sentence} ...${view} quorum=${quorum} seats=${seats} />
      <${Freeze} ...${view} />
      ${
        seats.adrift.length > 0 &&
        html`<div class="adrift" data-testid="adrift"><span>on no server</span>
        <${Chips} ...${view} home="no server" holders=${seats.adrift} /></div>`
      }
      <ul class="server-row" style=${{ "--count": servers.length }}>
        ${servers.map(
          (server) => html`<${Card} key=${nameOf(server)} ...${view} server=${server}
          seated=${seats.seated.get(nameOf(server))} others=${seats.others.get(nameOf(server))} />`,
        )}
      </ul>
    </section>
  `;
}

/** Who sits where, as a text that only changes when somebody moves. */
function seatingOf({ seated, adrift }) {
  const sessions = (holders) => holders.map(({ session }) => session);
  return JSON.stringify([[...seated.values()].map(sessions), sessions(adrift)]);
}
