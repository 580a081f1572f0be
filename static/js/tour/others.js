// The part of the election's tour that leaves the chain: all wake up, or all race.
import { act, chainOf, leaderIn, roleThen } from "./told.js";

/** The frozen candidate that believes it leads. */
export function waker({ state, election }) {
  const ids = Object.keys(state.candidates).filter(
    (id) => state.candidates[id].election === election?.path && state.candidates[id].belief === "leading",
  );
  return ids.find((id) => state.candidates[id].process === "paused") ?? null;
}

export const started = [
  ...strategy(
    "herd",
    `The simplest recipe has everybody watch the election itself. Nothing is wrong with it but its cost.`,
    `One znode went, and everybody was told, read all children, and found that it is not their turn: the herd.`,
  ),
  ...strategy(
    "single",
    `Another has no queue at all: all race to create one znode, named leader. Who creates it, leads.`,
    `All were told of the deletion, all tried to create the znode, all but one failed, and its creation woke
     everybody once more.`,
  ),
];

function strategy(name, idea, cost) {
  const path = `/${name}`;
  const isShown = ({ election }) => election?.strategy === name;
  return [
    {
      id: name,
      title: name === "herd" ? "Everybody watches the same" : "One znode, one race",
      say: idea,
      do: ({ election }) => {
        const other = election?.chain.length && election.path.startsWith(path) ? election.strategy : name;
        return other === name
          ? `Choose “another path …” in the list of elections, name it ${path}, choose ${name} in the picture, and only then start five.`
          : `Those who stand here follow ${other}, and so does whoever comes. Choose “another path …”, name it ${path}-2, choose ${name}, and only then start five.`;
      },
      run: ({ actions, choose }) => {
        actions.start(5, path, name);
        choose({ election: path });
      },
      until: (_, view) => isShown(view) && waiting(view) >= 3 && chainOf(view)[0]?.belief === "leading",
      point: ({ election }) => (isShown({ election }) ? ["start-first", "start-5"] : "election"),
    },
    {
      id: `${name}-kill`,
      title: "Kill its leader",
      say: (view) => [cost, ...costOf(view)],
      do: "Press leader, then kill, and see how many are told.",
      run: (view) => act(view, "leader", "kill"),
      note: (view) => ({ leader: leaderIn(view), handoffs: view.election?.handoffs ?? 0 }),
      until: (_, view, { handoffs }) =>
        isShown(view) && view.election.handoffs > handoffs && leaderIn(view) !== null,
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
  const race = creates ? `, ${again ?? 0} of them once more by the new znode, and ${failed} of ${creates} creates failed` : "";
  return [` Here ${notifications} were told${race}.`];
}
