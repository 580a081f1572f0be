// A name service: who is to be found under a name, where it leads, and who calls that address.
import { html, useEffect } from "../html.js";
import { steps } from "../tour/names.js";
import { Checks } from "./checks.js";
import { Arrivals, Changes } from "./config/changes.js";
import { Bar, moveProvider, startClients, startProvider } from "./names/bar.js";
import { Board } from "./names/board.js";
import { AnotherName } from "./names/dialogs.js";
import { candidatesOf, roles, shownName } from "./names/parts.js";
import { TONES, WORDS } from "./names/words.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";

export const names = {
  id: "names",
  title: "Names",
  component: Names,
  subject: { name: "service", section: "names" },
  recipe: () => "naming",
  candidates: candidatesOf,
  moment,
  roles,
  keys: [
    { key: "1", does: "start a provider: the first is found under the name, others stand by", run: (view) => startProvider(view) },
    { key: "3", does: "start three clients", run: (view) => startClients(view, 3) },
    { key: "m", does: "have the provider move to another address", run: moveProvider },
  ],
  choices: { name: null },
  dialogs: { "another-name": AnotherName },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

/** When the clients' calls began to fail, until all of them are answered again. */
function moment(view) {
  const outage = shownName(view)?.outage;
  return outage ? { at: outage.since, until: outage.until ?? Infinity } : null;
}

function Names(view) {
  const { service, tree, clock } = view;
  const name = shownName(view);
  useEffect(() => {
    if (service) tree.open(service.path);
  }, [service?.path]);
  return html`
    <${Story} election=${service ?? NOTHING} clock=${clock} />
    <${Bar} ...${view} />
    <${Board} ...${view} name=${name} />
    <${Servers} ...${view} />
    <${Legend} />
    <div class="foot">
      ${name && html`<${Arrivals} ...${view} configuration=${name} words=${ARRIVED} /><${Changes} ...${view} configuration=${name} title=${CHANGED} words=${ARRIVED} />`}
      ${service && html`<${Checks} of=${service} words=${VERDICTS} />`}
    </div>
  `;
}

const NOTHING = { story: ["Nobody provides or looks up a name yet. Start a provider, a standby and three clients."] };
const ARRIVED = {
  deleted: "The end of the name",
  since: "from the provider's move to the last client's read",
  gone: "leads nowhere",
  anybody: "",
};
const CHANGED = "each time that the name leads to another address, or to none";
const VERDICTS = {
  address_in_use: ["the right address is used", "Whoever runs and watches uses the address that the name leads to, two seconds after a change at the latest"],
  owner_answers: ["the owner is found", "Whoever believes it is registered is found under the name: by its own session, at its own address"],
  never_backwards: ["never backwards", "Nobody goes back from an address to an older one: the mzxid in use only grows"],
};

function Legend() {
  return html`
    <ul class="legend" aria-label="Legend">
      <li><svg viewBox="0 0 30 8"><path class="name-session" d="M1 4h28" /></svg>session: the name lasts as long</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample seen" d="M1 4h28" /></svg>watch, listed by the server</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample reported" d="M1 4h28" /></svg>reported</li>
      <li><svg viewBox="0 0 30 8"><path class="call ok" d="M1 4h28" /></svg>call, answered</li>
      <li><svg viewBox="0 0 30 8"><path class="call failed" d="M1 4h28" /></svg>refused, or no answer</li>
    </ul>
  `;
}

function Help() {
  return html`
    <p>A <b>provider</b> listens at an address and registers it under a name: an ephemeral znode, whose data is the
      address. <b>Clients</b> look the name up with a watch and call the address, again and again.</p>
    <p>Have the provider <b>move</b>: every client is told, and calls the new address. <b>Kill</b> it: the name still leads
      to it until its session ends, and calls are refused; then the standby registers. <b>Stop</b> it: it takes its name
      away first, and nobody calls in vain for long. <b>Freeze</b> it: it accepts calls, and answers none.</p>
  `;
}
