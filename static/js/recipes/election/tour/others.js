// The part of the election's tour that leaves the chain: all wake up, or all race.
import { act, roleThen } from "../../../tour/roles.js";
import { start } from "../calls.js";
import { chainOf, leaderIn } from "./told.js";

/** Return the frozen candidate that believes that it leads. */
export function waker({ state, election }) {
  const ids = Object.keys(state.candidates).filter(
    (id) => state.candidates[id].election === election?.path && state.candidates[id].belief === "leading",
  );
  return ids.find((id) => state.candidates[id].process === "paused") ?? null;
}

export const started = [
  ...strategy(
    "herd",
    `In the simplest recipe every candidate watches the election itself. Its only drawback is its cost.`,
    `Only one of the others can lead. How many of them will be notified when the leader's znode disappears?`,
    `One znode disappeared; all were notified, read all children, and all but one found that it is not their turn: this is the herd effect.`,
  ),
  ...strategy(
    "single",
    `Another recipe has no queue: all race to create one znode, named leader. Its creator leads.`,
    `How many will try to create it when it disappears, and what will the losers learn?`,
    `All were notified of the deletion, all tried to create the znode, all but one failed, and its creation woke
     again those who watched once more by then.`,
  ),
];

function strategy(name, idea, question, cost) {
  const path = `/${name}`;
  const isShown = ({ election }) => election?.strategy === name;
  const hasPassed = (view, note) => isShown(view) && view.election.handoffs > (note?.handoffs ?? Infinity);
  return [
    {
      id: name,
      title: name === "herd" ? "All watch the same list" : "One znode, one race",
      say: idea,
      do: ({ election }) => {
        const other = election?.chain.length && election.path.startsWith(path) ? election.strategy : name;
        return other === name
          ? `Choose “another path …” in the list of elections, name it ${path}, choose ${name} in the picture, and only then start five.`
          : `The candidates here follow ${other}, and so will all that come. Choose “another path …”, name it ${path}-2, choose ${name}, and only then start five.`;
      },
      run: (view) => {
        start(view, 5, path, name);
        view.choose({ election: path });
      },
      until: (_, view) => isShown(view) && waiting(view) >= 3 && chainOf(view)[0]?.belief === "leading",
      point: ({ election }) => (isShown({ election }) ? ["start-first", "start-5"] : "election"),
    },
    {
      id: `${name}-kill`,
      title: "Kill its leader",
      say: (view, note) => (hasPassed(view, note) ? [cost, ...costOf(view)] : question),
      do: "Press leader, then kill, and see how many are notified.",
      run: (view) => act(view, "leader", "kill"),
      needs: isShown,
      note: (view) => ({ leader: leaderIn(view), handoffs: view.election?.handoffs ?? 0 }),
      until: (_, view, note) => hasPassed(view, note) && leaderIn(view) !== null,
      point: roleThen("leader", "kill"),
    },
  ];
}

function waiting({ election }) {
  return election.chain.length - 1 + (election.racers?.length ?? 0);
}

function costOf({ election }) {
  const { notifications, again, creates, failed } = election?.last_handoff ?? {};
  if (!notifications) return [];
  const race = creates ? `, ${again ?? 0} of them again by the new znode, and ${failed} of ${creates} creates failed` : "";
  return [` Here ${notifications} were told${race}.`];
}
