// Where the audience finds the dashboard: where this page found it, unless that is this machine's own name for itself.
const LOCAL = /^(127\.|localhost$|\[::1\]$)/;

/** Return the audience's address. told: {code, addresses}, of the dashboard. */
export function addressFor({ code, addresses }) {
  const own = new URL(".", location.href);
  if (LOCAL.test(own.hostname) && addresses.length) own.hostname = bracketed(addresses[0]);
  return `${own.href}${code}`;
}

const bracketed = (address) => (address.includes(":") ? `[${address}]` : address);
