// The QR codes: in the presenter's sheet, and on the screen in projector mode, where they stay.
import { html, useEffect, useState } from "../html.js";
import { call, query } from "../rest.js";
import { addressFor } from "./address.js";

const QUIET = 3; // modules of white around it, without which many cameras do not find it
const SIZES = ["small", "large", "whole"];

/** Draw the code of a text; name: what it is for. */
export function Drawn({ text, name }) {
  const [drawn, setDrawn] = useState(null);
  useEffect(() => void call("GET", query("room/qr", { text })).then(setDrawn, () => setDrawn(null)), [text]);
  if (!drawn) return html`<div class="qr" aria-busy="true"></div>`;
  const side = drawn.size + 2 * QUIET;
  return html`
    <svg class="qr" viewBox=${`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label=${`QR code ${name}: ${text}`} data-testid="qr" data-text=${text} shape-rendering="crispEdges">
      <rect x=${-QUIET} y=${-QUIET} width=${side} height=${side} fill="#fff" /><path d=${drawn.path} fill="#000" />
    </svg>
  `;
}

/** Draw the codes that stay on the screen in projector mode; a press makes them larger, up to the whole screen. */
export function Code({ page, chosen, choose }) {
  const [told, setTold] = useState(null);
  const code = page.room?.code;
  useEffect(() => void call("GET", "room").then(setTold, () => {}), [code]);
  if (!told?.code) return null;
  const address = addressFor(told);
  const path = new URL(".", address).pathname; // of a dashboard below a path, with the slash at its end
  const size = SIZES.includes(chosen.code) ? chosen.code : "small";
  const { ssid, password } = chosen.wifi ?? {};
  const next = SIZES[(SIZES.indexOf(size) + 1) % SIZES.length];
  return html`
    <button class=${`code code-${size}`} data-testid="code" data-size=${size} title=${`The audience's address. Press for another size: ${next}`} onClick=${() => choose({ code: next })}>
      <span><${Drawn} text=${address} name="for the audience" /><b class="code-host">${new URL(address).host}${path}</b><b>${told.code}</b></span>
      ${ssid && html`<span><${Drawn} text=${wifiText(ssid, password)} name="for the Wi-Fi" /><b>Wi-Fi ${ssid}</b></span>`}
    </button>
  `;
}

/** Return what a phone's camera takes for a Wi-Fi network. */
export function wifiText(ssid, password) {
  const escaped = (text) => text.replace(/[\\;,:"]/g, "\\$&");
  return password ? `WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(password)};;` : `WIFI:T:nopass;S:${escaped(ssid)};;`;
}
