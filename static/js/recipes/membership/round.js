// The last ends of members: from the fault until the live znode is gone, and until all other members know.
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { passing } from "../../kit/proportion.js";
import { nodesOf } from "./nodes.js";

const ENDS = { kill: "killed", pause: "frozen", expire: "its session ended by hand", stop: "left", exit: "ended by itself" };
const GOES = { stop: "deletes its znode", expire: "session ended", exit: "znode goes" };

export function Round({ group, clock }) {
  const ended = (group?.changes ?? []).filter(({ what }) => what === "down").reverse();
  const fading = nodesOf(group).filter(({ standing, fault_at: at }) => standing === "fading" && typeof at === "number");
  return html`<${LastRound} word="end of a member" clock=${clock} empty="No member has ended yet. Kill one."
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
