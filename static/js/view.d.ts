// What every view, panel and dialog gets: shown.js makes it for each drawing.
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
