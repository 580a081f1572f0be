// What every view, panel and dialog gets: shown.js makes it for each drawing. And what a view says of itself.
import type { State } from "./state.js";

/** One event, as the list of what happened has it; at: seconds of the dashboard's clock; wall: of the wall clock. */
export interface Event {
  seq: number;
  at: number;
  wall?: number;
  kind: string;
  subject: string;
  data?: any;
  words: any[];
  tone: string | null;
  group: string | null;
}

/** The clock of the moment that is shown, in seconds. */
export interface Clock {
  now(): number;
  wallOf(at: number): number | null;
  isPast?(): boolean;
}

export interface View {
  /** The state document, that of the past while the past is shown; null before the first has come. */
  state: State | null;
  /** The newest events, oldest first; past, takeEarlier: what is before them, and how they join. */
  events: Event[];
  past: any;
  takeEarlier(page: any): Event[];
  /** The view that is shown, of registry.js, and what the address names that is not there. */
  here: any;
  missing: { name: string; section: string; thing: string; path: string } | null;
  /** What this viewer has chosen, of choices.js, and how to choose. */
  chosen: any;
  choose(changes: Record<string, any>): void;
  /** Open a tab of the column, and give the focus to what a selector finds in it. */
  reach(tab: string, selector: string): void;
  /** Facts of this page alone: status, viewers, what is busy, messages. */
  page: { status: { state: string; since: number; reason: string | null }; viewers: number | null; busy: Set<string>; toasts: any[] };
  /** What a person can do, refused while the past is shown; acts: the actions on one process. */
  actions: any;
  acts: any[];
  guide: any;
  /** The tree of znodes of the moment that is shown. */
  tree: any;
  clock: Clock;
  liveClock: Clock;
  reel: any;
  kept: any;
  showRecording(blob: Blob, name: string): Promise<void>;
  /** Tell of events as they come; draw messages on their way. Both return what ends it. */
  hear(listener: (events: Event[]) => void): () => void;
  herald(listener: (event: Event, ms: number) => boolean): () => void;
  /** The handoff that was drawn slower than it was; the znodes that have ended just now; messages of a moment of the past. */
  slowed: any;
  pending: any;
  underWay: any[];
  /** What the views know of sessions; the facts that the stage depends on; which pseudo-code shows. */
  known: { strangers(): any[]; leaders(): Map<string, string> };
  concerns(apart?: string[]): any[] | null;
  looking(): { recipe: string | null; actor: string | null };
  /** The subject of each view, by its name: view.election, view.lock … */
  [subject: string]: any;
}

/** What a view says of itself: `view` of recipes/<name>/view.js and of znodes/view.js. Nothing outside that folder names the recipe. */
export interface ViewDefinition {
  /** "lock": in the address (#view=lock) and on test ids ("view-lock"); title: on the tab; group: the views of one group stand together in the header. */
  id: string;
  title: string;
  group: string;
  /** The stage, such as Subject of views/subject.js, drawn when a fact of views/concerns.js has changed; running numbers have kit/now.js, and what it keeps to itself has `heed`. */
  component: Component;
  /** The drawing of views/subject.js, which fills its box, and draws Empty of kit/empty.js while nobody is there. */
  board?: Component;
  /** The last round of its subject, in true proportion, as kit/last_round.js draws it. */
  round?: Component;
  /**
   * What it is about: one entry of state[section], by its path. {name: "lock", section: "locks"} makes view.lock, chosen.lock (its path), and #view=lock&lock=/a.
   * section null: any path of the tree. thing: the word for one of them; wordOf: a word beside its path; znodes: what its znodes mean; chained: its entries have a
   * `chain`, in an order; lists: names of the lists below it, whose events belong here too; first: the entry that is shown while none is chosen.
   */
  subject?: {
    name: string;
    section: string | null;
    thing?: string;
    znodes?: any;
    wordOf?(entry: any): string;
    chained?: boolean;
    lists?: string[];
    first?(state: any, chosen: any, section?: string): any;
  };
  /** The name, in state.recipes, of the pseudo-code that shows while no candidate is chosen; instead: what shows if there is none. */
  recipe?(view: any): string | null;
  instead?: Component;
  /** Its key idea, where that is not the one of a single pseudo-code. */
  idea?: string;
  /** The tables that its tab Work shows; column: the tab that the column shows first, if not "recipe". */
  work?: Component;
  column?: string;
  /** For a path that the address names and the state does not have: what is known of it (null for nothing), and a button that does something about it. */
  absent?: { why?(state: any, path: string): any; Offer?: Component };
  /** The ids of the candidates in the drawing, in its order: ← and → walk them, and the pseudo-code shows the line of the first that lives. */
  candidates?(view: any): string[];
  /** The paths whose events belong here, if not the subject's; beside: the endings of the paths beside it whose events do too. */
  places?(view: any): string[];
  beside?: string[];
  /** The moment from which the list of what happened counts its events, "+12 ms"; others show the time of day. */
  moment?(view: any): { at: number; until: number } | null;
  /**
   * The roles on whose holders kill, freeze … act while no candidate is chosen. id: the candidate's, or null; label: the name of a member that is not a candidate of ours; ask: the call by
   * which the dashboard says who holds the role.
   */
  roles?(view: any): { role: string; id: string | null; label?: string; ask?: any }[];
  /** The candidates that Stop all stops, what they belong to, and the call that does it, if they are not those of the subject's path. */
  crew?(view: any): { ids: string[]; of: string; ask?: { path: string; body?: any } };
  /** The places whose leftovers "clear" deletes, if not the subject's. */
  clears?(view: any): { path: string; section: string }[];
  /** Further actions on its candidates, as ACTIONS of actions.js. */
  acts?: any[];
  /** Members that are not ours, and the true leaders, marked wherever sessions are drawn. */
  strangers?(state: any): { session: string; name: string }[];
  leaders?(view: any): [string, string][];
  /** What is chosen, a node, stays chosen when its process ends. */
  outlived?: boolean;
  /** Its own keys, which go before the shared ones. name: how the help writes it; sees: it acts on nothing, and works read-only; when: it works only then; unless: why it does nothing otherwise. */
  keys?: { key: string; does: string; run(view: any): any; name?: string; sees?: boolean; when?(view: any): any; unless?: string }[];
  /** What its controls remember in chosen.<name>; addressed: what of it the address carries; fleeting: what is not remembered, and reset for another subject. */
  choices?: Record<string, any>;
  addressed?: string[];
  fleeting?: Record<string, any>;
  /** What chosen forgets as another subject is chosen. */
  within?: Record<string, null>;
  /** What the row of controls has, see kit/controls/bar.js; narrows: a component beside the choice of the subject, also read-only. */
  controls?: Record<string, any>;
  narrows?: Component;
  /** What replaces the tree's search, whether the details below it are left out, and what a click in the tree sets. */
  tree?: { search?: any; details?: boolean; choose?(view: any): any };
  /** The paths that the tree opens for its subject. */
  opens?(path: string): string[];
  /** Components by name, shown by choose({dialog: name}) in the frame of kit/dialog.js. */
  dialogs?: Record<string, Component>;
  /** How a further subject is asked for, see kit/another.js. */
  another?: Record<string, any>;
  /** How it begins; busy: what page.busy has while the button's work lasts. */
  first?: {
    path?: string;
    story?: string[];
    nobody(path: string): any;
    watching: string;
    says: string;
    button: string;
    busy: string;
    start(view: any, first: { path: string }): any;
  };
  /** [[sample, words]], made at each drawing, as in kit/legend.js. */
  legend?(view: any): any[][];
  /** Its invariants in words, as in kit/checks.js. */
  checks?: Record<string, string[]>;
  /** A part of what `?` shows. */
  help?: Component;
  /** The families of events that every view shows. */
  everywhere?: string[];
  /** Calls changed() whenever something has changed that the view keeps to itself. */
  heed?(changed: () => void): any;
  /** What to try next, see kit/hint.js. */
  hints?: any;
  /** Imports tour.js beside it, whose `steps` are those of the guided tour, see tour/steps.js. */
  tour?(): Promise<any>;
}

/** A function of what it is given, or a class of kit/later.js. */
type Component = any;
