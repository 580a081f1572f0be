// The permissions on a znode: shown in words, edited entry by entry, saved on top of what was read.
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { Guard, Sure, confirmed, isUnlocked } from "./guarded.js";

const PERMISSIONS = [
  ["c", "create", "create children"],
  ["d", "delete", "delete children"],
  ["r", "read", "read the data and list the children"],
  ["w", "write", "write the data"],
  ["a", "admin", "set the ACL"],
];
const ALL = "cdrwa";

/** The beginnings of a new entry. The dashboard hashes a user's password. */
const NEW = {
  anyone: { scheme: "world", id: "anyone", perms: "r" },
  "my credentials": { scheme: "auth", id: "", perms: ALL },
  "a user": { scheme: "digest", user: "", password: "", perms: ALL },
  "an address": { scheme: "ip", id: "127.0.0.1", perms: ALL },
};

export function Acl(view) {
  const { znode, state } = view;
  const [edited, edit] = useState(null);
  if (!znode.acl) return html`<p class="note" role="alert">${znode.error}</p>`;
  if (edited) return html`<${Edited} ...${view} edited=${edited} edit=${edit} />`;
  const begin = () => edit({ ...seenIn(znode), entries: znode.acl });
  return html`
    <table class="bench-acl" data-testid="bench-acl"><tbody>
      ${znode.acl.map((entry) => html`<tr key=${`${entry.scheme}:${entry.id}`}><th scope="row"><code>${entry.scheme}:${entry.id}</code></th>
        <td><code>${entry.perms}</code></td><td class="soft">${words(entry)}</td></tr>`)}
    </tbody></table>
    ${!state.read_only && html`<div class="bench-bar"><span class="soft">version ${znode.stat.aversion}</span><span
      class="spring"></span><button class="primary" data-testid="acl-edit" onClick=${begin}>Edit</button></div>`}
  `;
}

function words({ scheme, perms }) {
  const may = PERMISSIONS.filter(([letter]) => perms.includes(letter)).map(([, word]) => word);
  const who = { world: "everybody", ip: "this address", digest: "anyone with the password", auth: "the session's own credentials" };
  return `${who[scheme] ?? "this identity"} may ${may.length === PERMISSIONS.length ? "do everything" : may.join(", ") || "do nothing"}`;
}

function Edited(view) {
  const { znode, edited, edit } = view;
  const { entries, added } = edited;
  const put = (changed, more = {}) => edit({ ...edited, locksOut: null, entries: changed, added: null, ...more });
  const change = (at, changes) => put(entries.map((entry, place) => (place === at ? { ...entry, ...changes } : entry)));
  const add = (name) => put([...entries, NEW[name]], { added: entries.length });
  const remove = (at) => put(entries.filter((_, place) => place !== at));
  return html`
    <${Meanwhile} now=${edited.now ?? znode} edited=${edited} edit=${edit} />
    <table class="bench-acl" data-testid="acl-entries"><tbody>
      ${entries.map((entry, at) => html`<${Entry} key=${at} entry=${entry} isAdded=${at === added} change=${(changes) => change(at, changes)} remove=${() => remove(at)} />`)}
    </tbody></table>
    <div class="bench-bar"><span class="soft">Add</span>
      ${Object.keys(NEW).map((name) => html`<button key=${name} data-testid=${`acl-add-${name.replaceAll(" ", "-")}`} onClick=${() => add(name)}>${name}</button>`)}
    </div>
    <${Guard} path=${view.path} word=${edited.word} setWord=${(word) => edit({ ...edited, word })} />
    <${Buttons} ...${view} />
  `;
}

/** Return the version of an ACL, and of which znode: a znode that was created again begins at 0 again. */
const seenIn = ({ stat }) => ({ version: stat.aversion, czxid: stat.czxid });

/** Say that somebody else set the ACL; only the refusal of ours shows this. */
function Meanwhile({ now, edited, edit }) {
  const { version, czxid } = seenIn(now);
  if (version === edited.version && czxid === edited.czxid) return null;
  const theirs = now.acl.map(({ scheme, id, perms }) => `${scheme}:${id}:${perms}`).join(", ");
  return html`<p class="bench-warning" role="alert" data-testid="acl-stale">${czxid === edited.czxid
    ? "Somebody set the ACL meanwhile" : "Somebody deleted the znode and created it again"}: its ACL is now <code>${theirs}</code>,
    version ${version}. Nothing was saved. <button data-testid="acl-replace"
      onClick=${() => edit({ ...edited, version, czxid })}>Replace it with mine</button></p>`;
}

function Entry({ entry, isAdded, change, remove }) {
  const row = useRef(null);
  useLayoutEffect(() => isAdded && row.current.querySelector("input")?.focus(), []);
  const turn = (letter) => change({ perms: PERMISSIONS.map(([own]) => own).filter((own) => entry.perms.includes(own) !== (own === letter)).join("") });
  const field = (name, type = "text") => html`<input type=${type} value=${entry[name]} aria-label=${name} placeholder=${name}
    onInput=${(event) => change({ [name]: event.target.value })} spellcheck="false" autocomplete="off" />`;
  return html`
    <tr ref=${row} data-testid="acl-entry">
      <th scope="row"><span class="acl-who"><code>${entry.scheme}</code>${"user" in entry ? html`${field("user")}${field("password", "password")}` : entry.scheme === "auth" ? html`<span class="soft">the workbench's credentials</span>` : field("id")}</span></th>
      <td><span class="group">${PERMISSIONS.map(([letter, word, does]) => html`<button key=${letter} role="checkbox" class="perm"
        aria-checked=${entry.perms.includes(letter)} title=${`${word}: ${does}`} onClick=${() => turn(letter)}>${letter}<span class="sr"> ${word}</span></button>`)}</span></td>
      <td><button class="icon" title="Remove this entry" onClick=${remove}>✕<span class="sr"> Remove</span></button></td>
    </tr>
  `;
}

/** Draw the buttons; ask before the reader is locked out, once the dashboard says so. */
function Buttons({ path, edited, edit, page, actions }) {
  const send = async (lockOut) => {
    const body = { path, acl: edited.entries, version: edited.version, czxid: edited.czxid, ...lockOut, ...confirmed(path, edited.word) };
    const refused = (error) => {
      const { error: refusal, current: now } = error.answer ?? {};
      if (refusal?.code === "locks_out") edit({ ...edited, locksOut: error.message });
      else if (now) edit({ ...edited, now });
      else actions.toast(error);
    };
    if (await actions.attempt("acl", "PUT", "znodes/acl", body, refused)) edit(null);
  };
  return html`
    ${edited.locksOut && html`<p class="bench-warning" role="alert" data-testid="locks-out">${edited.locksOut}</p>`}
    <div class="bench-bar"><span class="spring"></span>
      <button onClick=${() => edit(null)}>Cancel</button>
      ${
        edited.locksOut
          ? html`<${Sure} testid="acl-lock-out" asks="Really lock this session out?" run=${() => send({ lock_out: true })}>Set it anyway<//>`
          : html`<button class="primary" data-testid="acl-save" aria-busy=${page.busy.has("acl")}
              disabled=${!edited.entries.length || !isUnlocked(path, edited.word)} onClick=${() => send({})}>Save</button>`
      }
    </div>
  `;
}
