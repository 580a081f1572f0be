// Which moments the arrows of the bar go to: of every kind but the releases of locks, of one, where an invariant was broken, or where somebody took over.
// Pure functions.

/** The kinds of moments, in words. */
export const WORDS = { handoff: "handoff", release: "release of a lock", fault: "fault", mark: "mark", violation: "broken invariant", beginning: "start of the dashboard", change: "change of the znode" };

const KINDS = { handoff: "handoffs", release: "releases of locks", fault: "faults", mark: "marks", violation: "broken invariants", beginning: "starts" };
const MOST = 40; // names of one group

/**
 * Return the kind of a moment: of handoffs, the release of a lock is routine, one for each task, and a kind of its own.
 * @param {{what: string, data?: any}} moment
 */
export const kindOf = ({ what, data }) => (what === "handoff" && data?.fault === "release" ? "release" : what);

const brokenIn = ({ what, data }) => (what === "violation" ? data.map(({ invariant }) => invariant) : []);
const takesOver = ({ what, data }) => (what === "handoff" ? [data.to ?? data.to_name].filter(Boolean) : []);
const NAMED = { broken: brokenIn, leads: takesOver };

/** Return what can be chosen: [{word, choices: [{value, word}]}], of the moments that are kept. znode: the path of the chosen one. */
export function choicesOf(moments, znode) {
  const named = (group, word) => latest(moments.flatMap(NAMED[group])).map((name) => ({ value: `${group} ${name}`, word: word(name) }));
  return [
    { word: "kind", choices: Object.entries(KINDS).map(([value, word]) => ({ value, word })) },
    { word: "invariant that was broken", choices: named("broken", (name) => name.replaceAll("_", " ")) },
    { word: "who took over", choices: named("leads", (name) => name) },
    { word: "znode", choices: znode ? [{ value: "change", word: `changes of ${znode}` }] : [] },
  ].filter(({ choices }) => choices.length);
}

/**
 * Return whether a moment is one of those that were chosen; "" are all.
 * @returns {(moment: {what: string, data?: any}) => boolean}
 */
export function wanted(value) {
  const [group, ...name] = value.split(" ");
  if (name.length) return (moment) => NAMED[group](moment).includes(name.join(" "));
  return (moment) => (value ? kindOf(moment) === value : kindOf(moment) !== "release");
}

/** Return moment -> whether it is of this path, or of none; without a path all are. */
export function isAt(path) {
  const placeOf = ({ what, subject, data }) => (what === "fault" ? data.path : subject);
  return (moment) => {
    const place = placeOf(moment);
    return !path || !place?.startsWith("/") || place === path;
  };
}

/** Return the events of a znode as moments. */
export function changesOf(events, znode) {
  const own = events.filter(({ kind, subject }) => subject === znode && kind.startsWith("znode."));
  return own.map(({ seq, wall }) => ({ seq, wall, what: "change", subject: znode }));
}

/** Return the names without repetition, the latest first. */
function latest(names) {
  return [...new Set(names.reverse())].slice(0, MOST);
}
