// What others gave is called so that its failure harms nobody else.

/** Call what a view gave; if it fails, that is said, and the answer is null. */
export function safely(listener, ...given) {
  try {
    return listener(...given);
  } catch (error) {
    reportError(error);
    return null;
  }
}
