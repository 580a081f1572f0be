// The drawing: coordinators above the transaction in ZooKeeper, and a column for each site: its vote, its
// process, its account. Votes go up to the transaction, and the decision comes down.
import { shortened } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { Ground } from "../../kit/ground.js";
import { Room, placed, rems } from "../../kit/room.js";
import { join } from "../../paths.js";
import { Coordinator } from "./coordinator.js";
import { coordinatorsOf, sitesOf } from "./people.js";
import { Site } from "./site.js";

const COLUMN = { least: 4.5, usual: 5.6, beside: 9.4, from: 24 }; // beside: with words beside the disc; least: in a room that is narrower than `from`
const VOTE = 1.9;
const SITE = { below: 6.4, beside: 2.8 }; // below its vote: its disc, with its words and its account below or beside it
const BESIDE = 8.8; // the width of a site that has them beside
const CARD = 1.8; // half of its height
const CARD_WIDTH = 15;
const LONGEST_PATH = 30;
const DOWN = 1.2; // from the card to the votes
const SUM = 1.9;
const MOST_COORDINATORS = 4;

export function Board(view) {
  const { latest } = view;
  const coordinators = coordinatorsOf(view);
  const sites = sitesOf(view);
  if (!coordinators.length && !sites.length) return html`<${NobodyYet} ...${view} />`;
  const leading = Math.max(1, Math.min(coordinators.length, MOST_COORDINATORS));
  const data = { "data-testid": "commit-board", "data-transaction": latest?.name ?? "", "data-decision": latest?.decision ?? "" };
  const need = (width, top, isLast) => (width < 26 && !isLast ? Infinity : placesOf({ width, height: 0, top }, sites.length, leading).height);
  const draw = (room) => html`<${Drawing} ...${view} coordinators=${coordinators} sites=${sites} places=${placesOf(room, sites.length, leading)} />`;
  return html`<${Room} ...${view} looks="commit" data=${data} need=${need} draw=${draw} />`;
}

function Drawing({ coordinators, sites, places, ...view }) {
  const { ground, width } = places;
  return html`
    <${Ground} state=${view.state} class=${`commit-ground ${places.isNarrow ? "narrow" : ""}`} style=${`top: ${rems(ground.top)}; height: ${rems(ground.height)}`} />
    <${Arrows} latest=${view.latest} sites=${sites} coordinators=${coordinators} places=${places} width=${width} />
    ${coordinators.slice(0, MOST_COORDINATORS).map((one, at) => html`<${Coordinator} key=${one.id} ...${view} one=${one} at=${places.coordinators[at]} />`)}
    ${!coordinators.length && html`<p class="no-coordinator" style=${placed(places.coordinators[0])}>no coordinator: nobody decides</p>`}
    ${coordinators.length > MOST_COORDINATORS && html`<p class="commit-more">and ${coordinators.length - MOST_COORDINATORS} more</p>`}
    <${Transaction} ...${view} at=${places.transaction} />
    ${sites.map((one, at) => html`<${Site} key=${one.site} ...${view} one=${one} at=${places.sites[at]} isBeside=${places.isBeside} width=${Math.min(places.isBeside ? COLUMN.beside : COLUMN.usual, places.step)} />`)}
    <${Sum} ...${view} />
  `;
}

/** In the drawing's rem; of many sites on a narrow screen several rows. Where it is wide, words stand beside the discs. */
function placesOf({ width, height: wanted, top }, count, leading) {
  const most = Math.max(1, Math.min(count || 1, Math.floor(width / (width < COLUMN.from ? COLUMN.least : COLUMN.usual))));
  const rows = Math.max(1, Math.ceil(count / most));
  const inRow = Math.ceil((count || 1) / rows);
  const step = width / inRow;
  const isBeside = step >= BESIDE && width >= 34;
  const row = VOTE + (isBeside ? SITE.beside : SITE.below);
  const above = 2.6; // what the coordinators take
  const isNarrow = width < 36; // the card would reach the ground's words: it stands below them
  const label = isNarrow ? 1.3 : 0.15;
  const least = top + above + label + 2 * CARD + DOWN + rows * row + SUM;
  const height = Math.max(wanted, least);
  const spare = height - least;
  const first = top + above + spare * 0.3; // the ground's upper edge
  const transaction = { x: width / 2, y: first + label + CARD };
  const votes = transaction.y + CARD + DOWN + spare * 0.4;
  const ground = { top: first, height: votes + VOTE - 0.35 - first };
  const at = (place) => ({ x: ((place % inRow) + 0.5) * step, y: votes + Math.floor(place / inRow) * row });
  const each = Math.min(11, width / leading);
  const coordinator = (place) => ({ x: width / 2 - 3 + (place - (leading - 1) / 2) * each, y: top + 1.2 });
  return {
    width, height, step, transaction, ground, isBeside, isNarrow,
    sites: Array.from({ length: count }, (_, place) => at(place)),
    coordinators: Array.from({ length: leading }, (_, place) => coordinator(place)),
  };
}

/** What goes up are votes; what comes down is the decision, dashed until the site has carried it out. */
function Arrows({ latest, sites, coordinators, places, width }) {
  const { transaction } = places;
  const leads = coordinators.findIndex(({ isLeading }) => isLeading);
  const coordinates = ({ x, y }) => `M${x} ${y + 1.13}L${transaction.x} ${transaction.y - CARD}`;
  const height = places.height;
  return html`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${width} ${height}`}>
      <defs>
        ${["commit", "abort"].map(
          (way) => html`<marker key=${way} id=${`commit-head-${way}`} class=${`arrow-head is-${way}`} viewBox="0 0 8 8" refX="6" refY="4"
            markerWidth="3.5" markerHeight="3.5" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`,
        )}
      </defs>
      ${
        leads >= 0 && leads < places.coordinators.length &&
        html`<path class=${`coordinates ${coordinators[leads].candidate.process === "running" ? "" : "broken"}`}
          d=${coordinates(places.coordinators[leads])} />`
      }
      ${sites.map((one, at) => {
        const [down, watched] = [routeOf(places.sites[at], places), routeOf(places.sites[at], places, 0.4)];
        const waits = latest && one.candidate.process !== "exited" && one.candidate.watches === latest.name;
        return html`<g key=${one.site}>
          ${one.vote && !latest.decision && html`<path class=${`vote-arrow is-${one.vote}`} marker-end=${`url(#commit-head-${one.vote})`} d=${lineOf(down.toReversed())} data-testid=${`arrow-vote-${one.site}`} />`}
          ${latest?.decision && one.isIn && html`<path class=${`decision-arrow is-${latest.decision} ${one.carried || one.done ? "" : "owed"}`}
            marker-end=${`url(#commit-head-${latest.decision})`} d=${lineOf(down)} data-testid=${`arrow-decision-${one.site}`} data-owed=${String(!(one.carried || one.done))} />`}
          ${waits && !latest.decision && html`<path class="flow-watch" d=${lineOf(watched)} />`}
        </g>`;
      })}
    </svg>
  `;
}

const lineOf = (points) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;

/** Return the corners of the line from the transaction down to a site's vote; to a lower row it passes beside the columns. aside: by how much it keeps off the other. */
function routeOf({ x, y }, { transaction, sites, step }, aside = 0) {
  const half = CARD_WIDTH / 2 - 1;
  const first = sites[0].y;
  const beneath = sites.filter((site) => Math.abs(site.x - transaction.x) <= half).map((site) => site.x);
  const leaves = beneath.length ? beneath : [transaction.x];
  const nearest = leaves.reduce((best, one) => (Math.abs(one - x) < Math.abs(best - x) ? one : best));
  const from = { x: nearest + aside, y: transaction.y + CARD };
  const level = (from.y + first - 0.2) / 2 + aside / 2;
  const to = { x: x + aside, y: y - 0.2 };
  if (y === first) return [from, { x: from.x, y: level }, { x: to.x, y: level }, to];
  const beside = x - step / 2 + 0.1 + aside / 2;
  return [from, { x: from.x, y: level }, { x: beside, y: level }, { x: beside, y: y - 0.7 }, { x: to.x, y: y - 0.7 }, to];
}

function Transaction({ commit, latest, at, chosen, choose }) {
  const style = placed(at);
  if (!latest) {
    return html`<div class="transaction none" style=${style} data-testid="transaction"><span class="znode-path">${shortened(commit?.path ?? "/commit", LONGEST_PATH)}</span><b>no transaction yet</b></div>`;
  }
  const path = join(commit.path, latest.name);
  const says = latest.decision ?? "undecided";
  return html`
    <div class=${`transaction is-${says}`} style=${style}>
      <button class=${chosen.znode === path ? "picked" : ""} disabled=${latest.gone} data-testid="transaction" data-says=${says}
        title=${`${path}\n${latest.gone ? "nothing of it is in ZooKeeper any more" : "its data says what moves, and what was decided"}`}
        onClick=${() => choose({ znode: path })}>
        <span class="znode-path">${shortened(path, LONGEST_PATH)}${latest.gone ? ", gone" : ""}</span>
        <b>${says}</b>
        <span class="soft">${movesOf(latest)}</span>
      </button>
    </div>
  `;
}

/** "20 from s1 to 2 sites" */
function movesOf({ moves = {} }) {
  const givers = Object.keys(moves).filter((site) => moves[site] < 0);
  const takers = Object.keys(moves).filter((site) => moves[site] > 0);
  const amount = givers.reduce((sum, site) => sum - moves[site], 0);
  return `${amount} from ${givers.join(" ")} to ${takers.join(" ")}`;
}

function Sum({ commit }) {
  if (!commit || !Object.keys(commit.sites).length) return null;
  const { sum, opening, on_the_way: way } = commit;
  const holds = sum + way === opening;
  return html`
    <p class=${`commit-sum ${holds ? "" : "tone-dead"}`} data-testid="commit-sum" data-sum=${sum} data-way=${way}>
      All accounts hold <b class="number">${sum}</b>${way !== 0 && html`, and <b class="number">${sum + way}</b> when all have carried it out`}${
        holds ? ", as much as they were opened with" : html`; they were opened with <b class="number">${opening}</b>`
      }
    </p>
  `;
}
