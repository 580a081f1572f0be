// The live tree. Only the rows in sight are in the document, so folders may have any size.
import { clockTime, count, shortened } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { panel } from "../kit/panel.js";
import { KindIcon, Lock, kindWord } from "../kit/parts.js";
import { PastSearch } from "../past/shown.js";
import { baseOf, parentOf } from "../paths.js";
import { useVirtual } from "../virtual.js";
import { CHAINED } from "./registry.js";
import { Search } from "./search.js";

const ROW_REM = 1.75;
const LONGEST_NAME = 16;

export const Tree = panel((view) => {
  const { zookeeper } = view.state;
  const query = view.chosen.search;
  const setQuery = (search) => view.choose({ search });
  return html`
    <section class="tree-panel">
      <h2>Znodes, ${wordOf(view)} ${typeof zookeeper.znodes === "number" && html`<span
        class="soft number">${count(zookeeper.znodes)}</span>`}</h2>
      ${view.reel.shown() && html`<p class="note" data-testid="tree-past">These are the znodes that the recipes used then. The history keeps no other znodes.</p>`}
      ${zookeeper.mirror === "open_paths" && html`<p class="note" data-testid="lacks">${zookeeper.lacks[0]}.</p>`}
      <${searchOf(view)} ...${view} query=${query} setQuery=${setQuery} />
      ${!query && html`<${Rows} ...${view} choose=${view.here.tree?.choose?.(view) ?? view.choose} />`}
    </section>
  `;
}, factsOf);

function wordOf({ reel, clock, state }) {
  if (reel.shown()) return `at ${clockTime(clock.wallOf(clock.now()), true)}`;
  if (reel.live.document?.history?.replays) return "not recorded";
  return state.zookeeper.state === "connected" ? "live" : "as last read";
}

function searchOf({ reel, here }) {
  return reel.shown() ? PastSearch : (here.tree?.search ?? Search);
}

/** A view's own search may ask for anything. */
function factsOf({ tree, here, chosen, state, reel }) {
  const { znodes, mirror, lacks, state: reached } = state.zookeeper;
  return here.tree?.search ? null : [tree, tree.version(), reel.shown()?.store.seq, here, chosen, znodes, mirror, lacks, reached, ...strangeChains(state)];
}

function Rows({ tree, state, chosen, choose }) {
  const scroller = useRef(null);
  const [cursor, setCursor] = useState("/");
  const total = tree.rowCount();
  const virtual = useVirtual({
    count: total,
    getScrollElement: () => scroller.current,
    rowRem: ROW_REM,
  });
  const items = virtual.getVirtualItems().map((item) => ({ ...item, row: tree.rowAt(item.index) }));
  useEffect(() => tree.show(items.map(({ row }) => row)), [items[0]?.index, items.at(-1)?.index, total]);
  useEffect(() => {
    const index = tree.revealed();
    if (index !== null) virtual.scrollToIndex(index, { align: "center" });
  });
  const move = (event) =>
    walk(event, {
      tree,
      cursor,
      total,
      choose,
      go: (row, index) => (setCursor(row.path), virtual.scrollToIndex(index)),
    });
  return html`
    <div class="scroller tree" ref=${scroller} role="tree" aria-label="Znodes" tabindex="0" data-testid="tree"
      aria-activedescendant=${items.some(({ row }) => row.path === cursor) ? rowId(cursor) : undefined} onKeyDown=${move}>
      <div class="rows" style=${{ height: `${virtual.getTotalSize()}px` }}>
        ${items.map(
          ({ start, row }) => html`
          <${Row} key=${row.child ? row.path : `not read ${row.path}`} row=${row} top=${start} tree=${tree} stranger=${strangerAt(state, row.path)}
            cursor=${cursor === row.path} selected=${chosen.znode === row.path}
            pick=${() => (setCursor(row.path), row.child && !row.gone && choose({ znode: row.path }))} />`,
        )}
      </div>
    </div>
  `;
}

function Row({ row, top, tree, stranger, cursor, selected, pick }) {
  const { path, name, level, child, gone, place, size } = row;
  const kind = child?.hidden ? "hidden" : child?.kind;
  const mark = gone ? "gone" : tree.mark(path);
  const opens = hasChildren(child) || path === "/";
  const open = tree.isOpen(path);
  const turn = (event) => (event.stopPropagation(), tree.toggle(path));
  const error = open && tree.errorOf(path);
  return html`
    <div class=${`row ${mark ?? ""} ${selected ? "selected" : ""} ${cursor ? "cursor" : ""}`} id=${rowId(path)}
      role="treeitem" aria-level=${level + 1} aria-selected=${selected}
      aria-expanded=${opens ? open : undefined} aria-setsize=${size}
      aria-posinset=${place === undefined ? undefined : place + 1}
      data-testid="tree-row" data-path=${path} data-mark=${mark}
      title=${[path, kindWord(kind), error].filter(Boolean).join(" · ")}
      style=${{ transform: `translateY(${top}px)`, paddingLeft: `${0.6 + level * 0.95}rem` }} onClick=${pick}
      onDblClick=${opens ? turn : undefined}>
      <span class=${`twist ${opens ? "" : "none"}`} aria-hidden="true" data-testid="tree-twist"
        onClick=${opens ? turn : undefined}>${opens ? (open ? "▾" : "▸") : ""}</span>
      <${KindIcon} kind=${kind} /><code class="name"><bdi>${name}</bdi></code>
      ${error && html`<span class="unlisted" title=${error} data-testid="tree-error"><${Lock} />
        <span class="sr">${error}</span></span>`}
      <span class="own">${child?.candidate ?? (stranger ? html`<bdi title=${stranger}>${shortened(stranger, LONGEST_NAME)}</bdi>` : child?.children ? count(child.children) : "")}</span>
    </div>
  `;
}

function hasChildren(child) {
  return Boolean(child) && (child.children === null || child.children > 0);
}

function rowId(path) {
  return `row:${path}`;
}

/** Follow the keys of a tree, as ARIA describes them. */
function walk(event, { tree, cursor, total, choose, go }) {
  const at = Math.max(0, tree.indexOf(cursor));
  const row = tree.rowAt(at);
  const opens = hasChildren(row.child) || row.path === "/";
  const to = (index) =>
    go(tree.rowAt(Math.min(total - 1, Math.max(0, index))), Math.min(total - 1, Math.max(0, index)));
  const keys = {
    ArrowDown: () => to(at + 1),
    ArrowUp: () => to(at - 1),
    Home: () => to(0),
    End: () => to(total - 1),
    PageDown: () => to(at + 12),
    PageUp: () => to(at - 12),
    ArrowRight: () => (opens && !tree.isOpen(row.path) ? tree.toggle(row.path) : opens && to(at + 1)),
    ArrowLeft: () =>
      opens && tree.isOpen(row.path) ? tree.toggle(row.path) : row.folder && to(tree.indexOf(row.folder)),
    Enter: () => choose({ znode: row.path }),
    " ": () => choose({ znode: row.path }),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

const names = new WeakMap(); // a chain → znode → name, of members that are not ours

/** Return the chains that have members of other programs. */
function strangeChains(state) {
  const chains = CHAINED.flatMap(({ section }) => Object.values(state[section] ?? {}).map(({ chain }) => chain));
  return chains.filter((chain) => chain.some(({ candidate }) => !candidate));
}

/** Return the name of the program that owns this znode, if it is a member and not a process of ours. */
function strangerAt(state, path) {
  const place = parentOf(path);
  const chain = CHAINED.map(({ section }) => state[section]?.[place]).find(Boolean)?.chain;
  if (!chain) return undefined;
  if (!names.has(chain)) {
    const strangers = chain.filter(({ candidate, name, label }) => !candidate && name !== label);
    names.set(chain, new Map(strangers.map(({ znode, name }) => [znode, name])));
  }
  return names.get(chain).get(baseOf(path));
}
