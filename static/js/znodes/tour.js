// The tour of the znode workbench: create, save, save too late, an ephemeral, delete.
import { steps as lesson } from "./console/lesson.js";
import { beginDraft, draftOf, dropDraft, isChanged } from "./drafts.js";

const FOLDER = "/workbench";
const CONFIG = `${FOLDER}/config`;
const PRESENT = `${FOLDER}/present`;
const MINE = '{"timeout": 45, "typed": "by the tour"}';
const SEEN_MS = 1500; // between two actions that the tour does for the reader

const lastSeq = ({ events }) => ({ seq: events.at(-1)?.seq ?? 0 });
const pause = () => new Promise((done) => setTimeout(done, SEEN_MS));

/** Tell whether the journal has such an event of this znode since the step began. */
function told(kind, path) {
  return (_, { events }, { seq }) => events.some((event) => event.seq > seq && event.kind === kind && event.subject === path);
}

const isThere = (path) => (_, { tree }) => tree.indexOf(path) >= 0;

/** Create a znode and show it, also if an earlier walk left it there. */
async function create({ actions, choose }, path, kind, text) {
  await actions.attempt("create", "POST", "znodes", { path, kind, data: { text }, parents: true }, () => {});
  choose({ znode: path });
}

/** Write as somebody else would: another value on top of the current one. */
async function writeBeside({ actions }, text) {
  const now = await actions.attempt("beside", "GET", `znodes?path=${encodeURIComponent(CONFIG)}&limit=1`);
  const body = now && { path: CONFIG, version: now.stat.version, data: { text } };
  return body && actions.attempt("beside", "PUT", "znodes", body);
}

/** Type something, unless the reader has; then write as somebody else. */
async function typeAndWriteBeside(view) {
  view.choose({ znode: CONFIG, znodeTab: "data" });
  if (!draftOf(CONFIG)) await beginDraft(CONFIG, MINE).catch((error) => view.actions.toast(error));
  await pause();
  await writeBeside(view, `{"timeout": ${Math.floor(Math.random() * 900) + 100}}`);
}

/** Create the ephemeral znode, and end its session, but only if nothing else lives with it. */
async function comeAndGo(view) {
  if (draftOf(CONFIG)?.text === MINE) dropDraft(CONFIG);
  await create(view, PRESENT, "ephemeral", "");
  await pause();
  const begun = await view.actions.attempt("session", "POST", "znodes/session", {});
  const refused = () => view.choose({ dialog: "workbench-session" });
  return begun && view.actions.attempt("end-session", "DELETE", "znodes/session", { session: begun.session, expect: 1 }, refused);
}

/** Delete the folder; without a question only if nothing but the tour's own znodes would go. */
async function removeFolder({ actions, choose }) {
  choose({ znode: FOLDER });
  const found = await actions.attempt("count", "GET", `znodes/count?path=${encodeURIComponent(FOLDER)}`);
  if (!found || found.znodes > 3) return choose({ dialog: "delete-znode", ask: { path: FOLDER } });
  const body = { path: FOLDER, recursive: true, expect: found.znodes, zxid: found.zxid };
  return actions.attempt("delete", "DELETE", "znodes", body);
}

export const steps = [
  ...lesson,
  {
    id: "create",
    title: "Create a znode",
    say: `A znode is a name with a little data, and may have children like a folder. It stays until somebody deletes it, unless its kind says otherwise.`,
    do: `Press Create …, name it ${CONFIG}, tick the missing parents, type {"timeout": 30} as its data, and create it.`,
    run: (view) => create(view, CONFIG, "persistent", '{"timeout": 30}'),
    until: isThere(CONFIG),
    point: ["create-confirm", "create"],
  },
  {
    id: "save",
    title: "Change what it holds",
    say: `Each write makes the znode's version one higher. A save here replaces the version that was read, or fails.`,
    do: "Press Edit, make the timeout 60, and save (Ctrl+S). You can undo the save until somebody writes again.",
    run: (view) => writeBeside(view, '{"timeout": 60}'),
    needs: (view) => isThere(CONFIG)(null, view),
    note: lastSeq,
    until: told("znode.changed", CONFIG),
    point: ["save", "edit"],
  },
  {
    id: "stale",
    title: "Somebody else was faster",
    say: `Others write too. What you type meanwhile is never lost, and never overwrites theirs: a save that comes too late shows both
      values side by side.`,
    do: "Press Edit and type something, then Do it for me: somebody else writes. Press Show both, and choose.",
    run: typeAndWriteBeside,
    needs: (view) => isThere(CONFIG)(null, view),
    note: lastSeq,
    until: (state, view, note) => told("znode.changed", CONFIG)(state, view, note) && isChanged(draftOf(CONFIG) ?? { start: "", text: "" }),
    point: ["show-both", "save", "edit"],
  },
  {
    id: "ephemeral",
    title: "A znode that disappears by itself",
    say: `An ephemeral znode lives as long as the session that created it: most recipes rely on that. The workbench has its own session.`,
    do: `Create ${PRESENT}, of the kind ephemeral; then press the session below the picture, and end it.`,
    run: comeAndGo,
    note: lastSeq,
    until: told("znode.deleted", PRESENT),
    point: ["session-end", "workbench-session"],
  },
  {
    id: "delete",
    title: "Delete, and know what you delete",
    say: `The page counts before it deletes: how many znodes, how many of them ephemeral and whose. It deletes more than one only if the name
      is typed, and only if nothing has changed since the count.`,
    do: `Choose ${FOLDER} in the tree, press Delete …, type its name, and delete it.`,
    run: removeFolder,
    note: lastSeq,
    until: told("znode.deleted", FOLDER),
    point: ({ chosen }) => (chosen.znode === FOLDER ? ["ask-go", "delete"] : ["ask-go", `crumb-${FOLDER}`, "tree"]),
  },
];
