// Saving, only on top of what was read. The page shows what came in between, and nothing is lost.
import { call, query } from "../rest.js";
import { fromBase64, gzip, toBase64 } from "./bytes.js";
import { baseOf, changeDraft, draftOf, draftSaved, forgetSave, isChanged, keepDraft } from "./drafts.js";
import { FORMS } from "./forms.js";
import { confirmed, isUnlocked } from "./guarded.js";

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
    actions.toast(error.message);
  }
}

/** Write back what was there before the last save, if nobody has written since. */
export async function undo({ actions }, path, { stat, before, word }) {
  try {
    const { saved } = await write(path, before, stat, word);
    actions.toast(saved ? "The save is undone." : "Somebody has written it since; nothing was undone.", saved ? "good" : "bad");
    forgetSave(path);
  } catch (error) {
    actions.toast(error.message);
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
