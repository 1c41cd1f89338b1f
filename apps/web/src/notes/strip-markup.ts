import type { NoteRow } from './rows.js';

type Excerpt = Pick<NoteRow, 'excerpt' | 'highlights'>;
/** Range [start, end) in UTF-16 units. */
type Range = readonly [start: number, end: number];

/** Markup that is left out of an excerpt; only text in a named group is kept. Line breaks in excerpts are spaces. */
const MARKS = [
  // Code, which contains no other markup; the excerpt may end within it.
  /(?<fence>`+)(?<language>(?<=```)[\w+#.-]* )?(?<code>.*?)(?:(?<!`)\k<fence>(?!`)|$)/,
  /<!--.*?(?:-->|$)/,
  // The end of a comment that the excerpt begins within.
  /^… ?-->/,
  /%%.*?%%|(?<=^|\s)%%[^%]*…$/,
  // References and texts of footnotes; the excerpt may end within one.
  /\[\^[^[\]\s]*(?:\](?:: ?)?|…$)/,
  /<(?<address>(?:https?|mailto):[^<>\s]+)>/,
  /<\/?[a-z][^<>]*>|<(?:\/[a-z][\w-]*|[a-z][\w-]*\s[^<>]*=[^<>]*)…$/,
  /\\(?<escaped>[!-/:-@[-`{-~])/,
  // Links: the parts before and after their text.
  /!?\[\[(?:[^[\]|]*\|)?(?=[^[\]]*\]\])|\]\]/,
  /!?\[(?=!\[|(?:\\.|[^[\]\\])*\]\()|\]\((?:[^()]|\([^()]*(?:\)|$))*(?:\)|$)/,
  // Links by reference; the excerpt may end within one.
  /(?<![\p{L}\p{N}_\])])\[(?=[^[\]]*(?:\]\[[^[\]]*(?:\]|$)|$))/u,
  /(?<=(?<![\p{L}\p{N}_\])])\[[^[\]]*)\]\[[^[\]]*(?:\]|$)/u,
  /(?<![^\s…])#{1,6} /,
  // Quotation marks, list and task markers at the start of a sentence, and rules of tables.
  /(?<=^|[.!?:;…)\]`*] )(?:> ?)+(?:\[!\w+\][+-]? ?)?/,
  /(?<=^|\s)(?:[-*+]|\d{1,9}[.)]) \[[ xX/-]\] /,
  // Markers of a list that begins the excerpt.
  /(?<=^(?<bullet>[-*+]) .*\s)\k<bullet> (?:\[[ xX]\] )?/,
  /^\d{1,9}[.)] |(?<=^\d{1,9}[.)] .*\s)\d{1,9}[.)] /,
  /(?<=^|[.!?:;…)\]`*] )[-*+] /,
  /\|(?:[ :]*-{2,}[ :]*\|)+ ?/,
  // Emphasis, but not `a * b` or `snake_case`.
  /(?<![\p{L}\p{N}*_~=])(?:\*{1,3}|_{1,3}|~~|==)(?=[^\s*_~=])|(?<=[^\s*_~=])(?:\*{1,3}|_{1,3}|~~|==)(?![\p{L}\p{N}*_~=])/u,
];
/** Signs of a table: its rule, the end of one row before the next, or a row that the excerpt begins or ends with. */
const TABLE = /\|[ :]*-{2,}[ :]*\||\| \||^…?\| |\|…?$/;
const PIPE = /(?<!\\)\| ?/;

const toSource = ({ source }: RegExp) => source;
const TEXT_MARKS = new RegExp(MARKS.map(toSource).join('|'), 'giu');
const TABLE_MARKS = new RegExp([...MARKS, PIPE].map(toSource).join('|'), 'giu');

/** Removes Markdown markup from an excerpt. */
export function stripMarkup({ excerpt, highlights }: Excerpt): Excerpt {
  const cuts = [...excerpt.matchAll(TABLE.test(excerpt) ? TABLE_MARKS : TEXT_MARKS)].flatMap(getCuts);
  const mapOffset = (at: number) => cuts.reduce((to, [start, end]) => to - Math.max(0, Math.min(end, at) - start), at);
  return {
    excerpt: cuts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), excerpt),
    highlights: highlights
      .map(([start, end]) => [mapOffset(start), mapOffset(end)] as const)
      .filter(([start, end]) => start < end),
  };
}

/** Returns the ranges to remove: the match except the text within the marks. */
function getCuts({ 0: matched, index, groups = {} }: RegExpExecArray): Range[] {
  const keptText = groups.code ?? groups.address ?? groups.escaped ?? '';
  const before = groups.code === undefined ? matched.indexOf(keptText) : opening(groups).length;
  const start = index + before;
  return [
    [index, start],
    [start + keptText.length, index + matched.length],
  ];
}

const opening = ({ fence = '', language = '' }: Readonly<Record<string, string | undefined>>): string =>
  fence + language;
