// Small things that several views draw.
import { clockTime, count, milliseconds, shortZnode, spelt } from "../format.js";
import { html } from "../html.js";
import { baseOf } from "../paths.js";
import { Term } from "./term.js";

/** Draw a part of an event's line as text. */
export function Part({ part }) {
  if (part.who !== undefined) return html`<b>${part.who}</b>`;
  if (part.znode !== undefined) return html`<code title=${part.znode}>${textOf(part)}</code>`;
  return part.strong === undefined ? textOf(part) : html`<strong>${part.strong}</strong>`;
}

/** Return a part of an event's line as plain text, as it is shown. */
export function textOf(part) {
  if (part.wall !== undefined) return clockTime(part.wall);
  return spelt(typeof part === "string" ? part : (part.who ?? part.strong ?? shortZnode(baseOf(part.znode))));
}

const KINDS = {
  persistent: ["persistent", "M4 4h10v10H4z"],
  persistent_sequential: ["persistent sequential", "M4 4h10v10H4zM4 7.5h10M4 11h10"],
  ephemeral: ["ephemeral", ""],
  ephemeral_sequential: ["ephemeral sequential", "M6.6 7.6h4.8M6.6 10.4h4.8"],
  container: ["container", "M3.5 6.5h11l-1.2 8H4.7zM6.5 6V3.5h5V6"],
  ttl: [
    "with a time to live",
    "M5 3.5h8M5 14.5h8M5.8 3.8c0 3 6.4 6.6 6.4 10.5M12.2 3.8c0 3-6.4 6.6-6.4 10.5",
  ],
  hidden: ["hidden by its ACL", "M6 8V6a3 3 0 0 1 6 0v2M4.5 8h9v6.5h-9z"],
  unsaid: ["of a kind that is not recorded", "M6.8 7a2.2 2.2 0 1 1 3.2 2c-.8.4-1 .8-1 1.6M9 12.8v.8"],
  unknown: ["not read yet", "M6.8 7a2.2 2.2 0 1 1 3.2 2c-.8.4-1 .8-1 1.6M9 12.8v.8"],
};

export function kindWord(kind) {
  return (KINDS[kind] ?? KINDS.unknown)[0];
}

/** Draw the icon of a kind: squares last, circles end with their session; bars mean a sequence number. */
export function KindIcon({ kind }) {
  const [word, path] = KINDS[kind] ?? KINDS.unknown;
  const round = kind?.startsWith("ephemeral");
  return html`
    <svg class=${`kind kind-${kind}`} viewBox="0 0 18 18" role="img" aria-label=${word}><title>${word}</title>
      ${round && html`<circle cx="9" cy="9" r="6" stroke-dasharray="3 2.3" />`}<path d=${path} /></svg>
  `;
}

/** Draw the sign for what the ACL hides; the caller says so in words. */
export function Lock() {
  return html`
    <svg class="lock" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5 7V5a3 3 0 0 1 6 0v2M3.5 7h9v6.5h-9z" />
    </svg>
  `;
}

/** Say that the start is not known, and how to tell it the next time. path: of the election. */
export function StartUnknown({ path }) {
  return html`<span data-testid="start-unknown">start unknown: <${Term} text="POST elections/marks" code=${curlOf(path)} /></span>`;
}

const OF_NO_SERVER = "http://127.0.0.1:5050/"; // in a saved page

function curlOf(path) {
  const { protocol, origin, pathname } = location;
  const body = JSON.stringify({ path, what: "killed" }).replaceAll("'", "'\\''");
  return `curl -H 'Content-Type: application/json' -d '${body}' ${protocol.startsWith("http") ? origin + pathname : OF_NO_SERVER}api/v1/elections/marks`;
}

/** Say how much slower than life the last handoff at `path` was drawn. slowed: what pace.js says of it. */
export function Slowed({ slowed, path, znode }) {
  if (slowed?.path !== path || (znode && slowed.znode !== znode)) return null;
  return html`<span class="slowed" data-testid="slowed"><span>${milliseconds(slowed.ms)} from deletion to claim, </span>drawn ${count(Number(slowed.factor.toPrecision(2)))} times slower</span>`;
}

export function Happened({ events, clock }) {
  return html`
    <ol class="history" data-testid="history">
      ${events.map((event) => html`<li key=${event.seq} class=${`tone-${event.tone}`} data-kind=${event.kind}
        title=${`${event.kind} · #${event.seq}`}><time>${clockTime(event.wall ?? clock.wallOf(event.at), true)}</time>
        <span>${event.words.map((part) => html`<${Part} part=${part} />`)}</span></li>`)}
    </ol>
  `;
}

export function Pick({ id, isChosen, choose }) {
  return html`<button class="pick" aria-pressed=${isChosen} title=${isChosen ? "Choose nobody" : `Choose ${id}`}
    onClick=${() => choose({ candidate: isChosen ? null : id })}><b>${id}</b></button>`;
}
