// Measures parsing speed in MB of UTF-8 per second and core, each note by itself, beside two other parsers on the same
// text. The others make HTML, which is more work, but none of the lists of a note. Run after `tsc -b`:
// node bench/parse.mjs [folder of .md files]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { micromark } from 'micromark';
import { parseMarkdown } from '../dist/index.js';

const ROUNDS = 7;
/** Sections of an ordinary note, from which the sample notes are built. */
const SECTIONS = [
  '# Tea\n\nGreen tea from [[Uji]], see [the shop](https://example.org/tea?kind=1) and **[[Prices#2026|prices]]**.\n',
  '## To do\n\n- [ ] Order *sencha* 📅 2026-03-01 ^order\n- [x] Clean the pot\n  - with soda, not soap\n- Ask Zoé\n',
  '> [!note] Water\n> Not above 80 °C, see <https://example.org/water>.\n\n1. Boil\n2. Wait\n3. Pour\n',
  '| Kind | Price |\n|---|---:|\n| [[Sencha]] | 12 |\n| Gyokuro | 30 |\n\nText behind the table, with `code` in it.\n',
  '```js\nconst tea = await brew({ seconds: 90 });\n```\n\nA longer paragraph of plain words, which is what most notes\nare made of, over several lines and without any marks at all.\n',
  '![pot](resource://default/resources/res_1)\n\nSee [ref] too.[^1]\n\n[ref]: other.md "Other"\n[^1]: A footnote.\n',
];

function ownNotes() {
  return Array.from({ length: 2_000 }, (_, n) =>
    Array.from({ length: 1 + (n % 12) }, (_, k) => SECTIONS[(n + k) % SECTIONS.length]).join('\n'),
  );
}

function notesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Best of several rounds, in processor time. */
function megabytesPerSecond(notes, run) {
  const bytes = notes.reduce((sum, note) => sum + Buffer.byteLength(note), 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (const note of notes) run(note);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  return bytes / best;
}

const markdownIt = new MarkdownIt({ linkify: true });
const RUNS = {
  'links, tasks, features': (note) => {
    const { links, tasks, features } = parseMarkdown(note);
    return [links, tasks, features];
  },
  'blocks with ids and hashes': (note) => parseMarkdown(note).blocks,
  'all of these and headings': (note) => {
    const { links, tasks, features, blocks, headings } = parseMarkdown(note);
    return [links, tasks, features, blocks, headings];
  },
  'markdown-it to HTML': (note) => markdownIt.render(note),
  'micromark to HTML': (note) => micromark(note),
};

const folder = process.argv[2];
const notes = folder === undefined ? ownNotes() : notesIn(folder);
console.log(`${notes.length} notes, MB/s`);
for (const [name, run] of Object.entries(RUNS)) {
  console.log(name.padEnd(28), megabytesPerSecond(notes, run).toFixed(1).padStart(6));
}
