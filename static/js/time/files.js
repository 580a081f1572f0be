// Files that come to the page, dropped on it or within it, and those that it saves.
import { onceWanted } from "../kit/later.js";
import { answerFrom, fileAt } from "../rest.js";
import { token } from "../token.js";
import { SUBJECTS } from "../views/registry.js";
import { download } from "../znodes/browser.js";

/** Take files that are dropped on the page. take(file): what is done with one; refuse(text): says what is wrong. */
export function takeDrops(take, refuse) {
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length === 1) take(files[0]);
    else refuse("Drop one recording at a time.");
  });
}

const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");

/** Return the bytes that stand in the page as base64. Throw an Error if they are not whole. */
function within(text) {
  try {
    return new Blob([Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0))]);
  } catch {
    throw new Error("its bytes are no base64: they were changed, or cut off");
  }
}

/** Save the file that a link leads to by a request that shows the token, where there is one: a link cannot. */
export function takeSaves(failed) {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[download]");
    if (!(link instanceof HTMLAnchorElement) || token() === null) return;
    event.preventDefault();
    fileAt(link.href).then(
      ({ name, content }) => download(link.download || name, content, content.type),
      ({ message }) => failed(message),
    );
  });
}

const recordings = onceWanted(() => import("./recording.js"));
const NOTHING = Object.fromEntries(SUBJECTS.map(({ name }) => [name, null])); // chosen: the first of each kind is shown

/** Create what replaces the dashboard. update(changes): changes the page's own facts. */
export function createReplacement({ link, clock, reel, kept, pace, following, choices, actions, update }) {
  return { show, showOwn };

  /** Show a recording; what is damaged leaves the page as it is. */
  async function show(blob, name) {
    try {
      await replaceBy(blob, name, { ...NOTHING, at: null, window: null, candidate: null, server: null });
    } catch (error) {
      actions.toast(`${name}: ${error.message}`);
    }
  }

  /** Show the recording that stands in the page, which has no dashboard: at the moment that its address names. */
  async function showOwn(inside) {
    try {
      await replaceBy(within(inside.textContent), document.title, {});
    } catch ({ message }) {
      update({ status: { state: "damaged", since: Date.now(), reason: message } });
    }
  }

  /** forgotten: the choices that are of what was shown before. */
  async function replaceBy(blob, name, forgotten) {
    const { createAnswers, lastOf, open } = await recordings();
    const recording = await open(blob);
    const answer = createAnswers(recording);
    const last = lastOf(recording, answer, name);
    link.leave();
    reel.leave();
    answerFrom(answer);
    kept.forget();
    clock.reset();
    clock.take(last.now, last.wall);
    update({ status: { state: "connected", since: Date.now(), reason: null }, viewers: null, you: null });
    following.forget();
    const dialog = choices.get().dialog === "help" ? "help" : null; // the others ask about what was shown
    choices.set({ ...forgotten, dialog });
    pace.takeSnapshot(last);
  }
}
