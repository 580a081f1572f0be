// What every view gets: the moment that is shown, the present or one of the past, and all that a view may ask.
import { endedLately } from "./pace.js";
import { keeper, remembered } from "./store.js";
import { OnProcess } from "./kit/controls/act.js";
import { serverOf } from "./servers.js";
import { concernsOf } from "./views/places.js";
import { isByTouch } from "./touch.js";
import { ACTS, knownIn, missingIn, subjectsIn, viewOf } from "./views/registry.js";
/** @import { View } from "./view.d.ts" */

/** Say why nobody can act now. */
export const notNow = () => `The page shows the past. To act, press Back to live${isByTouch() ? "" : " (key End)"}.`;

/** Return `current()`, which makes the view; what it is made of is that of view.d.ts. */
export function createShown({ store, choices, page, actions, guide, reel, kept, pace, clock, trees, reach, showRecording, hear, herald }) {
  const [keepChosen, keepPage, keepMissing, keepPending] = [keeper(), keeper(), keeper(), keeper()];
  const clockOfShown = () => reel.shown()?.clock ?? clock;
  const shownClock = { now: () => clockOfShown().now(), exact: () => clockOfShown().exact(), wallOf: (at) => clockOfShown().wallOf(at), isPast: () => Boolean(reel.shown()) };
  const refuse = () => (actions.toast(notNow()), null);
  const ask = (name, method, ...more) => (method === "GET" ? actions.attempt(name, method, ...more) : refuse()); // reading goes on
  const lookingBack = { ...actions, act: refuse, actOnServer: refuse, stopAll: refuse, attempt: ask, changeOnce: refuse, unless: refuse };
  const lookedAt = remembered((document) => ({ ...document, read_only: true })); // nobody can act upon the past, nor who looks on upon the present

  /** @returns {View} */
  return function current() {
    const past = reel.shown();
    const { events, past: earlier, takeEarlier } = past?.store ?? store;
    const looksOn = past || page.you?.role === "audience";
    const { document } = past?.store ?? store;
    const state = looksOn ? lookedAt(document) : document;
    const chosen = { ...choices.get() };
    if (state && !Object.hasOwn(state.candidates, chosen.candidate ?? "")) chosen.candidate = null; // from an earlier run
    if (state && !serverOf(state, chosen.server)) chosen.server = null;
    const view = {
      state,
      ...subjectsIn(state, chosen),
      events,
      past: earlier,
      takeEarlier,
      here: viewOf(chosen.view),
      missing: keepMissing(missingIn(state, chosen)),
      chosen: keepChosen(chosen),
      choose: choices.set,
      reach,
      page: keepPage({ ...page }),
      actions: past ? lookingBack : actions,
      acts: ACTS,
      onProcess: OnProcess,
      guide,
      tree: trees.of(past),
      clock: shownClock,
      liveClock: clock,
      reel,
      kept,
      showRecording,
      hear,
      herald,
      slowed: past ? null : pace.slowed,
      pending: past ? keepPending(endedLately(events, shownClock.now())) : pace.pending,
      underWay: reel.underWay(),
    };
    const concerns = (apart) => concernsOf(view, apart);
    return { ...view, known: knownIn(view), concerns, looking: () => looking(view) };
  };
}

/** Return which pseudo-code shows, and whose line: the chosen candidate's, else the view's. The panel asks: a view that cannot say costs that panel. */
function looking(view) {
  const { state, chosen, here } = view;
  const recipe = recipeOf(state.candidates[chosen.candidate]) ?? here.recipe?.(view) ?? null;
  const lives = (id) => state.candidates[id]?.process !== "exited" && recipeOf(state.candidates[id]) === recipe;
  const actor = chosen.candidate ?? (here.candidates?.(view) ?? []).find(lives) ?? null;
  return { recipe, actor };
}

function recipeOf(candidate) {
  return candidate?.recipe ?? candidate?.strategy ?? null;
}
