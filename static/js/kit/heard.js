// What the dashboard reports, awaited.

/**
 * Wait until the dashboard reports such an event; return false if it refuses before what was asked of it.
 * @param {{hear: (listener: (events: any[]) => void) => () => void}} view
 * @param {(event: any) => boolean} is
 * @param {Promise<any> | null} asked of the action: null is a refusal
 * @returns {Promise<boolean>}
 */
export function first({ hear }, is, asked = null) {
  return new Promise((resolve) => {
    const stop = hear((events) => events.some(is) && end(true));
    const end = (came) => (stop(), resolve(came));
    asked?.then((answer) => answer === null && end(false));
  });
}
