// Paths of znodes. A path begins with "/" and, except for the root, does not end with one.

/** How a znode is named that is the path itself: the parent of all, or a key that programs race for. */
export const PARENT = ".";

export function join(folder, name) {
  if (name === PARENT) return folder;
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

export function parentOf(path) {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function baseOf(path) {
  return path.slice(path.lastIndexOf("/") + 1) || "/";
}

/** Tell whether a path is within a folder, or the folder itself. */
export function isWithin(path, folder) {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Return ["/", "/a", "/a/b"] of "/a/b". */
export function lineage(path) {
  if (!path.startsWith("/")) return [path]; // an address may hold something else
  return path === "/" ? ["/"] : [...lineage(parentOf(path)), path];
}
