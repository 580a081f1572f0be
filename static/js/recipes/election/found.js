// What was found in an ensemble that is not the dashboard's own: the page begins with this list.
import { cut, plural, spelt } from "../../format.js";
import { html, useState } from "../../html.js";
import { Story } from "../../kit/story.js";
import { follow } from "./calls.js";
import { aboutShape, isKey, isLed } from "./shapes.js";

const MOST_NAMED = 3;
const LONGEST_NAME = 40;

export function Found(view) {
  const { state } = view;
  const known = Object.values(state.elections);
  const stood = known.filter(({ chain, asked_for: asked }) => chain.length || !asked);
  const empty = known.filter((election) => !stood.includes(election));
  const offered = Object.entries(state.found ?? {});
  return html`
    <${Story} ...${view} of=${{ story: [sentence(state, stood.length + offered.length)] }} />
    <div class="found">
      <ul aria-label="Found" data-testid="found">
        ${stood.map((election) => html`<${Entry} key=${election.path} ...${view} ...${election} of=${whatOf(election)}
          members=${election.chain.length} who=${whoOf(election)} />`)}
        ${offered.map(([path, { members }]) => html`<${Entry} key=${path} ...${view} path=${path} of="not opened yet"
          members=${members} who="" />`)}
        ${empty.map((election) => html`<${Entry} key=${election.path} ...${view} ...${election} of=${whatOf(election)}
          members=${0} who="nobody stands in it" />`)}
      </ul>
      ${!state.read_only && html`<${Own} ...${view} />`}
    </div>
  `;
}

function sentence({ zookeeper }, count) {
  if (zookeeper.reason) return `Nothing can be found: ${zookeeper.reason}.`;
  if (zookeeper.mirror === "loading") return "Reading the znodes of this ZooKeeper.";
  const found = count
    ? `${plural(count, "path")} ${count === 1 ? "was" : "were"} found where programs queue or race for a leader key. Open one to see it.`
    : "No election was found. One appears here as soon as a program creates an ephemeral znode with a sequence number, or one named “leader”.";
  return zookeeper.mirror === "open_paths"
    ? `${found} This server has no recursive watches: only folders that are open in the tree are searched.`
    : found;
}

function Entry({ state, path, of, members, who, choose, actions }) {
  const open = () => (state.elections[path] ? choose({ election: path, candidate: null, unfolded: false }) : follow({ actions, choose }, path));
  return html`
    <li><button data-testid="found-entry" data-path=${path} onClick=${open}
      disabled=${state.read_only && !state.elections[path]}>
      <code>${spelt(path)}</code> <span class="soft">${of}</span> <span class="soft number">${plural(members, "member")}</span>
      <span class="who">${who}</span>
    </button></li>
  `;
}

function whatOf(election) {
  if (isKey(election)) return "leader key";
  return aboutShape(election) ? election.shape : "election";
}

/** Say who leads or holds, as far as it is known. */
function whoOf(election) {
  const { chain, shape, holders = [] } = election;
  const [first] = chain;
  if (!first) return "nobody stands in it";
  if (shape === "semaphore") return `${plural(holders.length, "lease")} held; the newest may be`;
  if (!isLed(election)) return shape === "queue" ? "nobody is shown as the leader" : holding(chain.filter(({ znode }) => holders.includes(znode)));
  return `${nameOf(first)} ${aboutShape(election) ? "is first" : "leads"}`;
}

function holding(entries) {
  if (entries.length > MOST_NAMED) return `${plural(entries.length, "member")} hold it`;
  return `${entries.map(nameOf).join(", ")} ${entries.length === 1 ? "holds" : "hold"} it`;
}

function nameOf({ candidate, name, about, label }) {
  return cut(candidate ?? name ?? (about || label), LONGEST_NAME);
}

function Own({ page, actions, choose }) {
  const [path, setPath] = useState("/election");
  const submit = (event) => {
    event.preventDefault();
    follow({ actions, choose }, path.trim());
  };
  return html`
    <form class="own" onSubmit=${submit}>
      <label>Or open your own election at the path <input data-testid="own-path" value=${path} required pattern="/.+"
        title="A path that begins with /" spellcheck="false" autocomplete="off"
        onInput=${(event) => setPath(event.target.value)} /></label>
      <button class="primary" data-testid="own-open" disabled=${page.busy.has("follow")}>Open it</button>
      <p class="soft">Nothing is created before a candidate starts there.</p>
    </form>
  `;
}
