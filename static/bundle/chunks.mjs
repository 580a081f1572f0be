// Which files the page's scripts become: one with all that a page opens with, and one for what it imports later
// of each recipe, of the znodes, of the tours, of the dialogs, and of all else.
const OF_TOUR = /\/(tour|lesson)(\.js$|\/)/;
const OF_ROOM = /\/recipes\/(\w+)\/|\/(znodes|dialogs|uplot)\//;

export default {
  input: "page.js",
  output: {
    dir: "made",
    format: "es",
    sourcemap: true,
    chunkFileNames: "[name]-[hash].js",
    onlyExplicitManualChunks: true,
    manualChunks: (id, { getModuleInfo }) => (isAtOnce(id, getModuleInfo) ? undefined : nameOf(id)),
  },
};

let atOnce = null;

/** Tell whether page.js imports a module at once, itself or by others. */
function isAtOnce(id, infoOf) {
  atOnce ??= reach([`${process.cwd()}/page.js`], infoOf);
  return atOnce.has(id);
}

function reach(open, infoOf) {
  const found = new Set(open);
  for (const id of found) infoOf(id).importedIds.forEach((imported) => found.add(imported));
  return found;
}

function nameOf(id) {
  if (OF_TOUR.test(id)) return "tours";
  const [, recipe, room] = id.match(OF_ROOM) ?? [];
  return recipe ?? room ?? "more";
}
