// What is at the lesson's path before the lesson creates it: left by an earlier walk, or somebody else's.
import { cut, plural } from "../../format.js";
import { query } from "../../rest.js";
import { changed } from "../own.js";

const SHOWN = 30; // characters of what it holds
const OWN_DATA = ["hello", "world", "changed"];
const OWN_CHILDREN = /^(a|b|alive|(task|c)-\d{10})$/;

let found = null; // {seq, data, children, count}: what was read there, and when

/** Read it, if the tree shows that it exists; then draw the page again with what was found. */
export async function lookAt(view, path) {
  found = null;
  if (view.tree.indexOf(path) < 0 || view.tree.mark(path) === "gone") return;
  const seq = view.events.at(-1)?.seq ?? 0;
  const ask = (what, url) => view.actions.attempt(what, "GET", url, undefined, () => {}); // it may go meanwhile
  const [znode, count] = await Promise.all([
    ask("leftover", query("znodes", { path, limit: 50 })),
    ask("leftover-count", query("znodes/count", { path })),
  ]);
  if (!znode || !count) return;
  found = { seq, data: znode.data?.text ?? "", children: znode.children?.names ?? [], count };
  changed();
}

/** Return what was found, until it is deleted; null for nothing. */
export function leftover({ events }, path) {
  const isGone = events.some(({ seq, kind, subject }) => seq > (found?.seq ?? 0) && kind === "znode.deleted" && subject === path);
  return isGone ? null : found;
}

/** Return what was found, as parts of what a step says. */
export function wordsOf({ data, children, count }, path) {
  const below = count.znodes - 1;
  const others = count.others_ephemerals;
  return [
    { who: path, tone: "code" },
    ` exists already: it holds “${cut(data, SHOWN)}”, and ${below ? `${plural(below, "znode")} ${below === 1 ? "is" : "are"}` : "nothing is"} below it. `,
    ...(others ? [`${others} of them ${others === 1 ? "is an ephemeral znode" : "are ephemeral znodes"} of another session. `] : []),
    isOwn(data, children, others)
      ? "It looks like a leftover of an earlier lesson. "
      : "It does not come from the lesson: look at it before you remove it, or leave it and take the lesson on another ZooKeeper. ",
  ];
}

function isOwn(data, children, others) {
  return !others && OWN_DATA.includes(data) && children.every((name) => OWN_CHILDREN.test(name));
}
