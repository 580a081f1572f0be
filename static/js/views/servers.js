// ZooKeeper's servers below its lane: the quorum leader, and the sessions on each server.
import { html, useLayoutEffect, useRef } from "../html.js";
import { useTicks } from "../kit/now.js";
import { panel } from "../kit/panel.js";
import { quorumOf, serversOf, nameOf } from "../servers.js";
import { Card } from "./servers/card.js";
import { Chips } from "./servers/chips.js";
import { Freeze } from "./servers/freeze.js";
import { Quiet } from "./servers/quiet.js";
import { createSeats } from "./servers/seats.js";
import { Sentence } from "./servers/sentence.js";
import { placesIn, travel } from "./servers/travel.js";

export const Servers = panel((view) => {
  const servers = serversOf(view.state);
  if (!servers.length) return null;
  if (servers.length === 1) return html`<${Quiet} ...${view} server=${servers[0]} /><${Freeze} ...${view} />`;
  return html`<${Strip} ...${view} servers=${servers} />`;
}, factsOf);

/** The strip of several servers has the sessions of all. */
function factsOf({ state, chosen, page }) {
  const { znodes, ...link } = state.zookeeper;
  return serversOf(state).length > 1 ? null : [chosen, page, ...Object.values(link)];
}

function Strip(view) {
  const { state, servers, known } = view;
  const box = useRef(null);
  const memory = useRef(null);
  memory.current ??= createSeats();
  const seats = memory.current.gather(state, known.strangers(), performance.now());
  const seating = seatingOf(seats);
  const drawn = useRef(null);
  const before = drawn.current === seating ? null : placesIn(box.current); // the places before this drawing
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
      <ul class="server-row">
        ${servers.map(
          (server) => html`<${Card} key=${nameOf(server)} ...${view} server=${server}
          seated=${seats.seated.get(nameOf(server))} others=${seats.others.get(nameOf(server))} />`,
        )}
      </ul>
    </section>
  `;
}

/** Return the places of all sessions as a text, which only changes when a session moves. */
function seatingOf({ seated, adrift }) {
  const sessions = (holders) => holders.map(({ session }) => session);
  return JSON.stringify([[...seated.values()].map(sessions), sessions(adrift)]);
}
