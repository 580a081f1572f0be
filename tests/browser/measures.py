"""What is measured of the picture: its share of the window, the size of its type, texts over texts.

`SHARE` gives the height of what is drawn as a part of the window's, and its width as a part of the
stage's. `SMALLEST` gives the smallest type of what shows, in pixels, with the text. `OVERLAPS`
gives the pairs of texts of which one is drawn over the other. `CUT` gives what scrolls in the
picture, by how many pixels, and the texts of which a box shows only a slice. `BENEATH` gives the
texts that lie beneath something else, whole or in part. `LINES` counts the lines of texts. `UNREAD`
gives the texts of boxes that hold more than they show. `FAINT` gives the texts of which the
contrast to what is painted behind them, by boxes, is less than WCAG asks, with it.
"""

from __future__ import annotations

_SHOWN = """
  const isShown = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let one = element; one; one = one.parentElement) {
      if (Number(getComputedStyle(one).opacity) < 0.3) return false;
    }
    if (element.closest(".sr, [popover]:not(:popover-open), title, defs")) return false;
    for (let one = element; one; one = one.parentElement) {
      if (getComputedStyle(one).clipPath === "inset(50%)") return false; // it is only heard
    }
    return true;
  };
  const textsIn = (root) => {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.data.trim();
      found.push({ text, element: node.parentElement, boxes: [...range.getClientRects()] });
    }
    return found;
  };
  const clipped = (box, element) => {
    let { left, top, right, bottom } = box;
    let placed = "static"; // how the last one is: what it is placed over does not cut it
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(one);
      if (placed === "fixed") break;
      if (placed === "absolute" && position === "static") continue;
      placed = position;
      const of = one.getBoundingClientRect();
      const [isX, isY] = [overflowX !== "visible", overflowY !== "visible"];
      if (isX) [left, right] = [Math.max(left, of.left), Math.min(right, of.right)];
      if (isY) [top, bottom] = [Math.max(top, of.top), Math.min(bottom, of.bottom)];
    }
    return { left, top, right, bottom };
  };
"""

SHARE = f"""() => {{
  {_SHOWN}
  const picture = document.querySelector("[data-picture]");
  const stage = picture.closest(".centre").getBoundingClientRect();
  const marks = "circle, rect, path, line, polygon, ellipse, button, input, textarea, canvas, "
    + "i, .ground";
  const isDrawn = (one) => isShown(one) && !one.closest(".checks");
  const drawn = [...picture.querySelectorAll(marks)].filter(isDrawn);
  const boxes = [...drawn.map((one) => clipped(one.getBoundingClientRect(), one)),
    ...textsIn(picture).filter(({{ element }}) => !element.closest(".checks"))
      .flatMap(({{ boxes, element }}) => boxes.map((box) => clipped(box, element)))]
    .filter(({{ left, right, top, bottom }}) => right > left && bottom > top);
  const least = (side) => Math.min(...boxes.map((box) => box[side]));
  const most = (side) => Math.max(...boxes.map((box) => box[side]));
  return {{
    height: (most("bottom") - least("top")) / innerHeight,
    width: (most("right") - least("left")) / stage.width,
  }};
}}"""

SMALLEST = f"""(selector) => {{
  {_SHOWN}
  const scaled = ({{ element }}) => {{
    const svg = element.ownerSVGElement ? element.getScreenCTM().a : element.currentCSSZoom ?? 1;
    return parseFloat(getComputedStyle(element).fontSize) * svg;
  }};
  const sizes = [...document.querySelectorAll(selector)].flatMap(textsIn)
    .filter(({{ boxes }}) => boxes.some(({{ width }}) => width > 0))
    .map((one) => [scaled(one), one.text]);
  return sizes.sort((one, other) => one[0] - other[0])[0] ?? [Infinity, ""];
}}"""

OVERLAPS = f"""(selector) => {{
  {_SHOWN}
  const NEAR = 2; // px that the boxes of two lines may share
  const texts = [...document.querySelectorAll(selector)].flatMap(textsIn)
    .flatMap(({{ element, text, boxes }}) =>
      boxes.map((box) => ({{ element, text, ...clipped(box, element) }})))
    .filter(({{ left, right, top, bottom }}) => right - left > NEAR && bottom - top > NEAR);
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > NEAR &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > NEAR * 2;
  return texts.flatMap((one, at) => texts.slice(at + 1)
    .filter((other) => other.element !== one.element && over(one, other))
    .map((other) => `${{one.text}} | ${{other.text}}`));
}}"""

CUT = f"""(selector) => {{
  {_SHOWN}
  const picture = document.querySelector("[data-picture]");
  const scrolls = [picture, ...picture.querySelectorAll("*")]
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map((one) => one.scrollHeight - one.clientHeight).filter((by) => by > 1);
  const NEAR = 3; // px of a line's box that no letter reaches
  const isShortened = ({{ textOverflow, webkitLineClamp }}) => textOverflow === "ellipsis"
    || webkitLineClamp !== "none";
  const isMeant = (element) => isShortened(getComputedStyle(element))
    || (element.parentElement && element !== document.body && isMeant(element.parentElement));
  const slices = [...document.querySelectorAll(selector)].flatMap(textsIn)
    .filter(({{ element, boxes }}) => boxes.some((box) => {{
      const {{ left, top, right, bottom }} = clipped(box, element);
      const isSeen = right > left && bottom > top;
      const isSliced = bottom - top < box.height - NEAR || right - left < box.width - NEAR;
      return isSeen && isSliced && !isMeant(element);
    }})).map(({{ text }}) => text);
  return {{ scrolls, slices }};
}}"""

BENEATH = f"""([over, under]) => {{
  {_SHOWN}
  const above = [...document.querySelectorAll(over)].map((one) => one.getBoundingClientRect());
  const NEAR = 2;
  const isUnder = (box) => above.some((one) => one.left < box.right - NEAR
    && one.right > box.left + NEAR && one.top < box.bottom - NEAR && one.bottom > box.top + NEAR);
  return [...document.querySelectorAll(under)].flatMap(textsIn)
    .filter(({{ element, boxes }}) => boxes.some((box) => isUnder(clipped(box, element))))
    .map(({{ text }}) => text);
}}"""

UNREAD = f"""(selector) => {{
  {_SHOWN}
  return [...document.querySelectorAll(selector)].filter(isShown)
    .filter((one) => one.scrollHeight > one.clientHeight + 1
      || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent);
}}"""

FAINT = f"""(selector) => {{
  {_SHOWN}
  const LEAST = 4.5;
  const one = new OffscreenCanvas(1, 1).getContext("2d", {{ willReadFrequently: true }});
  const rgbaOf = (colour) => {{
    one.clearRect(0, 0, 1, 1);
    one.fillStyle = colour;
    one.fillRect(0, 0, 1, 1);
    return [...one.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  }};
  const over = (above, below, opacity = 1) =>
    below.map((part, at) => part + (above[at] - part) * above[3] * opacity);
  const behind = (element) => {{
    const below = element ? behind(element.parentElement) : [1, 1, 1];
    return element ? over(rgbaOf(getComputedStyle(element).backgroundColor), below) : below;
  }};
  const opacityOf = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const lightOf = (parts) =>
    parts.map(linear).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
  return [...document.querySelectorAll(selector)].flatMap(textsIn).map(({{ element, text }}) => {{
    const below = behind(element);
    const {{ fill, color }} = getComputedStyle(element);
    const drawn = over(rgbaOf(element.ownerSVGElement ? fill : color), below, opacityOf(element));
    const [dark, light] = [drawn, below].map(lightOf).sort((a, b) => a - b);
    return [text, light / dark];
  }}).filter(([, contrast]) => contrast < LEAST);
}}"""

LINES = f"""(selector) => {{
  {_SHOWN}
  const boxes = [...document.querySelectorAll(selector)].flatMap(textsIn)
    .flatMap(({{ boxes }}) => boxes).sort((one, other) => one.top - other.top);
  return boxes.filter(({{ top }}, at) => !at || top >= boxes[at - 1].bottom - 2).length;
}}"""

STAGE = ".story, .picture, .caption, .deeds, .round"
"""What stands beside the column."""
