// Dialogs: the frame, which is the browser's own modal dialog; the question before something goes; and the one that begins another subject.
import { spelt } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { sourceWord } from "../servers.js";

/** Draw the frame; the focus stays in it, and returns to its old place however the dialog is closed. */
export function Dialog({ title, close, children }) {
  const element = useRef(null);
  useEffect(() => {
    const before = /** @type {HTMLElement} */ (document.activeElement);
    element.current.showModal();
    return () => before.focus({ preventScroll: true }); // the browser does so after Esc only
  }, []);
  return html`
    <dialog ref=${element} onClose=${close} aria-label=${title}
      onClick=${(event) => event.target === element.current && close()}>
      <div class="dialog-body"><h2>${title}</h2>${children}</div>
    </dialog>
  `;
}

/**
 * Ask. The answer that keeps it has the focus, so that Enter keeps it, as Esc does; if a name must be typed
 * first, the field has the focus, and Enter only goes on once the name is there. The answers do not close
 * the dialog: `act` and `close` do.
 *
 *   title, children  what would go; count: how many of it
 *   keep, does       words of the two answers
 *   name, why        what the reader must type first, null for nothing; "to …", the purpose
 *   zookeeper        from the state, if what goes is ZooKeeper's
 *   isReady, isBusy  for the answer that does it; aside: a third button
 *   round            a new number asks again, with nothing typed
 */
export function Ask({ title, close, round = 0, ...question }) {
  return html`<${Dialog} title=${title} close=${close}><${Question} key=${round} close=${close} ...${question} /><//>`;
}

function Question({ children, count = 1, keep = "Keep it", does, act, close, name = null, why = "to go on", zookeeper = null, isReady = true, isBusy = false, aside = null }) {
  const [typed, type] = useState("");
  const first = useRef(null);
  useEffect(() => first.current.focus(), [name]);
  const ready = isReady && (name === null || typed === name || typed === spelt(name));
  const submit = (event) => (event.preventDefault(), ready && act());
  return html`
    <form class="ask" onSubmit=${submit} data-testid="ask" data-count=${count}>
      ${children}
      ${zookeeper && html`<p class="soft">This ZooKeeper: ${sourceWord(zookeeper)}, <code>${zookeeper.hosts}${zookeeper.chroot}</code></p>`}
      ${name !== null && html`<label><span>Type its name, <code><bdi>${name}</bdi></code>, ${why}:</span>
        <input ref=${first} data-testid="ask-name" value=${typed} onInput=${(event) => type(event.target.value)}
          spellcheck=${false} autocomplete="off" autofocus /></label>`}
      <div class="buttons">
        ${aside}
        <span class="spring"></span>
        <button type="button" ref=${name === null ? first : null} data-testid="ask-keep" autofocus=${name === null} onClick=${close}>${keep}</button>
        <button class="danger" data-testid="ask-go" disabled=${!ready} aria-busy=${isBusy}>${does}</button>
      </div>
    </form>
  `;
}

/**
 * Draw the dialog. `another` of the view: label, of the path; note, what will happen; and, if it is not what
 * `first` says, path, title, does, busy, start(view, given), testid. also: {name: value}, which the reader gives besides, drawn by
 * more(view, given, give); chosen(given): what is chosen then. given: {path, …also}.
 */
export function Another(view) {
  const { page, here, choose, close } = view;
  const { subject: { name, thing }, first, another } = here;
  const { path, title, label, note, does, busy, start, pattern, testid, also, more, chosen } = { ...DEFAULTS, title: `Another ${thing}`, ...first, ...another };
  const [given, set] = useState({ path, ...also?.(view) });
  const give = (changes) => set({ ...given, ...changes });
  const submit = async (event) => {
    event.preventDefault();
    const meant = { ...given, path: given.path.trim() };
    if (await start(view, meant)) choose({ [name]: meant.path, ...here.within, dialog: null, candidate: null, ...chosen?.(meant) });
  };
  return html`
    <${Dialog} title=${title} close=${close}>
      <form onSubmit=${submit}>
        <label>${label}<input data-testid=${`${testid ?? name}-path`} value=${given.path} onInput=${(event) => give({ path: event.target.value })}
          spellcheck="false" autocomplete="off" required pattern=${pattern} title="A path that begins with /" autofocus /></label>
        ${more?.(view, given, give)}
        <p class="soft">${note}</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid=${`${testid ?? `${name}-path`}-confirm`} disabled=${page.busy.has(busy)}>${does}</button>
        </div>
      </form>
    <//>
  `;
}

const DEFAULTS = { does: "Start", pattern: "/.+" };
