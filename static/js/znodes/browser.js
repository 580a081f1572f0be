// The browser's services: the clipboard, and files to and from the reader's machine.

/** Copy the text; tell whether it worked. Without a secure context, copy in the old way. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

function copyFromField(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

export function download(name, content, type = "application/octet-stream") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function bytesOfFile(file) {
  return new Uint8Array(await file.arrayBuffer());
}
