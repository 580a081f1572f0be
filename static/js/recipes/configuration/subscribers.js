// The subscribers of a configuration: what starts them, and what the view needs of them; every fact comes from the state document.
import { cut, hexZxid } from "../../format.js";
import { counts, startBy } from "../../kit/controls/start.js";
import { outlives } from "../../kit/session.js";
import { changesOf, oneLine, subscribersOf } from "../../kit/spread/values.js";

export const START = [1, 5, 20];
export const FIRST = "/config";

export function startSubscribers(view, count, path = view.configuration?.path ?? FIRST) {
  const body = { path, count, session_timeout: view.chosen.timeout };
  return startBy(view, count, `start-${count}`, "configurations", body);
}

export const controls = { starts: (view) => counts(view, START, "subscribers", (count) => startSubscribers(view, count)) };

const DEAD = { standing: "dead", tone: "dead", words: "dead" };

/** Return the subscribers, and the dead whose session is not over. */
export function peopleOf({ state, configuration, clock }) {
  const now = clock.now();
  const own = Object.entries(state.candidates).filter(([, one]) => one.recipe === "configuration" && one.path === configuration?.path && outlives(one, now));
  const dead = own.map(([id, one]) => [id, { ...DEAD, ...one }]);
  return subscribersOf({ subscribers: { ...Object.fromEntries(dead), ...configuration?.subscribers } });
}

export function candidatesOf(view) {
  return peopleOf(view).map(({ id }) => id);
}

/** Return the subscribers that kill, freeze … act on while nobody is chosen. */
export function roles({ configuration }) {
  const all = subscribersOf(configuration);
  const last = changesOf(configuration).at(-1)?.last ?? null;
  return [
    { role: "first", who: "the first subscriber", id: all[0]?.id ?? null },
    { role: "slowest", who: "the slowest subscriber", id: all.some(({ id }) => id === last) ? last : null },
    { role: "behind", who: "the subscriber that is behind", id: all.find(({ standing }) => standing === "behind")?.id ?? null },
  ];
}

const NOTHING = "nothing yet";

export function valueWords({ value, mzxid }, length) {
  return cut(mzxid === null ? (length < NOTHING.length ? "nothing" : NOTHING) : oneLine(value), length);
}

/** Return the version and the mzxid that it uses, as much of them as a number of letters has room for. short: mzxid → what tells it from the others. */
export function versionWords({ version, mzxid }, short, length) {
  if (mzxid === null) return "";
  const full = hexZxid(mzxid);
  const words = [`v${version} · ${full}`, `v${version} · ${short.get(full)}`, `v${version}`];
  return words.find((one) => one.length <= length) ?? "";
}

/** Return its id, what it does, and the value that it has. */
export function partsOf(one) {
  if (one.standing === "dead") return [one.id, one.words];
  const has = one.mzxid === null ? "has no value yet" : `uses “${oneLine(one.value)}”, version ${one.version}, mzxid ${hexZxid(one.mzxid)}`;
  return [one.id, one.words, has];
}
