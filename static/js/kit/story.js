// The one sentence of a view, and the reason behind it. The state document has both in parts; their numbers run.
import { milliseconds, running, shortened } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { paceOf, useTicks } from "./now.js";
import { panel } from "./panel.js";

const SPOKEN_EVERY_MS = 1500;
const LONGEST_NAME = 48;
const INVITATION = /(^|\s)((Start|Begin|Add|Publish) (a|another|two|three|four|five)|End all three) .*$/s;

/** Draw the story. of: an entry of the state with a `story`, and the `reason` behind it, which old recordings lack; state: where nobody can act on it, nobody is asked to. */
export const Story = panel(({ of, clock, state }) => {
  const [story, reason] = [of.story ?? [], of.reason ?? []].map((parts) => (state.read_only ? withoutInvitation(parts) : parts));
  const drawn = (parts) => parts.map((part) => html`<${Part} part=${part} now=${clock.now()} />`);
  useTicks(paceOf(momentsOf([...story, ...reason]), clock.now()));
  return html`
    <div class="story"
      data-testid="story"><span aria-hidden="true">${drawn(story)}${reason.length > 0 && html` <small>${drawn(reason)}</small>`}</span></div>
    <${Spoken} text=${spokenAll([...story, " ", ...reason])} />
  `;
}, ({ of, state }) => [of.story, of.reason, state.read_only]);

/** Return the parts of a story without its invitation to do something. */
export function withoutInvitation(parts) {
  return parts.map((part) => (typeof part === "string" ? part.replace(INVITATION, "") : part));
}

/** Return the moments from or to which the numbers of a story run. */
export function momentsOf(parts) {
  return parts.flatMap((part) => [part.ago, part.left]).filter((at) => typeof at === "number");
}

export function Part({ part, now }) {
  if (typeof part === "string") return part;
  if ("who" in part) return html`<em class=${`tone-${part.tone}`} title=${part.who}>${shortened(part.who, LONGEST_NAME)}</em>`;
  if ("ago" in part) return html`<span class="number">${running(now - part.ago)} ago</span>`;
  if ("left" in part) return html`<span class="number">${running(part.left - now)}</span>`;
  if ("ms" in part) return html`<span class="number">${milliseconds(part.ms)}</span>`;
  return null;
}

/** Return the text of all parts: a time that runs is said without its number, and nothing is "about" it. */
export function spokenAll(parts) {
  return parts.map(spoken).join("").replace(/\babout (?=(a while|a moment ago)\b)/gi, "");
}

function spoken(part) {
  if (typeof part === "string") return part;
  if ("ago" in part) return "a moment ago";
  if ("left" in part) return "a while";
  if ("who" in part) return shortened(part.who, LONGEST_NAME);
  return part.ms === undefined ? "" : milliseconds(part.ms);
}

/** Draw the text for screen readers: without running numbers, and not too often to listen to. */
export function Spoken({ text }) {
  const [said, say] = useState("");
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + SPOKEN_EVERY_MS - performance.now());
    const timer = setTimeout(() => ((last.current = performance.now()), say(text)), wait);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<p class="sr" role="status" aria-live="polite">${said}</p>`;
}
