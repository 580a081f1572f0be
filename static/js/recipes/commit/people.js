// Lists the processes that take part, as the view needs them. Every fact is from the state document.
/** @import { CandidateState, Commit, State } from "../../state.js" */

const byNumber = (one, other) => Number(one.replace(/\D/g, "")) - Number(other.replace(/\D/g, ""));

/**
 * Returns the undecided transaction, otherwise the latest: {name, …}; null if there is none.
 * @param {Commit} commit
 */
export function latestOf(commit) {
  const names = Object.keys(commit?.transactions ?? {}).sort(byNumber);
  const name = commit?.undecided ?? names.at(-1);
  return name ? { name, ...commit.transactions[name] } : null;
}

/**
 * [{site, id, candidate, known, vote, done, carried, isIn}] in the order of their names.
 * @param {{state: State, commit: Commit}} view
 */
export function sitesOf({ state, commit }) {
  const latest = latestOf(commit);
  return Object.keys(commit?.sites ?? {})
    .sort(byNumber)
    .map((site) => siteOf(state, commit.sites[site], site, latest));
}

function siteOf(state, known, site, latest) {
  const id = known.candidate ?? null;
  const voted = latest?.votes?.[site] ?? {};
  return {
    site,
    id,
    candidate: state.candidates[id] ?? /** @type {Partial<CandidateState>} */ ({ process: "exited" }),
    known,
    vote: voted.vote ?? null,
    done: voted.done ?? null,
    carried: latest?.carried_out?.[site]?.decision ?? null,
    isIn: Object.hasOwn(latest?.moves ?? {}, site),
  };
}

/**
 * [{id, candidate, said, isLeading}]: the living, and the dead whose znode is still there; the coordinator comes first.
 * @param {{state: State, commit: Commit}} view
 */
export function coordinatorsOf({ state, commit }) {
  const own = latestOf(commit)?.coordinator?.candidate;
  return Object.keys(commit?.coordinators ?? {})
    .sort(byNumber)
    .map((id) => ({ id, candidate: state.candidates[id] ?? /** @type {Partial<CandidateState>} */ ({}), said: commit.coordinators[id], isLeading: id === own }))
    .filter(({ candidate, isLeading }) => candidate.process !== "exited" || isLeading)
    .sort((one, other) => Number(other.isLeading) - Number(one.isLeading));
}

export function candidatesOf(view) {
  const sites = sitesOf(view).filter(({ id }) => id);
  return [...coordinatorsOf(view), ...sites].map(({ id }) => id);
}

/** Returns the processes that kill, freeze … act on while nobody is chosen. */
export function roles(view) {
  const coordinators = coordinatorsOf(view).filter(({ candidate }) => candidate.process !== "exited");
  const sites = sitesOf(view).filter(({ candidate }) => candidate.process !== "exited");
  return [
    { role: "coordinator", id: coordinators[0]?.id ?? null },
    { role: "in doubt", who: "the site in doubt", id: sites.find(({ known }) => known.doubt)?.id ?? null },
    { role: "a site", who: "a site", id: sites.at(-1)?.id ?? null },
  ];
}

/** The chosen site, if its process has ended, otherwise the one that ended last; null for none. */
export function restartable(view) {
  const ended = sitesOf(view).filter(({ candidate }) => candidate.process === "exited");
  const chosen = ended.find(({ id }) => id && id === view.chosen.candidate);
  return chosen ?? ended.sort((a, b) => (a.candidate.since ?? 0) - (b.candidate.since ?? 0)).at(-1) ?? null;
}
