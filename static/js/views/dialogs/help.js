// The keys, and how to read what the view draws.
import { GLOSSARY } from "../../glossary.js";
import { html } from "../../html.js";
import { MEANINGS } from "../../keymap.js";
import { Dialog } from "../../kit/dialog.js";
import { sourceSentence, sourceWord } from "../../servers.js";
import { replaysOf } from "../../time/reel.js";

/** Where the documentation says more of a word of the glossary; the page lies above it. */
const PARAGRAPHS = {
  epoch: "library.html#what-no-library-can-give-you-write-the-epoch",
  fencing: "library.html#what-no-library-can-give-you-write-the-epoch",
  handoff: "time.html#handoffs",
  mark: "time.html#failovers-of-your-own-service",
  "hand-over": "drills.html#a-lock-and-a-bookshelf",
  "watches of those who wait": "correctness.html#herd",
  seen: "correctness.html#predecessor",
  reported: "contract.html#the-state-document",
  inferred: "contract.html#the-state-document",
  quorum: "drills.html#servers",
};

/** Tell whether a dashboard is there, which serves the documentation: a page that was saved has none. */
const hasDocs = () => !document.getElementById("recording");

export function Help(view) {
  const { state, here, chosen, choose, guide, reel, close } = view;
  const begin = () => (close(), guide.begin());
  return html`
    <${Dialog} title=${`Keys, and how to read ${here.title}`} close=${close}>
      <p><button data-testid="help-tour" onClick=${begin}>Take the guided tour</button>
        ${!replaysOf(reel) && html` <button data-testid="help-phones" onClick=${() => choose({ dialog: "phones" })}>Can phones reach this?</button>`}
        ${hasDocs() && html` <a href="docs/" target="_blank" rel="noopener" data-testid="help-docs">Documentation</a>`}</p>
      <p class="switches"><button class="switch" role="switch" aria-checked=${chosen.letters} data-testid="letters"
        title="Off: only Esc, Del, the arrows and Ctrl work; for people who use speech, or may touch a key by accident"
        onClick=${() => choose({ letters: !chosen.letters })}><i aria-hidden="true"></i>keys of one character ${chosen.letters ? "on" : "off"}</button>
        <button class="switch" role="switch" aria-checked=${chosen.hints} data-testid="hints" title="A line that says what to do next"
        onClick=${() => choose({ hints: !chosen.hints })}><i aria-hidden="true"></i>hints ${chosen.hints ? "on" : "off"}</button></p>
      ${here.keys?.length && html`<h3>In ${here.title}</h3>
      <dl class="keys" data-testid="shortcuts-here">
        ${here.keys.map(({ key, name, does }) => html`<${Shortcut} keys=${name ?? key} what=${does} />`)}
      </dl>`}
      <h3>What a key means, in every view</h3>
      <dl class="keys" data-testid="shortcuts">
        <${Shortcut} keys="☰" what="say what a title says of what has the focus, and each time again of the next thing on the page; by touch, hold a finger on it" />
        ${Object.entries(MEANINGS).map(([keys, what]) => html`<${Shortcut} keys=${keys} what=${what} />`)}
      </dl>
      ${here.help && html`<${here.help} ...${view} />`}
      <${Words} />
      ${state && html`<${About} zookeeper=${state.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
}

function Shortcut({ keys, what }) {
  return html`<dt><kbd>${keys}</kbd></dt><dd>${what}</dd>`;
}

function Words() {
  return html`
    <h3>The words</h3>
    <dl class="words" data-testid="words">
      ${Object.entries(GLOSSARY).map(([word, { says, more }]) => html`<dt>${word}</dt><dd>${says}${
        PARAGRAPHS[word] && hasDocs() && html` <a href=${`docs/${PARAGRAPHS[word]}`} target="_blank" rel="noopener">Documentation</a>`
      }${more && html` <a href=${more} target="_blank" rel="noopener">ZooKeeper's document</a>`}</dd>`)}
    </dl>
  `;
}

const QUORUM =
  "Each box in the tab Servers is a server; the chips in it are its sessions. " +
  "A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, " +
  "which has nothing to do with the leader of an election here: that leader is a candidate.";

export function Source({ state, close }) {
  const { zookeeper } = state;
  const { hosts, chroot, version, lacks } = zookeeper;
  return html`
    <${Dialog} title="ZooKeeper" close=${close}>
      <${About} zookeeper=${zookeeper} />
      <p>${version ? `Version ${version}, at ` : "At "}<code><bdi>${hosts}${chroot}</bdi></code>.</p>
      ${(lacks ?? []).map((words) => html`<p>${words}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
}

/** Say what it is, and that its servers have their own leader. */
function About({ zookeeper }) {
  const several = (zookeeper.servers ?? []).length > 1;
  return html`
    <p data-testid="help-source"><b>This ZooKeeper: ${sourceWord(zookeeper)}.</b> ${sourceSentence(zookeeper)}</p>
    ${several && html`<p>${QUORUM}</p>`}
  `;
}
