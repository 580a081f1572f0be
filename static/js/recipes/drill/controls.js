// Start a drill, and stop it: what is drilled is chosen before.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { whyFull } from "../../kit/controls/start.js";
import { isReached } from "../../servers.js";

/** Each fault: in a word, what it does to one, and to two. */
const FAULTS = {
  stop: ["a clean stop", "stops", "stop"],
  kill: ["a kill", "is killed", "are killed"],
  freeze: ["a freeze past the session", "is frozen past its session", "are frozen past their sessions"],
  expire: ["the end of its session", "loses its session", "lose their sessions"],
  resign: ["it resigns", "resigns"],
  none: ["nothing"],
};
/** Each fault of a server, by itself and for a time; only these strike one. */
const OF_SERVERS = { stop: "is stopped", kill: "is killed", freeze: "is frozen" };
const LASTING = {
  "restart-after": ["a restart of a server", "is killed, and started again after"],
  "frozen-for": ["a freeze of a server", "is frozen for"],
  "quorum-lost-for": ["the loss of the quorum", "are killed, and started again after"],
};
const BOTH = "leader+successor";
const [WITH_SERVER, MAJORITY] = ["leader+server", "majority"];
const TARGETS = {
  leader: "the leader",
  successor: "the one that is next",
  middle: "the one in the middle",
  tail: "the last one",
  random: "one of them, drawn",
  [BOTH]: "the leader and the next one",
  "leaders-server": "the server of the leader's session",
  "quorum-leader": "the server that leads the quorum",
  [WITH_SERVER]: "the leader and its server",
  [MAJORITY]: "as many servers as make a majority",
};
const SERVERS = ["leaders-server", "quorum-leader", MAJORITY];
const LASTS = [2, 4, 8, 20];
/** Each recipe: what is drilled of it, and who is first. */
const RECIPES = { election: ["an election", "the leader"], lock: ["a lock", "the holder"], bookshelf: ["a bookshelf", "the leader"] };
const MOST_NODES = 12; // of a bookshelf
const ROUNDS = [5, 30, 60, 300];
const COUNTS = [2, 3, 5, 10, 50];
const TIMED = ["kill", "freeze", "none"];

/** Start the drill that is chosen; stop the one that runs. */
export function startOrStop(view) {
  return view.state.drill?.running ? stop(view) : start(view);
}

export function start(view, more = {}) {
  const { actions, chosen } = view;
  const limits = chosen.drillLimits.split(/[\s,]+/).filter(Boolean);
  const fault = more.fault ?? faultIn(view);
  return actions.unless(whyNotStart(view), "drill-start", "POST", "drills", {
    fault, target: targetIn(view), ...(LASTING[fault] && { lasts: chosen.drillLasts }), rounds: chosen.drillRounds, candidates: chosen.drillCandidates,
    recipe: chosen.drillRecipe, ...(isOfElection(chosen) && { strategy: chosen.drillStrategy }), session_timeout: chosen.timeout, limits, ...more,
  });
}

const isOfElection = ({ drillRecipe }) => drillRecipe === "election";

/** Say why no drill can begin; null if one can. */
function whyNotStart({ state, chosen }) {
  if (chosen.drillRecipe === "bookshelf" && chosen.drillCandidates > MOST_NODES) return `A bookshelf has at most ${MOST_NODES} nodes: choose fewer`;
  if (state.drill?.running) return "A drill is running: wait for it, or stop it";
  return isReached(state) ? whyFull(state, chosen.drillCandidates) : "ZooKeeper is out of reach: nothing can be measured";
}

export function stop({ actions }) {
  return actions.attempt("drill-stop", "DELETE", "drills");
}

/** Say why a target cannot be struck as it is chosen; null if it can. */
function whyNotTarget({ state, chosen }, target) {
  const { drillStrategy: strategy, drillCandidates: candidates } = chosen;
  const fault = faultIn({ state, chosen });
  if (fault === "none") return "Nobody is struck";
  if (LASTING[fault] || SERVERS.includes(target) || target === WITH_SERVER) return whyNotServer(state, fault, target);
  if (target === "leader") return null;
  if (fault === "resign") return "Only a leader resigns";
  if (strategy === "single" && isOfElection(chosen)) return "With single, all but the leader race in no order";
  return target === BOTH && candidates < 3 ? "It takes three candidates: with two, nobody is left" : null;
}

function whyNotServer(state, fault, target) {
  const fits = LASTING[fault] ? SERVERS.includes(target) : OF_SERVERS[fault];
  if (!fits || (target === MAJORITY) !== (fault === "quorum-lost-for")) return "What is chosen to happen does not strike it";
  return LASTING[fault] || state.zookeeper.servers.length > 2 ? null : "Without its only server ZooKeeper is away: choose a restart of it";
}

/** Return the faults that there are here, by their names. */
function faultsIn({ state, chosen }) {
  const all = Object.entries({ ...FAULTS, ...(state.zookeeper.actions ? LASTING : {}) });
  return isOfElection(chosen) ? all : all.filter(([fault]) => fault !== "resign");
}

/** Return what happens in the next drill: a kill where the chosen fault is not one of its recipe. */
const faultIn = (view) => (faultsIn(view).some(([fault]) => fault === view.chosen.drillFault) ? view.chosen.drillFault : "kill");

function usualTarget(fault) {
  if (fault === "quorum-lost-for") return MAJORITY;
  return LASTING[fault] ? "leaders-server" : "leader";
}

/** Return whom the next drill strikes: the usual one where the chosen target cannot be struck. */
function targetIn(view) {
  const { drillTarget: target } = view.chosen;
  return whyNotTarget(view, target) ? usualTarget(faultIn(view)) : target;
}

/** Say what the next drill does, each time. */
function deedIn(view) {
  const { drillLasts: lasts, drillRecipe: recipe } = view.chosen;
  const [fault, target] = [faultIn(view), targetIn(view)];
  const whom = TARGETS[target].replace("the leader", RECIPES[recipe][1]);
  if (LASTING[fault]) return `${whom} ${LASTING[fault][1]} ${lasts} s`;
  if (SERVERS.includes(target)) return `${whom} ${OF_SERVERS[fault]}`;
  const [, one, both] = FAULTS[fault];
  return one ? `${whom} ${[BOTH, WITH_SERVER].includes(target) ? both : one}` : "nobody is struck";
}

/** Return about how many seconds the chosen drill takes. */
function lengthOf({ drillFault, drillRounds, drillCandidates, drillLasts, timeout }) {
  const waits = LASTING[drillFault] ? timeout + drillLasts + 0.2 : 0;
  const each = 0.35 + 0.006 * drillCandidates + (TIMED.includes(drillFault) ? timeout + 0.2 : waits);
  return 1 + drillRounds * each;
}

const roughly = (seconds) => (seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s` : `${Math.round(seconds / 60)} min`);

export const controls = {
  starts: (view) => {
    const { chosen } = view;
    const title = `${plural(chosen.drillRounds, "round")}: ${deedIn(view)}; about ${roughly(lengthOf(chosen))} (n)`;
    return [{ name: "drill-start", short: "drill", why: whyNotStart(view), title, run: () => start(view) }];
  },
  settings: Settings,
  deeds: (view) => [
    {
      word: "stop the drill",
      action: "stop",
      testid: "drill-stop",
      title: "End it now: the report has the rounds so far (n)",
      why: view.state.drill?.running ? null : "No drill is running",
      busy: view.page.busy.has("drill-stop") || Boolean(view.state.drill?.running?.stopping),
      run: () => stop(view),
    },
  ],
  onWhom: "the drill",
};

/** Return the recipes that elect a leader. */
const strategiesOf = ({ recipes }) => Object.keys(recipes).filter((name) => recipes[name].section === "elections");

function Settings(view) {
  const { state, chosen, choose } = view;
  const faults = faultsIn(view).map(([fault, [word]]) => [fault, word]);
  const fits = state.zookeeper.actions && (OF_SERVERS[faultIn(view)] ?? LASTING[faultIn(view)]); // only servers that the dashboard has started
  const targets = Object.entries(TARGETS).filter(([target]) => fits || !(SERVERS.includes(target) || target === WITH_SERVER));
  return html`
    <${Choice} word="of" name="drillRecipe" among=${Object.entries(RECIPES).map(([recipe, [word]]) => [recipe, word])} ...${{ chosen, choose }} />
    <${Choice} word="what happens" name="drillFault" value=${faultIn(view)} among=${faults} ...${{ chosen, choose }} />
    <${Choice} word="to whom" name="drillTarget" value=${targetIn(view)} among=${targets} why=${(target) => whyNotTarget(view, target)} ...${{ chosen, choose }} />
    ${LASTING[faultIn(view)] && html`<${Choice} word="for" name="drillLasts" among=${LASTS.map((seconds) => [seconds, `${seconds} s`])} ...${{ chosen, choose }} />`}
    <${Choice} word="rounds" name="drillRounds" among=${ROUNDS.map((number) => [number, String(number)])} ...${{ chosen, choose }} />
    <${Choice} word="candidates" name="drillCandidates" among=${COUNTS.map((number) => [number, String(number)])} ...${{ chosen, choose }} />
    ${isOfElection(chosen) && html`<${Choice} word="strategy" name="drillStrategy" among=${strategiesOf(state).map((strategy) => [strategy, strategy])} ...${{ chosen, choose }} />`}
    <label class="setting"><span class="soft">limits</span>
      <input data-testid="drill-limits" value=${chosen.drillLimits} spellcheck="false" autocomplete="off" maxlength="400"
        placeholder="p95:handoff=6s failed=0" onInput=${(event) => choose({ drillLimits: event.target.value })} /></label>
    <p class="soft" data-testid="drill-length">It takes about ${roughly(lengthOf(chosen))}.</p>
  `;
}

/** Draw a choice among [[value, word]]; a number stays a number. why(value): why it cannot be chosen, null if it can. */
function Choice({ word, name, among, chosen, choose, value: now = chosen[name], why = (_value) => null }) {
  const pick = (text) => choose({ [name]: among.find(([value]) => String(value) === text)[0] });
  return html`
    <label class="setting"><span class="soft">${word}</span>
      <select data-testid=${name} value=${now} disabled=${among.every(([value]) => why(value))} title=${why(among[0][0])} onChange=${(event) => pick(event.target.value)}>
        ${among.map(([value, text]) => html`<option key=${value} value=${value} disabled=${Boolean(why(value))} title=${why(value)}>${text}</option>`)}
      </select></label>
  `;
}
