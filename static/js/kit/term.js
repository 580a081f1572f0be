// A word that is explained where it stands: by hovering, by the focus, by a tap.
import { GLOSSARY, wordFor } from "../glossary.js";
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { remInPixels } from "../rem.js";

const WIDTH_REM = 18;

/** Draw a word of the glossary; text: as it stands there, which is enough where it is one of the word's forms. code: what to type. */
export function Term({ text, word = wordFor(text), code }) {
  const [place, put] = useState(null);
  const open = ({ currentTarget }) => put(placeOf(currentTarget));
  const close = () => put(null);
  const leave = ({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close();
  const keys = (event) => {
    if (event.key !== "Escape" || !place) return;
    event.stopPropagation();
    event.preventDefault(); // a dialog stays
    close();
  };
  return html`<span class="term" onMouseLeave=${close} onFocusOut=${leave} onKeyDown=${keys}><button type="button"
    data-testid=${`term-${word}`} aria-expanded=${Boolean(place)} onMouseEnter=${open} onFocus=${open} onClick=${open}>${text}</button>${
      place && html`<${Says} ...${GLOSSARY[word]} code=${code} place=${place} />`
    }</span>`;
}

/** Draw the sentence above all else: no box that has its own places, or cuts what leaves it, has it. */
function Says({ says, more, code, place }) {
  const box = useRef(null);
  useLayoutEffect(() => box.current.showPopover(), []);
  return html`<span class="term-says" ref=${box} popover="manual" role="note" data-testid="term-says" style=${place}>${says}${code && html` <code tabindex="0">${code}</code>`}${
    more && html` <a href=${more} target="_blank" rel="noopener">ZooKeeper's document</a>`
  }</span>`;
}

/** Return where the sentence goes: below the word, or above it near the foot of the page. */
function placeOf(word) {
  const { left, top, bottom } = word.getBoundingClientRect();
  const rem = remInPixels();
  const x = Math.max(4, Math.min(left, innerWidth - WIDTH_REM * rem - 8));
  return bottom + 8 * rem < innerHeight ? { left: `${x}px`, top: `${bottom}px` } : { left: `${x}px`, bottom: `${innerHeight - top}px` };
}

/** Draw parts that `marked` gives. */
export function Marked({ parts }) {
  return parts.map((part) => (typeof part === "string" ? part : html`<${Term} ...${part} />`));
}
