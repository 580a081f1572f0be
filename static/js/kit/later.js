// Imports a part of the page when it is first drawn. A page opens with the parts of its first picture only.
import { Component, html } from "../html.js";
import { Dialog } from "./dialog.js";

const loads = new Set(); // of all that comes later

/** Return `load`, which imports, as a function that does so once: when it is called, or when all is brought. */
export function onceWanted(load) {
  let coming = null;
  const bring = () => (coming ??= load());
  loads.add(bring);
  return bring;
}

/**
 * Return `name` of the module that `load` imports, as a component: until the module has come, its place is empty. A
 * dialog, which has `close`, is open meanwhile: no key acts on what is behind it, and Esc closes it. A module that cannot
 * be imported costs its own place alone.
 */
export function later(load, name) {
  let Part = null;
  const bring = onceWanted(() => load().then((module) => (Part = module[name])));
  return class Later extends Component {
    componentDidMount() {
      if (!Part) bring().then(() => this.setState({}), (fault) => this.setState({ fault }));
    }

    render(view, { fault }) {
      if (Part) return html`<${Part} ...${view} />`;
      const said = fault && html`<${Unloaded} fault=${fault} />`;
      return view.close ? html`<${Dialog} title=${fault ? "This is missing" : "Loading …"} close=${view.close}>${said}<//>` : said;
    }
  };
}

/** Say of a part that it could not be imported. A browser asks for a module once: only a page that is loaded again gets it. */
function Unloaded({ fault }) {
  return html`
    <section class="fault" role="alert" data-testid="fault">
      <p><b>This part of the page could not be loaded</b> (${fault.message}). The rest of the page works.</p>
      <p><button onClick=${() => location.reload()}>Load the page again</button> The dashboard has to be in reach for that.</p>
    </section>
  `;
}

/** Import all that has not come yet, so that the page is whole even while its dashboard is out of reach; return whether it is. */
export async function bringAll() {
  const ends = await Promise.allSettled([...loads].map((bring) => bring()));
  return ends.every(({ status }) => status === "fulfilled");
}
