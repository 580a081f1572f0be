// Values that are requested once and drawn when they arrive.
import { useEffect, useState } from "../html.js";

/** Return the value that `ask()` promises; null until then. Ask again when one of `causes` changes. */
export function useAsync(ask, causes) {
  const [value, set] = useState(null);
  useEffect(() => {
    let current = true;
    Promise.resolve(ask()).then((answer) => current && set(answer));
    return () => ((current = false), set(null));
  }, causes);
  return value;
}

/**
 * Run `run(isCurrent)` once none of `causes` has changed for `pause` ms; isCurrent(): whether none has changed since, and
 * what asks is still drawn.
 */
export function useLater(run, causes, pause) {
  useEffect(() => {
    let current = true;
    const timer = setTimeout(run, pause, () => current);
    return () => ((current = false), clearTimeout(timer));
  }, causes);
}

/** Return the value once it has not changed for `pause` ms; until then the one before. */
export function useSettled(value, pause) {
  const [settled, settle] = useState(value);
  useLater(() => settle(value), [value], pause);
  return settled;
}

/** Return {answer} or {error: text} of a REST call; {} until then. Ask when no cause has changed for `pause` ms. */
export function useAnswer(ask, causes, pause = 0) {
  const [shown, set] = useState(/** @type {{answer?: any, error?: string}} */ ({}));
  const request = (isCurrent) =>
    ask().then(
      (answer) => isCurrent() && set({ answer }),
      (error) => isCurrent() && set((last) => ({ answer: last.answer, error: error.message })),
    );
  useLater(request, causes, pause);
  return shown;
}
