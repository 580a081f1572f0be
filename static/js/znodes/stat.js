// The stat of a znode, as `get -s` of the ZooKeeper shell names it, with the meaning of each line.
import { html } from "../html.js";
import { useStat } from "../views/details.js";
import { kindOf } from "./kinds.js";

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

export function Stat({ znode, state, events }) {
  return html`
    <table class="bench-stat" data-testid="bench-stat">
      <tbody>${useStat({ ...znode, kind: kindOf(znode, events) }, state).map(([name, value]) => html`<tr key=${name}><th scope="row">${name}</th>
        <td>${value}</td><td class="soft">${MEANINGS[name]}</td></tr>`)}</tbody>
    </table>
  `;
}
