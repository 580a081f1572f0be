// The banner says when the dashboard or ZooKeeper is out of reach, or the machine cannot start another process:
// since when, why, and what to do.
import { clockTime, listed, plural, running } from "../format.js";
import { html, useEffect, useState } from "../html.js";
import { paceOf, useTicks } from "../kit/now.js";
import { panel } from "../kit/panel.js";
import { awayOf, isDown, nameOf, quorumOf, serversOf, troubleOf } from "../servers.js";

const PATIENCE_S = 1.2; // the first connection may take this long before the banner speaks

/** Say what the leaders believe now, not what they should believe. */
function fallen(state) {
  const still = Object.keys(state.candidates).filter((name) => state.candidates[name].belief === "leading");
  if (!still.length) return "ZooKeeper answers no client, and every leader has stepped down.";
  const [has, believe] = still.length === 1 ? ["has", "believes that it leads"] : ["have", "believe that they lead"];
  return `ZooKeeper answers no client; ${listed(still, "and")} ${has} not noticed yet, and still ${believe}.`;
}

export const Banner = panel(({ state, page, clock }) => {
  /** @type {{what: string, title: string, why: any, advice: string, more?: string, seconds: number, wall: any} | null} */
  const trouble =
    lostRecording(page.status) ??
    lostDashboard(page.status) ??
    lostThread(state, clock) ??
    lostQuorum(state, clock) ??
    lostServer(state, clock) ??
    lostZooKeeper(state?.zookeeper, clock) ??
    silentZooKeeper(state?.zookeeper, clock) ??
    lostChroot(state?.zookeeper, clock) ??
    lagging(state?.zookeeper, clock) ??
    notStarted(state?.crowd?.refused, clock);
  useTicks(trouble ? paceOf([-trouble.seconds], 0) : page.status.state !== "connected" ? 500 : null);
  return trouble && html`<${Told} key=${trouble.what} ...${trouble} />`;
});

/** Say it whole; on a small screen its title and its reason, and the rest on demand. */
function Told({ what, title, why, advice, more, seconds, wall }) {
  const [isWhole, show] = useState(false);
  useEffect(() => (isWhole ? closeAtEscape(() => show(false)) : undefined), [isWhole]);
  return html`
    <div class=${`banner ${isWhole ? "is-whole" : ""}`} role="alert" data-testid="banner" data-what=${what}>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 3L22 20H2z" fill="none"
        stroke="currentColor" stroke-width="2" stroke-linejoin="round" /><path d="M12 10v5M12 17v1.4"
          stroke="currentColor" stroke-width="2" /></svg>
      <p>
        <b>${title}</b>
        <span class="banner-since" aria-hidden="true">${" "}since ${clockTime(wall)}, for ${running(seconds)}</span>
        ${why && html`<span class="banner-why">: ${why}</span>`}.<span class="banner-advice"> ${advice}</span>${more && html`<span class="banner-more"> ${more}</span>`}
      </p>
      <button class="icon banner-whole" aria-expanded=${isWhole} data-testid="banner-whole" title="What to do"
        onClick=${() => show(!isWhole)}><span aria-hidden="true">${isWhole ? "▴" : "▾"}</span><span class="sr">What to do</span></button>
    </div>
  `;
}

/** Close it before anything else of the page, but after a dialog or a sheet that lies over it; return what ends that. */
function closeAtEscape(close) {
  const listen = (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open], .sheet:popover-open")) return;
    event.preventDefault();
    close();
  };
  document.addEventListener("keydown", listen, true);
  return () => document.removeEventListener("keydown", listen, true);
}

/** Return since when and for how long, by the clock that is shown: it may be that of the past. */
function timesOf(since, clock) {
  const seconds = clock.now() - since;
  return { seconds, wall: clock.wallOf(since) ?? Date.now() / 1000 - seconds };
}

/** Report that a page which holds a recording cannot show it. */
function lostRecording({ state, since, reason }) {
  if (state !== "damaged") return null;
  return {
    what: "recording",
    title: "This page cannot show its recording",
    why: reason.split(". ")[0].replace(/\.$/, ""),
    seconds: (Date.now() - since) / 1000,
    wall: since / 1000,
    advice: "Save the page again where it was made.",
  };
}

function lostDashboard({ state, since, reason, asks }) {
  const seconds = (Date.now() - since) / 1000;
  if (state === "connected" || (state === "connecting" && seconds < PATIENCE_S)) return null;
  if (asks) {
    return {
      what: "dashboard",
      title: asks === "code" ? "This address is not that of the class" : "This dashboard asks for its token",
      why: reason,
      seconds,
      wall: since / 1000,
      advice: "This page goes on by itself as soon as that address was opened in this browser.",
    };
  }
  return {
    what: "dashboard",
    title: "The dashboard is out of reach",
    why: reason,
    seconds,
    wall: since / 1000,
    advice: "This page tries again by itself and then catches up; until then it shows what was last known.",
    more: "If it stays away, look at the terminal where the dashboard was started and start it again.",
  };
}

/** Report a thread of Handoff that failed; of several, the first. */
function lostThread(state, clock) {
  const [name, thread] = Object.entries(state?.threads ?? {})[0] ?? [];
  if (!thread) return null;
  const whole = thread.candidate ? `${thread.candidate}'s process` : "the dashboard";
  return {
    what: "thread",
    title: `A part of ${whole} has failed`,
    why: `its thread “${name}”, which ${thread.does}, ended (${thread.reason})`,
    ...timesOf(thread.since, clock),
    advice: "It starts again by itself; until then the picture may be out of date.",
    more: "If it keeps failing, look at the terminal where the dashboard was started, and start the dashboard again.",
  };
}

function lostQuorum(state, clock) {
  const quorum = state && quorumOf(state);
  if (quorum?.state !== "lost") return null;
  const down = serversOf(state).filter(isDown);
  const missing = quorum.needed - quorum.of + down.length;
  return {
    what: "quorum",
    title: lossWords(quorum, down),
    why: null,
    ...timesOf(quorum.since, clock),
    advice: `${fallen(state)} ${backWords(down.map(nameOf), missing)}`,
  };
}

function lossWords({ of, answering }, down) {
  if (!down.length) return `${answering} of ${of} servers answer: no quorum`;
  return `${down.length} of ${of} servers ${down.length === 1 ? "is" : "are"} ${struckWord(down)}: no quorum`;
}

/** Say what they are: down, frozen, or some the one and some the other. */
function struckWord(down) {
  const frozen = down.filter(({ process }) => process === "paused").length;
  return frozen === down.length ? "frozen" : frozen ? "down or frozen" : "down";
}

/** Say who has to come back; nobody in particular if enough servers may be up and only have not answered. */
function backWords(down, missing) {
  if (missing < 1) return "ZooKeeper continues as soon as a majority answers.";
  const which = missing === 1 ? listed(down, "or") : `${missing} of ${listed(down)}`;
  return `ZooKeeper continues as soon as ${which} ${missing === 1 ? "is" : "are"} back.`;
}

const ENDS = { stop: "ZooKeeper is being stopped", restart: "ZooKeeper is being restarted" };

/** Report that the only server is away, because of an action or by itself. */
function lostServer(state, clock) {
  const only = state && awayOf(state);
  if (!only) return null;
  const frozen = only.process === "paused";
  return {
    what: "server",
    title: ENDS[only.busy] ?? (frozen ? "ZooKeeper is frozen" : "ZooKeeper is down"),
    why: troubleOf(only),
    ...timesOf(only.since, clock),
    advice: `${fallen(state)} ${only.busy ? "" : `ZooKeeper continues when ${nameOf(only)} ${frozen ? "wakes" : "is restarted"}.`}`,
  };
}

function lostZooKeeper(zookeeper, clock) {
  if (!zookeeper || zookeeper.state === "connected") return null;
  const times = timesOf(zookeeper.since ?? clock.now(), clock);
  const moving = zookeeper.quorum && !zookeeper.quorum.lost; // to another server, as a rule at once
  if ((zookeeper.state === "connecting" || moving) && times.seconds < PATIENCE_S) return null;
  const title =
    zookeeper.state === "connecting" ? "ZooKeeper has not answered yet" : "ZooKeeper is out of reach";
  return {
    what: "zookeeper",
    title,
    why: zookeeper.reason,
    ...times,
    advice: advice(zookeeper),
  };
}

/** Report that what ZooKeeper told waits: so much has changed at once. */
function lagging(zookeeper, clock) {
  if (!zookeeper?.behind) return null;
  const { ms, at } = zookeeper.behind;
  return {
    what: "behind",
    title: `The dashboard is ${(ms / 1000).toFixed(1)} s behind ZooKeeper`,
    why: "so much has changed at once",
    ...timesOf(at, clock),
    advice: "The picture shows what was so then, and catches up by itself.",
  };
}

/** Report a connection that exists, but is silent. */
function silentZooKeeper(zookeeper, clock) {
  if (!zookeeper?.silent) return null;
  return {
    what: "silent",
    title: "ZooKeeper does not answer the dashboard",
    why: null,
    ...timesOf(zookeeper.silent, clock),
    advice: "The picture shows its last answers. ZooKeeper may be slow or frozen: if it stays silent, the dashboard connects again.",
  };
}

/** Report that there is no znode where the dashboard looks. */
function lostChroot(zookeeper, clock) {
  if (!zookeeper?.reason) return null;
  return {
    what: "chroot",
    title: "There is nothing to show",
    why: zookeeper.reason,
    ...timesOf(zookeeper.since ?? clock.now(), clock),
    advice: "The dashboard goes on by itself once it is there.",
  };
}

/** Report that the machine cannot start another process. */
function notStarted(refused, clock) {
  if (!refused) return null;
  return {
    what: "crowd",
    title: `${plural(refused.left, "candidate")} could not be started`,
    why: refused.reason,
    ...timesOf(refused.at, clock),
    advice: "The running ones continue. To start more, stop some of them first.",
  };
}

function advice({ source, hosts, quorum }) {
  const shown = "The picture shows what was last known; the dashboard keeps trying. ";
  if (quorum && !quorum.lost)
    return `${shown}The server that the dashboard was connected to has gone; its session moves to another one.`;
  if (source !== "external")
    return `${shown}Its own ZooKeeper should come back by itself; if not, restart it.`;
  return `${shown}Check that a server runs at ${hosts} and that this machine may connect to it.`;
}
