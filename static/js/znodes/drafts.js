// What was typed but not saved yet, by path: it stays while the reader looks at another znode. Only
// this page keeps it, because a znode may hold a secret.
import { changed } from "./own.js";

const drafts = new Map();
const saves = new Map(); // path -> {stat, before, word}: the last save of this page, to be undone

/**
 * Return {base: {version, mzxid, czxid, base64}, was: bytes, form, packed, start, text}. start: the first `text`,
 * null if it differs from the znode's data in any case. It also has `busy` while it is being
 * saved, `takesFocus`, `isJson` if it began as JSON, `against`: {stale: znode} or {gone: true}, `over`: somebody
 * else's znode that was shown, and that a save would overwrite, and `began`: the base before that. undefined for no draft.
 */
export function draftOf(path) {
  return drafts.get(path);
}

export function keepDraft(path, draft) {
  drafts.set(path, draft);
  changed();
}

export function changeDraft(path, changes) {
  if (drafts.has(path)) keepDraft(path, { ...drafts.get(path), ...changes });
}

export function dropDraft(path) {
  drafts.delete(path);
  changed();
}

/** Note the save; what was typed meanwhile is a draft on top of it. */
export function draftSaved(path, saved, stat, base64) {
  saves.set(path, { stat, before: saved.base.base64, word: saved.word });
  const now = drafts.get(path);
  if (now.text === saved.text) return dropDraft(path);
  const base = baseOf(stat, base64);
  return keepDraft(path, { ...now, base, start: saved.text, busy: false, over: undefined, began: undefined });
}

/** Return the base of a draft. */
export function baseOf({ version, mzxid, czxid }, base64) {
  return { version, mzxid, czxid, base64 };
}

export function savedOf(path) {
  return saves.get(path);
}

export function forgetSave(path) {
  saves.delete(path);
  changed();
}

export function isChanged({ start, text }) {
  return text !== start;
}

/** Return the paths of drafts that would be lost with the page. */
export function unsaved() {
  return [...drafts].filter(([, draft]) => isChanged(draft)).map(([path]) => path);
}

addEventListener("beforeunload", (event) => unsaved().length && event.preventDefault());
