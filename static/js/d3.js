// D3 is released as a script that sets a global; this makes an import of it.
import "./vendor/d3/d3.min.js";

export const { easeCubicInOut, easeCubicOut, scalePoint, select } = globalThis.d3;
