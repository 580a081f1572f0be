// The events of bookshelves in words; see words.js.
import { askedBy, hexZxid, plural } from "../../format.js";

const who = (id) => ({ who: id ?? "nobody" });
const titled = (id) => `“${id}”`;
const WHY = { "no leader": "nobody leads", busy: "too many writes waited", unknown: "nobody knows", refused: "it was refused", conflict: "another book has that id" };

export const WORDS = {
  "book.opened": (path, data) => [`the bookshelf at ${path} opened${askedBy(data)}`],
  "book.node": (_, { node, state, books, reason }) => [who(node), ` is ${state}${books == null ? "" : `, with ${plural(books, "book")}`}${reason ? ` (${reason})` : ""}`],
  "book.asked": (_, { id, node, to }) => [who(node), ` is asked to add ${titled(id)}`, ...(to && to !== node ? [", and hands it on to ", who(to)] : [])],
  "book.stored": (_, { id, node }) => [who(node), ` has ${titled(id)} on its disk`],
  "book.sent": (_, { id, from, to }) => [who(from), ` sends ${titled(id)} to `, who(to)],
  "book.copied": (_, { id, from, to }) => [who(to), ` has ${titled(id)} from `, who(from)],
  "book.unanswered": (_, { id, from, to }) => [who(to), ` does not take ${titled(id)} from `, who(from), " in time"],
  "book.refused": (_, { id, from, to, epoch, seen, why }) => [
    who(to), ` refuses ${titled(id)} from `, who(from), why === "term" ? ": it has yet to be brought to that leader's state" : `: epoch ${hexZxid(epoch)}, and it has seen ${hexZxid(seen)}`,
  ],
  "book.written": (_, { id, node, copies, of }) => [`${titled(id)} is stored: ${copies} of ${of} have it; told at `, who(node)],
  "book.failed": (_, { id, node, why }) => [`${titled(id)} asked at `, who(node), `: ${WHY[why] ?? why}`],
  "book.dropped": (_, { ids, node }) => [who(node), ` sets ${ids.slice(0, 3).map(titled).join(", ")} aside: nobody was told of it`],
  "book.synced": (_, { node, from, books }) => [who(node), ` has fetched ${books == null ? "what it had not" : plural(books, "book")} from `, who(from)],
  "book.in_sync": (_, { nodes, by }) => [...(by ? [who(by), " writes the in-sync set: "] : ["in sync: "]), (nodes ?? []).join(", ")],
  "book.audited": (_, { node, acknowledged, missing }) => !acknowledged ? [who(node), " is asked for its list: no book is acknowledged yet"] : [who(node), ` has ${missing.length ? `${acknowledged - missing.length} of` : "all"} ${plural(acknowledged, "acknowledged book")}`],
  "book.disks": (path, { stores }) => [`of the bookshelf at ${path} this dashboard has ${plural(Object.keys(stores).length, "disk")}`],
  "book.stakes": (_, { acknowledged, nodes }) => [
    `nobody may lead: of ${plural(acknowledged, "acknowledged book")}`, ...Object.entries(nodes).flatMap(([id, { missing }]) => [", ", who(id), ` lacks ${missing}`]),
  ],
  "book.appointed": (_, { node, missing, by }) => [
    `a person lets `, who(node), ` lead${Object.keys(missing).length ? ` without ${Object.keys(missing).join(", ")}` : ""}${by ? ` (${by})` : ""}`,
  ],
  "book.slowed": (_, { pause, by }) => [pause ? `writes are slowed down, ${pause} s a step` : "writes at full speed", by ? ` (${by})` : ""],
  "book.wiped": (_, { node, by }) => [who(node), ` has lost its disk${by ? ` (${by})` : ""}`],
};

export const TONES = {
  "book.written": "new",
  "book.refused": "dead",
  "book.unanswered": "dead",
  "book.failed": "lost",
  "book.dropped": "lost",
  "book.wiped": "dead",
  "book.stakes": "dead",
  "book.appointed": "dead",
  "book.in_sync": "lead",
};
