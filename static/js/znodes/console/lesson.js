// The first walk through ZooKeeper: the reader types every line, and a line is ticked when its
// answer, or the tree, shows the result.
import { cut, plural } from "../../format.js";
import { query } from "../../rest.js";
import { changed } from "../asking.js";
import { inDialog, open, say, sayAll, shownIn } from "./saying.js";

const SHOWN = 30; // characters of what it holds
const OWN_DATA = ["hello", "world", "changed"];
const OWN_CHILDREN = /^(a|b|alive|(task|c)-\d{10})$/;

let found = null; // {seq, data, children, count}: what was read there, and when

/** Read it, if the tree shows that it exists; then draw the page again with what was found. */
async function lookAt(view, path) {
  found = null;
  if (view.tree.indexOf(path) < 0 || view.tree.mark(path) === "gone") return;
  const seq = view.events.at(-1)?.seq ?? 0;
  const ask = (what, url) => view.actions.attempt(what, "GET", url, undefined, () => {}); // it may go meanwhile
  const [znode, count] = await Promise.all([
    ask("leftover", query("znodes", { path, limit: 50 })),
    ask("leftover-count", query("znodes/count", { path })),
  ]);
  if (!znode || !count) return;
  found = { seq, data: znode.data?.text ?? "", children: znode.children?.names ?? [], count };
  changed();
}

/** Return what was found, until it is deleted; null for nothing. */
function leftover({ events }, path) {
  const isGone = events.some(({ seq, kind, subject }) => seq > (found?.seq ?? 0) && kind === "znode.deleted" && subject === path);
  return isGone ? null : found;
}

/** Return what was found, as parts of what a step says. */
function wordsOf({ data, children, count }, path) {
  const below = count.znodes - 1;
  const others = count.others_ephemerals;
  return [
    { who: path, tone: "code" },
    ` exists already: it holds “${cut(data, SHOWN)}”, and ${below ? `${plural(below, "znode")} ${below === 1 ? "is" : "are"}` : "nothing is"} below it. `,
    ...(others ? [`${others} of them ${others === 1 ? "is an ephemeral znode" : "are ephemeral znodes"} of another session. `] : []),
    isOwn(data, children, others)
      ? "It looks like a leftover of an earlier lesson. "
      : "It does not come from the lesson: look at it before you remove it, or leave it and take the lesson on another ZooKeeper. ",
  ];
}

function isOwn(data, children, others) {
  return !others && OWN_DATA.includes(data) && children.every((name) => OWN_CHILDREN.test(name));
}

const FIRST = "/first";
const LEFT = [FIRST, `${FIRST}/a`, `${FIRST}/task-…`, `${FIRST}/task-…`].length; // the lesson's own znodes, at its end
const SEEN_MS = 1500; // how long the reader sees the question before it is answered

const MAKE = `create ${FIRST} hello`;
const NOTIFIED = /type:NodeDataChanged path:\/first$/;
const CREATED = new RegExp(`^Created ${FIRST}$`);

const code = (line) => ({ who: line, tone: "code" });

/** Return "Type: LINE and then LINE." as parts. */
function type(...lines) {
  return ["Type: ", ...lines.flatMap((line, at) => [at ? " and then " : "", code(line)]), "."];
}

/**
 * Return what was said in all open consoles since the lesson began: an earlier walk ticks nothing.
 * @returns {[line: string | null, output: string[]][]}
 */
function said({ state, guide }) {
  return Object.values(state.consoles ?? {}).flatMap(({ entries }) =>
    Object.values(entries).filter(({ at }) => at >= guide.begun()).map(({ line, output }) => [line ?? null, output]),
  );
}

/** Tell whether ZooKeeper gave such an answer; `told` must match a line of the output. */
function answered(view, told, line = /^/) {
  return said(view).some(([asked, output]) => (asked === null || line.test(asked)) && output.some((one) => told.test(one)));
}

const ticks = (told, line) => (_, view) => answered(view, told, line);

/** Return a step of typed lines. */
const typed = (lines, rest) => ({
  do: type(...lines),
  run: (view) => sayAll(view, lines),
  point: ["console-line", "console-open", "fold-console"],
  ...rest,
});

/** Show the question, and answer it only if nothing but the lesson's own znodes would go. */
async function tidyUp(view) {
  const id = shownIn(view) ?? (await open(view));
  if (!id) return;
  let asked = null;
  await say(view, id, `deleteall ${FIRST}`, null, (ask) => inDialog(view)((asked = ask)));
  if (!asked || asked.znodes > LEFT) return;
  await new Promise((done) => setTimeout(done, SEEN_MS));
  if (!document.querySelector('[data-testid="ask"]')) return; // the reader has answered
  view.choose({ dialog: null, ask: null });
  await say(view, id, asked.line, asked.token);
}

/** Return what is there before the lesson creates its own znode; null afterwards. */
function inTheWay(view) {
  return answered(view, CREATED, /^\s*create\s/) ? null : leftover(view, FIRST);
}

/** Delete what is in the way first, and never without the question; otherwise create the lesson's znode. */
async function begin(view) {
  await sayAll(view, [inTheWay(view) ? `deleteall ${FIRST}` : MAKE]);
}

/** Choose the root if the chosen znode is gone: the view's sentence would say so throughout the lesson. */
function leaveWhatIsGone({ chosen, choose, tree }) {
  if (chosen.znode && (tree.indexOf(chosen.znode) < 0 || tree.mark(chosen.znode) === "gone")) choose({ znode: null });
  return null;
}

const sayFirst = (text) => (view) => [...(inTheWay(view) ? wordsOf(inTheWay(view), FIRST) : []), text];

export const steps = [
  {
    id: "open",
    title: "The first znode: open a console",
    say: `ZooKeeper keeps a tree of small files, called znodes, which many processes share. zkCli is its own tool for them: this console
      takes the same commands and prints the same answers. It has its own session.`,
    do: "Press Open a console (or the key o).",
    note: leaveWhatIsGone,
    run: open,
    until: ({ consoles }) => Object.keys(consoles ?? {}).length > 0,
    point: ["console-open", "console-line", "fold-console"],
  },
  typed([MAKE], {
    id: "first",
    title: "Create it",
    say: sayFirst("A znode has a path and a little data. Watch the tree (tab Tree) while you press Enter."),
    do: (view) => (inTheWay(view) ? [...type(`deleteall ${FIRST}`), " It asks before it deletes anything. Then type: ", code(MAKE), "."] : type(MAKE)),
    run: begin,
    note: (view) => (lookAt(view, FIRST), view.tree.reveal(FIRST), null),
    until: ticks(CREATED, /^\s*create\s/),
    point: ["ask-name", "ask-go", "console-line", "console-open", "fold-console"],
  }),
  typed([`get -s ${FIRST}`], {
    id: "get",
    title: "Read it, and its stat",
    say: `A znode has more than data and children. cZxid and mZxid number the change that created it and the last one that wrote it: every
      change to the whole tree has such a number. dataVersion counts the writes; ephemeralOwner is 0x0: no session owns it.`,
    until: ticks(/^dataVersion = /, /^\s*get\s.*\/first/),
  }),
  typed([`set -v 0 ${FIRST} world`, `set -v 0 ${FIRST} late`], {
    id: "version",
    title: "Two writers",
    say: `-v names the version that the writer has read. The first write fits, and the version becomes 1; the second writer has read the
      old version too, comes too late, and is refused. Nothing is lost unnoticed.`,
    until: ticks(/^version No is not valid : \/first$/),
  }),
  typed([`create ${FIRST}/a`, `create ${FIRST}/b`, `ls ${FIRST}`], {
    id: "children",
    title: "Children",
    say: "A znode is a file and a folder at once: it may have data and children.",
    note: ({ tree }) => (tree.open(FIRST), tree.reveal(`${FIRST}/a`), null), // shows what comes and goes below it
    until: ticks(/^\[(.*, )?a[,\]]/, /^\s*ls\s.*\/first/),
  }),
  typed([`delete ${FIRST}`, `delete ${FIRST}/b`], {
    id: "refused",
    title: "Delete",
    say: "ZooKeeper does not delete a znode with children: one command never removes what it does not name. It deletes a znode without children.",
    until: (_, view) => answered(view, /^Node not empty: \/first$/) && said(view).some(isQuiet(/^\s*delete\s+\/first\/b\s*$/)),
  }),
  typed([`create -s ${FIRST}/task- one`, `create -s ${FIRST}/task- two`], {
    id: "sequential",
    title: "The second kind: sequential",
    say: `What you made so far was persistent: it stays. With -s ZooKeeper appends a number that it never gives again below this parent,
      even to requests at the same moment. Queues, locks and elections get their order from this.`,
    until: ticks(/^Created \/first\/task-\d{10}$/),
  }),
  typed([`create -e ${FIRST}/alive`], {
    id: "alive",
    title: "The third kind: ephemeral",
    say: `With -e the znode lives as long as the session that created it: this console's. The line above the console counts it; in the tree
      its icon is a dashed circle. A process that creates one says: I am alive.`,
    note: ({ tree }) => (tree.open(FIRST), tree.reveal(`${FIRST}/alive`), null),
    until: ({ consoles }) => Object.values(consoles ?? {}).some(({ ephemerals }) => ephemerals.includes(`${FIRST}/alive`)),
  }),
  typed([`create -e -s ${FIRST}/c-`, "getEphemerals"], {
    id: "both",
    title: "The fourth kind: both",
    say: `Alive, and in order: each candidate of an election has exactly such a znode. The lowest number leads, and when its session
      ends, the next one leads.`,
    until: ticks(/^Created \/first\/c-\d{10}$/),
  }),
  typed([`get -w ${FIRST}`, `set ${FIRST} changed`], {
    id: "watch",
    title: "Be notified",
    say: (view) => [
      "-w leaves a watch: ZooKeeper tells this session once, as soon as the znode changes. No client has to ask again and again.",
      answered(view, NOTIFIED) ? " The yellow lines came by themselves." : " See what the console prints after the second line.",
    ],
    until: ticks(NOTIFIED),
  }),
  typed(["close"], {
    id: "vanish",
    title: "The session ends",
    say: "Now end the session, and watch the tree: both ephemeral znodes disappear. In every other program it is the same.",
    note: ({ events, tree }) => {
      tree.open(FIRST);
      tree.reveal(`${FIRST}/alive`); // before it goes
      return { seq: events.at(-1)?.seq ?? 0 };
    },
    until: (_, { events }, { seq }) => events.some((event) => event.seq > seq && event.kind === "znode.deleted" && event.subject === `${FIRST}/alive`),
  }),
  typed(["connect", `ls ${FIRST}`], {
    id: "left",
    title: "What is left",
    say: (view) =>
      isLeft(view)
        ? "Another session began. The persistent znodes are still there, the sequential ones too; the ephemeral ones are gone."
        : "Another session begins. Which of the znodes are still there?",
    until: (_, view) => isLeft(view),
  }),
  typed([`deleteall ${FIRST}`], {
    id: "clean",
    title: "Tidy up",
    say: "deleteall takes a znode and all below it. Here it asks: it counts what would be deleted, and asks you to type the name. The recipes of the other views are made of what you have seen. Some, such as Barrier and Queue, also use transactions: several changes that are made together, or not at all.",
    note: ({ events }) => ({ seq: events.at(-1)?.seq ?? 0 }),
    until: (_, { events }, { seq }) => events.some((event) => event.seq > seq && event.kind === "znode.deleted" && event.subject === FIRST),
    run: tidyUp,
    point: ["ask-name", "ask-go", "console-line", "console-open", "fold-console"],
  }),
];

/** Tell whether a list was read from which the ephemeral znodes are gone. */
function isLeft(view) {
  return said(view).some(([line, output]) => /^\s*ls\s/.test(line ?? "") && output.some((one) => /^\[.*task-/.test(one) && !one.includes("alive")));
}

/** Return a test of an entry: zkCli prints nothing if all is well. */
function isQuiet(line) {
  return ([asked, output]) => line.test(asked ?? "") && output.length === 0;
}
