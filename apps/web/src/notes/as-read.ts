import type { NoteRow } from './rows.js';

type Shown = Pick<NoteRow, 'excerpt' | 'highlights'>;
/** [start, end) in UTF-16 units. */
type Range = readonly [start: number, end: number];

/** What is marked by characters of its own; what is matched outside of a group is not shown. Lines are joined by spaces. */
const MARKS = new RegExp(
  [
    // Code, in which nothing else is a mark; the excerpt may end within it.
    /(?<fence>`+)(?<language>(?<=```)[\w+#.-]* )?(?<code>.*?)(?:(?<!`)\k<fence>(?!`)|$)/,
    /<!--.*?(?:-->|$)/,
    /<(?<address>(?:https?|mailto):[^<>\s]+)>/,
    /<\/?[a-z][^<>]*>/,
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    // Links: what comes before their text, and what comes after.
    /!?\[\[(?:[^[\]|]*\|)?(?=[^[\]]*\]\])|\]\]/,
    /!?\[(?=!\[|[^[\]]*\]\()|\]\([^()]*(?:\)|$)/,
    /(?<![^\s…])#{1,6} /,
    // Emphasis, not `a * b` nor `snake_case`.
    /(?<![\p{L}\p{N}*_~=])(?:\*{1,3}|_{1,3}|~~|==)(?=[^\s*_~=])|(?<=[^\s*_~=])(?:\*{1,3}|_{1,3}|~~|==)(?![\p{L}\p{N}*_~=])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/** An excerpt without what is Markdown in it. */
export function asRead({ excerpt, highlights }: Shown): Shown {
  const cuts = [...excerpt.matchAll(MARKS)].flatMap(cutsOf);
  const moved = (at: number) => cuts.reduce((to, [start, end]) => to - Math.max(0, Math.min(end, at) - start), at);
  return {
    excerpt: cuts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), excerpt),
    highlights: highlights
      .map(([start, end]) => [moved(start), moved(end)] as const)
      .filter(([start, end]) => start < end),
  };
}

/** What goes: all that is matched but the text within the marks. */
function cutsOf({ 0: matched, index, groups = {} }: RegExpExecArray): Range[] {
  const kept = groups.code ?? groups.address ?? groups.escaped ?? '';
  const before = groups.code === undefined ? matched.indexOf(kept) : opening(groups).length;
  const start = index + before;
  return [
    [index, start],
    [start + kept.length, index + matched.length],
  ];
}

const opening = ({ fence = '', language = '' }: Readonly<Record<string, string | undefined>>): string =>
  fence + language;
