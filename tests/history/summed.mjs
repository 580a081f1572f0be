// Prints the list of handoffs of a recording, and its table, as the page makes them.
import { readFileSync } from "node:fs";

import { createAnswers, open } from "../../static/js/time/recording.js";
import { csvOf } from "../../static/js/time/summed.js";

const answer = createAnswers(await open(new Blob([readFileSync(process.argv[2])])));
const told = answer("handoffs?limit=10000");
console.log(JSON.stringify({ told, csv: csvOf(told.handoffs) }));
