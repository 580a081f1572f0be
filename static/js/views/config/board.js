// The drawing: the subscribers above, each with the value it uses; the znode below, and the watches on it.
import { cut, hexZxid } from "../../format.js";
import { html } from "../../html.js";
import { isReached } from "../../servers.js";
import { startSubscribers } from "./bar.js";
import { layOut } from "./layout.js";
import { delayOf, useSize } from "./motion.js";
import { describe, hueOf, oneLine, stateWords, subscribersOf, toneOf, valueWords, watchTone } from "./subscribers.js";

export function Board(view) {
  const { state, configuration, page } = view;
  const [box, size] = useSize();
  const all = subscribersOf(configuration);
  const reached = isReached(state);
  const stale = page.status.state !== "connected" || !reached;
  const layout = layOut(size, all.length);
  return html`
    <div class=${`config-board ${stale ? "stale" : ""} ${layout.roomy ? "" : "dense"}`} ref=${box} data-testid="config-board">
      ${size.width > 0 && configuration && html`<svg width=${layout.width} height=${layout.height} role="group"
        aria-label="The subscribers, and the znode they watch">
        <rect class="zookeeper-lane" x="0" y=${layout.lane} width=${layout.width} height=${layout.height - layout.lane} rx="12" />
        ${all.map((one, index) => html`<${Watch} key=${one.id} one=${one} at=${layout.places[index]} layout=${layout} />`)}
        ${all.map((one, index) => html`<${Subscriber} key=${one.id} ...${view} one=${one} at=${layout.places[index]} layout=${layout} />`)}
      </svg>`}
      ${configuration && size.width > 0 && html`<${Znode} ...${view} layout=${layout} />`}
      ${!all.length ? html`<${Empty} ...${view} />` : html`
        <span class="lane-name believed">Processes: the value that each one uses</span>
        <span class="lane-name true" style=${{ top: `${layout.lane + 6 * layout.unit}px` }}>${
          reached ? "ZooKeeper: what is true" : "ZooKeeper is out of reach: what was last true"
        }</span>`}
    </div>
  `;
}

const BELOW = 36; // what is written below a subscriber

/** Drawn from the subscriber to the znode; gone while nothing is watched. */
function Watch({ one, at, layout }) {
  const watches = one.belief === "watching";
  const { x, y } = at.port;
  const from = at.y + layout.radius + (layout.roomy ? BELOW * layout.unit : 0);
  const bend = (y - from) * 0.55;
  const looks = `config-watch tone-${watchTone(one)} ${watches ? "" : "off"} ${one.listed ? "seen" : ""}`;
  return html`<path class=${looks} data-testid=${`watch-${one.id}`} data-evidence=${one.listed ? "server" : "reported"}
    d=${`M${at.x} ${from}C${at.x} ${from + bend} ${x} ${y - bend} ${x} ${y}`} />`;
}

function Subscriber({ one, at, layout, chosen, choose, clock, configuration }) {
  const isChosen = chosen.candidate === one.id;
  const tone = toneOf(one);
  const pick = () => choose({ candidate: isChosen ? null : one.id });
  const onKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick();
  };
  const { radius, unit, roomy } = layout;
  const hue = hueOf(one.mzxid);
  const delay = delayOf(one, configuration, clock.now());
  return html`
    <g class=${`subscriber tone-${tone} ${isChosen ? "chosen" : ""}`} transform=${`translate(${at.x} ${at.y})`} role="button" tabindex="0"
      aria-pressed=${isChosen} aria-label=${describe(one)} onClick=${pick} onKeyDown=${onKey} data-testid=${`subscriber-${one.id}`}
      data-standing=${one.standing} data-process=${one.process} data-mzxid=${one.mzxid ?? ""} data-version=${one.version ?? ""}
      data-missing=${String(Boolean(one.missing))} style=${hue === null ? "" : `--hue: ${hue}`}>
      <title>${describe(one)}</title>
      <circle class="ring" r=${radius} />
      <${Arrival} one=${one} at=${at} layout=${layout} delay=${delay} />
      <text class="name" y=${5 * unit}>${one.id}</text>
      ${one.process === "paused" && html`<g class="bars" transform=${`translate(${radius * 0.8} ${radius * 0.75}) scale(${unit})`}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}
      ${
        roomy &&
        html`<text class="belief" y=${-radius - 7 * unit}>${stateWords(one)}</text>
        <g key=${`in use ${one.mzxid}`} class=${delay === null ? "" : "arriving"} style=${delay === null ? "" : `--delay: ${delay.toFixed(2)}s`}>
          <text class="value" y=${radius + 16 * unit}>${valueWords(one, 13)}</text>
          <text class="version" y=${radius + 31 * unit}>${one.mzxid === null ? "" : `v${one.version} · ${hexZxid(one.mzxid)}`}</text></g>`
      }
    </g>
  `;
}

/** The value comes from the znode; drawn anew, and so moved once, with each that is taken. */
function Arrival({ one, at, layout, delay }) {
  const style = delay === null ? "" : `--from-x: ${at.port.x - at.x}px; --from-y: ${at.port.y - at.y}px; --delay: ${delay.toFixed(2)}s`;
  const key = `${one.mzxid}-${one.missing}`;
  return html`<g key=${key} class=${delay === null ? "" : "arriving"} style=${style}>
    ${one.mzxid !== null && html`<circle class=${`body ${one.missing ? "kept" : ""}`} r=${layout.radius - 4 * layout.unit} />`}
    <circle class=${`token ${one.missing ? "empty" : ""}`} r=${7 * layout.unit} /></g>`;
}

function Znode({ configuration, layout, chosen, choose }) {
  const { path, znode } = configuration;
  const { x, y, width, height } = layout.znode;
  const hue = hueOf(znode?.mzxid ?? null);
  const style = { left: `${x}px`, top: `${y}px`, width: `${width}px`, minHeight: `${height}px`, ...(hue === null ? {} : { "--hue": hue }) };
  return html`
    <button class=${`config-znode ${znode ? "" : "missing"} ${chosen.znode === path ? "picked" : ""}`} style=${style} disabled=${!znode}
      data-testid="config-znode" data-mzxid=${znode?.mzxid ?? ""} data-version=${znode?.version ?? ""} title=${path}
      onClick=${() => choose({ znode: path })}>
      <span class="znode-path"><code>${cut(path, 40)}</code></span>
      <span key=${znode?.mzxid} class="znode-value" data-testid="config-now">${znode ? cut(oneLine(znode.value), 60) : "no such znode"}</span>
      <span class="znode-stat number">${znode ? html`version <b>${znode.version}</b> · mzxid <b>${hexZxid(znode.mzxid)}</b>` : "its creation is watched"}</span>
    </button>
  `;
}

function Empty(view) {
  const { state, page, guide } = view;
  return html`
    <div class="config-empty">
      <p><b>Nobody subscribes to it.</b></p>
      <p>${state.read_only ? "Subscribers appear here as soon as one is started." : "Start a few: processes that read one znode, and watch it."}</p>
      ${
        !state.read_only &&
        html`<p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-5")}
          onClick=${() => startSubscribers(view, 5)}>Start five subscribers</button>
          <button data-testid="tour-first" onClick=${() => guide.begin("config")}>Take the guided tour</button></p>`
      }
    </div>
  `;
}
