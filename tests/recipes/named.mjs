// Prints the znodes that the page finds in a state document. Arguments: a file with {state, sections: folder -> section}.
import { readFileSync } from "node:fs";

import { createPastZnodes } from "../../static/js/past/znodes.js";

const { state, sections } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const subjects = [];
for (const [folder, section] of Object.entries(sections)) {
  const { znodesOf } = await import(`../../static/js/recipes/${folder}/znodes.js`);
  subjects.push({ section, znodes: znodesOf });
}
console.log(JSON.stringify([...createPastZnodes(subjects)(state).known.values()]));
