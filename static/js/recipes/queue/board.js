// The drawing of a queue: items travel from their producer to the queue, into a consumer's hands,
// and out; if a consumer dies, its item travels back.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { useTicks } from "../../kit/now.js";
import { Room, placed, rems } from "../../kit/room.js";
import { Item, Ghost } from "./item.js";
import { NARROW, layoutOf } from "./layout.js";
import { numberOf, peopleOf } from "./people.js";
import { Person } from "./person.js";

const LATEST = 8;
const TICK_MS = 500;

export function Board(view) {
  const { queue } = view;
  const [makers, takers] = [peopleOf(view, "producer"), peopleOf(view, "consumer")];
  useTicks([...makers, ...takers].some(({ candidate }) => candidate.process === "exited") ? TICK_MS : null);
  if (!queue || (!makers.length && !takers.length && !queue.waiting)) return html`<${NobodyYet} ...${view} />`;
  const counts = [makers.length, takers.length, queue.waiting];
  const need = (width, top, isLast) => (width < NARROW && !isLast ? Infinity : layoutOf({ width, height: 0, top }, ...counts).height);
  const draw = (room) => html`<${Queue} ...${view} makers=${makers} takers=${takers} places=${layoutOf(room, ...counts)} />`;
  return html`<${Room} ...${view} looks="queue" data=${{ "data-testid": "queue-board" }} need=${need} draw=${draw} />`;
}

function Queue({ places, makers, takers, ...view }) {
  const { queue } = view;
  return html`
    <${Lines} places=${places} takers=${takers} />
    <${Belt} ...${view} places=${places} />
    <${Done} queue=${queue} at=${places.done} />
    ${[...zip(makers, places.producers), ...zip(takers, places.consumers)].map(
      ([person, at]) => html`<${Person} key=${person.id} ...${view} person=${person} at=${at} isNarrow=${places.isNarrow} />`,
    )}
    <${Items} ...${view} places=${places} makers=${makers} takers=${takers} />
    <${More} people=${makers} shown=${places.producers} /><${More} people=${takers} shown=${places.consumers} />
  `;
}

function zip(people, places) {
  return people.slice(0, places.length).map((person, at) => [person, places[at]]);
}

const JUST_NOW_S = 2;

/** Draw the items in the order in which they are taken; a done item goes to the pile. */
function Items(view) {
  const { queue, places, makers, takers, clock } = view;
  const handOf = new Map(zip(takers, places.consumers).map(([{ id }, at]) => [id, plus(at, places.hand)]));
  const makerAt = new Map(zip(makers, places.producers).map(([{ id }, at]) => [id, at]));
  const at = (item, place) => {
    if (isEnded(item)) return places.done;
    if (item.state === "claimed") return handOf.get(item.claim?.candidate) ?? plus(places.belt.front, { x: 2, y: 0 });
    return places.belt.at(place);
  };
  const from = (item) => (clock.now() - item.at < JUST_NOW_S && makerAt.get(makerOf(item))) || places.belt.back;
  return html`
    ${drawnOf(queue, places.belt.shown).map(
      ({ name, item, place }) =>
        html`<${Item} key=${name} ...${view} name=${name} item=${item} at=${at(item, place)} from=${from(item)} />`,
    )}
    ${takers.filter(({ ghost }) => ghost).map(({ id, ghost }) => html`<${Ghost} key=${`ghost-${id}`} id=${id} number=${numberOf(ghost)} at=${handOf.get(id)} />`)}
  `;
}

/** Return [{name, item, place}] of the items in hand, the first that wait, and the latest that ended. */
function drawnOf({ items }, shown) {
  const all = Object.entries(items).map(([name, item]) => ({ name, item, place: -1 }));
  all.sort((a, b) => a.item.number - b.item.number);
  const waiting = all.filter(({ item }) => item.state === "waiting").slice(0, shown);
  waiting.forEach((one, place) => (one.place = place));
  const ended = new Set(all.filter(({ item }) => isEnded(item)).slice(-LATEST));
  return all.filter((one) => one.place >= 0 || one.item.state === "claimed" || ended.has(one));
}

function isEnded({ state }) {
  return state === "done" || state === "gone";
}

/** Return an item's producer, as it reports; until that is known, as the item says: "c1 #4". */
function makerOf({ by, text }) {
  return by ?? /^(c\d+) #/.exec(text ?? "")?.[1];
}

export function plus(one, other) {
  return { x: one.x + other.x, y: one.y + other.y };
}

function Belt({ state, queue, places: { belt, ground } }) {
  const style = `${placed({ x: belt.left, y: ground.top })}; width: ${rems(belt.right - belt.left)}; height: ${rems(ground.height)}`;
  return html`
    <div class="belt ground" style=${style} data-testid="belt" data-waiting=${queue.waiting}><${GroundLabel} state=${state} />
      <span class="belt-word">${queue.waiting ? `${plural(queue.waiting, "item")} waiting` : "nothing waits"}${
        belt.more > 0 ? html` · <b>${belt.more} not drawn</b>` : ""
      }</span>
    </div>
  `;
}

function Done({ queue, at }) {
  return html`
    <div class="done-pile" style=${placed(at)}>
      <output data-testid="done" data-done=${queue.done}>${queue.done}</output><span>done</span>
    </div>
  `;
}

/** Draw the watches of waiting consumers that live: the first watches the items, the others the one before them. */
function Lines({ places, takers }) {
  const { isNarrow } = places;
  const drawn = zip(takers, places.consumers);
  const at = new Map(drawn.map(([{ place }, where]) => [place, where]));
  const line = drawn.filter(([{ place, candidate }]) => place >= 0 && candidate.process !== "exited");
  return html`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${places.width} ${places.height}`}>
      ${line.map(([{ place }, from]) => {
        const to = place === 0 ? frontOf(from, places) : at.get(place - 1);
        return to && html`<path key=${place} class=${`flow-watch ${place === 0 ? "first" : ""}`} d=${place === 0 ? toItems(from, to, isNarrow) : toOther(from, to, isNarrow)} />`;
      })}
    </svg>
  `;
}

/** Return where a line meets the ground. */
const frontOf = ({ x }, { isNarrow, belt, ground }) => (isNarrow ? { x: Math.min(x, belt.right - 1), y: ground.top + ground.height } : belt.front);

const RADIUS = 1.1; // of a disc, with its ring

/** Return a line from the edge of a disc to the edge of the ground, at the side where the ground is. */
function toItems(from, to, isNarrow) {
  if (isNarrow) return `M${from.x} ${from.y - RADIUS}L${to.x} ${to.y}`;
  const [x, middle] = [from.x - RADIUS, (from.x - RADIUS + to.x) / 2];
  return `M${x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** Return a line from the edge of a disc to that of another: it leaves each towards the other, and bends the further the further they are apart. */
function toOther(from, to, isNarrow) {
  const [long, side] = isNarrow ? ["x", "y"] : ["y", "x"];
  const towards = Math.sign(to[long] - from[long]);
  const edge = (one, by) => ({ [long]: one[long] + by * towards * RADIUS * 0.5, [side]: one[side] - RADIUS * 0.87 });
  const [begin, end] = [edge(from, 1), edge(to, -1)];
  const bend = Math.min(begin[side], end[side]) - Math.min(isNarrow ? 3 : 4, 0.3 + 0.35 * Math.abs(to[long] - from[long]));
  const [first, second] = [begin, end].map((one) => ({ [long]: one[long], [side]: bend }));
  return `M${begin.x} ${begin.y}C${[first, second, end].map(({ x, y }) => `${x} ${y}`).join(" ")}`;
}

function More({ people, shown }) {
  const more = people.length - shown.length;
  if (more <= 0) return null;
  const { x } = shown.at(-1);
  return html`<p class="queue-more" style=${`left: ${rems(x)}; bottom: 0`}>and ${more} more</p>`;
}
