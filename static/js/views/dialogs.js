// The dialog that is open, a question or a help text. A view may bring its own.
import { html } from "../html.js";
import { Another } from "../kit/another.js";
import { panel } from "../kit/panel.js";
import { Handoffs } from "../time/handoffs.js";
import { Clear } from "./dialogs/clear.js";
import { Help } from "./dialogs/help.js";
import { LoseQuorum } from "./dialogs/lose_quorum.js";
import { Source } from "./dialogs/source.js";
import { StopAll, StopEverything } from "./dialogs/stop_all.js";

const DIALOGS = {
  another: Another,
  handoffs: Handoffs,
  help: Help,
  source: Source,
  clear: Clear,
  "stop-all": StopAll,
  "stop-everything": StopEverything,
  "lose-quorum": LoseQuorum,
};

export const Dialogs = panel((view) => {
  const { chosen, choose, here } = view;
  const Chosen = DIALOGS[chosen.dialog] ?? here.dialogs?.[chosen.dialog];
  return Chosen
    ? html`<${Chosen} key=${chosen.dialog} ...${view} close=${() => choose({ dialog: null })} />`
    : null;
});
