// The REST interface, for actions and for what is asked for once.

const BASE = "/api/v1/";
const TIMEOUT_MS = 20_000;
const LONG_MS = 600_000;
const LONG = /^(znodes\/(count|export|import|search)|consoles\/[^/]+\/lines)/; // these grow with the tree

/**
 * Resolves to the JSON of the answer; throws an Error whose message a person can read, with the
 * `status` and the whole `answer` of a refusal.
 */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const message = answer?.error?.message ?? `The dashboard answered ${response.status} to ${method} ${path}.`;
  throw Object.assign(new Error(message), { status: response.status, answer });
}

async function send(method, path, body) {
  const patience = LONG.test(path) ? LONG_MS : TIMEOUT_MS;
  try {
    return await fetch(BASE + path, {
      method,
      signal: AbortSignal.timeout(patience),
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    const late = error.name === "TimeoutError";
    throw new Error(
      late
        ? `The dashboard did not answer within ${patience / 1000} s.`
        : "The dashboard cannot be reached.",
    );
  }
}

/** A path with its query, each value escaped: query("znodes", {path: "/a b"}). */
export function query(path, values) {
  return `${path}?${new URLSearchParams(values)}`;
}
