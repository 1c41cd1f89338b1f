import type { NoteRow } from './rows.js';

type Excerpt = Pick<NoteRow, 'excerpt' | 'highlights'>;

/** Signs after a heading in text that is joined to one line. The marker of a list is kept: it tells what follows. */
const MARKS = /^(?:\s|>|#+(?=\s|$)|([-*_=])\1+(?=\s|$))*/;

/** Returns the excerpt of a row without a leading heading that repeats the title. */
export function withoutTitle({ title, excerpt, highlights }: Excerpt & Pick<NoteRow, 'title'>): Excerpt {
  const hashes = /^#{1,6} /.exec(excerpt)?.[0] ?? '';
  if (hashes === '' || title === '' || !excerpt.startsWith(title, hashes.length)) return { excerpt, highlights };
  const prefixLength = hashes.length + title.length;
  const start = prefixLength + (MARKS.exec(excerpt.slice(prefixLength))?.[0].length ?? 0);
  const remaining = highlights.filter(([from]) => from >= start);
  return {
    excerpt: excerpt.slice(start),
    highlights: remaining.map(([from, to]) => [from - start, to - start] as const),
  };
}

/** Characters a row shows before the first match, in UTF-16 units. */
const LEAD = 24;

/** Cuts the start of an excerpt when its first match would be too far right to be visible in a row. */
export function withMatchVisible({ excerpt, highlights }: Excerpt): Excerpt {
  const found = highlights[0]?.[0] ?? 0;
  if (found <= LEAD) return { excerpt, highlights };
  const space = excerpt.slice(found - LEAD, found - 1).indexOf(' ');
  // Does not split a character, also in text without spaces between words.
  const start = space >= 0 ? found - LEAD + space + 1 : found;
  const shift = start - 1;
  return {
    excerpt: `…${excerpt.slice(start)}`,
    highlights: highlights.map(([from, to]) => [from - shift, to - shift] as const),
  };
}
