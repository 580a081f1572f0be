// Actions on a candidate that leads or may lead, beside the actions on every candidate.
import { STRATEGIES } from "./shapes.js";

/** The actions, in the form of `ACTIONS` in actions.js. */
export const acts = [
  {
    word: "resign",
    action: "resign",
    key: "q",
    running: "it does not lead",
    does: "gives up leadership and queues again",
    shown: ({ looking }) => looking().recipe in STRATEGIES,
  },
  {
    word: "set behind",
    action: "behind",
    key: "b",
    be: "be set behind",
    running: "its data is behind already, or it stands in no election",
    does: "its data is no longer the newest: it steps down, and sits out",
    shown: ({ looking }, { candidate }) => looking().recipe in STRATEGIES && candidate?.belief !== "behind",
  },
  {
    word: "catch up",
    action: "catch-up",
    running: "its data has never been behind",
    key: "u",
    does: "it gets the newest data, and queues again",
    shown: ({ looking }, { candidate }) => looking().recipe in STRATEGIES && candidate?.belief === "behind",
  },
];
