// The part of the election's tour about data: a candidate with old data does not stand for election.
import { act, hasEnded, roleThen } from "../../../tour/roles.js";
import { chainOf } from "./told.js";

export const behind = [
  {
    id: "behind",
    title: "Old data must not lead",
    say: `A replica that missed writes would lose them if it led. So a znode beside the election says which
      version of the data is the newest, and a candidate with an older version does not stand for election.`,
    do: "Press leader, then set behind in more ▾ (b): it steps down, and sits out.",
    run: (view) => act(view, "leader", "behind"),
    until: (_, view) => sittingOut(view).length > 0,
    point: roleThen("leader", "set-behind"),
  },
  {
    id: "sits-out",
    title: "Kill the leader: it sits out",
    say: (view) => [
      { who: sittingOut(view)[0] ?? "The one that is behind", tone: "wait" },
      " has no znode, so it is not in the chain and cannot be next, no matter who dies.",
    ],
    do: "Press leader, then kill, and see who leads next.",
    run: (view) => act(view, "leader", "kill"),
    note: (view) => ({ dead: deadLeaders(view) }),
    until: (_, view, { dead }) => sittingOut(view).length > 0 && deadLeaders(view).some((id) => !dead.includes(id)),
    point: roleThen("leader", "kill"),
  },
  {
    id: "catch-up",
    title: "Let it catch up",
    say: "With the newest data it stands again, at the end of the chain like every newcomer.",
    do: "Choose it and press catch up in more ▾ (u).",
    run: ({ choose, actions }, { behind: id }) => {
      choose({ candidate: id });
      actions.attempt("catch-up", "POST", `candidates/${id}/catch-up`);
    },
    needs: (_, note) => note?.behind,
    note: (view) => ({ behind: sittingOut(view)[0] ?? null }),
    lost: (view, { behind: id }) => hasEnded(view, id),
    until: (_, view, { behind: id }) => chainOf(view).some(({ candidate }) => candidate === id),
    point: (view, note) =>
      view.chosen.candidate === note?.behind ? "action-catch-up" : `process-${note?.behind}`,
  },
];

/** Return the candidates of the election shown whose data is behind. */
function sittingOut({ state, election }) {
  return Object.keys(state.candidates).filter(
    (id) =>
      state.candidates[id].election === election?.path &&
      state.candidates[id].belief === "behind" &&
      state.candidates[id].process !== "exited",
  );
}

/** Return the leaders that were killed and whose session is over; there may be no successor. */
function deadLeaders(view) {
  const { state, election } = view;
  return Object.keys(state.candidates).filter((id) => {
    const { election: path, process, epoch, fault } = state.candidates[id];
    const hasLed = path === election?.path && epoch != null;
    return hasLed && process === "exited" && fault?.kind === "kill" && chainOf(view).every(({ candidate }) => candidate !== id);
  });
}
