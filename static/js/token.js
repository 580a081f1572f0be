// The token that a dashboard asks for, if it does. The address brings it once; the browser keeps it for this origin, of
// which the port is a part: a cookie would go to whatever else listens on this host. Below a path, others are of this origin.
const key = (what) => `handoff.${what}${location.pathname.slice(0, -1)}`;
const CODE = /^[a-z0-9]{8}$/i; // the audience's: of this tab, so that a presenter can look at what the audience sees

let brought = null; // where the browser keeps nothing

/** Take the token, or the audience's code, out of the address, where it is seen and kept in many places, before anybody is asked. */
export function takeToken() {
  const address = new URL(location.href);
  const [code] = /[^/]*$/.exec(address.pathname);
  const isCode = CODE.test(code);
  brought = isCode ? code : address.searchParams.get("token");
  if (brought === null) return;
  if (isCode) address.pathname = address.pathname.slice(0, -code.length);
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
  try {
    if (isCode) sessionStorage.setItem(key("code"), code);
    else sessionStorage.removeItem(key("code"));
    localStorage.setItem(key(isCode ? "code" : "token"), brought);
  } catch {
    // It is known until the page is loaded again.
  }
}

/** Return the token, also one that another tab was given meanwhile, or the audience's code; null without any. */
export function token() {
  try {
    return sessionStorage.getItem(key("code")) ?? localStorage.getItem(key("token")) ?? localStorage.getItem(key("code")) ?? brought;
  } catch {
    return brought;
  }
}

/** Return the headers that show it. */
export function headers() {
  const shown = token();
  return shown === null ? {} : { Authorization: `Bearer ${shown}` };
}

/** Return the WebSocket protocols that show it: a page can give a handshake no header of its own. */
export function protocols() {
  const hex = Array.from(token() ?? "", (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return hex ? ["handoff", `bearer.${hex}`] : undefined;
}
