// A recording in place of the dashboard, until the page is loaded again.
import { onceWanted } from "../kit/later.js";
import { answerFrom } from "../rest.js";
import { SUBJECTS } from "../views/registry.js";
import { within } from "./files.js";

const recordings = onceWanted(() => import("./recording.js"));
const NOTHING = Object.fromEntries(SUBJECTS.map(({ name }) => [name, null])); // chosen: the first of each kind is shown

/** Create what replaces the dashboard. update(changes): changes the page's own facts. */
export function createReplacement({ link, clock, reel, kept, pace, following, choices, actions, update }) {
  return { show, showOwn };

  /** Show a recording; what is damaged leaves the page as it is. */
  async function show(blob, name) {
    try {
      await replaceBy(blob, name);
    } catch (error) {
      actions.toast(`${name}: ${error.message}`);
    }
  }

  /** Show the recording that stands in the page, which has no dashboard. */
  async function showOwn(inside) {
    try {
      await replaceBy(within(inside.textContent), document.title);
    } catch ({ message }) {
      update({ status: { state: "damaged", since: Date.now(), reason: message } });
    }
  }

  async function replaceBy(blob, name) {
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
    update({ status: { state: "connected", since: Date.now(), reason: null }, viewers: null });
    following.forget();
    const dialog = choices.get().dialog === "help" ? "help" : null; // the others ask about what was shown
    choices.set({ ...NOTHING, at: null, window: null, candidate: null, server: null, dialog });
    pace.takeSnapshot(last);
  }
}
