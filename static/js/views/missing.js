// The address names something that is not here: it is said, and what is here is offered.
import { plural, spelt } from "../format.js";
import { html } from "../html.js";

const THINGS = {
  elections: "election",
  locks: "lock",
  groups: "group",
  configurations: "configuration",
  names: "name service",
  barriers: "barrier",
  queues: "queue",
  bookshelves: "bookshelf",
};

export function Missing(view) {
  const { missing, state, choose } = view;
  const { name, section, path } = missing;
  const thing = THINGS[section];
  const others = Object.keys(state[section] ?? {});
  const show = (other) => choose({ [name]: other, candidate: null });
  return html`
    <div class="missing" data-testid="missing" role="status">
      <p class="story"><span>There is no ${thing} at <code><bdi>${spelt(path)}</bdi></code> here.</span></p>
      <p>${whyNot(state, section, path, thing)}</p>
      <p class="offers">
        ${section === "elections" && !state.read_only && html`<${Follow} ...${view} />`}
        ${others.map((other) => html`<button key=${other} data-testid="missing-other" onClick=${() => show(other)}>show <code><bdi>${other}</bdi></code></button>`)}
        ${!others.length && html`<button data-testid="missing-none" onClick=${() => show(null)}>begin with another ${thing}</button>`}
      </p>
    </div>
  `;
}

function whyNot({ found = {} }, section, path, thing) {
  const members = section === "elections" && Object.hasOwn(found, path) ? found[path].members : 0;
  if (members) return `${plural(members, "member")} ${members === 1 ? "stands" : "stand"} there, and the dashboard does not follow it yet.`;
  return `The dashboard follows no ${thing} at this path, and knows of nobody who stands there.`;
}

function Follow({ missing, actions, page }) {
  return html`<button class="primary" data-testid="missing-follow" disabled=${page.busy.has("follow")}
    onClick=${() => actions.follow(missing.path)}>Follow it</button>`;
}
