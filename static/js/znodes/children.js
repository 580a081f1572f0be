// The names of a znode's children, in any number: only those in sight are requested and drawn.
import { count, plural } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { join } from "../paths.js";
import { call, query } from "../rest.js";
import { useVirtual } from "../virtual.js";

const PAGE = 500;
const ROW_REM = 1.75;

export function Children(view) {
  const { path, znode, choose } = view;
  const total = znode.stat.numChildren;
  const scroller = useRef(null);
  const virtual = useVirtual({
    count: total,
    getScrollElement: () => scroller.current,
    rowRem: ROW_REM,
  });
  const items = virtual.getVirtualItems();
  const nameOf = usePages(path, znode.stat.pzxid, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  if (!total) return html`<p class="note" data-testid="no-children">It has no children.</p>`;
  return html`
    <div class="scroller children" ref=${scroller} tabindex="0" data-testid="children" aria-label=${plural(total, "name")}>
      <div class="rows" style=${{ height: `${virtual.getTotalSize()}px` }}>
        ${items.map(({ index, start }) => html`<${Child} key=${index} place=${index} top=${start} name=${nameOf(index)}
          pick=${(name) => choose({ znode: join(path, name) })} />`)}
      </div>
    </div>
  `;
}

function Child({ place, top, name, pick }) {
  return html`
    <button class="row child" style=${{ transform: `translateY(${top}px)` }} disabled=${name === undefined}
      data-testid="child" data-name=${name} title=${name} onClick=${() => pick(name)}>
      <span class="own">${count(place + 1)}</span><code class="name"><bdi>${name ?? "…"}</bdi></code></button>
  `;
}

/** Return index -> name, or undefined while its page is being read. Read again when the list changes. */
function usePages(path, pzxid, first, last) {
  const [pages, set] = useState(new Map());
  const wanted = [...new Set([Math.floor(first / PAGE), Math.floor(last / PAGE)])];
  useEffect(() => {
    let current = true;
    const take = (page) => ({ children }) => current && children && set((known) => new Map(known).set(page, { pzxid, names: children.names }));
    for (const page of wanted.filter((number) => pages.get(number)?.pzxid !== pzxid))
      call("GET", query("znodes", { path, offset: page * PAGE, limit: PAGE })).then(take(page), () => {});
    return () => (current = false);
  }, [path, pzxid, ...[wanted[0], wanted.at(-1)]]);
  return (index) => pages.get(Math.floor(index / PAGE))?.names[index % PAGE];
}
