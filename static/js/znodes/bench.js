// The chosen znode: its path, and a tab for each kind of fact.
import { count, plural } from "../format.js";
import { html } from "../html.js";
import { KindIcon, kindWord } from "../kit/parts.js";
import { walking } from "../kit/walk.js";
import { baseOf, lineage } from "../paths.js";
import { Past } from "../views/details.js";
import { Acl } from "./acl.js";
import { Children } from "./children.js";
import { Content } from "./content.js";
import { draftOf } from "./drafts.js";
import { History } from "./history.js";
import { kindOf } from "./kinds.js";
import { Stat } from "./stat.js";
import { TABS } from "./tabs.js";
import { Watches } from "./watches.js";

const PANELS = { data: Content, stat: Stat, acl: Acl, children: Children, watches: Watches, history: History };

export function Bench(view) {
  const { path, znode, past, chosen } = view;
  const tab = TABS.find(({ id }) => id === chosen.znodeTab) ?? TABS[0];
  return html`
    <section class="bench" aria-label="Chosen znode" data-testid="bench" data-path=${path}
      data-version=${znode?.stat?.version}>
      <${Crumbs} ...${view} />
      <${Tabs} ...${view} tab=${tab} />
      ${past && html`<${Past} words=${past} />`}
      <div class=${`bench-panel ${past ? "is-past" : ""}`} role="tabpanel" id="bench-panel" aria-label=${tab.word} data-testid="bench-panel" data-tab=${tab.id}>
        ${znode && (isShown(znode, tab) ? html`<${PANELS[tab.id]} key=${tab.id} ...${view} />` : html`<${Hidden} />`)}
      </div>
    </section>
  `;
}

const Hidden = () => html`<p class="note" data-testid="hidden">The ACL of this znode hides it from this session. If you may read
  it, give your credentials: press “session” below the picture.</p>`;

/** Tell whether a tab has something to show: some servers say nothing about what may not be read, except who watches it. */
const isShown = ({ stat }, { id }) => stat !== null || id === "watches" || id === "history";

/** Draw the path; each step is a way up. */
export function Crumbs({ path, znode, choose, events }) {
  const steps = lineage(path);
  return html`
    <nav class="crumbs" aria-label="Path" data-testid="crumbs">
      ${znode && html`<${KindIcon} kind=${kindOf(znode, events)} />`}
      ${steps.map((step, at) => html`${at > 1 && html`<span aria-hidden="true">/</span>`}<button key=${step} title=${step} data-testid=${`crumb-${step}`}
        aria-current=${step === path ? "page" : undefined}
        onClick=${() => choose({ znode: step })}><code><bdi>${baseOf(step)}</bdi></code></button>`)}
    </nav>
  `;
}

function Tabs({ path, znode, tab, choose }) {
  const marks = { data: draftOf(path) ? "editing" : null, children: znode?.stat?.numChildren, acl: znode?.acl?.length };
  return html`
    <div class="bench-tabs" role="tablist" aria-label="Of the znode" onKeyDown=${walking((at) => choose({ znodeTab: TABS[at].id }))}>
      ${TABS.map(({ id, word }) => html`<button key=${id} role="tab" aria-selected=${id === tab.id}
        aria-controls="bench-panel" tabindex=${id === tab.id ? 0 : -1} data-testid=${`bench-tab-${id}`}
        onClick=${() => choose({ znodeTab: id })}>${word}${marks[id] ? html`${" "}<span class="soft number">${
          typeof marks[id] === "number" ? count(marks[id]) : marks[id]}</span>` : ""}</button>`)}
    </div>
  `;
}

/** Return the view's one sentence. */
export function sentence({ path, znode, error, past, events }) {
  if (!znode) return [error ?? "Reading …"];
  if (past) return [{ who: path, tone: "dead" }, ": ", past];
  if (!znode.stat) return [{ who: path, tone: "own" }, " exists, but its ACL hides it from this session."];
  const { version, dataLength, numChildren, ephemeralOwner } = znode.stat;
  const round = znode.kind.startsWith("ephemeral");
  const data = dataLength ? `${plural(dataLength, "byte")} of data` : "no data";
  const children = numChildren ? `${count(numChildren)} ${numChildren === 1 ? "child" : "children"}` : "no children";
  const holds = `${data}, at version ${version}, and ${children}`;
  const goes = round ? `; it is deleted when session ${ephemeralOwner} ends` : "";
  return [{ who: path, tone: round ? "wait" : "own" }, ` is ${phrase(kindWord(kindOf(znode, events)))} with ${holds}${goes}.`];
}

function phrase(kind) {
  if (kind.startsWith("with")) return `a znode ${kind},`;
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} znode`;
}
