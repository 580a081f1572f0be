// The question before a node is forgotten.
import { html, useState } from "../../html.js";
import { Ask } from "../../kit/dialog.js";

export function Forget({ state, group, chosen, actions, choose }) {
  const id = chosen.node;
  // An answer never deletes what was written after the question appeared.
  const [mzxid] = useState(() => group?.nodes[id]?.entry?.mzxid ?? null);
  const close = () => choose({ dialog: null });
  const forget = () => {
    actions.attempt("forget", "DELETE", "groups/nodes", { path: group.path, id, mzxid });
    choose({ dialog: null, node: null });
  };
  if (!group || !id) return null;
  return html`
    <${Ask} title=${`Forget ${id}?`} does=${`Forget ${id}`} zookeeper=${state.zookeeper} act=${forget} close=${close}>
      <p>Its entry <code>all_nodes/${id}</code> will be deleted: the group then no longer knows the node. If a process
        takes the name again, it registers as a new node.</p>
    <//>
  `;
}
