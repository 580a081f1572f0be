// A panel of the page: drawn again only if a fact that it shows has changed; what goes wrong in it leaves the others alone.
import { Component, html } from "../html.js";

/**
 * Return `Inner` as a panel. factsOf(view): all that its drawing depends on, each fact the same object while it is
 * unchanged; null for a panel that is drawn at every change.
 * @param {(view: any) => any[] | null} [factsOf]
 */
export function panel(Inner, factsOf = () => null) {
  class Drawn extends Component {
    shouldComponentUpdate(view) {
      return differ(factsOf(view), this.facts);
    }

    render(view) {
      this.facts = factsOf(view);
      return html`<${Inner} ...${view} />`;
    }
  }

  return class Panel extends Component {
    componentDidCatch(fault) {
      console.error(fault);
      this.setState({ fault });
    }

    render(view, { fault }) {
      return fault ? html`<${Fault} fault=${fault} again=${() => this.setState({ fault: null })} />` : html`<${Drawn} ...${view} />`;
    }
  };
}

function differ(facts, others) {
  return !facts || !others || facts.length !== others.length || facts.some((fact, at) => fact !== others[at]);
}

function Fault({ fault, again }) {
  return html`
    <section class="fault" role="alert" data-testid="fault">
      <p><b>This part of the page could not be drawn</b> (${fault.message}). The rest of the page works.</p>
      <p><button onClick=${again}>Draw it again</button> If that does not help, reload the page.</p>
    </section>
  `;
}
