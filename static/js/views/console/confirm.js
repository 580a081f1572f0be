// A line that would change many znodes at once: what it concerns is counted, and asked about.
import { count, plural } from "../../format.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { baseOf } from "../../paths.js";
import { call, query } from "../../rest.js";
import { sourceWord } from "../../servers.js";
import { Dialog } from "../dialog.js";
import { useAnswer } from "../znodes/asked.js";
import { say } from "./saying.js";

export function ConfirmLine(view) {
  const { chosen, close, choose, state } = view;
  const { console: id, line, command, path, znodes, token } = chosen.ask;
  const { answer } = useAnswer(() => call("GET", query("znodes/count", { path })), [path, token]);
  const [typed, type] = useState("");
  const first = useRef(null);
  useEffect(() => first.current.focus(), []);
  const ready = znodes === 1 || typed === baseOf(path);
  const submit = (event) => {
    event.preventDefault();
    if (!ready) return;
    choose({ dialog: null, ask: null });
    say(view, id, line, token);
  };
  return html`
    <${Dialog} title=${`${command} ${baseOf(path)}?`} close=${close}>
      <form onSubmit=${submit} data-testid="confirm-line" data-znodes=${znodes}>
        <p>${command === "deleteall" ? "Deletes" : "Sets the ACL of"} <code><bdi>${path}</bdi></code>${
          znodes > 1 && html` and ${plural(znodes - 1, "znode")} below it`}. zkCli would not ask.</p>
        <p class="soft">This ZooKeeper: ${sourceWord(state.zookeeper)}, <code>${state.zookeeper.hosts}${state.zookeeper.chroot}</code></p>
        ${command === "deleteall" && answer?.others_ephemerals > 0 && html`<p class="bench-warning" role="alert">Among them:
          ${" "}<b>${plural(answer.others_ephemerals, "ephemeral znode")}</b> of other sessions, which lose a place, a lock or a role by it.</p>`}
        ${znodes > 1 && html`<label><span>Type its name, <code>${baseOf(path)}</code>, to go on:</span>
          <input ref=${first} data-testid="confirm-name" value=${typed} onInput=${(event) => type(event.target.value)}
            spellcheck=${false} autocomplete="off" /></label>`}
        <div class="buttons"><span class="spring"></span>
          <button type="button" ref=${znodes > 1 ? null : first} onClick=${close}>Leave it</button>
          <button class="danger" data-testid="confirm-go" disabled=${!ready}>${command} ${count(znodes)}</button></div>
      </form>
    <//>
  `;
}
