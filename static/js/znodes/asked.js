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

/** Return {answer} or {error: text} of a REST call; {} until then. */
export function useAnswer(ask, causes) {
  const [shown, set] = useState({});
  useEffect(() => {
    let current = true;
    ask().then(
      (answer) => current && set({ answer }),
      (error) => current && set((last) => ({ answer: last.answer, error: error.message })),
    );
    return () => (current = false);
  }, causes);
  return shown;
}
