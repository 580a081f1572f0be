// The button that asks a client to give back the lock, or its place in the line.
import { html } from "../../html.js";

export function askFor({ shared, actions }, { znode }) {
  return actions.attempt(`ask-${znode}`, "POST", "shared-locks/revoke", { path: shared.path, znode });
}

/** Draw the button. entry: of the line; a znode of another library cannot be asked. */
export function Ask(view) {
  const { entry, state, page } = view;
  if (state.read_only || !entry || !entry.truth) return null;
  if (entry.revoked) return html`<em class="asked tone-frozen" data-testid=${`asked-${entry.name}`}>asked to give back</em>`;
  const what = entry.truth === "holder" ? "the lock" : "its place";
  const ask = (event) => (event.stopPropagation(), askFor(view, entry));
  return html`
    <button class="quiet ask" data-testid=${`ask-${entry.name}`} disabled=${page.busy.has(`ask-${entry.znode}`)}
      title=${`Write "unlock" into ${entry.znode}: it asks ${entry.name} to give back ${what}`} onClick=${ask}>ask back</button>
  `;
}
