// The question before a line changes many znodes at once; it counts them.
import { bothEnds, count, plural } from "../../format.js";
import { html } from "../../html.js";
import { Ask } from "../../kit/ask.js";
import { baseOf } from "../../paths.js";
import { call, query } from "../../rest.js";
import { useAnswer } from "../../kit/asked.js";
import { say } from "./saying.js";

export function ConfirmLine(view) {
  const { chosen, choose, state } = view;
  const { console: id, line, command, path, znodes, token } = chosen.ask;
  const { answer } = useAnswer(() => call("GET", query("znodes/count", { path })), [path, token]);
  const leave = () => choose({ dialog: null, ask: null });
  const go = () => (leave(), say(view, id, line, token));
  return html`
    <${Ask} title=${`${command} ${bothEnds(baseOf(path))}?`} count=${znodes} keep="Leave it" does=${`${command} ${count(znodes)}`}
      name=${znodes > 1 ? baseOf(path) : null} zookeeper=${state.zookeeper} act=${go} close=${leave}>
      <p>${command === "deleteall" ? "Deletes" : "Sets the ACL of"} <code title=${path}><bdi>${bothEnds(path)}</bdi></code>${
        znodes > 1 && html` and ${plural(znodes - 1, "znode")} below it`}. zkCli would not ask.</p>
      ${command === "deleteall" && answer?.others_ephemerals > 0 && html`<p class="bench-warning" role="alert">Among them:
        ${" "}<b>${plural(answer.others_ephemerals, "ephemeral znode")}</b> of other sessions, whose owners will lose a place, a lock or a role.</p>`}
    <//>
  `;
}
