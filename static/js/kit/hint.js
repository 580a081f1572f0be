// The line that says what to do next; while there is nothing, or keys act on a server, it says the key idea. A view's
// `hints` are a list of {say, key, role, when(view), until(view), isUrgent(view)}, in their order: the first that has not happened shows, but for one that is urgent, which shows as long as it is. What has happened stays so until the view's processes are all gone.
// It does not show while it cannot be done: while its key does nothing now to the holder of `role`, which it is about, or to any candidate; or where `when` says so. The key shows only while it acts on that holder.
import { html } from "../html.js";
import { isReached } from "../servers.js";
import { crewOf, rolesOf, targetOf } from "../targets.js";

const reached = new Map(); // view and subject -> how many of the hints have happened

export function Hint(view) {
  const { state, chosen, choose, guide } = view;
  const isAsked = chosen.hints && !state.read_only && !guide.isOpen() && !chosen.server && isReached(state);
  const hint = isAsked ? nextOf(view) : null;
  if (!hint) return html`<${Idea} ...${view} />`;
  const isKnown = hint.key && chosen.letters && isMeantBy(view, hint.role);
  return html`
    <p class="hint" data-testid="hint" data-key=${hint.key}><span><b>Next:</b> ${hint.say}</span>${isKnown && html` <kbd>${hint.key}</kbd>`}
      <button class="icon" data-testid="hint-close" title="No more hints; the help (?) brings them back"
        onClick=${() => choose({ hints: false })}>✕<span class="sr"> No more hints</span></button></p>
  `;
}

/** Say the key idea of the view, or else of the recipe that is shown. */
function Idea({ state, here, looking }) {
  const { idea } = here.idea ? here : (state.recipes[looking().recipe] ?? {});
  return idea ? html`<p class="hint" data-testid="idea"><span>${idea}</span></p>` : null;
}

function nextOf(view) {
  const { here } = view;
  const { hints: all = [], subject } = here;
  const urgent = all.find((hint) => hint.isUrgent?.(view));
  if (urgent && canBeDone(view, urgent)) return urgent;
  const hints = all.filter(({ isUrgent }) => !isUrgent);
  const key = `${here.id} ${view[subject?.name]?.path ?? ""}`;
  let at = crewOf(view).ids.length ? (reached.get(key) ?? 0) : 0;
  while (hints[at]?.until?.(view)) at += 1;
  reached.set(key, at);
  const hint = hints[at];
  return hint && canBeDone(view, hint) && (hint.when?.(view) ?? true) ? hint : null;
}

function canBeDone(view, { key, role }) {
  const own = view.here.keys?.find((one) => one.key === key);
  if (own) return !own.when || own.when(view);
  const act = view.acts.find((one) => one.key === key);
  const ids = role ? [holderIn(view, role)?.id] : crewOf(view).ids;
  return !act || ids.some((id) => view.state.candidates[id]?.allowed.includes(act.action));
}

/** Tell whether the keys act on the role's holder, and not on somebody else who is chosen. */
function isMeantBy(view, role) {
  return !role || (targetOf(view).id ?? null) === (holderIn(view, role)?.id ?? null);
}

function holderIn(view, role) {
  return rolesOf(view).find((one) => one.role === role);
}

/** Return the candidates of what the view shows that have not been forgotten, the dead too. */
function all({ state, here, ...view }) {
  const path = view[here.subject?.name]?.path;
  return Object.values(state.candidates).filter((one) => one.path === path && state.recipes[one.recipe]?.section === here.subject.section);
}

/** Tell whether a view has at least so many living candidates. */
export const live = (count) => (view) => crewOf(view).ids.length >= count;

/** Tell whether one of a view's candidates was killed, is frozen; whether none is frozen. */
export const killed = (view) => all(view).some(({ fault }) => fault?.kind === "kill");
export const frozen = (view) => all(view).some(({ process }) => process === "paused");
export const awake = (view) => !frozen(view);
