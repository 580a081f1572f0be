// What is imported when it is first drawn: a page opens with what its first picture needs, and no more.
import { Component, html } from "../html.js";

const loads = new Set(); // of all parts

/** Return `name` of the module that `load` imports, as a component: until the module has come, its place is empty. */
export function later(load, name) {
  let Part = null;
  let coming = null;
  const bring = () => (coming ??= load().then((module) => (Part = module[name])));
  loads.add(bring);
  return class Later extends Component {
    componentDidMount() {
      if (!Part) bring().then(() => this.setState({}), (fault) => this.setState({ fault: new Unloaded(fault.message) }));
    }

    render(view, { fault }) {
      if (fault) throw fault;
      return Part && html`<${Part} ...${view} />`;
    }
  };
}

/** A part that could not be imported. A browser asks for a module once: only a page that is loaded again gets it. */
export class Unloaded extends Error {}

/** Import all that has not come yet, so that the page is whole even while its dashboard is out of reach. */
export function bringAll() {
  return Promise.allSettled([...loads].map((bring) => bring()));
}
