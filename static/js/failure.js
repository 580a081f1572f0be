// Says on the page what went wrong in it, where nothing that is drawn can: a file that could not be loaded, or a script that
// threw. It is a script of its own, and no module, so that it runs where the page's does not.
{
  const notice = document.querySelector(".unstarted");
  const hasStarted = () => Boolean(document.getElementById("handoff").firstChild);
  const words = (thrown) => String(thrown?.message ?? thrown);

  function say(reason, isInPart = hasStarted()) {
    const what = isInPart ? "A part of the page has failed" : "The page's script has not started";
    notice.querySelector("b").textContent = `${what}: ${reason}.`;
    notice.classList.add("failed");
  }

  /** @param {{src?: string, href?: string}} element a script or a stylesheet */
  function sayUnloaded({ src, href }) {
    const file = src || href; // a script within the page has neither, and imports what could not be loaded
    const what = file ? new URL(file).pathname : "a part of its script";
    say(`${what} could not be loaded`, Boolean(href) || hasStarted());
    if (src) sayRefused();
  }

  /** Say why the dashboard refuses this page, if it does: browsers send the page's address with a module, as with an OPTIONS. */
  async function sayRefused() {
    const answer = await fetch("healthz", { method: "OPTIONS" }).catch(() => null);
    if (answer?.status === 403) say((await answer.json()).error.message.replace(/\.$/, ""));
  }

  /**
   * Tell whether a stylesheet is there: browsers have none in place of one that failed, or one that nobody may read.
   * @param {HTMLLinkElement} link
   */
  function isLoaded({ sheet }) {
    try {
      return Boolean(sheet?.cssRules);
    } catch {
      return false;
    }
  }

  addEventListener("error", ({ target, error }) => {
    if (target !== window) sayUnloaded(/** @type {HTMLScriptElement} */ (target));
    else if (error) say(words(error)); // without one it is the browser's own remark, as of a ResizeObserver
  }, { capture: true });
  addEventListener("unhandledrejection", ({ reason }) => say(words(reason)));
  addEventListener("load", () => { // a stylesheet may have failed before this script ran; WebKit still loads some then
    /** @type {NodeListOf<HTMLLinkElement>} */
    const links = document.querySelectorAll("link[rel=stylesheet]");
    [...links].filter((link) => !isLoaded(link)).forEach(sayUnloaded);
  });
  notice.querySelector("button").addEventListener("click", () => notice.classList.remove("failed"));
}
