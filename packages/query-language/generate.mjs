// Writes vectors/characters.json: the class of every code point, for the Unicode version of this Node. Run it
// with `pnpm generate:characters`, not `pnpm generate`: the Unicode version of the table changes only by decision.
import { writeFileSync } from 'node:fs';
import { ATTACHED, getCharacterClass, SEPARATOR, WORD } from './dist/characters.js';

function nameClass(code) {
  const kind = getCharacterClass(code);
  if (kind === SEPARATOR) return 'separator';
  if (kind === WORD) return 'word';
  return kind === ATTACHED ? 'attached' : 'single';
}

/** First and last code point of each range, in order. */
const classes = { attached: [], single: [], word: [] };
let previous = 'separator';
for (let code = 0; code <= 0x110000; code++) {
  const name = code < 0x110000 ? nameClass(code) : 'separator';
  if (name === previous) continue;
  classes[previous]?.push(code - 1);
  classes[name]?.push(code);
  previous = name;
}

const table = { unicode: process.versions.unicode, ...classes };
writeFileSync(new URL('vectors/characters.json', import.meta.url), `${JSON.stringify(table, null, 2)}\n`);
