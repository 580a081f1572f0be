// Preact and htm in one import: the page has no build step and writes html`<p>…</p>`.
import { spelt } from "./format.js";
import { Component, Fragment, h, options, render } from "./vendor/preact/preact.js";
import htm from "./vendor/htm/htm.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/preact/hooks.js";
export { Component, Fragment, render };

const READ = ["title", "aria-label", "placeholder", "label"]; // attributes that people read

/** Spell out what cannot be seen in all text that is drawn: anybody may have written a part of it. */
options.vnode = (node) => {
  const { type, props } = node;
  if (typeof props === "string") node.props = spelt(props);
  else if (typeof type === "string") for (const name of READ) if (typeof props[name] === "string") props[name] = spelt(props[name]);
};

/**
 * Return what a template says, all of it made at this call. htm would keep what has no value in it, and Preact would
 * remember in what is kept where it was first drawn: with that, each drawing since then stays in memory.
 */
export const html = htm.bind(/** @this {number[]} */ function create(...parts) {
  this[0] = 3; // htm: "not to be kept"
  return h(...parts);
});
