// One znode: its stat as `get -s` of the ZooKeeper shell prints it, its data, its ACL.
import { clockTime, hexZxid, shortZnode } from "../format.js";
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { panel } from "../kit/panel.js";
import { KindIcon, kindWord } from "../kit/parts.js";
import { Term } from "../kit/term.js";
import { PastZnode } from "../past/shown.js";
import { baseOf, isWithin, parentOf } from "../paths.js";
import { call, query } from "../rest.js";
import { Data } from "./data.js";

const READ_AGAIN_MS = 120;
const EXPLAINED = new Set(["cZxid", "mZxid", "ephemeralOwner"]);

export const Details = panel((view) => {
  const path = view.chosen.znode;
  if (!path)
    return html`<section class="details empty"><p
      class="note">Choose a znode to see ${view.reel.shown() ? "what is known of it" : "its data, stat and ACL"}.</p></section>`;
  return html`<${view.reel.shown() ? PastShown : Shown} key=${path} path=${path} ...${view} />`;
}, ({ chosen, state, reel }) => [chosen.znode, chosen.znode && state.candidates, chosen.znode ? reel.shown()?.store.seq : Boolean(reel.shown())]);

function Shown({ path, state, hear, clock, choose }) {
  const { znode, readAt, gone, error = znode?.error } = useZnode(path, hear, clock);
  const past = pastWords({ znode, readAt, gone, error });
  return html`
    <section class="details" data-testid="znode-details" data-path=${path} aria-label="Chosen znode">
      <h2
        title=${path}>${znode && html`<${KindIcon}
          kind=${znode.kind} />`}<code><bdi>${shortZnode(baseOf(path))}</bdi></code>
        <button class="icon" title="Open it in the workbench: edit, create, delete" data-testid="to-workbench"
          onClick=${() => choose({ view: "znodes", tab: "stage" })}>✎<span class="sr"> Workbench</span></button>
        <button class="icon" title="Close" onClick=${() => choose({ znode: null })}>✕<span
          class="sr"> Close</span></button></h2>
      ${past ? html`<${Past} words=${past} />` : error && html`<p class="note" role="alert">${error}</p>`}
      ${znode && html`<div class=${`scroller ${past ? "is-past" : ""}`}><p class="path"><code><bdi>${path}</bdi></code></p><${Data}
        data=${znode.data} /><${Stat} znode=${znode} state=${state} /><${Acl} acl=${znode.acl} /></div>`}
    </section>
  `;
}

function PastShown(view) {
  const { path, tree, choose } = view;
  const znode = tree.index().known.get(path);
  return html`
    <section class="details" data-testid="znode-details" data-path=${path} aria-label="Chosen znode">
      <h2 title=${path}>${znode && html`<${KindIcon} kind=${znode.kind} />`}<code><bdi>${shortZnode(baseOf(path))}</bdi></code>
        <button class="icon" title="Close" onClick=${() => choose({ znode: null })}>✕<span class="sr"> Close</span></button></h2>
      <div class="scroller"><p class="path"><code><bdi>${path}</bdi></code></p><${PastZnode} ...${view} /></div>
    </section>
  `;
}

/**
 * What was read of a znode: its last content stays. gone: {since} by an event's clock, or {found}, when a read found it gone.
 * @typedef {{znode?: any, readAt?: number, gone?: {since?: number, found?: number}, error?: string}} Known
 */

/** Read the znode, and again whenever the journal says that it changed. */
export function useZnode(path, hear, clock) {
  const [shown, setShown] = useState(/** @type {Known} */ ({}));
  const [version, setVersion] = useState(0);
  const due = useRef(null);
  const later = () =>
    (due.current ??= setTimeout(() => ((due.current = null), setVersion((last) => last + 1)), READ_AGAIN_MS));
  const listen = (events) => {
    const end = events.findLast((event) => /^znode\.(created|deleted)$/.test(event.kind) && event.subject === path);
    if (end?.kind === "znode.deleted") setShown((last) => ({ ...last, gone: endOf(end, clock) }));
    if (events.some((event) => concerns(event, path))) later();
  };
  useEffect(() => hear(listen), [path]);
  useEffect(() => () => clearTimeout(due.current), []);
  useEffect(() => {
    let current = true;
    call("GET", query("znodes", { path, limit: 1 })).then(
      (znode) => current && setShown({ znode, readAt: clock.wallOf(clock.now()) }),
      (error) => current && setShown((last) => without(last, error, clock.wallOf(clock.now()))),
    );
    return () => (current = false);
  }, [path, version]);
  return shown;
}

function endOf({ at, wall, data }, clock) {
  const when = wall ?? clock.wallOf(at);
  return data?.found_gone ? { found: when } : { since: when };
}

/**
 * Keep what was read before, marked as past.
 * @param {Known} last
 * @returns {Known}
 */
function without({ znode, readAt, gone }, error, now) {
  const isGone = error.status === 404;
  return { znode, readAt, error: error.message, gone: isGone ? (gone ?? { found: now }) : null };
}

/** Say that the content shown is past, or may be; null for a znode that exists. */
export function pastWords({ znode, readAt, gone, error }) {
  if (!znode || !(gone || (error && error !== znode.error))) return null;
  const end = gone?.since ? `it was deleted at ${clockTime(gone.since)}` : `at ${clockTime(gone?.found)} it was found gone`;
  const ended = gone ? `This znode no longer exists: ${end}.` : error;
  return `${ended} Below is what was read last, at ${clockTime(readAt)}.`;
}

export function Past({ words }) {
  return html`<p class="bygone" role="alert" data-testid="past">${words}</p>`;
}

/** Tell whether to read again: a busy tree only has summaries; after an outage anything may have changed. */
function concerns({ kind, subject }, path) {
  if (kind === "znodes.summary") return isWithin(path, subject);
  if (kind === "zookeeper.connected" || kind === "workbench.session") return true; // other credentials may read other znodes
  if (kind.startsWith("workbench.")) return subject === path; // no watch reports a change of an ACL
  return (
    kind.startsWith("znode.") &&
    (subject === path || (kind !== "znode.changed" && parentOf(subject) === path))
  );
}

function Stat({ znode, state }) {
  const { watched_by: watchers, watches_told: told } = znode;
  const rows = useStat(znode, state);
  const watcher = ({ candidate, dashboard, session, evidence }) => `${candidate ?? (dashboard ? "this dashboard" : session)} (${evidence})`;
  const none = html`<span title=${told?.note}>${told?.complete ? "nobody, according to the lists" : "not known"}</span>`;
  if (watchers) rows.push(["watched by", watchers.length ? watchers.map(watcher).join(", ") : none]);
  return html`<h3>stat</h3><dl
    class="stat">${rows.map(([name, value]) => html`<dt>${EXPLAINED.has(name) ? html`<${Term} word=${name} text=${breakable(name)} />` : name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Return [[name, value]] as `get -s` prints them; a candidate's session with its name. */
export function useStat({ stat, kind }, state) {
  const owners = useMemo(
    () => new Map(Object.entries(state.candidates).map(([id, { session }]) => [session, id])),
    [state.candidates],
  );
  const who = (session) => (owners.has(session) ? `${session} (${owners.get(session)})` : session);
  if (!stat) return [["kind", kindWord(kind)]];
  return [
    ["kind", kindWord(kind)],
    ["cZxid", hexZxid(stat.czxid)],
    ["ctime", moment(stat.ctime)],
    ["mZxid", hexZxid(stat.mzxid)],
    ["mtime", moment(stat.mtime)],
    ["pZxid", hexZxid(stat.pzxid)],
    ["cversion", stat.cversion],
    ["dataVersion", stat.version],
    ["aclVersion", stat.aversion],
    ["ephemeralOwner", who(stat.ephemeralOwner)],
    ["dataLength", stat.dataLength],
    ["numChildren", stat.numChildren],
  ];
}

function moment(ms) {
  return typeof ms === "number"
    ? `${new Date(ms).toLocaleDateString("en-CA")} ${clockTime(ms / 1000, true)}`
    : String(ms);
}

function Acl({ acl }) {
  if (!acl) return null;
  return html`<h3>ACL</h3><ul
    class="acl">${acl.map(({ scheme, id, perms }) => html`<li><code>${scheme}:${id}</code><code
      title="create, delete, read, write, admin">${perms}</code></li>`)}</ul>`;
}

/** Return a name like ephemeralOwner, which a narrow column breaks before a capital, if at all. */
function breakable(name) {
  return name.split(/(?=[A-Z])/).map((part, at) => html`${at > 0 && html`<wbr />`}${part}`);
}
