// The browser's services: the clipboard, and files to and from the reader's machine.

/** Copy the text, and tell the reader whether that worked: `said` if it did. */
export async function copy(text, actions, said) {
  const done = await copyText(text);
  actions.toast(done ? said : "This browser does not allow copying.", done ? "good" : "bad");
}

/** Without a secure context, copy in the old way. */
async function copyText(text) {
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
