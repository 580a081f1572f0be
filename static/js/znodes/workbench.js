// The chosen znode and the console below it.
import { html, useEffect } from "../html.js";
import { ReadOnly } from "../kit/controls/bar.js";
import { Toolbar } from "../kit/controls/toolbar.js";
import { PastZnode } from "../past/znode.js";
import { lineage, parentOf } from "../paths.js";
import { pastWords, useZnode } from "../views/details.js";
import { Frame } from "../views/frame.js";
import { askTo, copyPath, shownOf } from "./asking.js";
import { Bench, Crumbs, sentence } from "./bench.js";
import { Console } from "./console/panel.js";
import { unsaved } from "./drafts.js";
import { Jobs } from "./jobs.js";
import { SessionChip } from "./session.js";
import { Split } from "./split.js";
import { exportBelow } from "./transfer.js";

export function Workbench(view) {
  const path = shownOf(view);
  if (view.reel.shown()) return html`<${PastChosen} ...${view} path=${path} />`;
  return html`<${Chosen} key=${path} path=${path} ...${view} />`;
}

function Chosen(view) {
  const { path, hear, tree, clock } = view;
  const { znode, readAt, gone, error = znode?.error } = useZnode(path, hear, clock);
  const past = pastWords({ znode, readAt, gone, error });
  useEffect(() => lineage(parentOf(path)).forEach(tree.open), [path]);
  return html`
    <${Frame} ...${view} of=${{ story: sentence({ ...view, znode, error, past }) }} controls=${html`<${Bar} ...${view} znode=${znode} />`}>
      <${Unsaved} ...${view} />
      <${Jobs} ...${view} />
      <${Bench} ...${view} znode=${znode} error=${error} past=${past} />
      <${Split} ...${view}><${Console} ...${view} /><//>
    <//>
  `;
}

/** Draw what is known of the chosen znode at a moment of the past. */
function PastChosen(view) {
  const { path, tree } = view;
  const znode = tree.index().known.get(path);
  useEffect(() => lineage(parentOf(path)).forEach(tree.open), [path]);
  return html`
    <${Frame} ...${view} of=${{ story: [{ who: path, tone: "own" }, " as it was then, as far as it is known."] }} controls=${html`<${Bar} ...${view} />`}>
      <section class="bench" aria-label="Chosen znode" data-testid="bench" data-path=${path}>
        <${Crumbs} ...${view} znode=${znode} />
        <div class="bench-panel"><${PastZnode} ...${view} /></div>
      </section>
    <//>
  `;
}

function Bar(view) {
  const { state, path, znode, page, choose } = view;
  const writes = !state.read_only;
  return html`
    <div class="controls"><${Toolbar} label="Znodes" look="loose">
      ${writes && html`<button class="primary" data-testid="create" title="Create a znode (n)" onClick=${() => askTo(view, "create-znode")}>Create …</button>`}
      ${writes && html`<button class="danger" data-testid="delete" title="Delete it: asks first (Del)" disabled=${!znode || path === "/"}
        onClick=${() => askTo(view, "delete-znode")}>Delete …</button>`}
      <button data-testid="copy-path" title="Copy its path (c)" onClick=${() => copyPath(view)}>Copy path</button>
      <button data-testid="export" title="Export it and all below it as JSON (>)" disabled=${!znode}
        aria-busy=${page.busy.has("export")} onClick=${() => exportBelow(view, path)}>Export</button>
      ${writes && html`<button data-testid="import" title="Import znodes from a file (i)" onClick=${() => choose({ dialog: "import-znodes" })}>Import …</button>`}<//>
      ${!writes && html`<${ReadOnly} />`}
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
