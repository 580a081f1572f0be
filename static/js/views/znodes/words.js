// The workbench's own events in words, as in words.js.
import { askedBy, plural } from "../../format.js";
import { wordOf } from "./kinds.js";

const znode = (path) => ({ znode: path });
const DOING = { delete: "deleting", export: "exporting", import: "importing" };

export const WORDS = {
  "workbench.created": (path, data) => ["workbench: ", znode(path), ` created${data.kind ? ` (${wordOf(data.kind)})` : ""}${askedBy(data)}`],
  "workbench.written": (path, data) => ["workbench: ", znode(path), ` written as version ${data.version}${askedBy(data)}`],
  "workbench.protected": (path, data) => ["workbench: ACL of ", znode(path), ` set, version ${data.aversion}${askedBy(data)}`],
  "workbench.deleted": (path, data) => [`workbench: ${several(data)}`, znode(path), ` deleted${askedBy(data)}`],
  "workbench.imported": (path, data) => [`workbench: ${plural(data.znodes ?? 0, "znode")} imported to `, znode(path), askedBy(data)],
  "workbench.session": (_, data) => [`the workbench's session ${data.session ?? ""} is ${data.connection}${
    data.ephemeral_count ? `, with ${plural(data.ephemeral_count, "ephemeral")}` : ""}`],
  "job.started": (job, data) => [`${DOING[data.kind] ?? data.kind} `, znode(data.path ?? "/"), ` begins (${job})${askedBy(data)}`],
  "job.ended": (job, data) => [`${job} is ${data.state} after ${plural(data.done ?? 0, "znode")}`],
};

export const TONES = { "workbench.deleted": "dead", "workbench.created": "new" };

function several({ znodes }) {
  return znodes > 1 ? `${plural(znodes, "znode")} at and below ` : "";
}
