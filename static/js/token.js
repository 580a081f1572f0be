// The token that a dashboard asks for, if it does. The address brings it once; the browser keeps it for this origin, of
// which the port is a part: a cookie would go to whatever else listens on this host.
const KEY = "handoff.token";

let brought = null; // where the browser keeps nothing

/** Take the token out of the address, where it is seen and kept in many places, before anybody is asked. */
export function takeToken() {
  const address = new URL(location.href);
  brought = address.searchParams.get("token");
  if (brought === null) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
  try {
    localStorage.setItem(KEY, brought);
  } catch {
    // It is known until the page is loaded again.
  }
}

/** Return the token, also one that another tab was given meanwhile; null without any. */
export function token() {
  try {
    return localStorage.getItem(KEY) ?? brought;
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
