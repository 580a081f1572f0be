// Says before a class whether its phones can reach the dashboard, and what to do where they cannot.
import { html, useEffect, useState } from "../../html.js";
import { Dialog } from "../../kit/dialog.js";
import { call } from "../../rest.js";

const LOOKS_EVERY = 2000;
const OF_LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

export function Phones({ close }) {
  const [{ found, failed }, take] = useState({ found: null, failed: null });
  useEffect(() => {
    const look = () => call("GET", "phones").then((answer) => take({ found: answer, failed: null }), ({ message }) => take({ found: null, failed: message }));
    look();
    const looking = setInterval(look, LOOKS_EVERY);
    return () => clearInterval(looking);
  }, []);
  return html`
    <${Dialog} title="Can phones reach this?" close=${close}>
      ${found ? html`<${Found} ...${found} />` : html`<p role="status">${failed ?? "Looking …"}</p>`}
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
}

/** Return the addresses that a phone may open: the page's own, unless that is of this machine alone. */
function placesOf({ addresses, port }) {
  const { protocol, hostname, host, pathname } = location;
  const named = addresses.map((one) => `${one.includes(":") ? `[${one}]` : one}:${port}`);
  return (OF_LOOPBACK.test(hostname) ? named : [host]).map((one) => `${protocol}//${one}${pathname}`);
}

function Found({ addresses, served, port, proxied, arrived, command }) {
  const isHere = OF_LOOPBACK.test(location.hostname);
  const places = isHere && proxied ? [] : placesOf({ addresses, port });
  return html`
    <p role="status" data-testid="phones">${verdictOn({ isHere, served, proxied, arrived, places })}</p>
    ${isHere && !served && !proxied && html`<p>End it, and start it with this option beside its others:</p>
      <p><code data-testid="phones-command">${command}</code></p>`}
    ${places.length > 0 && html`
      <p>${isHere && !served ? "Then open" : "Open"} ${places.length > 1 ? "one of these addresses" : "this address"} on a phone. It is named here as soon as it asks for the page, even if it has no token yet.</p>
      <ul>${places.map((place) => html`<li key=${place}><code data-testid="phones-place">${place}</code></li>`)}</ul>
      <h3>If it does not open there</h3>
      ${!proxied && html`<p>The phone must be in the network of this machine, and a firewall here must let port ${port} through.</p>`}
      <p>The Wi-Fi of schools and guests often keeps its clients apart: then no phone reaches this machine. Make a hotspot, on a phone or here, and have all join it; or lead a tunnel here (<code>ssh -R</code>) from a server that they reach.</p>`}
  `;
}

function verdictOn({ isHere, served, proxied, arrived, places }) {
  if (arrived.length) return html`<b>A phone has come: ${arrived.join(", ")}.</b>`;
  if (isHere && proxied) return html`<b>Phones cannot open the address of this page: it is of this machine alone.</b> Open the page by the proxy's other address.`;
  if (isHere && !served) return html`<b>Phones cannot reach this dashboard: it is served to this machine alone.</b>`;
  return places.length ? "No phone has come yet." : html`<b>This machine is in no network.</b> Join one, or make a hotspot.`;
}
