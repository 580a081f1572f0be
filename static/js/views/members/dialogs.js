// What is asked before a node is forgotten, and which other group to follow.
import { html, useState } from "../../html.js";
import { Ask } from "../ask.js";
import { Dialog } from "../dialog.js";

export function Forget({ state, group, chosen, actions, choose }) {
  const id = chosen.node;
  // What was written after the question was put is lost by nobody's answer.
  const [mzxid] = useState(() => group?.nodes[id]?.entry?.mzxid ?? null);
  const close = () => choose({ dialog: null });
  const forget = () => {
    actions.attempt("forget", "DELETE", "groups/nodes", { path: group.path, id, mzxid });
    choose({ dialog: null, node: null });
  };
  if (!group || !id) return null;
  return html`
    <${Ask} title=${`Forget ${id}?`} does=${`Forget ${id}`} zookeeper=${state.zookeeper} act=${forget} close=${close}>
      <p>Its entry <code>all_nodes/${id}</code> is deleted: the group then knows nothing of it any more. When a process
        takes up the name again, it registers as a new node.</p>
    <//>
  `;
}

export function FollowGroup({ actions, page, choose }) {
  const [path, setPath] = useState("/");
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const followed = await actions.attempt("follow-group", "POST", "groups", { path: path.trim(), count: 0 });
    if (followed) choose({ group: path.trim(), dialog: null, node: null, candidate: null });
  };
  return html`
    <${Dialog} title="Follow a group" close=${close}>
      <form onSubmit=${submit}>
        <label>Path above its all_nodes and live_nodes<input data-testid="follow-group-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.*" title="A path that begins with /" autofocus /></label>
        <p class="soft">Both are made when the first node joins, if they are not there yet.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="follow-group-confirm" disabled=${page.busy.has("follow-group")}>Follow</button>
        </div>
      </form>
    <//>
  `;
}
