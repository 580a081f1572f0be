// The header: what the page is connected to, whether it is live, and how it looks.
import { html, useEffect, useRef } from "../html.js";
import { panel } from "../kit/panel.js";
import { Toolbar, walking } from "../kit/controls/elements.js";
import { turned } from "./column.js";
import { VIEWS } from "./registry.js";
import { replaysOf } from "../time/reel.js";
import { awayOf, shortSource, sourceSentence, sourceWord, standingOf } from "../servers.js";

export const Header = panel(({ state, page, here, chosen, choose, guide, reel }) => {
  return html`
    <header>
      <${Mark} />
      <h1>Handoff</h1>
      <${Views} here=${here} choose=${choose} ready=${!!state} />
      <span class="spring"></span>
      ${state && html`<${Server} zookeeper=${state.zookeeper} replays=${replaysOf(reel)} choose=${choose} />`}
      <${Live} status=${page.status} viewers=${page.viewers} past=${Boolean(reel.shown())} replays=${replaysOf(reel)} />
      ${page.you?.role === "presenter" ? html`<${InRoom} room=${page.room} presents=${page.led?.presents} choose=${choose} />` : html`<${Watching} readOnly=${state?.read_only && !reel.shown()} viewers=${page.viewers} name=${page.you?.name} />`}
      <${Looks} here=${here} chosen=${chosen} choose=${choose} guide=${guide} replays=${replaysOf(reel)} />
    </header>
  `;
}, factsOf);

function factsOf({ state, page, here, chosen, guide, reel }) {
  const { source, hosts, chroot, version, lacks, state: link, servers } = state?.zookeeper ?? {};
  const facts = [source, hosts, chroot, version, link, servers?.length, state && awayOf(state), ...(lacks ?? [])];
  return [here, chosen, page, replaysOf(reel), guide.isOpen(), Boolean(reel.shown()), document.documentElement.dataset.theme, state?.read_only, ...facts];
}

function Views({ here, choose, ready }) {
  const tabs = useRef(null);
  useEffect(() => { // they may be wider than the window, which may become narrower; the type may become larger
    const own = tabs.current.querySelector("[aria-selected=true]");
    const watching = new ResizeObserver(() => own.scrollIntoView({ block: "nearest", inline: "nearest" }));
    watching.observe(tabs.current);
    watching.observe(own);
    return () => watching.disconnect();
  }, [here.id, ready]);
  return html`
    <nav class="views" role="tablist" aria-label="Views" title="Views: [ and ]" ref=${tabs}
      onKeyDown=${walking((at) => choose({ view: VIEWS[at].id }))}>
      ${VIEWS.map(
        ({ id, title, group }, at) => html`
        <button key=${id} class=${group !== VIEWS[at - 1]?.group ? "begins" : ""} role="tab" data-testid=${`view-${id}`} aria-selected=${id === here.id} aria-controls="centre"
          tabindex=${id === here.id ? 0 : -1} onClick=${() => choose({ view: id, tab: "stage" })}>${title}</button>`,
      )}
    </nav>
  `;
}

function Mark() {
  return html`
    <svg class="mark" width="26" height="18" viewBox="0 0 26 18" aria-hidden="true">
      <circle class="mark-lead" cx="6" cy="9" r="4.6" /><circle class="mark-next" cx="20" cy="9" r="4.6" />
      <path d="M10.6 9h4.8" />
    </svg>
  `;
}

function Server({ zookeeper, replays, choose }) {
  const { source, hosts, chroot, version } = zookeeper;
  const away = awayOf({ zookeeper });
  const unheard = zookeeper.state === "connected" && away && away.process !== "running"; // not noticed yet
  const state = replays ? "recorded" : unheard ? standingOf(away) : zookeeper.state;
  const where = `${version ? `Version ${version}, at` : "At"} ${hosts}${chroot}`;
  const lacks = (zookeeper.lacks ?? []).map((words) => ` ${words}.`).join("");
  return html`
    <button class=${`chip server source-${source}`} title=${`${sourceSentence(zookeeper)} ${where}.${lacks}`}
      data-testid="zookeeper" data-source=${source} onClick=${() => choose({ dialog: "source" })}>
      ${!replays && html`<span class=${`dot ${state === "connected" ? "good" : "bad"}`}></span>`}
      <span class="source-word">${sourceWord(zookeeper)}</span><span
        class="source-word short">${shortSource(zookeeper)}</span>
      ${!(source === "apache" && hosts.includes(",")) && html`<code><bdi>${hosts}${chroot}</bdi></code>`}<span
        class="source-state"><i>· </i>${state}</span>
    </button>
  `;
}

const POLLS = "No WebSocket gets through: the page polls, which is slower. nginx needs proxy_http_version 1.1, and proxy_set_header for Upgrade and Connection";
const WORDS = { connected: "live", lost: "not live", damaged: "no recording" };

function Live({ status, viewers, past, replays }) {
  if (replays && status.state === "connected")
    return html`<span class="chip past" title=${`${replays.file}: nobody can act on it`} data-testid="connection"
      data-state="connected"><span aria-hidden="true">◷</span>recording</span>`;
  if (past && status.state === "connected")
    return html`<span class="chip past" title="The page shows a moment of the past: End returns to now" data-testid="connection"
      data-state="connected"><span aria-hidden="true">◷</span>past</span>`;
  const live = status.state === "connected";
  const word = status.polls ? "polls" : (WORDS[status.state] ?? "connecting");
  const how = status.polls ? POLLS : "Every change is pushed to this page as it happens";
  const title = live ? `${how}${viewers ? `; ${viewers} watching` : ""}` : status.reason;
  return html`
    <span class=${`chip ${live ? "live" : "stale"}`} title=${title} data-testid="connection"
      data-state=${status.state}>
      <span aria-hidden="true">${live ? "●" : "○"}</span>${word}${live && viewers > 1 && html`<span class="live-viewers">· ${viewers}<span class="sr"> watching</span></span>`}
    </span>
  `;
}

function Watching({ readOnly, viewers, name }) {
  if (!readOnly && viewers === null) return null;
  const watching = viewers === null ? null : `${viewers} watching`;
  return html`<span data-testid="viewers"
    class=${`chip viewers ${readOnly ? "is-read-only" : ""}`}>${[readOnly && (name ? `you are ${name}` : "read-only"), watching].filter(Boolean).join(" · ")}</span>`;
}

/** Draw how many look on, of whom how many follow; a press opens the presenter's sheet. */
function InRoom({ room, presents, choose }) {
  const { audience = 0, following = 0, presenter } = room ?? {};
  return html`<button class="chip in-room" data-testid="room" title="The room: the audience's address, what it may do"
    onClick=${() => choose({ dialog: "room" })}>room · ${audience}<span class="in-room-follow"> · ${presents || !presenter ? `${following} ${following === 1 ? "follows" : "follow"}` : `${presenter} presents`}</span></button>`;
}

function Looks({ here, chosen, choose, guide, replays }) {
  const dark = document.documentElement.dataset.theme === "dark";
  return html`
    <${Toolbar} label="Page" look="looks">
      ${!replays && html`<button class="icon" data-testid="tour" aria-pressed=${guide.isOpen()} title="Guided tour (g)"
        onClick=${() => guide.toggle()}><${Flag} /><span class="sr">Guided tour</span></button>`}
      <button class="icon" data-testid="beside" aria-pressed=${chosen.projector ? chosen.tab !== "stage" : chosen.beside} title="The column beside the picture (-)"
        onClick=${() => choose(turned({ chosen, here }))}><${Halves} /><span class="sr">Column</span></button>
      <button class="icon" data-testid="projector" aria-pressed=${chosen.projector}
        title="Projector: larger type (p)"
        onClick=${() => choose({ projector: !chosen.projector })}><${Letters} /><span
          class="sr">Projector mode</span></button>
      <button class="icon" data-testid="theme" title=${`Make it ${dark ? "light" : "dark"} (t)`}
        onClick=${() => choose({ theme: dark ? "light" : "dark" })}><${Moon} dark=${dark} /><span
          class="sr">${dark ? "Light" : "Dark"} theme</span></button>
      <button class="icon" data-testid="help" title="Keyboard and legend (?)"
        onClick=${() => choose({ dialog: "help" })}>?<span class="sr"> Help</span></button>
    <//>
  `;
}

function Halves() {
  return html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M2 3h12v10H2zM10 3v10" /></svg>`;
}

function Flag() {
  return html`
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 14.5V2M4 2.6c3-1.6 5 1.4 8.5 0v6c-3.5 1.4-5.5-1.6-8.5 0" fill="none" stroke="currentColor"
        stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  `;
}

function Letters() {
  return html`<span class="letters" aria-hidden="true"><small>A</small>A</span>`;
}

function Moon({ dark }) {
  return html`
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.6" />
      <path d=${dark ? "M8 2a6 6 0 0 1 0 12z" : "M8 2a6 6 0 0 0 0 12z"} fill="currentColor" />
    </svg>
  `;
}
