// The tab Servers: ZooKeeper's servers, and all that the chosen one says about itself.
import { html } from "../html.js";
import { Server } from "./server.js";
import { Servers } from "./servers.js";

export function Ensemble(view) {
  return html`<${Servers} ...${view} /><${Server} ...${view} />`;
}
