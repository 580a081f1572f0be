// The recipe as pseudo-code, with the line that the chosen candidate is at.
import { hexZxid, milliseconds, plural, shortZnode } from "../format.js";
import { marked } from "../glossary.js";
import { html, useEffect, useMemo, useRef } from "../html.js";
import { Toolbar } from "../kit/controls/elements.js";
import { panel } from "../kit/panel.js";
import { Marked } from "../kit/term.js";
import { PARENT } from "../paths.js";
import { nameOf, seatsOf, serverOf, serversOf, standingIn } from "../servers.js";
import { CHAINED } from "./registry.js";
import { WORDS } from "./servers/marks.js";

export function Recipe(view) {
  return html`<${Told} key=${view.here.id} ...${view} />`;
}

const Told = panel((view) => {
  const looked = view.looking();
  return html`<${Steps} key=${looked.recipe} ...${view} looked=${looked} />`;
}, factsOf);

function Steps({ looked, ...view }) {
  const { state } = view;
  const recipe = state.recipes?.[looked.recipe];
  const texts = useMemo(() => marked((recipe?.steps ?? []).map(({ text }) => text)), [recipe]);
  if (!recipe) return view.here.instead ? html`<${view.here.instead} ...${view} />` : null;
  const id = looked.actor;
  const candidate = state.candidates[id];
  return html`
    <section class="recipe" tabindex="0" aria-label="Recipe">
      <h2>The recipe${candidate ? html`, as <b>${id}</b> runs it` : ""}</h2>
      <${Toolbar} label="Words of the recipe" look="loose"><ol>
        ${recipe.steps.map((step, index) => html`<${Step} key=${step.step} ...${step} parts=${texts[index]} number=${index + 1}
          on=${candidate?.process !== "exited" && candidate?.step === step.step} candidate=${candidate} />`)}
      </ol><//>
      <${Candidate} ...${view} />
      <p class="source">${recipe.title}. ${recipe.source}</p>
    </section>
  `;
}

/** The chosen candidate's facts come from everywhere, and so does what stands instead of a recipe. */
function factsOf({ state, chosen, looking }) {
  const { recipe, actor } = looking();
  const shown = state.recipes?.[recipe];
  return shown && !chosen.candidate ? [shown, actor, state.candidates[actor]] : null;
}

function Step({ step, parts, sentence, number, on, candidate }) {
  const frozen = on && candidate.process === "paused";
  const line = useRef(null);
  useEffect(() => (on ? keepInSight(line.current) : undefined), [on]);
  return html`
    <li ref=${line} class=${`step ${on ? "on" : ""} ${frozen ? "frozen" : ""}`} title=${sentence}
      aria-current=${on ? "step" : undefined} data-testid="recipe-step" data-step=${step} data-on=${String(on)}>
      <span class="step-number">${number}</span><span><${Marked} parts=${parts} />${frozen && html` <em>frozen here</em>`}</span>
    </li>
  `;
}

/** Scroll the panel, and only the panel, so that the line shows; again whenever the panel gets lower. */
function keepInSight(line) {
  const panel = line.closest(".column-panel");
  const observer = new ResizeObserver(() => {
    const [inner, outer] = [line, panel].map((element) => element.getBoundingClientRect());
    panel.scrollTop += Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top);
  });
  observer.observe(panel);
  return () => observer.disconnect();
}

function Candidate({ state, chosen, ...view }) {
  const candidate = state.candidates[chosen.candidate];
  if (!candidate) return null;
  const chains = CHAINED.flatMap(({ name }) => view[name]?.chain ?? []);
  const entry = chains.find((other) => other.candidate === chosen.candidate);
  const facts = knownOf(candidate, entry, state);
  return html`
    <section class="candidate" data-testid="candidate" aria-label=${`Candidate ${chosen.candidate}`}>
      <dl
        class="stat">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      ${candidate.error && html`<p class="violation">${candidate.error}</p>`}
    </section>
  `;
}

function knownOf(candidate, entry, state) {
  const { notifications = 0, reads = 0, writes = 0, failed = 0 } = candidate.counters ?? {};
  const facts = [
    ["process", processWords(candidate)],
    ["belief", candidate.belief],
    ...(entry || queues(candidate, state) ? [["truth", entry?.truth ?? "no znode"]] : []),
    ["znode", entry?.label ?? candidate.znode ?? "none"],
    ["session", candidate.session ?? "none"],
    ["sits on", seatWords(candidate, state)],
    ["session timeout", milliseconds(candidate.session_timeout_ms)],
    [
      "so far",
      `${plural(notifications, "notification")}, ${plural(reads, "read")}, ${plural(writes, "write")}${
        failed ? ` (${failed} refused)` : ""
      }`,
    ],
  ];
  const behind = facts.findIndex(([name]) => name === "session");
  if (candidate.watches === PARENT) facts.splice(behind, 0, ["watches", "the list of children"]);
  if (candidate.leader) facts.splice(behind, 0, ["remembers", shortZnode(candidate.leader)]);
  if (candidate.data) facts.push(["data", versionWords(candidate.data)]);
  if (typeof candidate.epoch === "number") facts.push(["epoch", hexZxid(candidate.epoch)]);
  return facts;
}

/** Tell whether its truth is a place in a chain; of other candidates, the view says what is true. */
const queues = ({ recipe }, { recipes }) => CHAINED.some(({ section }) => recipes[recipe]?.section === section);

/** Word the data version; a newest version that is not known is missing, since patches cannot say null. */
function versionWords({ version, newest }) {
  if (newest == null) return `version ${version}, the newest unknown`;
  return version < newest ? `version ${version}, behind ${newest}` : `version ${version}, the newest`;
}

/** Name the server that lists the session; say so if the servers list none. */
function seatWords({ session }, state) {
  const servers = serversOf(state);
  const server = serverOf(state, seatsOf(servers).get(session));
  if (server) return `${nameOf(server)}, ${WORDS[standingIn(state, server)] ?? server.mode}`;
  return servers.some(({ sessions }) => sessions) ? "no server" : "not known";
}

function processWords({ lifecycle, pid, process, exit }) {
  return lifecycle === "queued" ? "none yet" : `${pid ?? ""} ${process}${ending(exit)}`;
}

function ending(exit) {
  if (!exit) return "";
  return exit.signal ? ` (${exit.signal})` : ` (code ${exit.code})`;
}
