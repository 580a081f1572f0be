// The bytes of a znode as text, as JSON, or as hex.
import { count } from "../format.js";
import { html, useState } from "../html.js";
import { Radios } from "../kit/controls/elements.js";
import { isJson, layOut } from "../kit/json.js";

const HEX_SHOWN = 4096;
const TEXT_SHOWN = 20_000;

export function Data({ data }) {
  const [wanted, want] = useState(null);
  if (!data) return null; // the ACL does not allow reading it, as the details say
  if (!data.length) return html`<h3>data</h3><p class="note">none</p>`;
  const json = isJson(data.text) ? layOut(data.text) : null;
  const possible = { text: data.text !== null, JSON: json !== null, hex: true };
  const form = possible[wanted] ? wanted : json !== null ? "JSON" : data.text !== null ? "text" : "hex";
  return html`
    <h3>data <span class="soft number">${count(data.length)} bytes${data.truncated ? ", cut" : ""}</span>
      <${Radios} look="forms" label="Show data as" value=${form} pick=${want}
        among=${Object.entries(possible).map(([name, can]) => ({ value: name, word: name, testid: `data-${name.toLowerCase()}`, disabled: !can }))} /></h3>
    <pre class=${form}
      data-testid="data">${form === "hex" ? hexDump(data.base64) : cut(form === "JSON" ? json : data.text)}</pre>
  `;
}

function cut(text) {
  return text.length > TEXT_SHOWN
    ? `${text.slice(0, TEXT_SHOWN)}\n… ${count(text.length - TEXT_SHOWN)} more characters`
    : text;
}

/** Return a dump like `hexdump -C`, with eight bytes per line for a narrow panel: "00000000  7b 22 68 …  {"h…". */
function hexDump(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const lines = [];
  for (let at = 0; at < Math.min(bytes.length, HEX_SHOWN); at += 8)
    lines.push(hexLine(bytes.slice(at, at + 8), at));
  if (bytes.length > HEX_SHOWN) lines.push(`… ${count(bytes.length - HEX_SHOWN)} more bytes`);
  return lines.join("\n");
}

function hexLine(bytes, at) {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = [...bytes]
    .map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "."))
    .join("");
  return `${at.toString(16).padStart(4, "0")}  ${hex.padEnd(23)}  ${text}`;
}
