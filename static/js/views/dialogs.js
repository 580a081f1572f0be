// Which question or help text is open. A view may bring its own.
import { html } from "../html.js";
import { AmongStrangers } from "./dialogs/among_strangers.js";
import { Follow } from "./dialogs/follow.js";
import { Help } from "./dialogs/help.js";
import { LoseQuorum } from "./dialogs/lose_quorum.js";
import { StopAll, StopEverything } from "./dialogs/stop_all.js";

const DIALOGS = {
  help: Help,
  "stop-all": StopAll,
  "stop-everything": StopEverything,
  follow: Follow,
  "lose-quorum": LoseQuorum,
  "among-strangers": AmongStrangers,
};

export function Dialogs(view) {
  const { chosen, choose, here } = view;
  const Chosen = DIALOGS[chosen.dialog] ?? here.dialogs?.[chosen.dialog];
  return Chosen
    ? html`<${Chosen} key=${chosen.dialog} ...${view} close=${() => choose({ dialog: null })} />`
    : null;
}
