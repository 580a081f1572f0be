// Paths of znodes. A path begins with "/" and, but for the root, does not end with one.

export function join(folder, name) {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

export function parentOf(path) {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function baseOf(path) {
  return path.slice(path.lastIndexOf("/") + 1) || "/";
}

/** True for the folder itself, too. */
export function isWithin(path, folder) {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** "/a/b" → ["/", "/a", "/a/b"] */
export function lineage(path) {
  if (!path.startsWith("/")) return [path]; // what an address says may be no path
  return path === "/" ? ["/"] : [...lineage(parentOf(path)), path];
}
