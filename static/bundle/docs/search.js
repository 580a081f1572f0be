// The page of the search. Only it loads lunr and the text of all sections, which sections.js has as
// SECTIONS: [address, title of the page, heading, text].

const SHOWN = 30;
const BETWEEN = /[^\p{L}\p{N}]+/u; // also what joins words: session_timeout is found by "timeout" too
const AROUND = 110; // characters of the text on each side of the word
const input = document.querySelector('form[role="search"] input');
const results = document.getElementById("results");
const found = document.getElementById("found");

const index = lunr(function () {
  this.tokenizer.separator = BETWEEN;
  this.ref("at");
  this.field("page", { boost: 3 });
  this.field("title", { boost: 8 });
  this.field("text");
  SECTIONS.forEach(([, page, title, text], at) => this.add({ at, page, title, text }));
});

function matches(words) {
  const terms = lunr.tokenizer(words).map(String).filter((term) => /\w/.test(term));
  if (!terms.length) return [];
  return index.query((query) => {
    for (const term of terms) {
      query.term(term, { boost: 10 });
      query.term(term, { usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING });
    }
  });
}

function show() {
  const words = input.value.trim();
  const all = matches(words);
  // Sections in which every word stands come first; lunr is content with any.
  const each = words.toLowerCase().split(BETWEEN).filter(Boolean);
  const whole = ({ ref }) => each.every((word) => SECTIONS[ref].join(" ").toLowerCase().includes(word));
  const sorted = [...all.filter(whole), ...all.filter((one) => !whole(one))];
  const sections = sorted.slice(0, SHOWN).map(({ ref }) => SECTIONS[ref]);
  results.replaceChildren(...sections.map((section) => item(section, each)));
  if (!words) found.textContent = "Type a word into the field at the top.";
  else if (!all.length) found.textContent = `Nothing is found for “${words}”.`;
  else found.textContent = all.length > SHOWN ? `The best ${SHOWN} of ${all.length} sections` : `Sections: ${all.length}`;
  history.replaceState(null, "", words ? `?q=${encodeURIComponent(words)}` : "?");
}

function item([address, page, title, text], words) {
  const one = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = title;
  const where = document.createElement("small");
  where.textContent = page;
  const part = document.createElement("p");
  part.append(...marked(excerpt(text, words), words));
  one.append(link, ...(page === title ? [] : [" ", where]), part);
  return one;
}

function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0), text.length));
  const from = at < text.length ? Math.max(0, at - AROUND) : 0;
  const part = text.slice(from, from + 2 * AROUND);
  return `${from ? "…" : ""}${part}${from + 2 * AROUND < text.length ? "…" : ""}`;
}

function marked(text, words) {
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.split(new RegExp(`(${any})`, "i")).map((part, at) => {
    if (at % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}

input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", show);
input.focus();
show();
