/** Tell whether the reader has a phone, without keys. */
export const isByTouch = () => matchMedia("(hover: none) and (pointer: coarse)").matches;
