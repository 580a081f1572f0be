// The chosen znode: its path, and a tab for each kind of fact.
import { count, plural } from "../format.js";
import { html } from "../html.js";
import { useAnswer } from "../kit/asked.js";
import { Happened, KindIcon, kindWord } from "../kit/parts.js";
import { walking } from "../kit/controls/elements.js";
import { baseOf, lineage } from "../paths.js";
import { call, query } from "../rest.js";
import { Narrowed, isIn, windowOf } from "../time/window.js";
import { Past, useStat } from "../views/details.js";
import { Acl } from "./acl.js";
import { TABS } from "./asking.js";
import { Children } from "./children.js";
import { Content } from "./content.js";
import { draftOf } from "./drafts.js";
import { kindOf } from "./kinds.js";
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

const MEANINGS = {
  kind: "how long it lives, and whether ZooKeeper numbered it",
  cZxid: "the transaction that created it",
  ctime: "when that was, by the server's clock",
  mZxid: "the transaction that last wrote its data",
  mtime: "when that was",
  pZxid: "the transaction that last changed its list of children",
  cversion: "how often its children have changed",
  dataVersion: "how often its data was written since its creation",
  aclVersion: "how often its ACL was set",
  ephemeralOwner: "the session with which it ends; 0x0 if it is persistent",
  dataLength: "bytes of data",
  numChildren: "children now",
};

function Stat({ znode, state, events }) {
  return html`
    <table class="bench-stat" data-testid="bench-stat">
      <tbody>${useStat({ ...znode, kind: kindOf(znode, events) }, state).map(([name, value]) => html`<tr key=${name}><th scope="row">${name}</th>
        <td>${value}</td><td class="soft">${MEANINGS[name]}</td></tr>`)}</tbody>
    </table>
  `;
}

function History({ path, znode, clock, chosen, choose }) {
  const stat = znode.stat ?? {};
  const { answer, error } = useAnswer(() => call("GET", query("znodes/history", { path })), [path, stat.mzxid, stat.pzxid, stat.aversion]);
  if (error) return html`<p class="note" role="alert">${error}</p>`;
  if (!answer) return html`<p class="note" aria-busy="true">Reading …</p>`;
  const window = windowOf(chosen.window);
  const events = answer.events.filter(({ wall }) => isIn(window, wall)).reverse();
  if (window && !events.length) return html`<p class="note">Nothing happened to it in this time. <${Narrowed} window=${window} choose=${choose} /></p>`;
  return html`
    ${window && html`<p class="note">only <${Narrowed} window=${window} choose=${choose} /></p>`}
    <${Happened} events=${events} clock=${clock} />
    <p class="note">${events.length ? "The journal begins when the dashboard starts, and keeps as much as it can hold." : "Nothing has happened to it since the dashboard started."}</p>
  `;
}
