// What was found in an ensemble that is not the dashboard's own: the page begins with this list.
import { plural, shortened } from "../../format.js";
import { html, useState } from "../../html.js";
import { follow, open } from "./calls.js";
import { aboutShape, isKey, isLed } from "./shapes.js";

const MOST_NAMED = 3;
const LONGEST_NAME = 40;
const NOBODY = "nobody stands in it";

export function Found(view) {
  const { state } = view;
  const { stood, free } = foundIn(state);
  return html`
    <div class="found">
      <ul aria-label="Found" data-testid="found">
        ${[...stood, ...free].map((one) => html`<${Entry} key=${one.path} ...${view} ...${one} />`)}
      </ul>
      ${!state.read_only && html`<${Own} ...${view} />`}
    </div>
  `;
}

/** Return the sentence of the view while no election is shown. */
export function foundSentence({ state }) {
  const { stood, free } = foundIn(state);
  const found = free.filter(({ isAskedFor }) => !isAskedFor);
  return sentence(state, stood.length + found.length, stood.length);
}

function foundIn(state) {
  const paths = pathsIn(state);
  return { stood: paths.filter(({ members }) => members), free: paths.filter(({ members }) => !members) };
}

/** Return the paths that are known: {path, of: what there is, members, who holds it, isAskedFor}. */
function pathsIn(state) {
  const shown = Object.values(state.elections).map((election) => ({
    path: election.path, of: whatOf(election), members: election.chain.length, who: whoOf(election), isAskedFor: election.asked_for,
  }));
  const offered = Object.entries(state.found ?? {}).map(([path, { members }]) => ({
    path, of: "not opened yet", members, who: members ? "" : NOBODY, isAskedFor: false,
  }));
  return [...shown, ...offered];
}

function sentence({ zookeeper }, count, stood) {
  if (zookeeper.reason) return `Nothing can be found: ${zookeeper.reason}.`;
  if (zookeeper.mirror === "loading") return "Reading the znodes of this ZooKeeper.";
  const found = count
    ? `${plural(count, "path")} ${count === 1 ? "was" : "were"} found where programs queue or race for a leader key${now(count, stood)}. Open one to see it.${more(zookeeper)}`
    : "No election was found. One appears here as soon as a program creates an ephemeral znode with a sequence number, or a key of a known name, such as “leader”.";
  return zookeeper.mirror === "open_paths"
    ? `${found} This server has no recursive watches: only folders that are open in the tree are searched.`
    : found;
}

/** Say at how many of the paths somebody stands now, where it is not at all of them. */
function now(count, stood) {
  if (stood === count) return "";
  return stood ? `; somebody stands at ${stood} of them now` : "; nobody stands at any of them now";
}

/** Say that there are more, where so many have members that the others are not followed. */
function more({ bounded }) {
  return bounded ? ` There are more: only ${bounded} are followed. To see another one, open it by its path.` : "";
}

function Entry({ state, path, of, members, who, choose, actions }) {
  return html`
    <li><button data-testid="found-entry" data-path=${path} onClick=${() => open({ state, actions, choose }, path)}>
      <code>${path}</code> <span class="soft">${of}</span> <span class="soft number">${plural(members, "member")}</span>
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
  if (!first) return NOBODY;
  if (shape === "semaphore") return `${plural(holders.length, "lease")} held; the newest may be`;
  if (!isLed(election)) return ["group", "queue"].includes(shape) ? "nobody is shown as the leader" : holding(chain.filter(({ znode }) => holders.includes(znode)));
  return `${nameOf(first)} ${aboutShape(election) ? "is first" : leads(election) ? "leads" : "should lead"}`;
}

/** Tell whether the first one leads, as far as is known: of a stranger in a line nobody knows what it believes. */
function leads(election) {
  return election.chain[0].belief === "leading";
}

function holding(entries) {
  if (entries.length > MOST_NAMED) return `${plural(entries.length, "member")} hold it`;
  return `${entries.map(nameOf).join(", ")} ${entries.length === 1 ? "holds" : "hold"} it`;
}

function nameOf({ candidate, name, about, label }) {
  return shortened(candidate ?? name ?? (about || label), LONGEST_NAME);
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

/** Say that it has members all the same; null if none are known. */
function why({ found = {} }, path) {
  const members = Object.hasOwn(found, path) ? found[path].members : 0;
  if (!members) return null;
  return `${plural(members, "member")} ${members === 1 ? "is" : "are"} there, but the dashboard does not follow it yet.`;
}

function Offer({ missing, actions, choose, page }) {
  return html`<button class="primary" data-testid="missing-follow" disabled=${page.busy.has("follow")}
    onClick=${() => follow({ actions, choose }, missing.path)}>Follow it</button>`;
}

export const absent = { why, Offer };
