// What has been typed and not saved yet, by path: it outlives another znode being looked at. Kept
// by this page alone, for what a znode holds may be a secret.

const drafts = new Map();
const saves = new Map(); // path -> {stat, before, word}: the last save of this page, to be undone

/**
 * {base: {version, mzxid, czxid, base64}, was: bytes, form, packed, start, text}; start: what `text` was at
 * first, null where it differs from what is there in any case. With `busy` while it is
 * being saved, `takesFocus`, `isJson` where it began as JSON, `against`: {stale: znode} or {gone: true}, and `over`: the
 * znode of somebody else's that has been shown, and that a save would overwrite, `began`: the base before that; undefined for none.
 */
export function draftOf(path) {
  return drafts.get(path);
}

export function keepDraft(path, draft) {
  drafts.set(path, draft);
}

export function changeDraft(path, changes) {
  if (drafts.has(path)) drafts.set(path, { ...drafts.get(path), ...changes });
}

export function dropDraft(path) {
  drafts.delete(path);
}

/** What was typed while this was being saved is a draft on top of it. */
export function draftSaved(path, saved, stat, base64) {
  saves.set(path, { stat, before: saved.base.base64, word: saved.word });
  const now = drafts.get(path);
  if (now.text === saved.text) return drafts.delete(path);
  const base = baseOf(stat, base64);
  return drafts.set(path, { ...now, base, start: saved.text, busy: false, over: undefined, began: undefined });
}

/** What a draft goes on top of. */
export function baseOf({ version, mzxid, czxid }, base64) {
  return { version, mzxid, czxid, base64 };
}

export function savedOf(path) {
  return saves.get(path);
}

export function forgetSave(path) {
  saves.delete(path);
}

export function isChanged({ start, text }) {
  return text !== start;
}

/** Paths of what would be lost with the page. */
export function unsaved() {
  return [...drafts].filter(([, draft]) => isChanged(draft)).map(([path]) => path);
}

addEventListener("beforeunload", (event) => unsaved().length && event.preventDefault());
