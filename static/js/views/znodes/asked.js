// What is asked for once and drawn when it is there.
import { useEffect, useState } from "../../html.js";

/** The value that `ask()` promises; null until then. Asked again when one of `causes` changes. */
export function useAsync(ask, causes) {
  const [value, set] = useState(null);
  useEffect(() => {
    let current = true;
    Promise.resolve(ask()).then((answer) => current && set(answer));
    return () => ((current = false), set(null));
  }, causes);
  return value;
}

/** {answer} or {error: text} of a call of the interface; {} until then. */
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
