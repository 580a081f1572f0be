// The controls of a name service: the service, the name, what to start, and actions.
import { html } from "../../html.js";
import { Do } from "../../kit/controls/elements.js";
import { startBy, whyFull } from "../../kit/controls/start.js";
import { holderOf, namesOf, providersOf, shownName } from "./parts.js";

export const FIRST = { path: "/names", name: "shop" };

function start(view, more, busy) {
  const { service, chosen } = view;
  const place = { path: service?.path ?? FIRST.path, name: shownName(view)?.name ?? FIRST.name };
  const body = { ...place, providers: 0, clients: 0, session_timeout: chosen.timeout, ...more };
  return startBy(view, body.providers + body.clients, busy, "names", body);
}

export const startProvider = (view) => start(view, { providers: 1 }, "start-provider");
export const startClients = (view, clients) => start(view, { clients }, "start-clients");
export const startAll = (view, more) => start(view, { providers: 2, clients: 3, ...more }, "start-first");

/** Return the provider that move acts on: the chosen one, else the one that is found, else the first that runs. */
function whoMoves(view) {
  const name = shownName(view);
  const all = providersOf(name);
  const runs = all.filter(({ process }) => process === "running");
  return runs.find(({ id }) => id === view.chosen.candidate) ?? runs.find(({ id }) => id === holderOf(name)?.id) ?? runs[0] ?? null;
}

export function moveProvider(view) {
  const provider = whoMoves(view);
  return view.actions.unless(provider ? null : "No provider runs: start one first", "move", "POST", "names/address", { candidate: provider?.id });
}

export const controls = {
  starts: (view) => [
    { name: "start-provider", word: "+1 provider", short: "provider", title: "Start a provider: the first is found under the name, others stand by (1)", why: whyFull(view.state, 1), run: () => startProvider(view) },
    { name: "start-clients", word: "+3 clients", title: "Start three clients: they look the name up, and call the address (3)", why: whyFull(view.state, 3), run: () => startClients(view, 3) },
  ],
  verbs: Move,
  own: ({ service }) => (namesOf(service).length < 2 ? 1 : 2),
};

/** Draw the choice among the names of one service. */
export function WhichName(view) {
  const { service, choose } = view;
  const all = namesOf(service);
  if (all.length < 2) return null;
  return html`
    <select data-testid="name" aria-label="Name" value=${shownName(view)?.name ?? ""}
      onChange=${(event) => choose({ name: event.target.value, candidate: null })}>
      ${all.map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}
    </select>
  `;
}

function Move(view) {
  const mover = whoMoves(view);
  return html`
    <${Do} page=${view.page} name="move" run=${() => moveProvider(view)} why=${mover ? null : "No provider runs"}
      title=${`${mover?.id} moves to another address, and registers it under the name (n)`}>move${mover && html`<span class="word"> ${mover.id}</span>`}<//>
  `;
}
