// Preact and htm in one import: the page has no build step and writes html`<p>…</p>`.
import { Component, Fragment, h, render } from "./vendor/preact/preact.js";
import htm from "./vendor/htm/htm.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/preact/hooks.js";
export { Component, Fragment, render };
export const html = htm.bind(h);
