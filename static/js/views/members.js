// A group: who belongs to it, who is live, and what each of them believes.
import { html, useEffect } from "../html.js";
import { join } from "../paths.js";
import { steps } from "../tour/members.js";
import { Checks } from "./checks.js";
import { Bar, START, restart } from "./members/bar.js";
import { Board } from "./members/board.js";
import { Changes } from "./members/changes.js";
import { FollowGroup, Forget } from "./members/dialogs.js";
import { candidatesOf, chosenNode, nodesOf, roles } from "./members/nodes.js";
import { TONES, WORDS } from "./members/words.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";

const LISTS = ["all_nodes", "live_nodes"];
const SHOWN_WORDS = {
  live_is_true: [
    "live list = live sessions",
    "Whoever believes it is live stands in live_nodes, by its own session; whoever has left does not",
  ],
  all_are_told: ["everybody knows", "Each member's own list is the true one, a second after a change at the latest"],
};

export const members = {
  id: "members",
  title: "Members",
  component: Members,
  subject: { name: "group", section: "groups" },
  places: ({ group }) => (group ? [group.path, ...LISTS.map((list) => join(group.path, list))] : []),
  recipe: () => "membership",
  candidates: candidatesOf,
  roles,
  outlived: true,
  keys: [
    ...START.map((count) => ({
      key: String(count),
      does: count === 1 ? "start one node" : `start ${count === 5 ? "five" : count} nodes`,
      run: (view) => startNodes(view, count),
    })).slice(0, 2),
    { key: "r", does: "restart the chosen node, otherwise the one that went down last", run: (view) => restart(view) },
    { key: "a", does: "the same, and replace its old live znode at once", run: (view) => restart(view, true) },
    { key: "x", does: "forget the chosen node, if it is down", run: (view) => askToForget(view) },
    { key: "ArrowLeft", name: "←", does: "choose the node before", sees: true, when: noServer, run: (view) => walk(view, -1) },
    { key: "ArrowRight", name: "→", does: "choose the node after", sees: true, when: noServer, run: (view) => walk(view, 1) },
    {
      key: "Escape",
      name: "Esc",
      does: "choose no node",
      sees: true,
      run: ({ choose }) => choose({ node: null, candidate: null, server: null }),
    },
  ],
  choices: { node: null },
  dialogs: { "follow-group": FollowGroup, "forget-node": Forget },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

export function startNodes({ group, chosen, actions }, count) {
  const body = { path: group?.path ?? "/", count, session_timeout: chosen.timeout };
  return actions.attempt(`start-${count}`, "POST", "groups", body);
}

function noServer({ chosen }) {
  return !chosen.server;
}

function askToForget(view) {
  const node = chosenNode(view);
  if (!node) view.actions.toast("Choose a node that is down first");
  else if (node.live || node.standing === "joining") view.actions.toast(`${node.id} is not down: only a node that is can be forgotten`);
  else view.choose({ node: node.id, dialog: "forget-node" });
}

function walk(view, step) {
  const nodes = nodesOf(view.group);
  if (!nodes.length) return;
  const at = nodes.findIndex(({ id }) => id === chosenNode(view)?.id);
  const next = at < 0 ? nodes.at(step > 0 ? 0 : -1) : nodes[Math.min(nodes.length - 1, Math.max(0, at + step))];
  view.choose({ node: next.id, candidate: next.candidate });
}

function Members(view) {
  const { group, clock, tree } = view;
  useEffect(() => {
    if (group) ["all_nodes", "live_nodes"].forEach((list) => tree.open(join(group.path, list)));
  }, [group?.path]);
  return html`
    <${Story} election=${group ?? NO_GROUP} clock=${clock} />
    <${Bar} ...${view} start=${(count) => startNodes(view, count)} forget=${() => askToForget(view)} />
    <${Board} ...${view} start=${() => startNodes(view, 5)} />
    <${Servers} ...${view} />
    <${Legend} />
    <div class="foot">
      <${Changes} ...${view} />
      ${group && html`<${Checks} of=${group} words=${SHOWN_WORDS} />`}
    </div>
  `;
}

const NO_GROUP = { story: ["Nobody belongs to a group yet. Start five nodes, then kill one."] };

function Legend() {
  return html`
    <ul class="legend" aria-label="Legend">
      <li><i class="sample live"></i>live: an ephemeral znode of a live session</li>
      <li><i class="sample fading"></i>its session runs out</li>
      <li><i class="sample ghost"></i>ghost: the znode of an earlier session</li>
      <li><i class="sample gone"></i>down: only its entry is left</li>
    </ul>
  `;
}

function Help() {
  return html`
    <p>A <b>node</b> is a name that outlives its processes. Its entry in <code>all_nodes</code> is persistent: the group
      knows it for good. Its znode in <code>live_nodes</code> is ephemeral: it goes with the session of the process that
      made it. Above are the processes and what each <b>believes</b>; below is what ZooKeeper holds to be <b>true</b>.</p>
    <p>Everybody watches both lists, so everybody is told of every change, and reads the list again. Kill a node and
      restart it before its session has run out: the live znode that is still there is its own <b>ghost</b>.</p>
  `;
}
