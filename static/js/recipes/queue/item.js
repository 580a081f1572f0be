// One item on its way.
import { html, useEffect, useState } from "../../html.js";
import { rems } from "../../kit/room.js";
import { join } from "../../paths.js";
import { numberOf } from "./people.js";

/** Draw an item that begins at `from` and moves to `at`, and on to each new `at`. */
export function Item({ name, item, at, from, queue, chosen, choose }) {
  const [has, arrive] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => arrive(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const where = has ? at : from;
  const path = join(join(queue.path, "items"), name);
  const again = item.times > 1;
  return html`
    <button class=${`item is-${item.state} ${again ? "given-twice" : ""} ${chosen.znode === path ? "picked" : ""}`}
      style=${`transform: translate(${rems(where.x)}, ${rems(where.y)}) translate(-50%, -50%)`} data-testid=${`item-${numberOf(name)}`}
      data-state=${item.state} data-times=${item.times} data-holder=${item.claim?.candidate ?? ""} title=${titleOf(path, item)}
      tabindex=${item.state === "done" ? -1 : 0} disabled=${item.state === "done"}
      onClick=${() => choose({ znode: path })}>${numberOf(name)}${again && html`<sup>${item.times}×</sup>`}</button>
  `;
}

function titleOf(path, { by, text, times, state, claim, ended_by: ended }) {
  const holder = claim?.candidate ?? "a consumer";
  const where = { waiting: "waits", claimed: `in ${holder}'s hands`, done: `done by ${ended ?? holder}`, gone: "gone" }[state];
  return `${path}\n${text ?? ""}${by ? `, put in by ${by}` : ""}\n${where}, given out ${times === 1 ? "once" : `${times} times`}`;
}

/** Draw the item that a process believes it has, although its claim is gone. */
export function Ghost({ id, number, at }) {
  if (!at) return null;
  return html`<span class="item is-ghost" data-testid=${`ghost-${id}`} title=${`${id} believes that it has item ${number}, but its claim is gone`}
    style=${`transform: translate(${rems(at.x)}, ${rems(at.y)}) translate(-50%, -50%)`}>${number}</span>`;
}
