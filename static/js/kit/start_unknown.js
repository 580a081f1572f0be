// What to do where nobody knows when a leader's end began.
import { html } from "../html.js";
import { Term } from "./term.js";

/** Say that the start is not known, and how to tell it the next time. path: of the election. */
export function StartUnknown({ path }) {
  return html`<span data-testid="start-unknown">start unknown: <${Term} text="POST elections/marks" code=${curlOf(path)} /></span>`;
}

const OF_NO_SERVER = "http://127.0.0.1:5050"; // in a saved page

function curlOf(path) {
  const { protocol, origin } = location;
  const body = JSON.stringify({ path, what: "killed" }).replaceAll("'", "'\\''");
  return `curl -H 'Content-Type: application/json' -d '${body}' ${protocol === "file:" ? OF_NO_SERVER : origin}/api/v1/elections/marks`;
}
