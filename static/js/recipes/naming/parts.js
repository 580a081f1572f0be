// The parts of a name, as the view needs them; every fact comes from the state document.
import { counted } from "../../kit/nodes.js";

const NO_CLIENT = { value: null, mzxid: null, version: null, taken_at: null, read_at: null, told_at: null, call: null };
const NO_PROVIDER = { address: null, fault: null, fault_at: null, session_ends: null };

export function namesOf(service) {
  return Object.values(service?.names ?? {}).sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** Return the name of the chosen candidate, else the chosen name, else the first. */
export function shownName({ service, chosen, state }) {
  const all = namesOf(service);
  const wanted = state.candidates[chosen.candidate]?.settings?.name ?? chosen.name;
  return all.find(({ name }) => name === wanted) ?? all[0] ?? null;
}

export const providersOf = (name) => counted(name?.providers, NO_PROVIDER);
export const clientsOf = (name) => counted(name?.subscribers, NO_CLIENT);

export function holderOf(name) {
  return providersOf(name).find(({ standing }) => standing === "registered" || standing === "fading") ?? null;
}

export function candidatesOf(view) {
  const name = shownName(view);
  return [...providersOf(name), ...clientsOf(name)].map(({ id }) => id);
}

/** Return the processes that kill, freeze … act on while nobody is chosen. */
export function roles(view) {
  const name = shownName(view);
  return [
    { role: "found", who: "the provider that is found", id: holderOf(name)?.id ?? null, label: name?.znode && !holderOf(name) ? name.znode.value : undefined },
    { role: "standby", id: providersOf(name).find(({ standing }) => standing === "standby")?.id ?? null },
    { role: "client", id: clientsOf(name)[0]?.id ?? null },
  ];
}

const PROVIDERS = { registered: "is found", fading: "still found", standby: "stands by", joining: "registers" };

export function providerWords({ standing, process, belief }) {
  if (process === "paused") return standing === "fading" ? "frozen: still found" : "frozen";
  if (process === "exited") return "dead: still found";
  if (belief === "suspended") return "cut off";
  return PROVIDERS[standing] ?? belief;
}

export function providerTone({ standing, process, belief }) {
  if (process === "paused") return "frozen";
  if (process === "exited" || belief === "suspended") return "dead";
  return standing === "registered" ? "new" : "wait";
}

/** Return how the last call ended: ok, failed, none. */
export function callOf({ call, missing, process }) {
  if (!call || missing || process !== "running") return "none";
  return call.error ? "failed" : "ok";
}

export function clientWords(one) {
  if (one.process === "paused") return one.standing === "behind" ? "frozen: lags" : "frozen";
  if (one.belief === "suspended") return "cut off";
  if (one.standing === "reading") return "looks up";
  if (one.missing) return "calls nobody";
  if (one.call?.error) return one.call.error;
  return one.call?.by ? `${one.call.by} answers` : "calls";
}

export function clientTone(one) {
  if (one.process === "paused") return "frozen";
  if (one.belief === "suspended" || callOf(one) === "failed") return "dead";
  if (one.standing === "behind") return "behind";
  return one.standing === "current" && !one.missing ? "new" : "wait";
}

/** Return ":4711" of "127.0.0.1:4711": all are on one machine. */
export function portIn(address) {
  const port = /^127\.0\.0\.1(:\d+)$/.exec(address ?? "");
  return port ? port[1] : (address ?? "");
}
