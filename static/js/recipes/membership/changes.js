// The changes of a group: its last ends of members, in true proportion, and the latest changes of any kind, as a list.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { Running } from "../../kit/now.js";
import { passing } from "../../kit/proportion.js";
import { nodesOf } from "./nodes.js";

const ENDS = { kill: "killed", pause: "frozen", expire: "its session ended by hand", stop: "left", exit: "ended by itself" };
const GOES = { stop: "deletes its znode", expire: "session ended", exit: "znode goes" };

export function Round({ group, state, clock }) {
  const ended = (group?.changes ?? []).filter(({ what }) => what === "down").reverse();
  const fading = nodesOf(group).filter(({ standing, fault_at: at }) => standing === "fading" && typeof at === "number");
  return html`<${LastRound} word="end of a member" state=${state} clock=${clock} empty="No member has ended yet." invites="Kill one."
    roundsOf=${(now) => [...fading.map((node) => fadingOf(node, now)), ...ended.map(endedOf)]} />`;
}

const goes = (fault) => ({ phase: "dies", name: GOES[fault] ?? "session runs out", until: "its live znode was gone", tone: "dead" });
const told = (of) => ({ phase: "told", name: "told", title: "the others are told", until: `all ${of ?? "others"} had read the new list` });

function fadingOf({ id, fault, fault_at: begin, session_ends: ends }, now) {
  const words = ENDS[fault] ?? "ends";
  return {
    of: `${id} now`,
    who: id,
    what: words,
    ears: `${id}, ${words}`,
    phases: passing(begin, [{ ...goes(fault), at: null }, { ...told(), at: null }], now),
    least: typeof ends === "number" ? (ends - begin) * 1000 : 0,
  };
}

function endedOf({ node, fault, fault_at: begin, at, of, told_count: count, told_ms: ms }) {
  const words = ENDS[fault] ?? "ended";
  const gone = { ...passing(begin, [{ ...goes(fault), at }], null)[0] };
  return {
    of: `${node} ${at}`,
    who: node,
    what: words,
    facts: of > 0 && html`<span>${count} of ${of} told</span>`,
    ears: `${node}, ${words}, ${count} of ${of} told`,
    phases: of > 0 ? [gone, { ...told(of), ms: ms ?? undefined }] : [gone],
  };
}

const SHOWN = 5;
const HOW = { kill: "killed", pause: "frozen", expire: "session ended by hand", stop: "left", exit: "ended by itself" };
const TONES = { new: "new", back: "new", down: "dead", forgotten: "lost" };

export function Changes({ group, clock }) {
  if (!group?.changes.length) return null;
  const latest = [...group.changes].reverse().slice(0, SHOWN);
  return html`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${latest.map((change, index) => html`<${Change} key=${change.at} change=${change} latest=${index === 0} clock=${clock} />`)}</ol>
    </section>
  `;
}

function Change({ change, latest, clock }) {
  const { node, what, at, told_count: told, of, told_ms: toldMs } = change;
  return html`
    <li class=${`change tone-${TONES[what] ?? "wait"} ${latest ? "latest" : ""}`} data-testid="change" data-what=${what}>
      <b>${node}</b> <span>${whatWords(change)}</span> <span class="soft number"><${Running} at=${at} clock=${clock} /> ago</span>
      ${of > 0 && html`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${
        told
      } of ${of} told${toldMs == null ? "" : `, within ${milliseconds(toldMs)}`}</span>`}
    </li>
  `;
}

function whatWords({ what, fault, was_down_ms: ms }) {
  if (what === "back") return ms == null ? "is back" : `is back, was down ${milliseconds(ms)}`;
  if (what === "down") return `is down${HOW[fault] ? ` (${HOW[fault]})` : ""}`;
  return what === "new" ? "is new" : "is forgotten";
}
