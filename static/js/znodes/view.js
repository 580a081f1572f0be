// The znode workbench: look at any znode, create, edit, delete; no single slip loses anything.
import { html } from "../html.js";
import { later } from "../kit/later.js";
import { parentOf } from "../paths.js";
import { TABS, askTo, copyPath, heed, shownOf } from "./asking.js";
import { focusLine } from "./console/saying.js";

const Workbench = later(() => import("./workbench.js"), "Workbench");
const Search = later(() => import("./search.js"), "Search");
const Create = later(() => import("./create.js"), "Create");
const Delete = later(() => import("./remove.js"), "Delete");
const Stale = later(() => import("./stale.js"), "Stale");
const Import = later(() => import("./transfer.js"), "Import");
const Session = later(() => import("./session.js"), "Session");
const ConfirmLine = later(() => import("./console/panel.js"), "ConfirmLine");

/** @type {import("../view.js").ViewDefinition} */
export const view = {
  id: "znodes",
  title: "Znodes",
  group: "znodes",
  column: "znodes",
  component: Workbench,
  subject: { name: "znode", section: null },
  heed,
  tree: { search: Search, details: true, choose: (view) => (changes) => view.choose({ ...changes, tab: "stage" }) },
  keys: [
    { key: "n", does: "create a znode, below the chosen one", run: (view) => askTo(view, "create-znode") },
    { key: "v", does: "edit the data of the chosen znode (Ctrl+S saves)", run: edit },
    { key: "Delete", name: "Del", does: "delete the chosen znode: asks first", run: (view) => askTo(view, "delete-znode") },
    { key: "i", does: "import znodes from a file", run: ({ choose }) => choose({ dialog: "import-znodes" }) },
    { key: ">", does: "export the chosen znode and all below it", sees: true, when: ({ reel }) => !reel.shown(), run: exportChosen },
    { key: "c", does: "copy its path", sees: true, run: copyPath },
    { key: "u", does: "up: its parent", sees: true, run: goUp },
    ...TABS.map(({ id, word }, at) => ({
      key: String(at + 1),
      does: `show its ${word === "ACL" ? word : word.toLowerCase()}`,
      sees: true,
      run: ({ choose }) => choose({ znodeTab: id, tab: "stage" }),
    })),
    { key: "o", does: "type into the console; opens one if there is none", run: focusLine },
  ],
  choices: { znodeTab: "data", searchIn: "name", searchBelow: false, console: null, consoleHeight: 16 },
  addressed: ["znodeTab"],
  dialogs: {
    "create-znode": Create,
    "delete-znode": Delete,
    "stale-znode": Stale,
    "import-znodes": Import,
    "workbench-session": Session,
    "confirm-line": ConfirmLine,
  },
  help: Help,
  tour: () => import("./tour.js"),
};

async function edit(view) {
  const { beginEdit } = await import("./content.js");
  beginEdit(view);
}

async function exportChosen(view) {
  const { exportBelow } = await import("./transfer.js");
  exportBelow(view, shownOf(view));
}

function goUp(view) {
  const shown = shownOf(view);
  if (shown === "/") view.actions.toast("/ is the root: it has no parent");
  else view.choose({ znode: parentOf(shown) });
}

function Help() {
  return html`
    <p>A <b>save</b> replaces the version that was read; if somebody has written since, nothing is saved
      and the page shows both values. A <b>delete</b> counts first, and goes on only if nothing has changed since.
      You can undo a save until somebody writes again.</p>
    <p>The workbench has <b>its own session</b>: ephemeral znodes that are created here are deleted when it ends.</p>
    <p>The <b>console</b> takes zkCli's commands: <code>help</code> lists them. Tab completes commands and paths, ↑ and ↓ bring back
      earlier lines, Ctrl+L clears. <code>deleteall</code> and <code>setAcl -R</code> ask first. Its ephemeral znodes go with its
      session: <code>close</code> ends it, <code>connect</code> opens another.</p>
  `;
}
