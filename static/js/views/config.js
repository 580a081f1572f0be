// A configuration: what its znode says, who subscribes to it, and which value each of them has in use.
import { html, useEffect } from "../html.js";
import { parentOf } from "../paths.js";
import { steps } from "../tour/config.js";
import { Bar, START, startSubscribers } from "./config/bar.js";
import { Board } from "./config/board.js";
import { Checks } from "./checks.js";
import { Arrivals, Changes } from "./config/changes.js";
import { AnotherConfiguration } from "./config/dialogs.js";
import { Publish, createAnew, focusValue, publishNext, remove } from "./config/publish.js";
import { candidatesOf, roles } from "./config/subscribers.js";
import { BeSure } from "./config/sure.js";
import { TONES, WORDS } from "./config/words.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";

export const config = {
  id: "config",
  title: "Config",
  component: Configuration,
  subject: { name: "configuration", section: "configurations" },
  recipe: () => "configuration",
  candidates: candidatesOf,
  roles,
  keys: [
    ...START.slice(0, 2).map((count) => ({
      key: String(count),
      does: count === 1 ? "start one subscriber" : "start five subscribers",
      run: (view) => startSubscribers(view, count),
    })),
    { key: "n", does: "publish a new value, another one each time", run: publishNext },
    { key: "a", does: "delete the znode and create it anew, in one transaction", when: hasZnode, run: createAnew },
    { key: "x", does: "delete the znode", when: hasZnode, run: remove },
    { key: "v", does: "type a value to publish", run: focusValue },
  ],
  choices: {},
  dialogs: { "another-configuration": AnotherConfiguration, "config-sure": BeSure },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

function hasZnode({ configuration }) {
  return Boolean(configuration?.znode);
}

function Configuration(view) {
  const { configuration, tree, clock } = view;
  useEffect(() => {
    if (configuration) tree.open(parentOf(configuration.path));
  }, [configuration?.path]);
  return html`
    <${Story} election=${configuration ?? NOTHING} clock=${clock} />
    <${Bar} ...${view} />
    ${configuration && html`<${Publish} key=${configuration.path} ...${view} />`}
    <${Board} ...${view} />
    <${Servers} ...${view} />
    <${Legend} />
    <div class="foot">
      ${configuration && html`<${Arrivals} ...${view} /><${Changes} ...${view} /><${Checks} of=${configuration} words=${VERDICTS} />`}
    </div>
  `;
}

const VERDICTS = {
  newest_in_use: ["the newest is in use", "Whoever runs and watches has the newest value, two seconds after a change at the latest"],
  never_backwards: ["never backwards", "Nobody goes back from a value to an older one: the mzxid in use only grows"],
};
const NOTHING = { story: ["Nobody subscribes to a configuration yet. Start five subscribers, and publish a value."] };

function Legend() {
  return html`
    <ul class="legend" aria-label="Legend">
      <li><svg viewBox="0 0 30 8"><path class="watch-sample seen" d="M1 4h28" /></svg>watch, listed by the server</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample reported" d="M1 4h28" /></svg>reported</li>
      <li><i class="sample-token"></i>notified, it reads the value: 20 times slower than it was</li>
      <li><i class="sample live"></i>has the newest</li>
      <li><i class="sample old"></i>has an older one</li>
    </ul>
  `;
}

function Help() {
  return html`
    <p>One znode holds the configuration. Each subscriber reads it with a <b>watch</b>: ZooKeeper tells it of the next
      change, once; it reads again, and watches again. Above is the value that each one has <b>in use</b>; below is what
      the znode says.</p>
    <p>Freeze a subscriber and publish: it lags. Wake it: it reads, and has caught up, whatever it has missed. Delete the
      znode and create it anew: its <b>version</b> begins at 0 again, its <b>mzxid</b> never goes back, and decides. What this dashboard has not published goes only
      after a question, and <kbd>n</kbd> writes nothing over it.</p>
  `;
}
