// All that the chosen server says about itself, and what it keeps closed.
import { clockTime, count } from "../format.js";
import { html } from "../html.js";
import { panel } from "../kit/panel.js";
import { closedWords, holdersOf, nameOf, serverOf, standingIn, troubleOf } from "../servers.js";
import { latencyWords } from "./servers/card.js";
import { MEANINGS, WORDS } from "./servers/marks.js";

export const Server = panel(({ state, chosen, choose, clock, known }) => {
  const server = serverOf(state, chosen.server);
  if (!server) return null;
  const standing = standingIn(state, server);
  const facts = factsOf(server, standing, { state, clock, known });
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

function factsOf(server, standing, { state, clock, known }) {
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
