// What was typed but not saved yet, by path: it stays while the reader looks at another znode. Only
// this page keeps it, because a znode may hold a secret.
import { call, query } from "../rest.js";
import { changed } from "./asking.js";
import { FORMS, fromBase64, gzip, toBase64 } from "./forms.js";
import { confirmed, isUnlocked } from "./guarded.js";

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
function draftSaved(path, saved, stat, base64) {
  saves.set(path, { stat, before: saved.base.base64, word: saved.word });
  const now = drafts.get(path);
  if (now.text === saved.text) return dropDraft(path);
  const base = baseOf(stat, base64);
  return keepDraft(path, { ...now, base, start: saved.text, busy: false, over: undefined, began: undefined });
}

/** Return the base of a draft. */
function baseOf({ version, mzxid, czxid }, base64) {
  return { version, mzxid, czxid, base64 };
}

export function savedOf(path) {
  return saves.get(path);
}

function forgetSave(path) {
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

function readZnode(path) {
  return call("GET", query("znodes", { path, limit: 1 }));
}

/** Return a draft of a znode's `content`, which may be unpacked from its data, in a form. */
export function draftFrom({ data, stat }, content, form, packed) {
  const text = FORMS[form].edit(content);
  return { base: baseOf(stat, data.base64), was: content, form, packed, start: text, text };
}

/** Begin a draft as if somebody had typed this text. */
export async function beginDraft(path, text) {
  const znode = await readZnode(path);
  keepDraft(path, { ...draftFrom(znode, fromBase64(znode.data.base64), "text", false), text });
}

/** Say why a draft cannot be saved; null if it can. */
export function whyNotSave(draft) {
  if (!isChanged(draft)) return "Nothing has changed.";
  try {
    FORMS[draft.form].read(draft.text, draft.was);
    return null;
  } catch (error) {
    return error.message;
  }
}

/** Return what a draft would save, as base64; throw an Error that says why it cannot be saved. */
async function contentOf({ form, text, was, packed }) {
  const bytes = FORMS[form].read(text, was);
  return toBase64(packed ? await gzip(bytes) : bytes);
}

/**
 * Save the draft as it was typed, by a key that may come before the page shows the last letter. Nothing happens
 * where it cannot be saved yet; somebody else's value is shown first where it would be overwritten.
 */
export function saveAsTyped(view, path) {
  const draft = draftOf(path);
  if (draft.busy || whyNotSave(draft) || !isUnlocked(path, draft.word)) return;
  if (draft.over) showBoth(view, path, draft.over);
  else save(view, path);
}

/** Save the draft of a path; if somebody else wrote it, show both and ask. */
export async function save({ choose, actions }, path) {
  const draft = draftOf(path);
  if (draft.busy) return;
  changeDraft(path, { busy: true });
  try {
    const base64 = await contentOf(draft);
    const { saved, ...against } = await write(path, base64, draft.base, draft.word);
    if (saved) draftSaved(path, draft, saved, base64);
    else changeDraft(path, { busy: false, against });
    if (!saved) choose({ dialog: "stale-znode", ask: { path } });
  } catch (error) {
    changeDraft(path, { busy: false });
    actions.toast(error);
  }
}

/** Write back what was there before the last save, if nobody has written since. */
export async function undo({ actions }, path, { stat, before, word }) {
  try {
    const { saved } = await write(path, before, stat, word);
    actions.toast(saved ? "The save is undone." : "Somebody has written it since; nothing was undone.", saved ? "good" : "bad");
    forgetSave(path);
  } catch (error) {
    actions.toast(error);
  }
}

/**
 * Write, and return {saved: stat} · {stale: {data, stat}}: its state now, which is not what the draft began
 * with · {gone: true}. A znode that was created again may have its old version: its mzxid shows the difference.
 */
async function write(path, base64, { version, mzxid }, word) {
  try {
    const now = await readZnode(path);
    if (now.stat.mzxid !== mzxid) return { stale: now };
    const body = { path, data: { base64 }, version, mzxid, ...confirmed(path, word) };
    return { saved: (await call("PUT", "znodes", body)).stat };
  } catch (error) {
    if (error.status === 404) return { gone: true };
    if (error.answer?.current) return { stale: error.answer.current };
    throw error;
  }
}

/** Base the draft of a path on somebody else's value, which was shown; keep what was typed. */
export function rebase(path, theirs) {
  const { base: before, began = before } = draftOf(path);
  const base = baseOf(theirs.stat, theirs.data?.base64 ?? "");
  changeDraft(path, { base, began, start: null, against: undefined, over: theirs });
}

/** Show both values beside each other, and the ways on. */
export function showBoth({ choose }, path, theirs) {
  changeDraft(path, { against: { stale: theirs } });
  choose({ dialog: "stale-znode", ask: { path } });
}
