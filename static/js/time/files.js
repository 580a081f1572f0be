// Files that come to the page: dropped on it, or within it.

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

/** Return the bytes that stand in the page as base64. */
export function within(text) {
  return new Blob([Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0))]);
}
