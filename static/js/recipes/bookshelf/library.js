// Books to add without having to think of one, and how a book looks on a shelf.

const TITLES = `
don-quixote|Miguel de Cervantes|1605
robinson-crusoe|Daniel Defoe|1719
candide|Voltaire|1759
werther|J. W. von Goethe|1774
emma|Jane Austen|1815
frankenstein|Mary Shelley|1818
eugene-onegin|Alexander Pushkin|1833
jane-eyre|Charlotte Brontë|1847
moby-dick|Herman Melville|1851
walden|Henry David Thoreau|1854
madame-bovary|Gustave Flaubert|1856
les-miserables|Victor Hugo|1862
alice|Lewis Carroll|1865
little-women|Louisa May Alcott|1868
war-and-peace|Leo Tolstoy|1869
middlemarch|George Eliot|1871
tom-sawyer|Mark Twain|1876
the-idiot|Fyodor Dostoevsky|1869
treasure-island|R. L. Stevenson|1883
effi-briest|Theodor Fontane|1895
dracula|Bram Stoker|1897
buddenbrooks|Thomas Mann|1901
kim|Rudyard Kipling|1901
kokoro|Natsume Sōseki|1914
ulysses|James Joyce|1922
the-trial|Franz Kafka|1925
orlando|Virginia Woolf|1928
the-hobbit|J. R. R. Tolkien|1937
the-plague|Albert Camus|1947
things-fall-apart|Chinua Achebe|1958
`;
const BOOKS = TITLES.trim().split("\n").map((line) => {
  const [id, author, year] = line.split("|");
  return { id, author, year: Number(year) };
});

/** Return the next book that is on no shelf yet, as far as this page knows; later with a number. */
export function nextBook(shelf, asked) {
  const known = new Set([
    ...Object.values(shelf?.nodes ?? {}).flatMap(({ last }) => last ?? []),
    ...(shelf?.last_books ?? []).map(({ id }) => id),
    ...Object.keys(shelf?.writes ?? {}),
    ...asked,
  ]);
  for (let copy = 1; ; copy += 1) {
    const found = BOOKS.map((book) => (copy === 1 ? book : { ...book, id: `${book.id}-${copy}` })).find(({ id }) => !known.has(id));
    if (found) return found;
  }
}

const COLOURS = 6;

function hash(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum;
}

/** Return a book's colour and size: equal on every shelf and for every viewer. */
export function spineOf(id) {
  const number = hash(id);
  return { colour: `term-${number % COLOURS}`, height: 62 + ((number >> 4) % 5) * 9, width: 0.55 + ((number >> 8) % 3) * 0.14 };
}
