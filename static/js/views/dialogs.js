// The dialog that is open, a question or a help text. A view may bring its own.
import { html } from "../html.js";
import { Another } from "../kit/dialog.js";
import { later } from "../kit/later.js";
import { panel } from "../kit/panel.js";

const DIALOGS = {
  another: Another,
  handoffs: later(() => import("../time/handoffs.js"), "Handoffs"),
  help: later(() => import("./dialogs/help.js"), "Help"),
  room: later(() => import("../room/dialog.js"), "Room"),
  phones: later(() => import("./dialogs/phones.js"), "Phones"),
  source: later(() => import("./dialogs/help.js"), "Source"),
  clear: later(() => import("./dialogs/asks.js"), "Clear"),
  "stop-all": later(() => import("./dialogs/asks.js"), "StopAll"),
  "stop-everything": later(() => import("./dialogs/asks.js"), "StopEverything"),
  "lose-quorum": later(() => import("./dialogs/asks.js"), "LoseQuorum"),
};

export const Dialogs = panel((view) => {
  const { chosen, choose, here } = view;
  const Chosen = DIALOGS[chosen.dialog] ?? here.dialogs?.[chosen.dialog];
  return Chosen
    ? html`<${Chosen} key=${chosen.dialog} ...${view} close=${() => choose({ dialog: null })} />`
    : null;
});
