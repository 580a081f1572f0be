// The console below the workbench: zkCli's commands, and a session for each console.
import { bothEnds, count, plural } from "../../format.js";
import { html, useLayoutEffect, useRef, useState } from "../../html.js";
import { Ask } from "../../kit/dialog.js";
import { useAnswer } from "../../kit/asked.js";
import { baseOf } from "../../paths.js";
import { call, query } from "../../rest.js";
import { copy } from "../browser.js";
import { Sure } from "../guarded.js";
import { Line } from "./line.js";
import { close, focusLine, open, say, shownIn } from "./saying.js";

const cleared = new Map(); // console → the last entry that was cleared

/** Tell whether the reader may open a console, or type into one: also who looks on, where the presenter lets the audience have one of their own. */
function mayType({ state, page, reel }, id = null) {
  const isHanded = page.room?.rights.console && !reel.shown();
  return !state.read_only || Boolean(isHanded && (id === null || page.you.own.includes(id)));
}

export function Console(view) {
  const id = shownIn(view);
  const [, redraw] = useState(0);
  const clear = (last) => (cleared.set(id, last), redraw((times) => times + 1));
  return html`
    <section class="console" aria-label="Console" data-testid="console" data-console=${id}>
      ${id ? html`<${Bar} ...${view} id=${id} clear=${clear} /><${Screen} key=${id} ...${view} id=${id} clear=${clear} />` : html`<${Nobody} ...${view} />`}
    </section>
  `;
}

function Nobody(view) {
  const { page, guide } = view;
  return html`
    <div class="console-nobody">
      <p>A console takes the commands of ZooKeeper's own <code>zkCli.sh</code> and prints what it prints.
        It has its own session: when you close it, its ephemeral znodes are deleted.</p>
      ${!mayType(view)
        ? html`<p class="soft">${page.you ? "You look on here" : "This dashboard is read-only"}: no console can be opened.</p>`
        : html`<p><button class="primary" data-testid="console-open" title="Open a console (o)" aria-busy=${page.busy.has("console-open")}
          onClick=${() => focusLine(view)}>Open a console</button>
          ${" "}<${Lesson} guide=${guide}>: the first znode<//></p>`}
    </div>
  `;
}

function Lesson({ guide, children }) {
  return !guide.isOpen() && html`<button data-testid="tour-first" onClick=${() => guide.begin("znodes")}>Take the lesson${children}</button>`;
}

function Bar(view) {
  const { state, id, chosen, choose, clear, actions, guide } = view;
  const shown = state.consoles[id];
  return html`
    <div class="console-bar">
      ${Object.keys(state.consoles).map((name) => html`<button key=${name} class="filter" aria-pressed=${name === id}
        data-testid=${`console-${name}`} onClick=${() => choose({ console: name })}>${name}</button>`)}
      <button class="filter" data-testid="console-open" title="Open another console, with another session" disabled=${!mayType(view)}
        onClick=${() => open({ ...view, chosen })}>+</button>
      <span class="console-session" data-testid="console-session" data-connection=${shown.connection}
        title=${titleOf(shown)}>${sessionWords(shown)}</span>
      <span class="spring"></span>
      ${!state.read_only && html`<${Lesson} guide=${guide} />`}
      <button title="Copy what is shown" onClick=${() => copy(textOf(entriesOf(shown, id)), actions, "Copied")}>Copy</button>
      <button data-testid="console-clear" title="Clear what is shown (Ctrl+L)" onClick=${() => clear(shown.said)}>Clear</button>
      ${mayType(view, id) && html`<${Sure} key=${id} testid="console-close" asks=${closingWords(shown)} run=${() => close(view, id)}>Close<//>`}
    </div>
  `;
}

function titleOf({ session, timeout_ms: timeout, ephemerals, credentials, watches }) {
  const who = credentials.map(({ scheme, id }) => `${scheme}:${id}`).join(", ");
  return [
    session ? `Session ${session}, ends after ${timeout} ms of silence` : "No session",
    ephemerals.length ? `Ephemerals: ${ephemerals.join(", ")}` : "",
    watches ? watchWords(watches) : "",
    who ? `Known as ${who}` : "",
  ].filter(Boolean).join("\n");
}

function sessionWords({ session, connection, ephemeral_count: ephemerals, credentials, watches }) {
  if (!session || connection === "closed") return html`<b class="tone-dead">no session</b> · connect opens another`;
  return html`session <code>${session}</code>${connection === "connected" ? "" : html` · <b class="tone-frozen">${connection}</b>`}
    ${ephemerals > 0 && html` · <b class="tone-lead">${plural(ephemerals, "ephemeral")}</b>`}
    ${watches > 0 && ` · ${watchWords(watches)}`}
    ${credentials.length > 0 && html` · ${credentials.map(({ scheme, id }) => `${scheme}:${id}`).join(", ")}`}`;
}

function watchWords(watches) {
  return watches === 1 ? "1 watch" : `${count(watches)} watches`;
}

/** Return the question about the znodes that go with it; null if none do: then the first click closes it. */
function closingWords({ ephemeral_count: ephemerals }) {
  return ephemerals ? `Close, ${plural(ephemerals, "ephemeral")} go${ephemerals === 1 ? "es" : ""}` : null;
}

function Screen(view) {
  const { state, id, page, clear } = view;
  const shown = state.consoles[id];
  const scroller = useRef(null);
  const busy = page.busy.has(`say-${id}`);
  useLayoutEffect(() => {
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [shown.said, busy]);
  const focus = () => getSelection().isCollapsed && document.getElementById("console-line")?.focus({ preventScroll: true });
  return html`
    <div class="console-screen" ref=${scroller} onClick=${focus}>
      <div role="log" aria-label="What was said" data-testid="console-log">
        ${entriesOf(shown, id).map(([number, entry]) => html`<${Entry} key=${number} ...${entry} number=${number} />`)}
      </div>
      ${mayType(view, id) && html`<${Line} ...${view} prompt=${shown.prompt} busy=${busy} clear=${() => clear(shown.said)} />`}
    </div>
  `;
}

function entriesOf({ entries }, id) {
  const after = cleared.get(id) ?? 0;
  return Object.entries(entries).map(([number, entry]) => [Number(number), { ...entry, line: entry.line ?? null }])
    .filter(([number]) => number > after).sort(([one], [other]) => one - other);
}

function Entry({ number, prompt, line, output, left_out: left }) {
  return html`
    <div class=${`console-entry ${line === null ? "is-told" : ""}`} data-testid=${`entry-${number}`}>
      ${line !== null && html`<p class="console-said"><span>${prompt}</span>${line}</p>`}
      ${output.length > 0 && html`<pre><bdi>${output.join("\n")}</bdi></pre>`}
      ${left > 0 && html`<p class="soft">… ${plural(left, "line")} more, not kept.</p>`}
    </div>
  `;
}

function textOf(entries) {
  return entries.flatMap(([, { prompt, line, output }]) => [...(line === null ? [] : [`${prompt}${line}`]), ...output]).join("\n");
}

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
