// A uPlot chart: three lines against the number of candidates, told apart by colour, dashes and name.
import { STRATEGIES, figureOf } from "./strategies.js";

const HEIGHT_REM = 17;
const DASHES = { predecessor: [], herd: [10, 5], single: [2, 5] };
const LABEL_REM = 6;

/**
 * Draw into `element`, and again when its width changes; `draw` draws only if the data or the looks changed.
 * uPlot is loaded with the first chart.
 */
export function createChart(element) {
  let uPlot = null;
  let plot = null;
  let drawn = null; // what it was drawn from
  let last = null;
  const sized = new ResizeObserver(drawAgain);
  sized.observe(element);
  import("../../vendor/uplot/uPlot.js").then(begin).catch(fail);
  return { draw, end };

  function begin(loaded) {
    uPlot = loaded.default;
    drawAgain();
  }

  function fail(error) {
    console.error(error);
    element.textContent = "The chart could not be loaded. The table has the same figures.";
  }

  function drawAgain() {
    if (last) draw(...last);
  }

  function draw(curve, figure) {
    last = [curve, figure];
    const looks = looksOf(element);
    const key = JSON.stringify([curve, figure.name, looks]);
    if (!uPlot || key === drawn || !looks.width) return;
    drawn = key;
    plot?.destroy();
    plot = new uPlot(optionsFor(figure, looks), dataOf(curve, figure), element);
  }

  function end() {
    sized.disconnect();
    last = null;
    plot?.destroy();
  }
}

/** Return a row with the numbers of candidates, and a row of values for each strategy. */
function dataOf(curve, figure) {
  const sizes = [...new Set(curve.map(({ n }) => n))].sort((one, other) => one - other);
  const rows = STRATEGIES.map((strategy) => {
    const points = new Map(curve.filter((point) => point.strategy === strategy).map((point) => [point.n, point]));
    return sizes.map((n) => figureOf(figure, points.get(n)));
  });
  return [sizes, ...rows];
}

function looksOf(element) {
  const style = getComputedStyle(element);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const colour = (name) => style.getPropertyValue(name).trim();
  return {
    width: Math.floor(element.clientWidth),
    rem,
    font: `${0.78 * rem}px ${style.fontFamily}`,
    ink: colour("--ink"),
    soft: colour("--soft"),
    line: colour("--line"),
    tones: Object.fromEntries(STRATEGIES.map((strategy) => [strategy, colour(`--${strategy}`)])),
  };
}

function optionsFor(figure, looks) {
  const axis = { stroke: looks.soft, font: looks.font, grid: { stroke: looks.line, width: 1 }, ticks: { show: false } };
  return {
    width: looks.width,
    height: HEIGHT_REM * looks.rem,
    padding: [looks.rem, LABEL_REM * looks.rem, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: (_, _low, high) => [0, Math.max(high, 1)] }, y: { range: (_, _low, high) => [-0.05 * roof(high), roof(high)] } },
    axes: [
      { ...axis, size: 1.9 * looks.rem, space: 2.6 * looks.rem },
      { ...axis, size: 3.4 * looks.rem, space: 2.2 * looks.rem, values: (_, ticks) => ticks.map((tick) => axisWord(figure, tick)) },
    ],
    series: [{}, ...STRATEGIES.map((strategy) => seriesOf(strategy, looks))],
    hooks: { draw: [(plot) => nameLines(plot, looks)] },
  };
}

const roof = (high) => (high > 0 ? high * 1.08 : 1);

function axisWord(figure, tick) {
  if (tick < 0) return "";
  return figure.name === "ms" ? `${tick} ms` : Number.isInteger(tick) ? String(tick) : "";
}

function seriesOf(strategy, { tones, rem }) {
  const stroke = tones[strategy];
  return {
    label: strategy,
    stroke,
    width: rem / 7,
    dash: DASHES[strategy],
    points: { show: true, size: rem / 2.2, stroke, fill: stroke },
  };
}

/** Write the name of each line at its end; move names apart that would cover each other. */
function nameLines(plot, { font, rem, tones }) {
  const ends = STRATEGIES.map((strategy, at) => endOf(plot, at + 1, strategy)).filter(Boolean);
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  let floor = Number.POSITIVE_INFINITY;
  ctx.save();
  ctx.font = font.replace(/^[\d.]+px/, (size) => `${Number.parseFloat(size) * ratio}px`);
  Object.assign(ctx, { textAlign: "left", textBaseline: "middle" });
  for (const { strategy, x, y } of ends.sort((one, other) => other.y - one.y)) {
    const placed = Math.min(y, floor - rem * ratio);
    ctx.fillStyle = tones[strategy];
    ctx.fillText(strategy, x + 0.5 * rem * ratio, placed);
    floor = placed;
  }
  ctx.restore();
}

function endOf(plot, series, strategy) {
  const [sizes, values] = [plot.data[0], plot.data[series]];
  const at = values.findLastIndex((value) => value !== null);
  if (at < 0) return null;
  return { strategy, x: plot.valToPos(sizes[at], "x", true), y: plot.valToPos(values[at], "y", true) };
}
