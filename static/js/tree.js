// The open part of the znode tree, held as windows into folders of any size.
import { join, parentOf, baseOf, isWithin } from "./paths.js";
import { weave } from "./weave.js";

const PAGE = 200; // children per request
const MARGIN = 100; // children beyond what is in sight
const MOST_ASKED = 60; // folders kept live at once; the dashboard sets a limit
const MARKED_MS = 2200;
const KEPT = 5000;

/**
 * Create the tree. `watch(paths)` asks the server; `tell()` draws the page again. A folder that is
 * held whole has `list`, its children in order and, for a moment, those that have gone; a larger
 * one only has `known` windows, place -> child.
 */
export function createTree(watch, tell) {
  const folders = new Map();
  const marks = new Map();
  const windows = new Map();
  let asked = "";
  let wanted = null; // the path whose row will come into sight, once it exists
  let version = 0; // grows with every change

  return {
    take,
    takeChange,
    takeEvents,
    open,
    toggle,
    reveal,
    revealed,
    isOpen: (path) => windows.has(path),
    opened: () => [...windows.keys()],
    errorOf: (path) => folders.get(path)?.error ?? null,
    show,
    rowCount,
    rowAt,
    indexOf,
    mark: (path) => marks.get(path),
    version: () => version,
  };

  function changed() {
    version += 1;
    tell();
  }

  function open(path) {
    if (windows.has(path)) return;
    windows.set(path, { from: 0, count: PAGE });
    ask();
    changed();
  }

  function close(path) {
    for (const other of [...windows.keys()].filter((opened) => isWithin(opened, path))) {
      windows.delete(other);
      folders.delete(other);
    }
    ask();
  }

  function toggle(path) {
    if (!windows.has(path)) return open(path);
    close(path);
    changed();
  }

  function reveal(path) {
    wanted = path;
    changed();
  }

  /** Return, once, the index of the row that should come into sight; null for none. */
  function revealed() {
    const index = wanted === null ? -1 : indexOf(wanted);
    if (index < 0) return null;
    wanted = null;
    return index;
  }

  function ask() {
    const paths = [...windows]
      .slice(-MOST_ASKED)
      .map(([path, { from, count }]) => (from === 0 && count === PAGE ? path : { path, from, count }));
    const text = JSON.stringify(paths);
    if (text === asked) return;
    asked = text;
    watch(paths);
  }

  function take(message) {
    if (!windows.has(message.path)) return;
    const before = folders.get(message.path);
    const whole = message.children.length === message.total;
    const folder = whole ? takeWhole(before, message) : takeWindow(before, message);
    folders.set(message.path, { ...folder, sent: message });
    changed();
  }

  /** Take what has changed in a window; of another one than was sent last, it comes too late. */
  function takeChange({ gone, children, ...rest }) {
    const sent = folders.get(rest.path)?.sent;
    if (sent?.from === rest.from) take({ ...rest, children: patched(sent.children, gone, children) });
  }

  function takeWhole(before, { path, total, children, error }) {
    const present = new Map(children.map((child) => [child.name, child]));
    const last = new Map((before?.list ?? []).map(({ child }) => [child.name, child]));
    if (before?.list) compare(path, last, present);
    const order = weave(
      [...last.keys()],
      [...present.keys()],
      (name) => marks.get(join(path, name)) === "gone",
    );
    const list = order.map((name) => ({
      child: present.get(name) ?? last.get(name),
      gone: !present.has(name),
    }));
    return {
      path,
      total,
      error,
      list,
      size: list.length,
      places: new Map(order.map((name, place) => [name, place])),
    };
  }

  function compare(path, last, present) {
    for (const name of present.keys())
      if (!last.has(name) || marks.get(join(path, name)) === "gone") setMark(join(path, name), "new");
    for (const name of last.keys())
      if (!present.has(name) && marks.get(join(path, name)) !== "gone") setMark(join(path, name), "gone");
  }

  /** Take a window; what was read before still holds while the number of children is equal. */
  function takeWindow(before, { path, total, from, children, error }) {
    const same = before?.known && before.total === total && before.known.size < KEPT;
    const { known, places } = same ? before : { known: new Map(), places: new Map() };
    children.forEach((child, offset) => {
      const other = known.get(from + offset)?.name;
      if (places.get(other) === from + offset) places.delete(other);
      known.set(from + offset, child);
      places.set(child.name, from + offset);
    });
    return { path, total, error, known, size: total, places };
  }

  function setMark(path, kind) {
    marks.set(path, kind);
    changed();
    setTimeout(() => unmark(path, kind), MARKED_MS);
  }

  function unmark(path, kind) {
    if (marks.get(path) === kind) marks.delete(path);
    const folder = folders.get(parentOf(path));
    if (folder?.list) folders.set(folder.path, withoutGone(folder));
    changed();
  }

  function withoutGone(folder) {
    const list = folder.list.filter(
      ({ child, gone }) => !gone || marks.get(join(folder.path, child.name)) === "gone",
    );
    return {
      ...folder,
      list,
      size: list.length,
      places: new Map(list.map(({ child }, place) => [child.name, place])),
    };
  }

  /** Mark new children of folders that are not held whole: only the journal reports them. */
  function takeEvents(events) {
    for (const { kind, subject } of events) {
      if (kind === "znode.created" && folders.get(parentOf(subject))?.known) setMark(subject, "new");
    }
  }

  function rowCount() {
    return 1 + inside("/");
  }

  function inside(path) {
    const folder = windows.has(path) && folders.get(path);
    if (!folder) return 0;
    return folder.size + sum(openChildren(folder).map((child) => inside(child.path)));
  }

  function openChildren(folder) {
    const children = [];
    for (const path of windows.keys()) {
      const place =
        path !== "/" && parentOf(path) === folder.path ? folder.places.get(baseOf(path)) : undefined;
      if (place !== undefined) children.push({ path, place });
    }
    return children.sort((a, b) => a.place - b.place);
  }

  /** Return the row at an index of the whole list: {path, name, level, child, folder, gone, place, size}. */
  function rowAt(index) {
    return index === 0
      ? { path: "/", name: "/", level: 0, child: { kind: "persistent" } }
      : find(folders.get("/"), 1, index - 1);
  }

  function find(folder, level, index) {
    let rest = index;
    for (const child of openChildren(folder)) {
      if (rest <= child.place) break;
      const rows = inside(child.path);
      if (rest <= child.place + rows) return find(folders.get(child.path), level + 1, rest - child.place - 1);
      rest -= rows;
    }
    return row(folder, level, rest);
  }

  function row(folder, level, place) {
    const { child, gone = false } = folder.list?.[place] ?? { child: folder.known?.get(place) };
    const path = child ? join(folder.path, child.name) : `${folder.path}#${place}`;
    return {
      path,
      name: child?.name ?? "…",
      level,
      child,
      folder: folder.path,
      gone,
      place,
      size: folder.size,
    };
  }

  /** Return the index of a path in the list, or -1 if no open folder shows it. */
  function indexOf(path) {
    if (path === "/") return 0;
    const folder = folders.get(parentOf(path));
    const place = folder?.places.get(baseOf(path));
    const above = place === undefined ? -1 : indexOf(folder.path);
    if (above < 0) return -1;
    const between = openChildren(folder).filter((child) => child.place < place);
    return above + 1 + place + sum(between.map((child) => inside(child.path)));
  }

  /** Note which rows are in sight, and request their windows. */
  function show(rows) {
    for (const [path, folder] of folders) {
      const places = rows.filter((seen) => seen.folder === path).map((seen) => seen.place);
      if (places.length)
        touch(path, folder.known ? around(Math.min(...places), Math.max(...places)) : windows.get(path));
    }
    ask();
  }

  /** Put a folder in sight last, so that it stays live if too many folders are open. */
  function touch(path, window) {
    if (windows.size > MOST_ASKED) windows.delete(path);
    windows.set(path, window);
  }
}

/** Return the children without those `gone`, and with the new ones, which are given by their places. */
function patched(children, gone, news) {
  const replaced = new Set([...gone, ...Object.values(news).map(({ name }) => name)]);
  const list = children.filter(({ name }) => !replaced.has(name));
  for (const [place, child] of Object.entries(news)) list.splice(place, 0, child);
  return list;
}

function around(first, last) {
  const from = Math.max(0, Math.floor((first - MARGIN) / MARGIN) * MARGIN);
  return { from, count: Math.max(PAGE, Math.ceil((last + MARGIN - from) / MARGIN) * MARGIN) };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
