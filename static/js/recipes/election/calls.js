// What the page asks of an election: its requests, the question before candidates start among members that Handoff did not make, and
// the actions on a candidate that leads or may lead, beside the actions on every candidate.
import { html } from "../../html.js";
import { startBy } from "../../kit/controls/start.js";
import { Ask } from "../../kit/dialog.js";
import { STRATEGIES } from "./shapes.js";

/** Start candidates. Among strangers the dashboard refuses and says why: the page asks; `sure` is the answer. */
/** @param {Record<string, any>} view */
export function start(view, count, election, strategy, sure = false) {
  const { actions, choose, chosen } = view;
  const body = { count, election, strategy, session_timeout: chosen.timeout, among_strangers: sure };
  const refused = (error) =>
    error.answer?.strangers
      ? choose({ dialog: "among-strangers", ask: { count, election, strategy, ...error.answer.strangers } })
      : actions.toast(error);
  return startBy(view, count, `start-${count}`, "candidates", body, refused);
}

export async function follow({ actions, choose }, path) {
  const followed = await actions.attempt("follow", "POST", "elections", { path });
  if (followed) choose({ election: path, dialog: null });
}

/** Mark that a member of another program is killed now: its next handoff counts from here. */
export async function mark({ actions, election: { path } }, { znode, name }) {
  const marked = await actions.attempt(`mark ${path}`, "POST", "elections/marks", { path, member: znode, what: "killed" });
  if (marked) actions.toast(`Marked: ${name} is killed now. Its next handoff counts from here; nothing was done to it.`, "good");
}

/** Show a path that was found: as an election or, where nobody may open one, by its znodes. */
export function open({ state, actions, choose }, path) {
  if (state.elections[path]) choose({ election: path, candidate: null, unfolded: false });
  else if (state.read_only) choose({ view: "znodes", znode: path, tab: "stage" });
  else follow({ actions, choose }, path);
}

export function AmongStrangers({ close, ...view }) {
  const { count, election, strategy, who, why } = view.chosen.ask;
  const act = () => {
    close();
    start(view, count, election, strategy, true);
  };
  return html`
    <${Ask} title="Start candidates among strangers?" count=${count} keep="Start none" does=${`Start ${count} among them`}
      act=${act} close=${close}>
      <p>${who}</p>
      <p>${why}</p>
    <//>
  `;
}

/** The actions, in the form of `ACTIONS` in actions.js. */
export const acts = [
  {
    word: "resign",
    action: "resign",
    key: "q",
    running: "it does not lead",
    does: "gives up leadership and queues again",
    shown: ({ looking }) => looking().recipe in STRATEGIES,
  },
  {
    word: "set behind",
    action: "behind",
    key: "b",
    be: "be set behind",
    running: "its data is behind already, or it stands in no election",
    does: "its data is no longer the newest: it steps down, and sits out",
    shown: ({ looking }, { candidate }) => looking().recipe in STRATEGIES && candidate?.belief !== "behind",
  },
  {
    word: "catch up",
    action: "catch-up",
    running: "its data has never been behind",
    key: "u",
    does: "it gets the newest data, and queues again",
    shown: ({ looking }, { candidate }) => looking().recipe in STRATEGIES && candidate?.belief === "behind",
  },
];
