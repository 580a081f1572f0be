// Who led when, as a picture: a row for each election, a stretch for each leader, the time without one red, and what is
// not known hatched.
import { clockTime, count, shortened } from "../format.js";
import { html, useRef } from "../html.js";
import { reigns } from "./listed.js";
import { pausesOf } from "./track.js";
import { download } from "../znodes/browser.js";

const [WIDTH, ROW, NAME] = [900, 26, 150];
const COLOURS = ["#5aa9e6", "#5fce8d", "#f5b83d", "#d39bff", "#4fd0c4", "#a9b8ff", "#f2a16e"];
const MOST_ROWS = 8;
const HATCHED = "leaders-hatched";
const LEAST_PX = 34; // of a stretch that has room for its name

/** Draw who led when, by the handoffs given, the runs of the dashboard, and who stands first now: leads(path). It can be saved as SVG or PNG. */
export function Leaders({ handoffs, runs, leads }) {
  const picture = useRef(null);
  const all = reigns(handoffs, pausesOf(runs), runs.at(-1)?.ended, leads);
  const rows = all.slice(0, MOST_ROWS);
  if (!rows.length) return null;
  const [from, to] = [Math.min(...rows.map(({ began }) => began)), Math.max(...rows.map(({ ended }) => ended))];
  const x = (wall) => NAME + ((wall - from) / Math.max(to - from, 1)) * (WIDTH - NAME - 8);
  const height = rows.length * ROW + 26;
  return html`
    <figure class="leaders">
      <svg ref=${picture} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${WIDTH} ${height}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Hatching} />
        <rect width=${WIDTH} height=${height} fill="var(--panel)" rx="6" />
        ${rows.map((row, at) => html`<${Row} key=${row.path} ...${row} y=${at * ROW + 4} x=${x} />`)}
        <text x=${NAME} y=${height - 8} fill="var(--soft)">${clockTime(from)}</text>
        <text x=${WIDTH - 8} y=${height - 8} fill="var(--soft)" text-anchor="end">${clockTime(to)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${
        all.length > rows.length && `${count(rows.length)} of ${count(all.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${() => saveSvg(picture.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${() => savePng(picture.current)}>PNG</button></figcaption>
    </figure>
  `;
}

/** Define what fills the time of which nothing is known. */
function Hatching() {
  return html`<defs><pattern id=${HATCHED} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`;
}

function Row({ path, stretches, y, x }) {
  return html`
    <text x="10" y=${y + 16} fill="var(--ink)">${shortened(path, 20)}</text>
    ${stretches.map(({ name, from, to }, at) => html`<${Stretch} key=${at} name=${name} left=${x(from)} right=${x(to)} y=${y} />`)}
  `;
}

function Stretch({ name, left, right, y }) {
  const width = Math.max(1, right - left);
  const word = name === undefined ? "not known" : (name ?? "nobody");
  return html`
    <rect x=${left} y=${y} width=${width} height=${ROW - 6} fill=${colourOf(name)}><title>${word}</title></rect>
    ${name && width > LEAST_PX && html`<text x=${left + 5} y=${y + 15} fill="#0b1117">${shortened(name, Math.floor(width / 8))}</text>`}
  `;
}

function colourOf(name) {
  if (name === undefined) return `url(#${HATCHED})`;
  return name === null ? "var(--dead)" : COLOURS[[...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % COLOURS.length];
}

/** Return the picture as a file: in the colours that it has now, which are the page's and not in the file. */
function fileOf(picture) {
  const tokens = getComputedStyle(picture);
  return new XMLSerializer().serializeToString(picture).replace(/var\((--[a-z]+)\)/g, (_, token) => tokens.getPropertyValue(token).trim());
}

function saveSvg(picture) {
  download("leaders.svg", fileOf(picture), "image/svg+xml");
}

async function savePng(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(fileOf(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { width, height } = picture.viewBox.baseVal;
  Object.assign(canvas, { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => download("leaders.png", blob, "image/png"));
}
