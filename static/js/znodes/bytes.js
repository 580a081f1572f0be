// The data of a znode as bytes, base64 and text; packed and unpacked.

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
export function textOf(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return CONTROLS.test(text) ? null : text;
  } catch {
    return null;
  }
}

export function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** Return the unpacked bytes; null if these are not gzip, or too large to show when unpacked. */
export async function gunzip(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return null;
  try {
    return await readAll(throughStream(bytes, new DecompressionStream("gzip")));
  } catch {
    return null; // looks like gzip, but is not
  }
}

export function gzip(bytes) {
  return readAll(throughStream(bytes, new CompressionStream("gzip")));
}

function throughStream(bytes, stream) {
  return new Blob([bytes]).stream().pipeThrough(stream);
}

async function readAll(stream) {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_UNPACKED) return (await reader.cancel(), null);
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
