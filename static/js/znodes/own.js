// What the workbench keeps to itself, such as drafts, is no part of the state: it says itself when the page is out of date.
let tell = () => {};

/** Call `listener` at each change. */
export function heed(listener) {
  tell = listener;
}

export function changed() {
  tell();
}
