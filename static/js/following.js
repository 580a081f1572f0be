// What is chosen follows what there is: the moment that the address names, what a recording shows first, who has ended.
import { createWitness, heldRole, holderOf } from "./targets.js";
import { SUBJECTS, VIEWS, subjectsIn, viewOf } from "./views/registry.js";

/** Return {follow, forget}: `follow` is called before each drawing, `forget` where another run replaces what is shown. current(): what the views get. */
export function createFollowing({ store, choices, reel, guide, actions, current }) {
  const endOfChosen = createWitness();
  let named = null; // the event of the past that the address names
  let placed = null; // the recording whose place has been found
  return { follow, forget: () => void (named = null) };

  function follow() {
    followAddress();
    goWhereItHappens();
    guide.look();
    releaseEnded();
    forgetUnknown();
  }

  /** Show the moment that the address names; once another one is shown, the address names that. */
  function followAddress() {
    if (!store.document) return; // nobody answers yet, nor has a recording been opened
    const { replays } = store.document.history ?? {};
    const at = choices.get().at ?? (replays ? String(named ?? replays.shows) : null);
    if (at !== named) {
      named = at;
      if (at) reel.show({ at: Number(at) });
      else reel.leave();
      return;
    }
    const shown = reel.at();
    if (shown === undefined || String(shown ?? "") === (at ?? "")) return;
    named = shown === null ? null : String(shown);
    choices.set({ at: named });
  }

  /** Show of a recording, as it opens, the view and the place of what happens first, unless the address names a place. */
  function goWhereItHappens() {
    const { replays } = store.document?.history ?? {};
    if (replays && guide.isOpen()) guide.leave();
    const document = replays && reel.shown()?.store.document;
    if (!document || placed === replays.file || document.seq !== replays.shows) return;
    placed = replays.file;
    const faultOf = ({ fault }) => fault?.at ?? 0;
    const [one] = Object.values(document.candidates).sort((a, b) => faultOf(b) - faultOf(a));
    const section = document.recipes[one?.recipe]?.section;
    const view = VIEWS.find(({ subject }) => subject?.section && subject.section === section);
    if (!view || SUBJECTS.some(({ name }) => choices.get()[name])) return;
    const { name } = view.subject;
    const isFirst = subjectsIn(document, choices.get())[name]?.path === one.path; // what it shows first may be another one later
    choices.set({ view: view.id, ...(isFirst ? {} : { [name]: one.path }) });
  }

  /** Release a chosen candidate that has ended: the role is chosen again, and the page says so. */
  function releaseEnded() {
    const ended = !reel.shown() && store.document && endOfChosen(store.document, choices.get().candidate);
    if (!ended || viewOf(choices.get().view).outlived) return;
    choices.set({ candidate: null });
    const held = heldRole(current());
    actions.toast(`${ended} has ended. ${held ? `The actions now apply to ${holderOf(held)}.` : "Nobody is chosen."}`, "good");
  }

  /** Forget a candidate of an earlier run, whom the address names: another may be given its name. */
  function forgetUnknown() {
    const { candidate } = choices.get();
    const { document } = reel.shown()?.store ?? store;
    if (candidate && document && !Object.hasOwn(document.candidates, candidate)) choices.set({ candidate: null });
  }
}
