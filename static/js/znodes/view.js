// The znode workbench: look at any znode, create, edit, delete; no single slip loses anything.
import { html, useEffect } from "../html.js";
import { ReadOnly } from "../kit/controls/bar.js";
import { Story } from "../kit/story.js";
import { PastZnode } from "../past/znode.js";
import { lineage, parentOf } from "../paths.js";
import { pastWords, useZnode } from "../views/details.js";
import { Bench, Crumbs, TABS, sentence } from "./bench.js";
import { copy } from "./browser.js";
import * as consoleRoom from "./console/panel.js";
import { beginEdit } from "./content.js";
import { Create } from "./create.js";
import { unsaved } from "./drafts.js";
import { Jobs } from "./jobs.js";
import { heed } from "./own.js";
import { Delete } from "./remove.js";
import { Search } from "./search.js";
import { Session, SessionChip } from "./session.js";
import { Split } from "./split.js";
import { Stale } from "./stale.js";
import { steps } from "./tour.js";
import { Import, exportBelow } from "./transfer.js";

const { Console, consoleParts = {} } = consoleRoom;

export const view = {
  id: "znodes",
  title: "Znodes",
  component: Znodes,
  subject: { name: "znode", section: null },
  heed,
  tree: { search: Search, details: true, choose: (view) => (changes) => view.choose({ ...changes, tab: "stage" }) },
  keys: [
    { key: "n", does: "create a znode, below the chosen one", run: (view) => askTo(view, "create-znode") },
    { key: "v", does: "edit the data of the chosen znode (Ctrl+S saves)", run: beginEdit },
    { key: "Delete", name: "Del", does: "delete the chosen znode: asks first", run: (view) => askTo(view, "delete-znode") },
    { key: "i", does: "import znodes from a file", run: ({ choose }) => choose({ dialog: "import-znodes" }) },
    { key: ">", does: "export the chosen znode and all below it", sees: true, when: ({ reel }) => !reel.shown(), run: (view) => exportBelow(view, shownOf(view)) },
    { key: "c", does: "copy its path", sees: true, run: copyPath },
    { key: "u", does: "up: its parent", sees: true, run: (view) => view.choose({ znode: parentOf(shownOf(view)) }) },
    ...TABS.map(({ id, word }, at) => ({
      key: String(at + 1),
      does: `show its ${word === "ACL" ? word : word.toLowerCase()}`,
      sees: true,
      run: ({ choose }) => choose({ znodeTab: id }),
    })),
    ...(consoleParts.keys ?? []),
  ],
  choices: { znodeTab: "data", searchIn: "name", searchBelow: false, console: null, consoleHeight: 16, ...consoleParts.choices },
  addressed: ["znodeTab"],
  dialogs: {
    "create-znode": Create,
    "delete-znode": Delete,
    "stale-znode": Stale,
    "import-znodes": Import,
    "workbench-session": Session,
    ...consoleParts.dialogs,
  },
  help: Help,
  tour: [...(consoleParts.tour ?? []), ...steps],
};

/** Return the chosen znode, at first the root. */
function shownOf({ chosen }) {
  return chosen.znode ?? "/";
}

function askTo(view, dialog) {
  const path = shownOf(view);
  if (dialog !== "delete-znode") return view.choose({ dialog, ask: null });
  return path === "/" ? view.actions.toast("The root cannot be deleted.") : view.choose({ dialog, ask: { path } });
}

async function copyPath(view) {
  const path = shownOf(view);
  const done = await copy(path);
  view.actions.toast(done ? `Copied: ${path}` : "This browser does not allow copying.", done ? "good" : "bad");
}

function Znodes(view) {
  const path = shownOf(view);
  if (view.reel.shown()) return html`<${PastChosen} ...${view} path=${path} />`;
  return html`
    <${Chosen} key=${path} path=${path} ...${view} />
    <${Split} ...${view}><${Console} ...${view} /><//>
  `;
}

function Chosen(view) {
  const { path, hear, tree, clock } = view;
  const { znode, readAt, gone, error = znode?.error } = useZnode(path, hear, clock);
  const past = pastWords({ znode, readAt, gone, error });
  useEffect(() => lineage(parentOf(path)).forEach(tree.open), [path]);
  return html`
    <${Head} ...${view} znode=${znode} error=${error} past=${past} />
    <${Bench} ...${view} znode=${znode} error=${error} past=${past} />
  `;
}

/** Draw what is known of the chosen znode at a moment of the past. */
function PastChosen(view) {
  const { path, tree } = view;
  const znode = tree.index().known.get(path);
  useEffect(() => lineage(parentOf(path)).forEach(tree.open), [path]);
  return html`
    <section class="bench" aria-label="Chosen znode" data-testid="bench" data-path=${path}>
      <${Crumbs} ...${view} znode=${znode} />
      <div class="bench-panel"><${PastZnode} ...${view} /></div>
    </section>
  `;
}

function Head(view) {
  return html`
    <${Story} of=${{ story: sentence(view) }} clock=${view.clock} />
    <${Bar} ...${view} />
    <${Unsaved} ...${view} />
    <${Jobs} ...${view} />
  `;
}

function Bar(view) {
  const { state, path, znode, page, choose } = view;
  const writes = !state.read_only;
  return html`
    <div class="controls">
      ${writes && html`<button class="primary" data-testid="create" title="Create a znode (n)" onClick=${() => askTo(view, "create-znode")}>Create …</button>`}
      ${writes && html`<button class="danger" data-testid="delete" title="Delete it: asks first (Del)" disabled=${!znode || path === "/"}
        onClick=${() => askTo(view, "delete-znode")}>Delete …</button>`}
      <button data-testid="copy-path" title="Copy its path (c)" onClick=${() => copyPath(view)}>Copy path</button>
      <button data-testid="export" title="Export it and all below it as JSON (>)" disabled=${!znode}
        aria-busy=${page.busy.has("export")} onClick=${() => exportBelow(view, path)}>Export</button>
      ${writes && html`<button data-testid="import" title="Import znodes from a file (i)" onClick=${() => choose({ dialog: "import-znodes" })}>Import …</button>`}
      ${!writes && ReadOnly}
      <span class="spring"></span>
      <${SessionChip} ...${view} />
    </div>
  `;
}

/** List the drafts of other znodes, which are kept. */
function Unsaved({ path, choose }) {
  const others = unsaved().filter((other) => other !== path);
  if (!others.length) return null;
  return html`<p class="note unsaved" data-testid="unsaved">Not saved yet: ${others.map((other) => html`<button key=${other} class="filter"
    onClick=${() => choose({ znode: other, znodeTab: "data" })}><code><bdi>${other}</bdi></code></button>`)}</p>`;
}

function Help(view) {
  return html`
    <p>A <b>save</b> replaces the version that was read; if somebody has written since, nothing is saved
      and the page shows both values. A <b>delete</b> counts first, and goes on only if nothing has changed since.
      You can undo a save until somebody writes again.</p>
    <p>The workbench has <b>its own session</b>: ephemeral znodes that are created here are deleted when it ends.</p>
    ${consoleParts.help && html`<${consoleParts.help} ...${view} />`}
  `;
}
