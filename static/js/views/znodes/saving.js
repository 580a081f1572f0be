// Saving: only on top of what was read. Whatever came in between is shown, and nothing is lost.
import { call, query } from "../../rest.js";
import { fromBase64, gzip, toBase64 } from "./bytes.js";
import { baseOf, changeDraft, draftOf, draftSaved, forgetSave, isChanged, keepDraft } from "./drafts.js";
import { FORMS } from "./forms.js";
import { confirmed } from "./guarded.js";

export function readZnode(path) {
  return call("GET", query("znodes", { path, limit: 1 }));
}

/** A draft of what a znode holds: its `content`, which may be unpacked from it, in a form. */
export function draftFrom({ data, stat }, content, form, packed) {
  const text = FORMS[form].edit(content);
  return { base: baseOf(stat, data.base64), was: content, form, packed, start: text, text };
}

/** A draft as if somebody had typed this text. */
export async function beginDraft(path, text) {
  const znode = await readZnode(path);
  keepDraft(path, { ...draftFrom(znode, fromBase64(znode.data.base64), "text", false), text });
}

/** Why a draft cannot be saved, as text; null where it can. */
export function whyNotSave(draft) {
  if (!isChanged(draft)) return "Nothing has been changed.";
  try {
    FORMS[draft.form].read(draft.text, draft.was);
    return null;
  } catch (error) {
    return error.message;
  }
}

/** What a draft would save, as base64; throws an Error that says why it cannot be. */
async function contentOf({ form, text, was, packed }) {
  const bytes = FORMS[form].read(text, was);
  return toBase64(packed ? await gzip(bytes) : bytes);
}

/** Saves the draft of a path; what stands against it is put beside it and asked about. */
export async function save({ choose, actions }, path) {
  const draft = draftOf(path);
  if (draft.busy) return;
  changeDraft(path, { busy: true });
  choose({});
  try {
    const base64 = await contentOf(draft);
    const { saved, ...against } = await write(path, base64, draft.base, draft.word);
    if (saved) draftSaved(path, draft, saved, base64);
    else changeDraft(path, { busy: false, against });
    choose(saved ? {} : { dialog: "stale-znode", ask: { path } });
  } catch (error) {
    changeDraft(path, { busy: false });
    actions.toast(error.message);
  }
}

/** Writes back what stood there before the last save, where nobody has written since. */
export async function undo({ choose, actions }, path, { stat, before, word }) {
  try {
    const { saved } = await write(path, before, stat, word);
    actions.toast(saved ? "The save is undone." : "Somebody has written it since; nothing was undone.", saved ? "good" : "bad");
    forgetSave(path);
    choose({});
  } catch (error) {
    actions.toast(error.message);
  }
}

/**
 * {saved: stat} · {stale: {data, stat}}: as it is now, which is not what the draft began with ·
 * {gone: true}. A znode that was deleted and made anew has its old version again: its mzxid tells.
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

/** The draft of a path goes on from what somebody else has written, which has been shown; it keeps what was typed. */
export function rebase(path, theirs) {
  const { base: before, began = before } = draftOf(path);
  const base = baseOf(theirs.stat, theirs.data?.base64 ?? "");
  changeDraft(path, { base, began, start: null, against: undefined, over: theirs });
}

/** Both values beside each other, and the ways on. */
export function showBoth({ choose }, path, theirs) {
  changeDraft(path, { against: { stale: theirs } });
  choose({ dialog: "stale-znode", ask: { path } });
}
