// Files that come to the page, dropped on it or within it, and those that it saves.
import { fileAt } from "../rest.js";
import { token } from "../token.js";
import { download } from "../znodes/browser.js";

/** Take files that are dropped on the page. take(file): what is done with one; refuse(text): says what is wrong. */
export function takeDrops(take, refuse) {
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length === 1) take(files[0]);
    else refuse("Drop one recording at a time.");
  });
}

const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");

/** Return the bytes that stand in the page as base64. Throw an Error if they are not whole. */
export function within(text) {
  try {
    return new Blob([Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0))]);
  } catch {
    throw new Error("its bytes are no base64: they were changed, or cut off");
  }
}

/** Save the file that a link leads to by a request that shows the token, where there is one: a link cannot. */
export function takeSaves(failed) {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[download]");
    if (!(link instanceof HTMLAnchorElement) || token() === null) return;
    event.preventDefault();
    fileAt(link.href).then(
      ({ name, content }) => download(link.download || name, content, content.type),
      ({ message }) => failed(message),
    );
  });
}
