// The first walk through ZooKeeper: every line is typed by the reader, and ticked when the answer
// to it, or the tree, shows it.
import { inDialog, open, say, sayAll, shownIn } from "../views/console/saying.js";
import { leftover, lookAt, wordsOf } from "./leftover.js";

const FIRST = "/first";
const LEFT = [FIRST, `${FIRST}/a`, `${FIRST}/task-…`, `${FIRST}/task-…`].length; // of the lesson's own, at its end
const SEEN_MS = 1500; // the question that is answered for the reader

const MAKE = `create ${FIRST} hello`;
const CREATED = new RegExp(`^Created ${FIRST}$`);

const code = (line) => ({ who: line, tone: "code" });

/** "Type: LINE and LINE." as parts. */
function type(...lines) {
  return ["Type: ", ...lines.flatMap((line, at) => [at ? " and then " : "", code(line)]), "."];
}

/** [[line, output]] of all consoles that are open, since the lesson was begun: an earlier walk ticks nothing. */
function said({ state, guide }) {
  return Object.values(state.consoles ?? {}).flatMap(({ entries }) =>
    Object.values(entries).filter(({ at }) => at >= guide.begun()).map(({ line, output }) => [line ?? null, output]),
  );
}

/** Whether ZooKeeper has answered so; `told` is looked for in each line of the output. */
function answered(view, told, line = /^/) {
  return said(view).some(([asked, output]) => (asked === null || line.test(asked)) && output.some((one) => told.test(one)));
}

const ticks = (told, line) => (_, view) => answered(view, told, line);

/** A step of typed lines. */
const typed = (lines, rest) => ({
  do: type(...lines),
  run: (view) => sayAll(view, lines),
  point: ["console-line", "console-open", "fold-console"],
  ...rest,
});

/** The question is shown, and answered only where nothing but the lesson's own znodes would go. */
async function tidyUp(view) {
  const id = shownIn(view) ?? (await open(view));
  let asked = null;
  await say(view, id, `deleteall ${FIRST}`, null, (ask) => inDialog(view)((asked = ask)));
  if (!asked || asked.znodes > LEFT) return;
  await new Promise((done) => setTimeout(done, SEEN_MS));
  if (!document.querySelector('[data-testid="ask"]')) return; // the reader has answered
  view.choose({ dialog: null, ask: null });
  await say(view, id, asked.line, asked.token);
}

/** What stands there before the lesson's own is made; null once that is. */
function inTheWay(view) {
  return answered(view, CREATED, /^\s*create\s/) ? null : leftover(view, FIRST);
}

/** What is in the way goes first, and never without the question; then the reader's own is made. */
async function begin(view) {
  await sayAll(view, [inTheWay(view) ? `deleteall ${FIRST}` : MAKE]);
}

const sayFirst = (text) => (view) => [...(inTheWay(view) ? wordsOf(inTheWay(view), FIRST) : []), text];

export const steps = [
  {
    id: "open",
    title: "The first znode: open a console",
    say: `ZooKeeper keeps a tree of small files, called znodes, which many processes share. zkCli is its own tool for them: this console
      takes the same commands and prints the same answers. It has a session of its own.`,
    do: "Press Open a console (or the key o).",
    run: open,
    until: ({ consoles }) => Object.keys(consoles ?? {}).length > 0,
    point: ["console-open", "console-line", "fold-console"],
  },
  typed([MAKE], {
    id: "first",
    title: "Create it",
    say: sayFirst("A znode has a path and a little data. Watch the tree on the left while you press Enter."),
    do: (view) => (inTheWay(view) ? [...type(`deleteall ${FIRST}`), " It asks before anything goes. Then type: ", code(MAKE), "."] : type(MAKE)),
    run: begin,
    note: (view) => (lookAt(view, FIRST), view.tree.reveal(FIRST), null),
    until: ticks(CREATED, /^\s*create\s/),
    point: ["ask-name", "ask-go", "console-line", "console-open", "fold-console"],
  }),
  typed([`get -s ${FIRST}`], {
    id: "get",
    title: "Read it, and its stat",
    say: `Data and children are not all. cZxid and mZxid number the change that made it and the last one that wrote it: every change to
      the whole tree has such a number. dataVersion counts the writes; ephemeralOwner is 0x0: nobody's session owns it.`,
    until: ticks(/^dataVersion = /, /^\s*get\s.*\/first/),
  }),
  typed([`set -v 0 ${FIRST} world`, `set -v 0 ${FIRST} late`], {
    id: "version",
    title: "Two who write",
    say: `-v names the version that one has read. The first writer is right, and the version becomes 1; the second one has read the same,
      comes too late, and is refused. Nothing is lost unseen.`,
    until: ticks(/^version No is not valid : \/first$/),
  }),
  typed([`create ${FIRST}/a`, `create ${FIRST}/b`, `ls ${FIRST}`], {
    id: "children",
    title: "Children",
    say: "A znode is a file and a folder at once: it may have data and children.",
    note: ({ tree }) => (tree.open(FIRST), tree.reveal(`${FIRST}/a`), null), // what comes and goes below it is seen
    until: ticks(/^\[(.*, )?a[,\]]/, /^\s*ls\s.*\/first/),
  }),
  typed([`delete ${FIRST}`, `delete ${FIRST}/b`], {
    id: "refused",
    title: "Delete",
    say: "One with children is not deleted: ZooKeeper never does by one command what cannot be seen in it. One without is.",
    until: (_, view) => answered(view, /^Node not empty: \/first$/) && said(view).some(isQuiet(/^\s*delete\s+\/first\/b\s*$/)),
  }),
  typed([`create -s ${FIRST}/task- one`, `create -s ${FIRST}/task- two`], {
    id: "sequential",
    title: "The second kind: sequential",
    say: `What you made so far was persistent: it stays. With -s ZooKeeper appends a number that it never gives again below this parent,
      whoever asks at the same time. The order of a queue, of a lock, of an election is made of this.`,
    until: ticks(/^Created \/first\/task-\d{10}$/),
  }),
  typed([`create -e ${FIRST}/alive`], {
    id: "alive",
    title: "The third kind: ephemeral",
    say: `With -e it lives as long as the session that made it: the one of this console. The line above the console counts it; in the tree
      its icon is a dashed circle. A process that makes one says: I am alive.`,
    note: ({ tree }) => (tree.open(FIRST), tree.reveal(`${FIRST}/alive`), null),
    until: ({ consoles }) => Object.values(consoles ?? {}).some(({ ephemerals }) => ephemerals.includes(`${FIRST}/alive`)),
  }),
  typed([`create -e -s ${FIRST}/c-`, "getEphemerals"], {
    id: "both",
    title: "The fourth kind: both",
    say: `Alive, and in order: a candidate of an election is exactly such a znode. Whoever has the lowest number leads, and when its session
      ends, the next one does.`,
    until: ticks(/^Created \/first\/c-\d{10}$/),
  }),
  typed([`get -w ${FIRST}`, `set ${FIRST} changed`], {
    id: "watch",
    title: "Be told",
    say: `-w leaves a watch: ZooKeeper tells this session once, as soon as the znode changes. Nobody has to ask again and again.
      The yellow lines came by themselves.`,
    until: ticks(/type:NodeDataChanged path:\/first$/),
  }),
  typed(["close"], {
    id: "vanish",
    title: "The session ends",
    say: "Now let the session go, and keep an eye on the tree: both ephemeral znodes vanish. It is the same with those of any other program.",
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
    say: "Another session begins. The persistent ones are still there, the sequential ones too; of the ephemeral ones nothing is left.",
    until: (_, view) => said(view).some(([line, output]) => /^\s*ls\s/.test(line ?? "") && output.some((one) => /^\[.*task-/.test(one) && !one.includes("alive"))),
  }),
  typed([`deleteall ${FIRST}`], {
    id: "clean",
    title: "Tidy up",
    say: "deleteall takes a znode and all below it. Here it asks: it counts what would go, and wants the name typed. That was the whole of ZooKeeper; the views above are made of nothing else.",
    note: ({ events }) => ({ seq: events.at(-1)?.seq ?? 0 }),
    until: (_, { events }, { seq }) => events.some((event) => event.seq > seq && event.kind === "znode.deleted" && event.subject === FIRST),
    run: tidyUp,
    point: ["ask-name", "ask-go", "console-line", "console-open", "fold-console"],
  }),
];

/** zkCli says nothing where all is well. */
function isQuiet(line) {
  return ([asked, output]) => line.test(asked ?? "") && output.length === 0;
}

