// Says on the page what went wrong in it, where nothing that is drawn can: a file that could not be loaded, or a script that
// threw. It is a script of its own, and no module, so that it runs where the page's does not.
{
  const notice = document.querySelector(".unstarted");
  const hasStarted = () => Boolean(document.getElementById("handoff").firstChild);

  function say(reason) {
    const what = hasStarted() ? "A part of the page has failed" : "The page's script has not started";
    notice.querySelector("b").textContent = `${what}: ${reason}.`;
    notice.classList.add("failed");
  }

  const sayUnloaded = (file) => say(`${new URL(file.src ?? file.href).pathname} could not be loaded`);
  /** Tell whether a stylesheet is there: browsers have none in place of one that failed, or one that nobody may read. */
  function isLoaded({ sheet }) {
    try {
      return Boolean(sheet?.cssRules);
    } catch {
      return false;
    }
  }

  const words = (thrown) => String(thrown?.message ?? thrown);

  addEventListener("error", ({ target, error }) => {
    if (target !== window) sayUnloaded(target);
    else if (error) say(words(error)); // without one it is the browser's own remark, as of a ResizeObserver
  }, { capture: true });
  addEventListener("unhandledrejection", ({ reason }) => say(words(reason)));
  notice.querySelector("button").addEventListener("click", () => notice.classList.remove("failed"));
  [...document.querySelectorAll("link[rel=stylesheet]")].filter((link) => !isLoaded(link)).forEach(sayUnloaded);
}
