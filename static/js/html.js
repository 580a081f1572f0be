// Preact and htm as one import: a page without a build step writes html`<p>…</p>`.
import { Fragment, h, render } from "./vendor/preact/preact.js";
import htm from "./vendor/htm/htm.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/preact/hooks.js";
export { Fragment, render };
export const html = htm.bind(h);
