// One presents, the others follow: what the presenter's address names is what the pages of the audience show, until their readers look elsewhere.
// The state travels, never its changes: a page that comes late, or comes again, is there at once.

const GRACE_MS = 5000; // from "bring everybody to me" until a page that looks elsewhere is brought
const RING_MS = 1600;
const AGAIN_MS = 1000; // until a browser that refused to change its address is asked again
const NO_DEEDS = new Set(["Escape", "Tab", "Shift", "Control", "Alt", "Meta"]);
const PRESSES = new Set(["Enter", " "]);
const KEPT = "handoff.presented"; // from the end of a page until it is loaded again, so that a copy of the tab has none
const OVER = "dialog[open], :popover-open, [aria-haspopup][aria-expanded=true]"; // what Esc closes first

/**
 * Lead or follow. page.you: who the reader is; page.room: what the audience may do, and who presents; page.shown: what the presenter shows. Sets
 * page.led: {follows, returns, isOwn, brought}, what this page does; and page.lead: what its reader can do. say(event, message): tells the dashboard.
 * Returns take(event, message), which hears what the dashboard tells, and look(), which is called before each drawing.
 */
export function lead({ page, say, id, update, toast, refused }) {
  let follows = true;
  let own = null; // the address of the reader's own view, while they follow
  let brought = null; // how often everybody has been brought, as far as this page knows
  let grace = null; // {timer, until}: when it is brought
  let claims = true; // whether this page presents if nobody does
  let was = takeKept(); // the connection by which it presented last: the dashboard may not have noticed that it broke off
  let told = null; // the address that the dashboard knows
  let ring = null; // the number of the last one
  let again = null; // the timer until the address is changed again
  const isAudience = () => page.you?.role === "audience";
  const presents = () => Boolean(page.room?.driver) && page.room.driver === id();
  const takes = { you: takeYou, room: takeRoom, shown: takeShown };
  for (const deed of ["pointerdown", "keydown", "wheel", "popstate"]) addEventListener(deed, noticed, { capture: true, passive: false });
  addEventListener("click", clicked, { capture: true });
  addEventListener("pagehide", () => claims && was && keep(was));
  update({ led: { follows }, lead: { follow, leave, goBack, stay, takeOver, bring } });
  return { take: (event, message) => takes[event](message), look };


  /** The connection is new: say again what this page does. */
  function takeYou({ role }) {
    told = null;
    if (role === "audience") say("look", { follows });
    else if (claims) say("drive", was ? { was } : {}, driven);
  }

  function takeRoom({ driver, presenter }) {
    if (isAudience()) return;
    if (!driver) return update({ led: { ...page.led, presents: false } });
    if (claims && driver !== id() && told !== null) toast(`${presenter} presents now: the audience follows that page.`, "good");
    claims = driver === id();
    update({ led: { ...page.led, presents: claims } });
    look();
  }

  function takeShown(shown) {
    if (shown.ring && ring !== null && shown.ring.n > ring) draw(shown.ring);
    ring = shown.ring?.n ?? 0;
    if (isAudience() && brought !== null && shown.brought > brought && !follows) beBrought();
    brought = shown.brought;
    apply();
  }

  /** Show what the presenter shows. */
  function apply() {
    if (!isAudience() || !follows || !page.shown || location.hash.slice(1) === page.shown.address) return;
    own ??= location.hash;
    go(`#${page.shown.address}`);
  }

  function go(hash) {
    clearTimeout(again);
    try {
      history.replaceState(history.state, "", hash || "#");
    } catch {
      again = setTimeout(() => go(hash), AGAIN_MS); // WebKit takes a hundred changes in half a minute, fewer than a presenter who plays the past makes
      return;
    }
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  /** Tell what this page shows, if it presents. */
  function look() {
    const address = location.hash.slice(1);
    if (isAudience() || !presents() || address === told) return;
    told = address;
    say("show", { address });
  }

  function noticed(event) {
    if (!event.isTrusted || !isAudience()) return;
    if (event.type === "keydown" && event.key === "Escape" && !follows && !document.querySelector(OVER)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return follow();
    }
    const isDeed = event.type === "wheel" ? event.target.closest?.(".picture") : event.type === "keydown" ? !NO_DEEDS.has(event.key) : true;
    if (follows && isDeed && !isOfRow(event)) leave();
  }

  /** Return whether a deed is only a press in the row; another view would take what is typed there. */
  function isOfRow({ type, key, target }) {
    const isPress = type !== "keydown" || PRESSES.has(key) || target.closest(":popover-open");
    return isPress && target.closest?.("[data-stays]") && !target.matches("input");
  }

  /** A click with the shift key held points: it draws a ring on all pages, and does nothing else. */
  function clicked(event) {
    if (!event.shiftKey || !event.detail || !event.isTrusted || !presents()) return; // a key's click has no place, and no detail
    event.preventDefault();
    event.stopImmediatePropagation();
    const part = event.target.closest("[data-testid]") ?? document.body;
    const box = part.getBoundingClientRect();
    say("point", { on: part.dataset.testid ?? "", x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  }

  function draw({ on, x, y }) {
    const named = document.querySelector(`[data-testid="${CSS.escape(on)}"]`);
    const part = named?.checkVisibility() ? named : follows && document.querySelector(".picture");
    if (!part) return;
    const box = part.getBoundingClientRect();
    const mark = Object.assign(document.createElement("div"), { className: "pointed", ariaHidden: "true" });
    mark.dataset.testid = "ring";
    Object.assign(mark.style, { left: `${box.left + x * box.width}px`, top: `${box.top + y * box.height}px` });
    document.body.append(mark);
    setTimeout(() => mark.remove(), RING_MS);
  }

  function turn(to) {
    clearTimeout(grace?.timer);
    clearTimeout(again);
    grace = null;
    follows = to;
    say("look", { follows });
    update({ led: { follows, hasOwn: own !== null } });
  }

  function follow() {
    own = location.hash;
    turn(true);
    apply();
  }

  function leave() {
    turn(false);
  }

  /** Leave, and show the reader's own view again. */
  function goBack() {
    const hash = own;
    own = null;
    turn(false);
    if (hash !== null) go(hash);
  }

  function beBrought() {
    clearTimeout(grace?.timer);
    grace = { timer: setTimeout(follow, GRACE_MS), until: Date.now() + GRACE_MS };
    update({ led: { follows, hasOwn: own !== null, until: grace.until } });
  }

  /** Stay, although everybody is brought. */
  function stay() {
    turn(false);
  }

  function takeOver(sure) {
    say("drive", { sure }, (answer) => {
      driven(answer);
      if (!claims) refused(answer?.error?.message);
    });
  }

  function driven(answer) {
    claims = answer?.ok === true;
    if (claims) was = id();
  }

  function bring() {
    say("bring", {});
  }
}

function takeKept() {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept;
  } catch {
    return null; // the browser keeps nothing: a page that is loaded again may have to take over
  }
}

function keep(was) {
  try {
    sessionStorage.setItem(KEPT, was);
  } catch {
    // as above
  }
}
