import type { NoteRow } from './rows.js';

type Shown = Pick<NoteRow, 'excerpt' | 'highlights'>;

/** What a heading is followed by where the text is on one line. */
const MARKS = /^[\s>*_=#-]*/;

/** What a row tells of a note beside its title: not the heading again that says the same. */
export function besideTitle({ title, excerpt, highlights }: Shown & Pick<NoteRow, 'title'>): Shown {
  const hashes = /^#{1,6} /.exec(excerpt)?.[0] ?? '';
  if (hashes === '' || title === '' || !excerpt.startsWith(title, hashes.length)) return { excerpt, highlights };
  const told = hashes.length + title.length;
  const start = told + (MARKS.exec(excerpt.slice(told))?.[0].length ?? 0);
  const left = highlights.filter(([from]) => from >= start);
  return { excerpt: excerpt.slice(start), highlights: left.map(([from, to]) => [from - start, to - start] as const) };
}

/** A row shows about as much before what was found, in UTF-16 units. */
const LEAD = 24;

/** An excerpt whose beginning is left out where what was found would be too far behind it to be seen in a row. */
export function withFoundInSight({ excerpt, highlights }: Shown): Shown {
  const found = highlights[0]?.[0] ?? 0;
  if (found <= LEAD) return { excerpt, highlights };
  const space = excerpt.slice(found - LEAD, found - 1).indexOf(' ');
  // Also where words are not set apart, no character is cut in two.
  const start = space >= 0 ? found - LEAD + space + 1 : found;
  const shift = start - 1;
  return {
    excerpt: `…${excerpt.slice(start)}`,
    highlights: highlights.map(([from, to]) => [from - shift, to - shift] as const),
  };
}
