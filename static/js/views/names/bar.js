// The controls of a name service: which one, which name, whom to start, what happens to whom.
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Timeout } from "../controls/start.js";
import { holderOf, namesOf, providersOf, shownName } from "./parts.js";

export const FIRST = { path: "/names", name: "shop" };

export function start(view, more, busy) {
  const { service, chosen, actions } = view;
  const place = { path: service?.path ?? FIRST.path, name: shownName(view)?.name ?? FIRST.name };
  const body = { ...place, providers: 0, clients: 0, session_timeout: chosen.timeout, ...more };
  return actions.attempt(busy, "POST", "names", body);
}

export const startProvider = (view) => start(view, { providers: 1 }, "start-provider");
export const startClients = (view, clients) => start(view, { clients }, "start-clients");
export const startAll = (view, more) => start(view, { providers: 2, clients: 3, ...more }, "start-first");

/** The chosen provider, else the one that is found, else the first that runs. */
export function whoMoves(view) {
  const name = shownName(view);
  const all = providersOf(name);
  const runs = all.filter(({ process }) => process === "running");
  return runs.find(({ id }) => id === view.chosen.candidate) ?? runs.find(({ id }) => id === holderOf(name)?.id) ?? runs[0] ?? null;
}

export function moveProvider(view) {
  const provider = whoMoves(view);
  if (!provider) return view.actions.toast("No provider runs: start one first");
  return view.actions.attempt("move", "POST", "names/address", { candidate: provider.id });
}

export function Bar(view) {
  const { state, service, choose } = view;
  const others = state.read_only ? null : () => choose({ dialog: "another-name" });
  const entries = Object.values(state.names ?? {}).map((one) => ({ path: one.path, word: wordsOf(one) }));
  return html`
    <div class="controls">
      <${Paths} label="Name service" testid="service" value=${service?.path} entries=${entries} other=${others}
        pick=${(path) => choose({ service: path, name: null, candidate: null })} />
      <${WhichName} ...${view} />
      ${
        state.read_only
          ? html`<span class="chip" data-testid="read-only">read-only: watching</span>`
          : html`<${Begin} ...${view} /><${Timeout} ...${view} /><${Act} ...${view} />`
      }
    </div>
  `;
}

function wordsOf({ names }) {
  const number = Object.keys(names).length;
  return `${number} ${number === 1 ? "name" : "names"}`;
}

function WhichName(view) {
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

function Begin(view) {
  const { page } = view;
  const mover = whoMoves(view);
  return html`
    <span class="group" role="group" aria-label="Start">
      <button class="primary" data-testid="start-provider" disabled=${page.busy.has("start-provider")}
        title="Start a provider: the first is found under the name, others stand by (1)" onClick=${() => startProvider(view)}>+1 provider</button>
      <button class="primary" data-testid="start-clients" disabled=${page.busy.has("start-clients")}
        title="Start three clients: they look the name up, and call the address (3)" onClick=${() => startClients(view, 3)}>+3 clients</button>
    </span>
    <button data-testid="move" disabled=${!mover || page.busy.has("move")} onClick=${() => moveProvider(view)}
      title=${mover ? `${mover.id} goes on at another address, and says so under the name (m)` : "No provider runs"}>move${
        mover ? ` ${mover.id}` : ""
      }</button>
  `;
}
