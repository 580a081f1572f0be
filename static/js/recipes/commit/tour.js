// The guided tour of the view Commit; the form of a step is in tour/steps.js.
import { roleThen } from "../../tour/roles.js";
import { begin, restart, startCoordinator, startSites } from "./bar.js";
import { coordinatorsOf, latestOf, sitesOf } from "./people.js";

const PAUSE = 30;
const transactions = ({ commit }) => Object.values(commit?.transactions ?? {});
const newest = (view) => transactions(view).reduce((most, { number }) => Math.max(most, number), 0);
const later = (view, { number }) => transactions(view).filter((one) => one.number > number);
const noteNumber = (view) => ({ number: newest(view) });
const noteSite = (view) => ({ ...noteNumber(view), site: livingSites(view).at(-1)?.site ?? null });
const alive = ({ candidate }) => candidate.process !== "exited";
const livingSites = (view) => sitesOf(view).filter(alive);
const leading = (view) => coordinatorsOf(view).find(({ isLeading }) => isLeading) ?? null;
const hasLost = (view, { site }) => !notedSite(view, { site });
const isAbandoned = (view) => Boolean(view.commit?.undecided) && !(leading(view)?.candidate.process === "running");
const allIn = (view, name) => Object.values(latestOf(view.commit)?.votes ?? {}).every(({ vote }) => vote) && latestOf(view.commit)?.name === name;

export const steps = [
  {
    id: "start",
    title: "Three sites and a coordinator",
    say: "Each site keeps its account in its own file. Together they hold 300, and that sum must not change: money moves at all of them, or at none.",
    do: "Start three: press the button, or the key 3.",
    run: (view) => startSites(view, 3),
    until: (_, view) => livingSites(view).filter(({ known }) => typeof known.balance === "number").length >= 3 && coordinatorsOf(view).some(({ candidate }) => candidate.belief === "standing by"),
    point: ["start-first", "start-3"],
  },
  {
    id: "begin",
    title: "A transaction",
    say: "The coordinator creates a znode for the transaction, and an empty one for each site. Each site prepares its ledger, and writes its vote. If all vote commit, the coordinator writes commit into the transaction, and each site carries it out.",
    do: "Press begin, or the key i, and watch the votes go up and the decision come down.",
    note: noteNumber,
    run: (view) => begin(view, { refuses: null, pause: 0 }),
    until: (_, view, note) => later(view, note).some(({ decision, carried_out: done }) => decision === "commit" && Object.keys(done ?? {}).length >= 2),
    point: "begin",
  },
  {
    id: "no",
    title: "One no is enough",
    say: "A site may vote abort until it has voted: its account may hold too little. Then no site commits, and no money moves.",
    do: (_view, note) => `Choose ${note?.site ?? "a site"} in "votes no", and begin another one.`,
    note: noteSite,
    lost: hasLost,
    run: (view, note) => begin(view, { refuses: note?.site ?? null, pause: 0 }),
    until: (_, view, note) => later(view, note).some(({ decision, votes }) => decision === "abort" && Object.values(votes ?? {}).some(({ vote }) => vote === "abort")),
    point: ["refuses", "begin"],
  },
  {
    id: "doubt",
    title: "In doubt",
    say: "Now the coordinator waits between the votes and its decision. A site that has voted commit has made a promise: it may not commit yet, and it may no longer abort. It is in doubt, and waits.",
    do: `Choose nobody in "votes no" and a pause of ${PAUSE} s, and begin a transaction. See all sites in doubt.`,
    note: noteNumber,
    run: (view) => begin(view, { refuses: null, pause: PAUSE }),
    until: (_, view, note) => later(view, note).some(({ votes, moves }) => Object.keys(moves ?? {}).length > 0 && Object.keys(moves).every((site) => votes?.[site]?.vote === "commit")),
    point: ["pause", "begin"],
  },
  {
    id: "kill",
    title: "Kill the coordinator in between",
    say: "All have promised, and nobody has decided. No site may go on by itself: another site may be told otherwise. ZooKeeper keeps the votes; the coordinator's znode disappears when its session ends.",
    do: "Press coordinator, then kill, while the sites are in doubt. Look how long they have been in doubt.",
    note: (view) => ({ number: newest(view) }),
    run: killInBetween,
    until: (_, view) => isAbandoned(view) && allIn(view, view.commit.undecided),
    point: roleThen("coordinator", "kill"),
  },
  {
    id: "finish",
    title: "Another one finishes it",
    say: "A new coordinator reads the votes from ZooKeeper, and decides by them. All sites had promised, so it commits, as the dead one would have done.",
    do: "Open ▾ beside + start and press + coordinator, or press the key n, and wait until the dead one's session has ended.",
    note: (view) => ({ name: view.commit?.undecided ?? null, number: newest(view) }),
    run: startCoordinator,
    until: (_, view, { name, number }) => transactions(view).some((one) => one.decision && (name ? `tx-${one.number}` === name : one.number >= number)),
    point: "start-coordinator",
  },
  {
    id: "before",
    title: "A site dies before its vote",
    say: "The coordinator waits for its vote, but not for ever: after the deadline a vote that is missing counts as abort. The others were in doubt until then.",
    do: (_view, note) => `Kill ${note?.site ?? "a site"}, and begin a transaction. Then wait for the deadline.`,
    note: noteSite,
    lost: (view, note) => !note.site && hasLost(view, note),
    run: async (view, note) => {
      const dead = notedSite(view, note);
      if (dead) await view.actions.attempt("kill", "POST", `candidates/${dead.id}/kill`);
      await begin(view, { refuses: null, pause: 0, giver: livingSites(view)[0]?.site ?? null });
    },
    until: (_, view, note) => later(view, note).some(({ decision, votes, moves }) => decision === "abort" && Object.keys(moves).some((site) => !votes?.[site]?.vote)),
    point: (view, note) => (notedSite(view, note) ? wayToKill(view, notedSite(view, note)) : "begin"),
  },
  {
    id: "after",
    title: "It comes back",
    say: "A site's ledger outlives its process. If it had promised to commit, it would now do so. It reads that the transaction that it missed was aborted.",
    do: "Press restart in more ▾, or the key r.",
    note: (view) => ({ living: livingSites(view).length }),
    lost: (view, { living }) => livingSites(view).length < living,
    run: restart,
    until: (_, view, { living }) => livingSites(view).length > living,
    point: "commit-restart",
  },
];

/** Return the site that the step names, while it lives. */
function notedSite(view, note) {
  return livingSites(view).find(({ site }) => site === note?.site) ?? null;
}

function wayToKill({ chosen }, { id, site }) {
  return chosen.candidate === id ? "action-kill" : `site-${site}`;
}

/** Where nothing is undecided any more, another one is begun first. */
async function killInBetween(view) {
  const one = latestOf(view.commit);
  const isOpen = Boolean(view.commit?.undecided) && allIn(view, one.name);
  const id = isOpen ? leading(view)?.id : await nextReady(view);
  if (id) view.actions.attempt("kill", "POST", `candidates/${id}/kill`);
}

/** Return who has all votes next; null if the transaction that brings them is refused. */
function nextReady(view) {
  return new Promise((resolve) => {
    const end = (id) => (stop(), resolve(id));
    const stop = view.hear((events) => {
      const told = events.find(({ kind }) => kind === "candidate.votes_in");
      if (told) end(told.subject);
    });
    if (!view.commit?.undecided) begin(view, { refuses: null, pause: PAUSE }).then((begun) => begun || end(null));
  });
}
