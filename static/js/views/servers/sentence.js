// The state of the servers in one line: the quorum, the sessions that have just moved, what happened to them during a freeze.
import { listed, plural } from "../../format.js";
import { html } from "../../html.js";
import { paceOf, useTicks } from "../../kit/now.js";
import { Part, Spoken, momentsOf, spokenAll } from "../../kit/story.js";
import { isUp, nameOf, serversOf, serves } from "../../servers.js";

const TOLD_S = 10;
const MOST_NAMED = 5;
const LONGEST = 100; // characters: nobody reads a longer sentence while chips fly

export function Sentence({ state, quorum, seats, clock, choose }) {
  const servers = serversOf(state);
  const returned = Boolean(quorum?.regained) && clock.now() - quorum.since < TOLD_S;
  useTicks(returned ? 1000 : null);
  const moved = movedWords(seats.moves);
  const text = quorum ? quorumWords(quorum, servers, { returned, short: moved }) : `${plural(servers.length, "server")}.`;
  return html`
    <p class="quorum-line" data-testid="quorum" data-state=${quorum?.state ?? "none"}>
      <b class="servers-title">Servers</b>
      ${quorum && quorum.state !== "unknown" && html`<${Pips} ...${quorum} servers=${servers} />`}
      <span class=${returned ? "returned" : ""} aria-hidden="true">${text}</span>
      ${moved && html`<span class="moved" aria-hidden="true" data-testid="moved">${moved}</span>`}
      <${WhoWatches} choose=${choose} />
    </p>
    <${Spoken} text=${`${text} ${moved}`} />
  `;
}

function quorumWords(quorum, servers, { returned, short }) {
  const { state, of, needed, serving, answering, down, leader } = quorum;
  if (state === "unknown" && !answering)
    return `None of ${of} servers answers: nobody knows whether they serve.`;
  if (state === "unknown") return `${of} servers; they do not say which of them serve.`;
  const up = answering + down === of ? "up" : "answering";
  if (state === "lost") return `No quorum: ${answering} of ${of} ${up}, ${needed} are needed. No client is served.`;
  if (state === "choosing")
    return `No quorum leader: ${listed(servers.filter(isUp).map(nameOf))} are electing one.`;
  const silent = answering < of ? "the quorum leader does not answer" : "none says that it leads";
  const who = leader ? `${leader} is the quorum leader` : silent;
  const back = returned ? "Quorum is back: " : "";
  const spare = short ? "" : `; ${spareWords(serving - needed)}`;
  return `${back}${serving} of ${of} serve, ${who}${spare}.`;
}

function spareWords(spare) {
  if (spare < 0) return "the others have not said";
  return spare > 0 ? `${spare === 1 ? "one more server" : `${spare} more servers`} may fail` : "no other server may fail now";
}

/** Say which sessions moved: "From s2, c1 and c4 moved to s3, the dashboard to s1." */
function movedWords(moves) {
  const from = new Map();
  for (const { names, from: left, to } of moves) {
    const verb = from.has(left) ? "" : "moved ";
    from.set(left, [...(from.get(left) ?? []), `${shortened(names)} ${verb}to ${to}`]);
  }
  const words = [...from].map(([left, parts]) => `From ${left}, ${parts.join(", ")}.`).join(" ");
  const count = new Set(moves.flatMap(({ names }) => names)).size;
  return words.length <= LONGEST ? words : `${count} sessions moved to other servers.`;
}

function shortened(names) {
  const who = names.map((name) => (name === "dashboard" ? "the dashboard" : name));
  return listed(
    who.length > MOST_NAMED
      ? [...who.slice(0, MOST_NAMED - 1), `${who.length - MOST_NAMED + 1} others`]
      : who,
  );
}

/** Draw a square per server, full if it serves, half if it only runs; and a line at the majority. */
function Pips({ servers, needed }) {
  const looks = servers.map((server) => (serves(server) ? "full" : isUp(server) ? "half" : ""));
  const order = ["full", "half", ""];
  looks.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return html`<span class="pips" aria-hidden="true">${looks.map(
    (look, index) => html`<i class=${`${look} ${index === needed - 1 ? "needed" : ""}`} />`,
  )}</span>`;
}

export function Freeze({ state, clock }) {
  const parts = state.zookeeper.freeze?.story ?? [];
  const now = clock.now();
  useTicks(paceOf(momentsOf(parts), now));
  if (!parts.length) return null;
  return html`
    <p class="freeze-line" data-testid="freeze"><span aria-hidden="true">${parts.map((part) => html`<${Part} part=${part} now=${now} />`)}</span></p>
    <${Spoken} text=${spokenAll(parts)} />
  `;
}

const LIST = { view: "znodes", znode: "/", znodeTab: "watches", tab: "stage" };

export function WhoWatches({ choose }) {
  return html`<button class="filter who-watches-link" data-testid="to-watches" title="All watches that the servers list"
    onClick=${() => choose(LIST)}>who watches what</button>`;
}
