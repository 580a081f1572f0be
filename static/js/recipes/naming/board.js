// The drawing: providers, the name they register, the clients that look it up, and their calls.
import { cut } from "../../format.js";
import { html, useLayoutEffect, useRef } from "../../html.js";
import { pointsAlong } from "../../kit/curve.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { useTicks } from "../../kit/now.js";
import { Room } from "../../kit/room.js";
import { shareLeft } from "../../kit/session.js";
import { Arrival, Somebody, ZnodeCard, delayOf, hued, inPixels } from "../../kit/spread/draw.js";
import { watchTone } from "../../kit/spread/values.js";
import { join } from "../../paths.js";
import { isHeld, isReached } from "../../servers.js";
import { isStill } from "../../still.js";
import { around, bow, heightOf, layOut } from "./layout.js";
import { callOf, clientTone, clientWords, clientsOf, holderOf, portIn, providerTone, providerWords, providersOf } from "./parts.js";

export function Board(view) {
  const [providers, clients] = [providersOf(view.name), clientsOf(view.name)];
  const isRunningOut = providers.some(({ session_ends: ends }) => ends !== null);
  useTicks(isRunningOut ? 100 : null);
  if (!providers.length && !clients.length && !view.name?.znode) return html`<${NobodyYet} ...${view} />`;
  const counts = [providers.length, clients.length];
  const need = (width, top, isLast) => heightOf(width * 16, top * 16, ...counts, isLast) / 16;
  const draw = (room) => html`<${Drawing} ...${view} providers=${providers} all=${clients} layout=${layOut(inPixels(room), ...counts)} />`;
  return html`<${Room} ...${view} looks="names-board" data=${{ "data-testid": "names-board" }} need=${need} draw=${draw} />`;
}

function Drawing({ providers, all: clients, layout, ...view }) {
  const { state } = view;
  const { lane, top } = layout;
  return html`
    <svg width=${layout.width} height=${layout.height} role="group" aria-label="Providers, the name, and clients">
      <rect class=${`ground ${isReached(state) ? "" : "unreached"}`} x=${lane.x} y=${top} width=${lane.width} height=${lane.height} rx="12" />
      ${clients.map((one, index) => html`<${Call} key=${one.id} one=${one} at=${layout.clients.at[index]} providers=${providers} layout=${layout} />`)}
      ${providers.map((one, index) => html`<${Hold} key=${one.id} one=${one} at=${layout.providers.at[index]} layout=${layout} />`)}
      ${clients.map((one, index) => html`<${Watch} key=${one.id} one=${one} at=${layout.clients.at[index]} layout=${layout} />`)}
      ${providers.map((one, index) => html`<${Provider} key=${one.id} ...${view} one=${one} at=${layout.providers.at[index]} layout=${layout} />`)}
      ${clients.map((one, index) => html`<${Client} key=${one.id} ...${view} one=${one} at=${layout.clients.at[index]} layout=${layout} />`)}
    </svg>
    <${Card} ...${view} layout=${layout} />
    <div class="names-ground" style=${{ left: `${lane.x}px`, top: `${top}px`, width: `${lane.width}px` }}><${GroundLabel} state=${state} /></div>
  `;
}

const leftOf = ({ card }, share = 0.5) => ({ x: card.x, y: card.y + card.height * share });
const rightOf = ({ card }, share = 0.5) => ({ x: card.x + card.width, y: card.y + card.height * share });

/** Draw the session that holds the name, or the watch of a standby. */
function Hold({ one, at, layout }) {
  const holds = one.standing === "registered" || one.standing === "fading";
  if (!holds && one.standing !== "standby") return null;
  const from = { x: at.x + layout.providers.radius, y: at.y };
  const d = bow(from, leftOf(layout, holds ? 0.35 : 0.7));
  const looks = holds ? `name-session ${one.standing === "fading" ? "broken" : ""}` : `config-watch tone-wait ${one.listed ? "seen" : ""}`;
  return html`<g><path class=${looks} d=${d} />
    ${one.standing === "registered" && html`<${Pulse} looks="beat" d=${d} r=${3.2 * layout.unit} ms=${1300} />`}</g>`;
}

function Watch({ one, at, layout }) {
  const from = { x: at.x - layout.clients.radius, y: at.y };
  const looks = `config-watch tone-${watchTone(one)} ${one.belief === "watching" ? "" : "off"} ${one.listed ? "seen" : ""}`;
  return html`<path class=${looks} data-evidence=${one.listed ? "server" : "reported"} d=${bow(from, rightOf(layout))} />`;
}

/** Draw a call from the client to the provider that listens, or listened, at the address. */
function Call({ one, at, providers, layout }) {
  const outcome = callOf(one);
  const index = providers.findIndex(({ id, address }) => (one.call?.by ? id === one.call.by : address === one.call?.address));
  if (outcome === "none" || (index < 0 && outcome === "ok")) return null;
  const target = index < 0 ? { x: layout.lane.x * 0.5, y: layout.height - 20 * layout.unit } : layout.providers.at[index];
  const { unit } = layout;
  const of = (place, radius, side) => ({ x: place.x + side * 0.9 * radius, y: place.y + 0.45 * radius });
  const d = around(of(at, layout.clients.radius, -1), of(target, layout.providers.radius, 1), layout.lane, (layout.narrow ? 3 : 20) * unit);
  return html`<g class=${`call-of ${outcome}`} data-testid=${`call-${one.id}`} data-outcome=${outcome} data-by=${one.call?.by ?? ""}>
    <path class=${`call ${outcome}`} d=${d} />
    ${outcome === "ok" && html`<${Pulse} looks="calling" d=${d} r=${3.4 * unit} ms=${1100} easing="ease-in-out" />`}</g>`;
}

function Provider(view) {
  const { state, one, layout, clock } = view;
  const { unit, narrow, text, providers: { radius } } = layout;
  const left = one.standing === "fading" && !isHeld(state) ? shareLeft(one.timeout_ms, one.session_ends, clock.now()) : null;
  const parts = [one.id, providerWords(one), `listens at ${one.address ?? "no address yet"}`];
  const data = { "data-testid": `provider-${one.id}`, "data-standing": one.standing, "data-process": one.process, "data-address": one.address ?? "" };
  return html`
    <${Somebody} ...${view} unit=${unit} radius=${radius} left=${left} parts=${parts} looks=${`provider tone-${providerTone(one)}`} data=${data}>
      <text class="belief" y=${-radius - text.above}>${narrow ? cut(providerWords(one), 16) : providerWords(one)}</text>${" "}
      <text class="value" y=${radius + text.below}>${portIn(one.address)}</text>${" "}
    <//>
  `;
}

function Client(view) {
  const { one, at, layout, clock, name } = view;
  const { unit, narrow, text, clients: { radius, roomy } } = layout;
  const parts = [one.id, clientWords(one), one.missing || one.value === null ? "knows no address" : `uses ${one.value}`];
  const data = { "data-testid": `client-${one.id}`, "data-standing": one.standing, "data-process": one.process, "data-missing": String(Boolean(one.missing)),
    "data-address": one.missing ? "" : (one.value ?? ""), style: hued(one) };
  return html`
    <${Somebody} ...${view} unit=${unit} radius=${radius} parts=${parts} looks=${`tone-${clientTone(one)} ${roomy ? "" : "dense"}`} data=${data}>
      <${Arrival} one=${one} at=${at} from=${rightOf(layout)} radius=${radius} unit=${unit} token=${6} delay=${delayOf(one, name, clock.now())} />
      ${
        roomy &&
        html`<text class="belief" y=${-radius - text.above}>${narrow ? cut(clientWords(one), 15) : clientWords(one)}</text>${" "}
        <text class="value" y=${radius + text.below}>${one.missing ? "" : portIn(one.value)}</text>${" "}`
      }
    <//>
  `;
}

function Card({ service, name, layout, ...view }) {
  const { znode } = name;
  const holder = holderOf(name);
  return html`
    <${ZnodeCard} ...${view} znode=${znode} path=${join(service.path, name.name)} place=${layout.card}
      data=${{ "data-testid": "name-znode", "data-address": znode?.value ?? "" }}>
      <span class="znode-path"><code>${cut(service.path, 24)}/</code><b>${cut(name.name, 20)}</b></span>
      <span key=${znode?.mzxid} class="znode-value">${znode ? breakable(cut(znode.value, 40)) : "leads nowhere"}</span>
      <span class="znode-stat">${znode ? (holder ? html`<b>${holder.id}</b>'s session` : "from another program") : "watched for its registration"}</span>
    <//>
  `;
}

/** Draw an address, which breaks before its port only. */
const breakable = (address) => address.split(/(?=:\d+$)/).map((part) => html`<wbr />${part}`);

const POINTS = 16;

function Pulse({ d, r, looks, ms, easing = "linear" }) {
  const dot = useRef(null);
  useLayoutEffect(() => {
    if (isStill()) return undefined;
    const running = dot.current.animate(framesOf(d), { duration: ms, easing, iterations: Infinity });
    return () => running.cancel();
  }, [d, ms, easing]);
  const [, x, y] = d.match(/^M(\S+) ([^C]+)/);
  return html`<circle ref=${dot} class=${`pulse ${looks}`} cx=${x} cy=${y} r=${r} />`;
}

/** Return the frames of its way; it fades in on the first part, and fades out on the last. */
function framesOf(d) {
  const points = pointsAlong(d, POINTS);
  const [start] = points;
  return points.map(({ x, y }, index) => {
    const part = index / POINTS;
    return { transform: `translate(${x - start.x}px, ${y - start.y}px)`, opacity: Math.min(1, part / 0.15, (1 - part) / 0.2) };
  });
}
