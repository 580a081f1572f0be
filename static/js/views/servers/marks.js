// The standing of a server as a shape and a word: neither needs a colour, and no shape looks like the crown.
import { html } from "../../html.js";

export const WORDS = {
  quorum: "quorum leader",
  claims: "still says it leads",
  follower: "follower",
  observer: "observer",
  standalone: "single server",
  "read-only": "read-only",
  waiting: "in no quorum",
  silent: "does not answer",
  frozen: "frozen",
  down: "down",
  unknown: "role not known",
};

export const MEANINGS = {
  quorum:
    "The quorum leader puts all writes to ZooKeeper in order. It is a server; candidates have their own leader.",
  claims: "It has not noticed yet that the others have chosen another quorum leader.",
  follower: "A follower answers its clients itself and passes writes on to the quorum leader.",
  observer: "An observer answers clients, but has no vote.",
  standalone: "The only server: nothing can replace it.",
  "read-only": "It has lost the other servers and answers only reads.",
  waiting: "Its process runs, but without a majority it serves no client.",
  silent: "It gave no answer when it was last asked.",
  frozen: "SIGSTOP: its process is stopped and answers no client.",
  down: "Its process has ended.",
  unknown: "It does not say what its role is.",
};

const SPOKES = "M9 9V2.6M9 9L3.2 13.4M9 9L14.8 13.4";
const FORMS = {
  quorum: () => html`<path class="line" d=${SPOKES} /><circle class="hub" cx="9" cy="9" r="3.6" /><circle cx="9" cy="2.6"
    r="2" /><circle cx="3.2" cy="13.4" r="2" /><circle cx="14.8" cy="13.4" r="2" />`,
  follower: () => html`<circle class="line" cx="9" cy="9" r="4.2" />`,
  observer: () => html`<circle class="line" cx="9" cy="9" r="5.5" stroke-dasharray="2.5 2.5" />`,
  standalone: () => html`<circle cx="9" cy="9" r="4.2" />`,
  claims: () => html`<path class="line" d=${SPOKES} stroke-dasharray="2 2.4" /><circle class="line" cx="9" cy="9" r="3.6" />`,
  down: () => html`<path class="line" d="M4 4l10 10M14 4L4 14" />`,
  frozen: () => html`<path class="line" d="M6 3.5v11M12 3.5v11" />`,
  silent: () => html`<path class="line" d="M6 6.4a3.2 3.2 0 1 1 4.6 2.9c-1.2.6-1.6 1.2-1.6 2.4M9 14v1.6" />`,
  waiting: () => html`<path class="line" d="M4.5 2.5h9M4.5 15.5h9M5.5 3c0 4 7 7 7 12M12.5 3c0 4-7 7-7 12" />`,
};

export function Mark({ standing }) {
  return html`<svg class="standing" viewBox="0 0 18 18" aria-hidden="true">${(FORMS[standing] ?? FORMS.observer)()}</svg>`;
}
