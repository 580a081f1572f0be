// The guided tour of the view Members; the form of a step is in steps.js.
import { first } from "../../kit/heard.js";
import { hasEnded } from "../../tour/roles.js";
import { nodesOf, restartable } from "./nodes.js";

const ofGroup = ({ group }) => nodesOf(group);
const named = (view, id) => ofGroup(view).find((node) => node.id === id);
const liveOnes = (view) => ofGroup(view).filter(({ standing }) => standing === "live");
const victim = (view) => liveOnes(view).filter(({ candidate }) => candidate)[1] ?? liveOnes(view)[0] ?? null;
const hasMoved = (view, { id, candidate }) => !candidate || named(view, id)?.candidate !== candidate;
const meant = (view) => ({ id: victim(view)?.id ?? null, candidate: victim(view)?.candidate ?? null });

export const steps = [
  {
    id: "start",
    title: "Start five nodes",
    say: "A group is two lists. all_nodes keeps every node that ever belonged to it; live_nodes has an ephemeral znode for each node that is live now.",
    do: "Start five: press the button, or the key 5.",
    run: ({ group, chosen, actions }) =>
      actions.attempt("start-5", "POST", "groups", { path: group?.path ?? "/", count: 5, session_timeout: chosen.timeout }),
    until: (_state, view) => liveOnes(view).length >= 4,
    point: ["start-first", "start-5"],
  },
  {
    id: "kill",
    title: "Kill a node",
    note: meant,
    lost: hasMoved,
    say: "Its entry is permanent; its live znode lasts as long as its session. ZooKeeper hears no heartbeats and waits for the session timeout: until then all count the dead node as live.",
    do: (_view, note) => ["Choose ", { who: note?.id ?? "a node", tone: "wait" }, " and kill it, with the button or the key k."],
    run: ({ actions }, { candidate }) => actions.attempt("kill", "POST", `candidates/${candidate}/kill`),
    needs: (_view, note) => note?.candidate,
    until: (_state, view, note) => named(view, note?.id)?.process === "exited",
    point: (view, note) => (view.chosen.candidate === note?.candidate ? "action-kill" : `node-${note?.id}`),
  },
  {
    id: "told",
    title: "Everybody is notified",
    note: ({ group }) => ({ down: downs(group) }),
    say: "When the session ends, ZooKeeper deletes the live znode. Every member watches the list, so every member is notified, and reads it again: the last change says how many, and how long after the change.",
    do: "Wait until its session has run out.",
    until: (_state, { group }, note) => !anyRunsOut(group) && (downs(group) > (note?.down ?? Infinity) || anyDown(group)),
    point: ["change", "members-board"],
  },
  {
    id: "restart",
    title: "The node comes back",
    say: (_view, note) => [{ who: note?.id ?? "It", tone: "wait" }, " is still known: its entry says who it was, and the page says how long it has been down. Another process may take its name."],
    note: (view) => ({ id: restartable(view)?.id ?? null, lives: livesOf(view.group) }),
    lost: ({ group }, { id, lives }) => !id || livesOf(group) < lives,
    do: "Press restart in more ▾, or the key r.",
    run: (view) => view.actions.attempt("restart", "POST", `groups/nodes/${restartable(view).id}/restart`, { path: view.group.path, session_timeout: view.chosen.timeout }),
    needs: restartable,
    until: (_state, view, note) => livesOf(view.group) > (note?.lives ?? Infinity),
    point: "members-restart",
  },
  {
    id: "ghost",
    title: "Meet its ghost",
    note: meant,
    lost: (view, { id, candidate }) => !candidate || !named(view, id),
    say: "Kill a node and restart it at once. The old session still lives, and with it the old live znode: it has the right name, but the wrong owner. The new process must neither take it for its own nor delete it: it watches the znode, and waits until it is gone.",
    do: (_view, note) => ["Kill ", { who: note?.id ?? "a node", tone: "wait" }, ", and restart it at once, or press r. Then watch it become live."],
    run: async (view, note) => {
      if (!hasEnded(view, note.candidate)) {
        const gone = first(view, ({ kind, subject }) => kind === "candidate.exited" && subject === note.candidate); // only then may another take its name
        if (!(await view.actions.attempt("kill", "POST", `candidates/${note.candidate}/kill`))) return;
        await gone;
      }
      view.actions.attempt("restart", "POST", `groups/nodes/${note.id}/restart`, { path: view.group.path, session_timeout: view.chosen.timeout });
    },
    needs: (_view, note) => note?.candidate,
    until: (_state, view, note) => named(view, note?.id)?.standing === "live" && named(view, note?.id)?.candidate !== note?.candidate,
    point: (_view, note) => [`live-${note?.id}`],
  },
  {
    id: "freeze",
    title: "A node that does not know",
    note: meant,
    lost: (view, note) => hasMoved(view, note) || hasEnded(view, note.candidate),
    say: "A frozen process cannot know that its session is over. It believes that it is live, and its list is as old as its last read.",
    do: (_view, note) => ["Freeze ", { who: note?.id ?? "a node", tone: "frozen" }, " with f, and wait until its live znode is gone."],
    run: ({ actions }, { candidate }) => actions.attempt("pause", "POST", `candidates/${candidate}/pause`),
    needs: (_view, note) => note?.candidate,
    until: (_state, view, note) => isMisled(named(view, note?.id)),
    point: (view, note) => (view.chosen.candidate === note?.candidate ? "action-freeze" : `node-${note?.id}`),
  },
  {
    id: "wake",
    title: "Wake it",
    note: (view) => {
      const node = ofGroup(view).find(isMisled) ?? null;
      return { id: node?.id ?? null, candidate: node?.candidate ?? null };
    },
    lost: (view, { candidate }) => hasEnded(view, candidate),
    say: "It finds that its session is over, opens another one, reads both lists, and announces itself again.",
    do: (_view, note) => ["Wake ", { who: note?.id ?? "it", tone: "frozen" }, " with w."],
    run: ({ actions }, { candidate }) => actions.attempt("resume", "POST", `candidates/${candidate}/resume`),
    needs: (_view, note) => note?.candidate,
    until: (_state, view, note) => named(view, note?.id)?.standing === "live",
    point: (view, note) => (view.chosen.candidate === note?.candidate ? "action-wake" : `node-${note?.id}`),
  },
];

const downs = (group) => (group?.changes ?? []).filter(({ what }) => what === "down").length;
const anyDown = (group) => nodesOf(group).some(({ standing, process }) => standing === "down" && process === "exited");
const anyRunsOut = (group) => nodesOf(group).some(({ live, process }) => live && process === "exited");
const livesOf = (group) => nodesOf(group).reduce((sum, { lives }) => sum + lives, 0);
const isMisled = (node) => node?.process === "paused" && !node.live && node.belief === "live";

