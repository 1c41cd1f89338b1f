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
