// The facts of the chosen candidate: what it believes beside what is true.
import { hexZxid, milliseconds, plural, shortZnode } from "../format.js";
import { html } from "../html.js";
import { PARENT } from "../paths.js";
import { nameOf, seatsOf, serverOf, serversOf, standingIn } from "../servers.js";
import { CHAINED } from "./registry.js";
import { WORDS } from "./servers/marks.js";

export function Candidate({ state, chosen, ...view }) {
  const candidate = state.candidates[chosen.candidate];
  if (!candidate) return null;
  const chains = CHAINED.flatMap(({ name }) => view[name]?.chain ?? []);
  const entry = chains.find((other) => other.candidate === chosen.candidate);
  const facts = factsOf(candidate, entry, state);
  return html`
    <section class="candidate" data-testid="candidate" aria-label=${`Candidate ${chosen.candidate}`}>
      <dl
        class="stat">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      ${candidate.error && html`<p class="violation">${candidate.error}</p>`}
    </section>
  `;
}

function factsOf(candidate, entry, state) {
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
