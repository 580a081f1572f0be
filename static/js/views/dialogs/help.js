// The keys, and how to read what the view draws.
import { GLOSSARY } from "../../glossary.js";
import { html } from "../../html.js";
import { MEANINGS } from "../../keymap.js";
import { Dialog } from "../../kit/dialog.js";
import { About } from "./source.js";

export function Help(view) {
  const { state, here, chosen, choose, guide, close } = view;
  const begin = () => (close(), guide.begin());
  return html`
    <${Dialog} title=${`Keys, and how to read ${here.title}`} close=${close}>
      <p><button data-testid="help-tour" onClick=${begin}>Take the guided tour</button></p>
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
        <${Shortcut} keys="☰" what="say what a title says of what has the focus; by touch, hold a finger on it" />
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
        more && html` <a href=${more} target="_blank" rel="noopener">ZooKeeper's document</a>`
      }</dd>`)}
    </dl>
  `;
}
