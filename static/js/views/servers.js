// The tab Servers: the quorum leader, the sessions on each server, and all that the chosen one says about itself.
import { clockTime, count } from "../format.js";
import { html, useLayoutEffect, useRef } from "../html.js";
import { useTicks } from "../kit/now.js";
import { panel } from "../kit/panel.js";
import { closedWords, holdersOf, nameOf, quorumOf, serverOf, serversOf, standingIn, troubleOf } from "../servers.js";
import { Card, Quiet, latencyWords } from "./servers/card.js";
import { Chips, placesIn, travel } from "./servers/chips.js";
import { MEANINGS, WORDS } from "./servers/marks.js";
import { createSeats } from "./servers/seats.js";
import { Freeze, Sentence } from "./servers/sentence.js";

export function Ensemble(view) {
  return html`<${Servers} ...${view} /><${Server} ...${view} />`;
}

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

const Server = panel(({ state, chosen, choose, clock, known }) => {
  const server = serverOf(state, chosen.server);
  if (!server) return null;
  const standing = standingIn(state, server);
  const facts = toldOf(server, standing, { state, clock, known });
  const note = troubleOf(server) ?? server.note ?? closedWords(server);
  return html`
    <section class="server-panel" data-testid="server-details"
      aria-label=${`Server ${nameOf(server)}`}>
      <h2>Server <b><bdi>${nameOf(server)}</bdi></b>
        <button class="icon" title="Close (Esc)" onClick=${() => choose({ server: null })}>✕<span
          class="sr"> Close</span></button></h2>
      <dl class="stat">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      <p class="note">${MEANINGS[standing] ?? ""}</p>
      ${note && html`<p class="note">${note}</p>`}
    </section>
  `;
});

function toldOf(server, standing, { state, clock, known }) {
  const since = clock.wallOf(server.since);
  const { id, process, pid, answers, latency_ms: latency } = server;
  const told = [
    ["version", server.version],
    ["zxid", server.zxid],
    ["znodes", typeof server.znodes === "number" ? count(server.znodes) : null],
    ["connections", server.connections],
    ["latency", latency && latencyWords(latency)],
    ["sessions", sessionWords(server, state, known)],
  ];
  return [
    ["role", WORDS[standing] ?? standing],
    ["since", since === null ? null : clockTime(since)],
    ["address", id && server.address],
    ["process", process && `${pid ?? ""} ${process}`.trim()],
    ["answers", answers ? "yes" : "no"],
    ...told.map(([name, value]) => [name, value ?? (answers ? "not known" : null)]),
  ].filter(([, value]) => value !== null && value !== undefined);
}

function sessionWords({ sessions }, state, known) {
  if (!sessions) return null;
  const holders = holdersOf(state, known.strangers());
  return sessions.map((session) => holders.get(session)?.name ?? session).join(", ") || "none";
}
