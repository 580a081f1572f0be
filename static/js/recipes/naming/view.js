// A name service: the provider under a name, its address, and the clients that call it.
import { milliseconds, plural } from "../../format.js";
import { html } from "../../html.js";
import { killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { lanes, stroke, watch } from "../../kit/legend.js";
import { Subject } from "../../views/subject.js";
import { FIRST, WhichName, controls, moveProvider, startAll, startClients, startProvider } from "./bar.js";
import { candidatesOf, holderOf, roles, shownName } from "./parts.js";
import { znodesOf } from "./znodes.js";

const Arrivals = later(() => import("../../kit/spread/changes.js"), "Arrivals");
const Changes = later(() => import("../../kit/spread/changes.js"), "Changes");
const Board = later(() => import("./board.js"), "Board");
const Spreading = later(() => import("../../kit/spread/round.js"), "Spreading");

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "names",
  title: "Names",
  group: "members",
  component: Subject,
  round: Round,
  subject: { name: "service", section: "names", thing: "name service", znodes: znodesOf, wordOf: ({ names }) => plural(Object.keys(names).length, "name") },
  recipe: () => "naming",
  candidates: candidatesOf,
  moment,
  roles,
  keys: [
    { key: "1", does: "start a provider: the first is found under the name, others stand by", run: (view) => startProvider(view) },
    { key: "3", does: "start three clients", run: (view) => startClients(view, 3) },
    { key: "n", does: "move the provider to another address", run: moveProvider },
  ],
  choices: { name: null },
  addressed: ["name"],
  within: { name: null },
  narrows: WhichName,
  controls,
  opens: (path) => [path],
  board: (view) => html`<${Board} ...${view} name=${shownName(view)} />`,
  legend: () => [
    ...lanes("the providers at one side, the clients at the other"),
    [stroke("name-session"), "session: the name lasts as long as it"],
    [watch("seen"), "watch, listed by the server"],
    [watch("reported"), "reported"],
    [stroke("call ok"), "call, answered"],
    [stroke("call failed"), "call, refused or not answered"],
  ],
  work: Foot,
  checks: {
    address_in_use: ["told of a new address within 2 s", "Each client that runs and watches uses the address that the znode of the name says, at most two seconds after the znode changes. Until it changes, they call a provider that is dead"],
    owner_answers: ["who is registered is found", "A provider that believes it is registered is found under the name, with its own session and its own address"],
    never_backwards: ["never backwards", "No client goes back to an older address: the mzxid in use only grows"],
  },
  first: {
    path: FIRST.path,
    story: ["There are no names yet. Start a provider, a standby and three clients."],
    nobody: () => "There are no providers and no clients here.",
    watching: "Providers and clients appear here as soon as some start.",
    says: "Start some: real processes that listen at an address and call each other.",
    button: "Start two providers and three clients",
    busy: "start-first",
    start: startAll,
  },
  another: {
    title: "Another name",
    testid: "service",
    label: "Path of the name service",
    note: "This starts a provider, a standby and three clients.",
    also: ({ service }) => ({ ...FIRST, ...(service && { path: service.path }) }),
    more: NameOf,
    chosen: ({ name }) => ({ name }),
  },
  help: Help,
  hints: [
    { say: "start two providers, one after the other.", key: "1", until: live(2) },
    { say: "start three clients, which look the name up and call.", key: "3", until: live(4) },
    { say: "now move the provider to another address.", key: "n", when: canMove, until: ({ service }) => Object.values(service?.names ?? {}).some(({ counted }) => counted > 1) },
    { say: "kill it: until its session ends, the name leads to a dead address.", key: "k", role: "found", until: killed },
  ],
  tour: () => import("./tour.js"),
};

function canMove(view) {
  return holderOf(shownName(view))?.process === "running";
}

/** Return when the clients' calls began to fail, and until when: all are answered again. */
function moment(view) {
  const outage = shownName(view)?.outage;
  return outage ? { at: outage.since, until: outage.until ?? Infinity } : null;
}

/** Draw the last moves of the name, how they spread to its clients, and for how long calls failed. */
function Round(view) {
  const name = shownName(view);
  const failed = name?.outage?.ms;
  const facts = typeof failed === "number" && html`<span>calls failed for ${milliseconds(failed)}</span>`;
  return html`<${Spreading} ...${view} of=${name} word="move" gone="leads nowhere" empty="No move yet." invites=${canMove(view) && "Move the provider."} facts=${facts} />`;
}

function Foot(view) {
  const name = shownName(view);
  return name && html`<${Arrivals} ...${view} of=${name} words=${ARRIVED} /><${Changes} ...${view} of=${name} title=${CHANGED} words=${ARRIVED} />`;
}

/** Draw the name that another one is to have. */
function NameOf(_, { name }, give) {
  return html`<label>Name<input data-testid="service-name" value=${name} onInput=${(event) => give({ name: event.target.value.trim() })}
    spellcheck="false" autocomplete="off" required pattern="[^/]+" title="A name without a slash" /></label>`;
}

const ARRIVED = {
  deleted: "The end of the name",
  since: "from the provider's move to the last client's read",
  gone: "leads nowhere",
  anybody: "",
  counted: "move",
};
const CHANGED = "each time the name leads to another address, or to no address";
function Help() {
  return html`
    <p>A <b>provider</b> listens at an address and registers it under a name: an ephemeral znode, whose data is the
      address. <b>Clients</b> look the name up with a watch and call the address, again and again.</p>
    <p>Let the provider <b>move</b>: every client is told, and calls the new address. <b>Kill</b> it: the name still leads
      to it until its session ends, and calls are refused; then the standby registers. <b>Stop</b> it: it deletes its name
      first, and few calls fail. <b>Freeze</b> it: it accepts calls, but answers none.</p>
  `;
}
