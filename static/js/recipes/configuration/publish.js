// The form that publishes a value over the version that the reader has seen, and over no other; what somebody else wrote is only
// replaced after the page has shown it and the reader is sure.
import { bothEnds, plural } from "../../format.js";
import { html, useState } from "../../html.js";
import { Ask } from "../../kit/dialog.js";
import { changesOf, oneLine } from "../../kit/spread/values.js";

const SAMPLES = ["limit=10", "limit=25", "mode=safe", "limit=50", "retries=3", "mode=fast", "limit=75"];

/** Ask for a change; the count of changes shows it. */
const change = ({ configuration: { path, counted }, actions }, ...call) => actions.changeOnce(`config ${path}`, counted, ...call);

/** Ask to write `value`. over: the znode as the reader has seen it; null for none. */
function ask(view, value, over = view.configuration.znode, more = {}, refused = undefined) {
  const body = { path: view.configuration.path, value, version: over?.version ?? null, mzxid: over?.mzxid ?? null, ...more };
  return change(view, "publish", "POST", "configurations/publish", body, refused);
}

/** Publish a value that differs from the current one; over a foreign value, let the reader type one. */
export function publishNext(view) {
  const { configuration } = view;
  return isForeign(configuration) ? focusValue(view) : ask(view, nextOf(configuration));
}

export const focusValue = ({ reach }) => reach("work", '[data-testid="config-value"]');

export function createAnew(view) {
  const value = nextOf(view.configuration);
  return beSure(view, "recreate", () => ask(view, value, view.configuration.znode, { recreate: true }), value);
}

export function remove(view) {
  const { path, znode: { version, mzxid } } = view.configuration;
  return beSure(view, "delete", () => change(view, "remove", "DELETE", "configurations/value", { path, version, mzxid }));
}

function nextOf({ counted, znode }) {
  const samples = SAMPLES.filter((value) => value !== znode?.value);
  return samples[counted % samples.length];
}

export function Publish(view) {
  const { state, configuration, page } = view;
  const [draft, setDraft] = useState(null); // {value, over}: what is typed, and over which znode
  const [stale, setStale] = useState(null);
  if (state.read_only) return null;
  const now = configuration.znode ?? null;
  const value = draft?.value ?? "";
  const over = draft ? draft.over : now;
  const type = (text) => setDraft(text === "" ? null : { value: text, over });
  const publish = async (seen) => {
    const refused = (error) => (error.answer?.error?.code === "stale" ? setStale({ value, current: error.answer.current }) : view.actions.toast(error));
    const done = await ask(view, value, seen, {}, refused);
    if (done) (setDraft(null), setStale(null));
  };
  const submit = (event) => {
    event.preventDefault();
    if (!draft) publishNext(view);
    else if (over?.mzxid !== now?.mzxid) publish(over); // refused as stale: the page then shows both
    else beSure(view, "write", () => publish(over), value);
  };
  const isSample = !draft && !isForeign(configuration);
  const busy = page.busy.has("publish");
  return html`
    <form class="publish" onSubmit=${submit} aria-label="Publish a value">
      <input data-testid="config-value" value=${value} onInput=${(event) => type(event.target.value)} spellcheck="false"
        autocomplete="off" placeholder=${`a value, such as ${nextOf(configuration)}`} aria-label="Value to publish (v)"
        maxlength="20000" />
      <button class="primary" data-testid="publish" disabled=${busy} aria-busy=${busy}
        title=${overWords(over)}>Publish${isSample && html` <b>${nextOf(configuration)}</b>`}</button>
      <span class="soft number over">${overWords(over)}</span>
      <span class="spring"></span>
      <span class="group" role="group" aria-label="What happens to the znode">
        <button type="button" data-testid="config-anew" disabled=${!now || busy} onClick=${() => createAnew(view)}
          title="Delete the znode and create it again with another value, in one transaction: its version is 0 again (a)">delete + create</button>
        <button type="button" class="danger" data-testid="config-delete" disabled=${!now || page.busy.has("remove")}
          onClick=${() => remove(view)} title="Delete the znode: the subscribers keep what they have (x)">delete</button>
      </span>
      ${stale && html`<${Stale} ...${stale} overwrite=${() => publish(stale.current ?? null)}
        leave=${() => (setDraft(null), setStale(null))} />`}
    </form>
  `;
}

function overWords(over) {
  return over ? `over version ${over.version}` : "there is no znode yet";
}

function Stale({ value, current, overwrite, leave }) {
  return html`
    <div class="stale-save" role="alert" data-testid="config-stale">
      <p>Not written: the znode changed after you began.</p>
      <dl><dt>yours</dt><dd><code>${value}</code></dd>
        <dt>now${current ? ` (version ${current.version})` : ""}</dt><dd><code>${current ? current.value : "deleted"}</code></dd></dl>
      <div class="buttons"><button type="button" data-testid="config-take-theirs" onClick=${leave}>Leave it</button>
        <button type="button" class="danger" data-testid="config-overwrite" onClick=${overwrite}>Write mine over it</button></div>
    </div>
  `;
}

/** Tell whether the znode has a value that this dashboard did not publish. */
function isForeign({ znode, ...configuration }) {
  return Boolean(znode) && !changesOf(configuration).some(({ mzxid, by }) => by && mzxid === znode.mzxid);
}

/** Call `act` now, or once the reader is sure. what: write, recreate, delete. value: the new value. */
function beSure({ configuration, choose }, what, act, value = null) {
  if (!isForeign(configuration)) return act();
  const { path, znode } = configuration;
  return choose({ dialog: "config-sure", ask: { what, path, znode, value, act } });
}

const ASKS = {
  write: { title: "Write over it?", does: "Write over it", lost: "This value is lost." },
  recreate: { title: "Delete it and create it again?", does: "Delete and create", lost: "This value, its version and its history are lost; its ACL is kept." },
  delete: { title: "Delete it?", does: "Delete it", lost: "This value, its version, its history and its ACL are lost. Subscribers keep the value in use." },
};

export function BeSure({ state, chosen, choose }) {
  const { what, path, znode, value, act } = chosen.ask;
  const { title, does, lost } = ASKS[what];
  const leave = () => choose({ dialog: null, ask: null });
  const go = () => (leave(), act());
  return html`
    <${Ask} title=${title} keep="Leave it" does=${does} zookeeper=${state.zookeeper} act=${go} close=${leave}>
      <p>This dashboard did not publish the current value: somebody else may need it.</p>
      <dl class="ask-facts"><dt>znode</dt><dd><code title=${path}><bdi>${bothEnds(path)}</bdi></code></dd>
        <dt>now</dt><dd><code>${oneLine(znode.value)}</code>${znode.length > znode.value.length && html` <span class="soft">(${plural(znode.length, "byte")} in all)</span>`}</dd>
        <dt>version</dt><dd>${znode.version}</dd>
        ${value !== null && html`<dt>then</dt><dd><code>${oneLine(value)}</code></dd>`}</dl>
      <p>${lost}</p>
    <//>
  `;
}
