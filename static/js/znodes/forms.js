// The forms in which bytes are shown and edited: text, JSON, hex. Nothing is lost on the way
// there and back: a form does not edit bytes that it cannot return one by one.
import { isJson, laidOutAs, layOut, whyNotJson } from "../kit/json.js";
import { unzipped } from "../kit/unzipped.js";

const MOST_UNPACKED = 8 * 1024 * 1024; // bytes: a znode of 1 MB may unpack to 1,000 MB
const CHUNK = 0x8000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export function fromBase64(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function toBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += CHUNK)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(""));
}

/** Return the text of UTF-8 bytes, with its byte order mark; null if they are not readable text. */
function textOf(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return CONTROLS.test(text) ? null : text;
  } catch {
    return null;
  }
}

function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** Return the unpacked bytes; null if these are not gzip, or too large to show when unpacked. */
export async function gunzip(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return null;
  try {
    return await allOf(unzipped(new Blob([bytes]), MOST_UNPACKED));
  } catch {
    return null; // looks like gzip, but is not
  }
}

export function gzip(bytes) {
  return allOf(new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))));
}

const allOf = async (response) => new Uint8Array(await response.arrayBuffer());

const LINE = 16; // bytes of a line of hex

/**
 * The forms. Each has `shows(bytes)`; `show(bytes)` for reading, `edit(bytes)` for editing; and
 * `read(edited, was)`, which returns the edited text as bytes, or throws an Error that says why not.
 */
export const FORMS = {
  JSON: {
    shows: (bytes) => isJson(textOf(bytes)),
    show: (bytes) => layOut(textOf(bytes)),
    edit: (bytes) => layOut(textOf(bytes)),
    read: readJson,
  },
  text: {
    shows: (bytes) => textOf(bytes) !== null,
    show: textOf,
    edit: (bytes) => textOf(bytes).replaceAll("\r\n", "\n"),
    read: (edited, was) => bytesOf(hasCrLf(was) ? edited.replaceAll("\n", "\r\n") : edited),
  },
  hex: { shows: () => true, show: dump, edit: hexOf, read: readHex },
};

/** Return the forms that can show these bytes, the most readable one first. */
export function formsOf(bytes) {
  return Object.keys(FORMS).filter((name) => FORMS[name].shows(bytes));
}

/** Say why a form cannot edit these bytes: a text field knows one kind of line end, and would lose a mix. */
export function whyNotEdit(form, bytes) {
  if (form === "hex") return null;
  const ends = new Set(textOf(bytes).match(/\r\n|\r|\n/g));
  return ends.has("\r") || ends.size > 1 ? "Its line endings differ; edit it as hex." : null;
}

function hasCrLf(bytes) {
  return (textOf(bytes) ?? "").includes("\r\n");
}

function readJson(edited, was) {
  const why = whyNotJson(edited);
  if (why) throw new Error(`Not JSON: ${why}`);
  const before = (textOf(was) ?? "").replaceAll("\r\n", "\n");
  return FORMS.text.read(isJson(before) ? laidOutAs(before, edited) : edited, was);
}

function readHex(edited) {
  const digits = edited.replace(/\s+/g, "");
  const wrong = /[^0-9a-f]/i.exec(digits);
  if (wrong) throw new Error(`Not hex: “${wrong[0]}”`);
  if (digits.length % 2) throw new Error("Not hex: half a byte is left over");
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

function hexOf(bytes) {
  return linesOf(bytes, (line) => hexBytes(line)).join("\n");
}

/** Return a dump in the layout of `hexdump -C`: "0000  7b 22 68 …  {"h…". */
function dump(bytes) {
  const width = LINE * 3 - 1;
  return linesOf(bytes, (line, at) => `${at.toString(16).padStart(4, "0")}  ${hexBytes(line).padEnd(width)}  ${readable(line)}`).join("\n");
}

function linesOf(bytes, write) {
  return Array.from({ length: Math.ceil(bytes.length / LINE) }, (_, line) =>
    write(bytes.subarray(line * LINE, (line + 1) * LINE), line * LINE),
  );
}

function hexBytes(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

function readable(bytes) {
  return Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
}
