// What the dashboard reports, awaited.

/**
 * Wait until the dashboard reports such an event.
 * @returns {Promise<void>}
 */
export function first({ hear }, is) {
  return new Promise((resolve) => {
    const stop = hear((events) => {
      if (!events.some(is)) return;
      stop();
      resolve();
    });
  });
}
