// The REST interface, for actions and for what is asked for once.

const BASE = "/api/v1/";
const TIMEOUT_MS = 20_000;

/** Resolves to the JSON of the answer; throws an Error whose message a person can read. */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Error(
    answer?.error?.message ?? `The dashboard answered ${response.status} to ${method} ${path}.`,
  );
}

async function send(method, path, body) {
  try {
    return await fetch(BASE + path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    const late = error.name === "TimeoutError";
    throw new Error(
      late
        ? `The dashboard did not answer within ${TIMEOUT_MS / 1000} s.`
        : "The dashboard cannot be reached.",
    );
  }
}

/** A path with its query, each value escaped: query("znodes", {path: "/a b"}). */
export function query(path, values) {
  return `${path}?${new URLSearchParams(values)}`;
}
