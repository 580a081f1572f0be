// The processes, and the belief of each.
import { html } from "../../html.js";
import { isHeld } from "../../servers.js";
import { namedBySight, sentence } from "../sight.js";
import { useLeftOfRing } from "./left.js";
import { beliefWords, fitted, fittedName, isFrozen, partsOf, sessionEnds, toneOf, versionWords, withheldWords } from "./looks.js";
import { Moving, pure } from "./moving.js";
import { fitting, widthOf } from "./type.js";

const GAP = 2; // letters between two names
const FARTHEST = 1.5; // steps from a place to another that are seen; it does not go over others on its way

/** Return the part that draws the process of a column. */
export function processOf(column, { places, sizes, row, state, nameOf, beside, chosen }) {
  const { id, key, candidate, entry } = column;
  const { words, raised, half } = beliefIn(column, row.leader, places);
  const known = partsOf(column, nameOf, row.leader);
  const said = {
    name: id ?? "?",
    words,
    pid: beside.get(key)?.pid ? `pid ${candidate.pid}` : "",
    version: candidate?.belief === "behind" ? versionWords(candidate) : "",
  };
  return {
    ...said,
    of: Process,
    id,
    testid: `process-${id ?? entry.label}`,
    x: places.x(key),
    sizes,
    raised,
    aside: raised && Math.max(0, half + 8 * places.unit - places.x(key)),
    tone: toneOf(column),
    isFrozen: isFrozen(column),
    isChosen: id !== null && id === chosen.candidate,
    belief: candidate?.belief ?? entry?.belief ?? "",
    about: sentence(known),
    label: namedBySight(Object.values(said), known),
    ends: sessionEnds(column),
    isHeld: isHeld(state),
    timeout: candidate?.session_timeout_ms ?? 6000,
  };
}

const Process = pure(({ id, testid, x, tone, isFrozen: frozen, isChosen, belief, label, tabindex, leaves, tools, ...inside }) => {
  const { processY, step } = inside.sizes;
  const looks = ["process", `tone-${tone}`, frozen && "frozen", inside.ends !== null && "running-out", isChosen && "chosen"];
  const choose = () => id !== null && tools.choose(id);
  const onKey = (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), choose());
  return html`
    <${Moving} class=${looks.filter(Boolean).join(" ")} role="button" data-testid=${testid} tabindex=${tabindex} aria-pressed=${isChosen} aria-label=${label}
      data-tone=${tone} data-belief=${belief} x=${x} y=${processY} farthest=${FARTHEST * step} leaves=${leaves} tools=${tools} onClick=${choose} onKeyDown=${onKey}>
      <${Inside} ...${inside} clock=${tools.clock} />
    <//>
  `;
});

/** Draw what is in a process; it is the same wherever that goes. */
const Inside = pure(({ sizes: { unit, type, radius }, name, words, raised, aside, pid, version, about, ...ring }) => {
  const text = (looks, said, place) => html`<text class=${looks} ...${place}>${said}</text>${" "}`;
  return html`
    <circle class="glow" r=${radius * 1.75} /><circle class="halo" r=${radius + 7 * unit} /><circle class="body" r=${radius} />
    <${Ring} r=${radius} ...${ring} />
    <path class="cross" d=${crossPath(radius * 0.36)} />
    ${text("name", name, { y: 0.35 * type.name })}
    ${text("belief", words, { x: aside, y: -radius - 0.7 * type.belief - raised })}
    ${text("detail", pid, { x: radius + 8 * unit, y: 0.35 * type.detail })}
    <g class="badge" transform=${`translate(${radius * 0.72},${radius * 0.72}) scale(${unit})`}>
      <circle r="9" /><path class="bars" d="M-2.5 -3.5V3.5M2.5 -3.5V3.5" /><path class="mark" d="M0 -4.5V1M0 3.5V4.6" /></g>
    ${text("version", version, { y: radius + 1.2 * type.version })}
    <title class="about">${about}</title>
  `;
});

/** Draw the ring, which runs down with the session. */
function Ring({ r, ends, isHeld: held, timeout, clock }) {
  const left = useLeftOfRing(ends, held, clock);
  const share = left === null ? 1 : Math.min(1, Math.max(0, (1000 * left) / timeout));
  return html`<circle class="ring" r=${r} pathLength="100" transform="rotate(-90)" style=${`stroke-dashoffset: ${(100 * (1 - share)).toFixed(1)}`} />`;
}

/** Return the words of a belief, half their width, and by how much they are raised: too wide to stand beside others. */
export function beliefIn(column, leader, places) {
  const words = labelOf(column, leader, places);
  const half = widthOf(words, "belief", places.type) / 2;
  return { words, half, raised: 2 * half > places.step ? 1.25 * places.type.belief : 0 };
}

/** Return the label; a living process's belief must be readable: only names that others chose are cut. */
function labelOf(column, leader, { step, unit, type }) {
  const room = step - 6 * unit;
  const letters = Math.floor(room / (0.61 * type.belief)) - GAP;
  const words = beliefWords(column, leader);
  if (toneOf(column) === "foreign") return withheldWords(column.entry) ? fitted(beliefWords(column, leader, widthOf(words, "belief", type) > room), letters) : fittedName(column.entry, letters);
  const narrow = beliefWords(column, leader, true);
  return fitting([words, narrow], room, "belief", type) || (toneOf(column) === "dead" ? (column.id ?? "") : narrow); // a cross says the rest
}

function crossPath(arm) {
  return `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
}
