// The REST interface, for actions and for single requests.
import { headers } from "./token.js";

const BASE = "api/v1/"; // below the page, wherever a reverse proxy serves it
const TIMEOUT_MS = 20_000;
const LONG_MS = 600_000;
const LONG = /^(znodes\/(count|export|import|search)|consoles\/[^/]+\/lines)/; // these grow with the tree

let recorded = null; // what answers in place of the dashboard, while a recording is shown

let whyNot = () => null; // why nobody can act now

/** Ask `answer(path)` from now on, and no dashboard. */
export function answerFrom(answer) {
  recorded = answer;
}

/** Refuse every act from now on while `why()` returns a reason, also one that a dialog asks for. */
export function refuseActs(why) {
  whyNot = why;
}

/**
 * Resolve to the JSON of the answer; throw an Error with a readable message, and with the
 * `status` and the whole `answer` of a refusal. shows(seq): learns which event's state shows an act.
 */
export async function call(method, path, body, shows = undefined) {
  const refusal = method === "GET" ? null : recorded ? "This is a recording: you cannot act on it." : whyNot();
  if (refusal) throw new Error(refusal);
  if (recorded) return recorded(path);
  const response = await send(method, path, body);
  const answer = await jsonOf(response, path);
  if (response.ok) {
    shows?.(Number(response.headers.get("Handoff-Seq")));
    return answer;
  }
  throw refused(response.status, answer, `${method} ${path}`);
}

/** Resolve to what the dashboard has at an address as a file: its name and content; throw as `call` does. */
export async function fileAt(address) {
  const response = await fetch(address, { headers: headers() }).catch((error) => fail(error, address));
  if (!response.ok) throw refused(response.status, await jsonOf(response, address), `GET ${address}`);
  const [, name] = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  return { name, content: await response.blob().catch((error) => fail(error, address)) };
}

function refused(status, answer, asked) {
  const { message = `The dashboard answered ${status} to ${asked}.`, docs } = answer?.error ?? {};
  return Object.assign(new Error(message), { status, answer, docs });
}

async function send(method, path, body) {
  const request = {
    method,
    signal: AbortSignal.timeout(patienceFor(path)),
    headers: { ...headers(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  return fetch(BASE + path, request).catch((error) => fail(error, path));
}

/** Resolve to the JSON of an answer, null for a text that is none; the body may come too late although its head came. */
function jsonOf(response, path) {
  return response.json().catch((error) => (error.name === "SyntaxError" ? null : fail(error, path)));
}

/** @returns {never} */
function fail(error, path) {
  const late = error.name === "TimeoutError";
  throw new Error(late ? `The dashboard did not answer within ${patienceFor(path) / 1000} s.` : "The dashboard cannot be reached.");
}

function patienceFor(path) {
  return LONG.test(path) ? LONG_MS : TIMEOUT_MS;
}

/** Return a path with its query, each value escaped: query("znodes", {path: "/a b"}). */
export function query(path, values) {
  return `${path}?${new URLSearchParams(values)}`;
}
