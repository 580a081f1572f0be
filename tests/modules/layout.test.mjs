// The places of what is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";

import { besides } from "../../static/js/kit/stage/beside.js";
import { arrange } from "../../static/js/kit/stage/layout.js";
import { fitting, typeFor, widthOf } from "../../static/js/kit/stage/type.js";
import { around, layOut as names } from "../../static/js/recipes/naming/layout.js";
import { layoutOf } from "../../static/js/recipes/queue/layout.js";
import { weave } from "../../static/js/weave.js";

const SIZE = { width: 900, height: 500, unit: 1, least: 0, scrolled: 0 };
const columns = (count) => Array.from({ length: count }, (_, at) => ({ key: `n${at}`, id: `c${at}` }));

test("few stand side by side, in order, around the middle", () => {
  const { x, slots } = arrange(columns(3), SIZE, {});
  assert.deepEqual(slots.map(({ key }) => key), ["n0", "n1", "n2"]);
  assert.equal(x("n1"), 450);
  assert.ok(x("n0") < x("n1") && x("n1") - x("n0") === x("n2") - x("n1"));
});

test("the middle of many is folded, its ends are not", () => {
  const { slots, isFolded, x } = arrange(columns(40), SIZE, {});
  assert.ok(slots.length < 40);
  assert.deepEqual([isFolded("n0"), isFolded("n20"), isFolded("n39")], [false, true, false]);
  assert.equal(x("n20"), x("n21"));
  assert.ok(x("n0") < x("n20") && x("n20") < x("n39"));
});

test("who is chosen or frozen is not folded", () => {
  const many = columns(40).map((column) => (column.id === "c9" ? { ...column, entry: { process: "paused" } } : column));
  const { isFolded } = arrange(many, SIZE, { chosen: "c20" });
  assert.deepEqual([isFolded("n9"), isFolded("n20"), isFolded("n15")], [false, false, true]);
});

test("unfolded, the drawing grows as wide as all of them need", () => {
  const { slots, width } = arrange(columns(40), SIZE, { unfolded: true });
  assert.equal(slots.length, 40);
  assert.ok(width > SIZE.width);
});

const gaps = ({ processY, radius, laneY, laneHeight, znodeY, znodeHeight, crownLine, noticeLine, height }) =>
  [0, processY - radius, processY + radius, laneY, znodeY - znodeHeight / 2, znodeY + znodeHeight / 2, crownLine, noticeLine, laneY + laneHeight, height];

test("in little room all comes closer, in the same order, and inside", () => {
  for (const hub of [false, true]) for (const height of [100, 252, 300, 430, 690]) {
    const places = arrange(columns(5), { ...SIZE, height }, { hub });
    assert.deepEqual(gaps(places), gaps(places).toSorted((a, b) => a - b));
    assert.ok(height < 320 || places.height === height);
  }
});

test("all grows with the room, in its width and its height, and is never smaller than without it", () => {
  const at = (width, height, count = 5) => arrange(columns(count), { ...SIZE, width, height }, {});
  const [low, usual, large] = [at(1000, 250), at(1000, 430), at(1480, 690)];
  assert.equal(low.growth, 1);
  assert.ok(usual.growth > 1.3 && large.growth > usual.growth && large.growth <= 2.2);
  assert.ok(large.radius > usual.radius && usual.radius > low.radius && large.type.belief > usual.type.belief);
  assert.equal(at(1000, 690, 12).growth, 1);
  for (const places of [usual, large]) assert.equal(places.laneY + places.laneHeight, places.height);
});

test("for a projector no type is smaller than the least, and fewer stand side by side", () => {
  const hall = { width: 1260, height: 470, unit: 1.19, least: 24, scrolled: 0 };
  const { type, slots, step } = arrange(columns(20), hall, {});
  assert.ok(Math.min(...Object.values(type)) >= 24);
  assert.ok(slots.length < 10 && step > 100);
});

test("what stands beside a process has the gap alone", () => {
  const ending = columns(3).map((column) => ({ ...column, process: true, candidate: { pid: 7, session_timeout_ms: 4000 }, entry: { session_ends: 9 } }));
  const placed = (width, how = {}) => [...besides(arrange(ending, { ...SIZE, width }, how)).values()].map(({ left }) => left);
  assert.deepEqual(placed(1000).map(({ side, below }) => side ?? below), [1, 1, true]);
  assert.deepEqual(placed(190).map(({ above }) => above), [true, true, true]);
  const living = [ending[0], { ...ending[1], entry: {} }, ending[2]];
  const beside = besides(arrange(living, { ...SIZE, width: 1000 }, {}));
  assert.deepEqual([...beside.values()].map(({ left, pid }) => [left?.side, pid]), [[1, false], [undefined, false], [-1, false]]);
});

test("words are as wide as in the widest of the usual fonts, and the first that fits are taken", () => {
  const type = typeFor(1, 1, 0);
  assert.ok(widthOf("watches", "watch", type) > widthOf("waits", "watch", type));
  assert.equal(fitting(["believes it leads", "leads"], 60, "belief", type), "leads");
  assert.equal(fitting(["leads"], 3, "belief", type), "");
});

test("who has just gone keeps its place before the one behind it", () => {
  const woven = weave(["a", "b", "c"], ["a", "c", "d"], (key) => key === "b");
  assert.deepEqual(woven, ["a", "b", "c", "d"]);
  assert.deepEqual(weave(["a", "b"], ["b"], () => false), ["b"]);
});

test("an item whose producer is not drawn comes out of the queue's end, inside the drawing", () => {
  for (const width of [22, 52]) {
    const { belt } = layoutOf({ width, height: 20, top: 1.6 }, 1, 2, 1);
    assert.deepEqual(belt.back, { x: belt.left + 3.1 / 2, y: belt.at(0).y });
    assert.ok(belt.back.x > 3.1 / 2 && belt.back.x <= belt.at(0).x);
  }
});

test("in large type beside both panels, the parts of a queue still stand side by side", () => {
  assert.equal(layoutOf({ width: 39.3, height: 14, top: 1 }, 2, 3, 1).isNarrow, false); // 1366 px wide, for a projector
  assert.equal(layoutOf({ width: 22, height: 20, top: 1.6 }, 2, 3, 1).isNarrow, true);
});

/** Return points of a path of curves and straight lines. */
function pointsOf(path) {
  const points = [];
  let at = null;
  for (const [, how, numbers] of path.matchAll(/([MCL])([^MCL]*)/g)) {
    const given = numbers.trim().split(/\s+/).map(Number);
    const ends = Array.from({ length: given.length / 2 }, (_, index) => ({ x: given[2 * index], y: given[2 * index + 1] }));
    const bones = how === "C" ? [at, ...ends] : [at ?? ends[0], at ?? ends[0], ends.at(-1), ends.at(-1)];
    for (let share = 0; share <= 1; share += 0.05) points.push(along(bones, share));
    at = ends.at(-1);
  }
  return points;
}

function along(bones, share) {
  const weights = [(1 - share) ** 3, 3 * (1 - share) ** 2 * share, 3 * (1 - share) * share ** 2, share ** 3];
  const sum = (axis) => bones.reduce((total, bone, index) => total + weights[index] * bone[axis], 0);
  return { x: sum("x"), y: sum("y") };
}

test("no call is drawn through ZooKeeper, which has no part in it", () => {
  for (const width of [360, 900, 1600]) for (const unit of [1, 1.5]) for (const providers of [1, 2, 5]) for (const clients of [1, 3, 40]) {
    const { lane, top, height, ...places } = names({ width, height: 0, top: 0, unit }, providers, clients);
    for (const client of places.clients.at) for (const provider of places.providers.at) {
      const points = pointsOf(around(client, provider, lane, unit));
      assert.deepEqual(points.filter(({ x, y }) => x > lane.x && x < lane.x + lane.width && y > top && y < top + lane.height), []);
      assert.ok(points.every(({ y }) => y > 0 && y < height));
    }
  }
});
