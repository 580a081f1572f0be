// The controls of a configuration: the configuration, how many subscribers, and actions.
import { counts } from "../../kit/controls/start.js";

export const START = [1, 5, 20];
export const FIRST = "/config";

export function startSubscribers({ configuration, chosen, actions }, count, path = configuration?.path ?? FIRST) {
  const body = { path, count, session_timeout: chosen.timeout };
  return actions.attempt(`start-${count}`, "POST", "configurations", body);
}

export const controls = { starts: (view) => counts(view, START, "subscribers", (count) => startSubscribers(view, count)) };
