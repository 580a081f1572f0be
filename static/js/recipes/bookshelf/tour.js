// The guided tour of the view Books; the form of a step is in steps.js.
import { first } from "../../kit/heard.js";
import { soon } from "../../tour/roles.js";
import { addBook, restart, slowDown, startNodes } from "./bar.js";
import { nodesOf, restartable } from "./nodes.js";

const named = (view, id) => nodesOf(view.shelf).find((node) => node.id === id);
const leaderOf = ({ shelf }) => nodesOf(shelf).find(({ id, state, process }) => id === shelf.leader && state === "leading" && process === "running");
const followers = (view) => nodesOf(view.shelf).filter(({ state, process, in_sync: is }) => state === "in sync" && is && process === "running");
const meant = (view) => ({ leader: leaderOf(view)?.id ?? null, candidate: leaderOf(view)?.candidate ?? null });
const hasMoved = (view, { candidate }) => leaderOf(view)?.candidate !== candidate;
const isAudited = ({ shelf }) => shelf.audit?.epoch === shelf.epoch;
const lead = (id) => ({ who: id ?? "the leader", tone: "lead" });

/** Add a book at a node that is struck before it answers: that it does not is no failure. */
function addInVain(view, node) {
  const isUnanswered = ({ status }) => status === undefined || status >= 503;
  return addBook(view, node, null, (error) => isUnanswered(error) || view.actions.toast(error));
}

export const steps = [
  {
    id: "start",
    title: "Start three nodes",
    say: "This is an application: it combines membership and election. Each node registers in all_nodes, makes sure that it has every book, appears in live_nodes, and stands in the election. The one in front leads.",
    do: "Start three: press the button, or the key 3.",
    run: (view) => startNodes(view, 3),
    until: (_state, view) => Boolean(view.shelf && leaderOf(view)) && followers(view).length >= 2,
    point: ["start-first", "start-3"],
  },
  {
    id: "add",
    title: "Add a book at a node that does not lead",
    note: (view) => ({ node: followers(view)[0]?.id ?? null, count: view.shelf?.acknowledged ?? 0 }),
    lost: (view, { node, count }) => named(view, node)?.process !== "running" || view.shelf.acknowledged < count,
    say: (view) => ["Any node takes a book. A node that does not lead passes it on to ", lead(leaderOf(view)?.id), ", which stores it on its own disk, copies it to all nodes in sync, and only then answers."],
    do: (_view, note) => ["Press + book here under ", { who: note?.node ?? "a node", tone: "wait" }, "."],
    run: (view, { node }) => addBook(view, node),
    needs: (_view, note) => note?.node,
    until: (_state, { shelf }, note) => (shelf?.acknowledged ?? 0) > (note?.count ?? Infinity),
    point: (_view, note) => [`add-at-${note?.node}`, "add-book"],
  },
  {
    id: "slow",
    title: "Slow it down",
    say: "A write takes a few milliseconds: too short to kill a node in the middle. In slow motion every step takes more than a second.",
    do: "Switch slow motion on, or press h.",
    run: (view) => !view.shelf.pause && slowDown(view),
    needs: ({ shelf }) => shelf,
    until: (_state, { shelf }) => (shelf?.pause ?? 0) > 0,
    point: "slow",
  },
  {
    id: "kill",
    title: "Kill the leader in the middle of it",
    note: meant,
    lost: hasMoved,
    say: "Add a book, and while its copies are on their way, kill the leader. Some nodes have it, some do not, and the client was told nothing: the book may be kept or lost, and both are right.",
    do: (_view, note) => ["Press + book (n), wait for the first copy, then kill ", lead(note?.leader), " (k)."],
    run: async (view, note) => {
      const copied = await first(view, ({ kind }) => kind === "book.sent" || kind === "book.copied", addInVain(view, note.leader));
      if (copied) view.actions.attempt("kill", "POST", `candidates/${note.candidate}/kill`);
    },
    needs: (_view, note) => note?.candidate,
    until: (_state, view, note) => Boolean(note?.leader) && named(view, note.leader)?.candidate === note.candidate && named(view, note.leader)?.process === "exited",
    point: (view, note) => (view.shelf?.write || view.chosen.candidate === note?.candidate ? ["action-kill"] : ["add-book"]),
  },
  {
    id: "next",
    title: "Another leads",
    note: (view) => ({ leader: view.shelf?.leader ?? null }),
    say: "When its session ends, the next in the election leads: it writes its epoch into in_sync, which shuts out every earlier leader, and brings all others to its own state. The dashboard then asks it for its whole list: every acknowledged book is there.",
    do: "Wait until another node leads, and see what happened to the book.",
    until: (_state, view, note) => Boolean(leaderOf(view)) && (leaderOf(view).id !== note?.leader || nodesOf(view.shelf).some(({ process }) => process === "exited")) && isAudited(view),
    point: ["book-answer", "books-board"],
  },
  {
    id: "back",
    title: "The dead one comes back",
    note: (view) => ({ node: restartable(view)?.id ?? null }),
    lost: (view, { node }) => !named(view, node),
    say: "Writes have continued without it. Its disk was kept, and may lack books or have one that no other node has: so the leader brings it to its own state before it counts again.",
    do: (_view, note) => ["Press restart in more ▾, or the key r. ", { who: note?.node ?? "It", tone: "behind" }, " catches up, and is in sync again."],
    run: (view) => restart(view),
    until: (_state, view, note) => Boolean(named(view, note?.node)?.in_sync && named(view, note?.node)?.live && named(view, note?.node)?.process === "running"),
    point: "books-restart",
  },
  {
    id: "freeze",
    title: "A leader that does not know",
    note: (view) => ({ ...meant(view), refused: refusals(view) }),
    lost: (view, { leader, candidate }) => hasMoved(view, { candidate }) && named(view, leader)?.process !== "paused",
    say: "A frozen leader still believes that it leads. Its copies carry its epoch: a node that has seen a later one refuses them. Freeze it in the middle of a write, wait until another leads, and wake it.",
    do: (_view, note) => ["Press + book (n), then at the first copy freeze ", lead(note?.leader), " (f). When another leads, wake it (w)."],
    run: async (view, note) => {
      if (named(view, note.leader)?.process === "running") {
        if (!view.shelf.pause) await slowDown(view);
        if (!(await first(view, ({ kind }) => kind === "book.stored", addInVain(view, note.leader)))) return;
        await view.actions.attempt("pause", "POST", `candidates/${note.candidate}/pause`);
      }
      await soon(view, (now) => (leaderOf(now)?.id ?? note.leader) !== note.leader && isAudited(now));
      await view.actions.attempt("resume", "POST", `candidates/${note.candidate}/resume`);
    },
    needs: (_view, note) => note?.candidate,
    until: (_state, view, note) => refusals(view) > (note?.refused ?? Infinity),
    point: (view, note) => (view.chosen.candidate === note?.candidate ? ["action-freeze", "action-wake"] : [`book-process-${note?.leader}`]),
  },
];

/** Return when the last copy was refused: it grows with each. */
const refusals = ({ shelf }) => shelf?.refused.at(-1)?.at ?? 0;
