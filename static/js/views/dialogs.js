// The dialog that is open, a question or a help text. A view may bring its own.
import { html } from "../html.js";
import { Another } from "../kit/another.js";
import { later } from "../kit/later.js";
import { panel } from "../kit/panel.js";

const DIALOGS = {
  another: Another,
  handoffs: later(() => import("../time/handoffs.js"), "Handoffs"),
  help: later(() => import("./dialogs/help.js"), "Help"),
  source: later(() => import("./dialogs/source.js"), "Source"),
  clear: later(() => import("./dialogs/clear.js"), "Clear"),
  "stop-all": later(() => import("./dialogs/stop_all.js"), "StopAll"),
  "stop-everything": later(() => import("./dialogs/stop_all.js"), "StopEverything"),
  "lose-quorum": later(() => import("./dialogs/lose_quorum.js"), "LoseQuorum"),
};

export const Dialogs = panel((view) => {
  const { chosen, choose, here } = view;
  const Chosen = DIALOGS[chosen.dialog] ?? here.dialogs?.[chosen.dialog];
  return Chosen
    ? html`<${Chosen} key=${chosen.dialog} ...${view} close=${() => choose({ dialog: null })} />`
    : null;
});
