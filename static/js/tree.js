// The opened part of the znode tree, held as windows into folders of any size.

const PAGE = 200; // children asked for at once
const MARGIN = 100; // and how many beyond what is in sight
const MOST_ASKED = 60; // folders kept live at once; the dashboard sets a limit
const MARKED_MS = 2200;
const KEPT = 5000;

/** `watch(paths)` asks the server; `changed()` has the page drawn again. */
export function createTree(watch, changed) {
  const folders = new Map();
  const marks = new Map();
  const windows = new Map();
  let asked = "";

  return { take, takeEvents, open, close, toggle, isOpen, show, rowCount, rowAt, indexOf, mark: (path) => marks.get(path) };

  function open(path) {
    if (!windows.has(path)) windows.set(path, { from: 0, count: PAGE });
    ask();
  }

  function close(path) {
    for (const other of windows.keys()) if (isWithin(other, path)) forget(other);
    ask();
  }

  function forget(path) {
    windows.delete(path);
    folders.delete(path);
  }

  function toggle(path) {
    if (isOpen(path)) close(path);
    else open(path);
    changed();
  }

  function isOpen(path) {
    return windows.has(path);
  }

  function ask() {
    const paths = [...windows].slice(-MOST_ASKED).map(([path, { from, count }]) => (from === 0 && count === PAGE ? path : { path, from, count }));
    const text = JSON.stringify(paths);
    if (text === asked) return;
    asked = text;
    watch(paths);
  }

  function take(message) {
    if (!windows.has(message.path)) return;
    const before = folders.get(message.path);
    const folder = { ...message, whole: message.children.length === message.total, known: keep(before, message), gone: before?.gone ?? [] };
    message.children.forEach((child, offset) => folder.known.set(message.from + offset, child));
    folder.at = new Map([...folder.known].map(([index, child]) => [child.name, index]));
    folders.set(message.path, folder);
    if (before?.whole && folder.whole) compare(before, folder);
    if (!message.exists && message.path !== "/") close(message.path);
    changed();
  }

  /** Of a folder that is larger than its window, what was read before still holds. */
  function keep(before, message) {
    const same = before && before.total === message.total && before.known.size < KEPT;
    return same && message.children.length < message.total ? new Map(before.known) : new Map();
  }

  function compare(before, folder) {
    const gone = [...before.known].filter(([, child]) => !folder.at.has(child.name));
    folder.gone = before.gone.concat(gone.map(([index, child]) => ({ index, child })));
    for (const [, child] of gone) setMark(join(folder.path, child.name), "gone");
    for (const name of folder.at.keys()) if (!before.at.has(name)) setMark(join(folder.path, name), "new");
  }

  function setMark(path, kind) {
    const mark = { kind };
    marks.set(path, mark);
    setTimeout(() => unmark(path, mark), MARKED_MS);
  }

  function unmark(path, mark) {
    if (marks.get(path) === mark) marks.delete(path);
    const folder = folders.get(parentOf(path));
    if (folder) folder.gone = folder.gone.filter(({ child }) => marks.get(join(folder.path, child.name))?.kind === "gone");
    changed();
  }

  /** New children of folders that are not held whole are known from the journal only. */
  function takeEvents(events) {
    for (const { kind, subject } of events) {
      const folder = kind === "znode.created" && folders.get(parentOf(subject));
      if (folder && !folder.whole) setMark(subject, "new");
    }
  }

  function rowCount(path = "/") {
    return 1 + inside(path);
  }

  function inside(path) {
    const folder = folders.get(path);
    if (!folder || !isOpen(path)) return 0;
    return folder.total + folder.gone.length + sum(openChildren(folder).map(({ path: child }) => inside(child)));
  }

  function openChildren(folder) {
    const children = [];
    for (const path of windows.keys()) {
      const place = path !== "/" && parentOf(path) === folder.path ? folder.at.get(baseOf(path)) : undefined;
      if (place !== undefined) children.push({ path, place: shifted(folder, place) });
    }
    return children.sort((a, b) => a.place - b.place);
  }

  /** The row at a place of the whole list: {path, name, level, child, gone, size, place}. */
  function rowAt(index) {
    return index === 0 ? { path: "/", name: "/", level: 0, child: { kind: "persistent" } } : find("/", 1, index - 1);
  }

  function find(path, level, index) {
    const folder = folders.get(path);
    let rest = index;
    for (const child of openChildren(folder)) {
      if (rest <= child.place) break;
      const rows = inside(child.path);
      if (rest <= child.place + rows) return find(child.path, level + 1, rest - child.place - 1);
      rest -= rows;
    }
    return row(folder, level, rest);
  }

  function row(folder, level, place) {
    const gone = folder.gone.find((ghost) => ghost.index === place);
    const child = gone?.child ?? folder.known.get(unshifted(folder, place));
    const path = child ? join(folder.path, child.name) : `${folder.path}#${place}`;
    return { path, name: child?.name ?? "…", level, child, folder: folder.path, gone: Boolean(gone), place, size: folder.total };
  }

  /** Where a path is in the list, or -1 where it is not open to sight. */
  function indexOf(path) {
    if (path === "/") return 0;
    const folder = folders.get(parentOf(path));
    const place = folder?.at.get(baseOf(path));
    const above = place === undefined ? -1 : indexOf(folder.path);
    if (above < 0) return -1;
    const here = shifted(folder, place);
    const between = openChildren(folder).filter((child) => child.place < here);
    return above + 1 + here + sum(between.map((child) => inside(child.path)));
  }

  /** What is in sight goes last, and so stays live where too many folders are open. */
  function touch(path, window) {
    if (windows.size > MOST_ASKED) windows.delete(path);
    windows.set(path, window);
  }

  /** Tell which rows are in sight, so that their windows are asked for. */
  function show(rows) {
    for (const [path, folder] of folders) {
      const places = rows.filter((seen) => seen.folder === path).map((seen) => seen.place);
      if (places.length) touch(path, folder.total > PAGE ? around(Math.min(...places), Math.max(...places)) : windows.get(path));
    }
    ask();
  }
}

function around(first, last) {
  const from = Math.max(0, Math.floor((first - MARGIN) / MARGIN) * MARGIN);
  return { from, count: Math.max(PAGE, Math.ceil((last + MARGIN - from) / MARGIN) * MARGIN) };
}

function shifted(folder, place) {
  return folder.gone.reduce((at, ghost) => (ghost.index <= at ? at + 1 : at), place);
}

function unshifted(folder, place) {
  return place - folder.gone.filter((ghost) => ghost.index < place).length;
}

export function join(folder, name) {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

export function parentOf(path) {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function baseOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isWithin(path, folder) {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
