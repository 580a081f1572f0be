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

/** Return {answer} or {error: text} of a REST call; {} until then. Ask when no cause has changed for `pause` ms. */
export function useAnswer(ask, causes, pause = 0) {
  const [shown, set] = useState({});
  useEffect(() => {
    let current = true;
    const request = () =>
      ask().then(
        (answer) => current && set({ answer }),
        (error) => current && set((last) => ({ answer: last.answer, error: error.message })),
      );
    const timer = setTimeout(request, pause);
    return () => ((current = false), clearTimeout(timer));
  }, causes);
  return shown;
}
