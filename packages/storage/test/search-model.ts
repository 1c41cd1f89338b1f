import type { MatchableNote } from '@notes/query-language';
import { HAS_VALUES, nameKey } from '@notes/query-language';
import fc from 'fast-check';
import { FEATURES, type ReceivedBlob, type UnitOfWork } from '../src/index.js';
import { derive } from './derive.js';
import { type LinkedNote, resolveReference } from './link-model.js';
import { revision } from './support.js';

/** Words of many scripts; few, so that notes, titles, phrases and queries share words. */
const WORDS = [
  'note Notes NOTE crème creme brûlée Straße STRASSE naïve ångström İstanbul don’t x86 10:30 a.b_c 2026 é e ok',
  '東京 東京都 京都 漢字テスト がぎ ｶﾞｷﾞ 北京大学 大学 ภาษาไทย ไทย สวัสดี 한국어 한국 국어 각 각',
  '🎉 👩‍💻 ❤️ € →→ ½ ㍿ ﬁne fine ≠ привет Привет ёлка שלום مرحبا नमस्ते',
]
  .join(' ')
  .split(' ');
const GLUE = [' ', ' ', ' ', '', '\n', '-', '. ', '"', '(', ' AND ', '*', '\u0301', '、'];
const NAMES = ['Work', 'work', 'Plans', 'Été', 'ete', '東京', 'x y', 'nb_1', 'none'];
const TAGS = ['a', 'A', 'a/b', 'a/b/c', 'ab', 'a b', 'a0', 'Été', 'été/x', '東京/京都', 'none'];

/** Words in most notes, so that conjunctions and negations have matches. */
const COMMON = ['note', 'crème', 'e', '東京', 'ไทย', '🎉'];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...COMMON) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS) },
);
const makeText = (maxLength: number) =>
  fc
    .array(fc.tuple(word, fc.constantFrom(...GLUE)), { maxLength })
    .map((parts) => parts.map(([part, glue]) => part + glue).join(''));
/** Texts that `has:`, `is:` and the link fields match, as parsed by `derive`; each is in some notes only. */
const MARKS = [
  ...['<doc_0>', '<doc_1>', '<doc_2>', '[[e]]', '[[note]]', '[[Work/E]]', '<#x>', '<https://e.org>'],
  ...['- [ ] e', '- [x] note', '%image', '%code', '%remote-media', '%template'],
];
const marks = fc.array(fc.constantFrom(...MARKS), { maxLength: 4 }).map((lines) => lines.join('\n'));
const rarely = fc.integer({ min: 0, max: 3 }).map((n) => n === 3);

const DAY = 86_400_000;
export const NOW = new Date(2026, 5, 15, 12).getTime();
const time = fc.integer({ min: 0, max: 12 }).map((step) => NOW - step * step * 3.3 * DAY);

export interface NotebookSpec {
  readonly name: string;
  /** Number of an earlier notebook; null at the top level. */
  readonly parent: number | null;
  readonly readOnly: boolean;
}
export interface NoteSpec {
  readonly title: string;
  readonly body: string;
  /** Lines at the end of the body. */
  readonly marks: string;
  readonly notebook: number;
  readonly tags: readonly string[];
  readonly attachments: MatchableNote['attachments'];
  readonly trashed: boolean;
  readonly imported: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}
export interface LibrarySpec {
  readonly notebooks: readonly NotebookSpec[];
  readonly notes: readonly NoteSpec[];
}

const FILES = ['Report.pdf', 'report_1.PDF', '50% off.png', 'a*b\\.txt', 'Été.jpeg', 'ete.jpeg', '東京', 'report'];
const TYPES = [
  'image/png',
  'image/svg+xml',
  'application/pdf',
  'text/plain',
  'text/plain; charset=utf-8',
  'text/plainer',
];
const attachment = fc.record({ filename: fc.constantFrom(...FILES), mimeType: fc.constantFrom(...TYPES) });

const notebookSpec = fc.record({
  name: fc.constantFrom(...NAMES),
  parent: fc.option(fc.nat({ max: 3 })),
  readOnly: fc.boolean(),
});
const noteSpec = fc.record({
  title: fc.oneof({ weight: 2, arbitrary: makeText(4) }, { weight: 1, arbitrary: fc.constantFrom('e', 'E', 'note') }),
  marks,
  body: fc.oneof({ weight: 9, arbitrary: makeText(16) }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) }),
  notebook: fc.nat({ max: 3 }),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3, selector: nameKey }),
  attachments: fc.array(attachment, { maxLength: 2 }),
  trashed: rarely,
  imported: fc.boolean(),
  createdAt: time,
  updatedAt: time,
});
export const librarySpec: fc.Arbitrary<LibrarySpec> = fc.record({
  notebooks: fc.array(notebookSpec, { minLength: 1, maxLength: 5 }),
  notes: fc.array(noteSpec, { minLength: 1, maxLength: 14 }),
});

/**
 * Fills a store that has some bytes.
 *
 * @returns its notes by key, as input of the reference matcher
 */
export function fill(unit: UnitOfWork, spec: LibrarySpec, bytes: ReceivedBlob): Map<number, MatchableNote> {
  const places = spec.notebooks.map((_, n) => resolveNotebook(spec.notebooks, n));
  const keys = new Map<string, number>();
  const pks = places.map((place) => {
    const path = place.path.map(nameKey).join('/');
    const parent = place.parent === null ? null : (keyAt(keys, places[place.parent]?.path ?? []) as number);
    const known = keys.get(path);
    if (known !== undefined) return known;
    const name = place.path.at(-1) as string;
    const { readOnly } = place;
    const { pk } = unit.notebooks.insert({ id: place.id, name, parentPk: parent, iconEmoji: null, at: 1, readOnly });
    keys.set(path, pk);
    return pk;
  });
  const notes = spec.notes.map((note, n) => addTo(unit, note, n, spec, pks));
  for (const [n, [pk, { attachments }]] of notes.entries()) {
    for (const [m, { filename, mimeType }] of attachments.entries()) {
      const { resource } = unit.resources.adopt(bytes, { id: `res_${n}_${m}`, filename, mimeType, at: 1 });
      unit.resources.attach(pk, resource.pk, 'attachment');
    }
  }
  const linked = notes.map(([, note]) => linkedNote(note));
  return new Map(notes.map(([pk, note]) => [pk, { ...note, ...findLinks(note, notes, linked) }]));
}

function linkedNote({ id, title, body, notebookPath, trashed, updatedAt }: MatchableNote): LinkedNote {
  return { id, title, body, path: notebookPath, active: !trashed, updatedAt, fileName: null };
}

/** Returns the link fields of a note, derived from the links of all notes. */
function findLinks({ id, trashed, readOnly }: MatchableNote, notes: [number, MatchableNote][], linked: LinkedNote[]) {
  const findTargets = (source: LinkedNote) =>
    new Set(derive(source.body).links.map(({ reference }) => resolveReference(reference, source, linked).noteId));
  const targets = findTargets(linked.find((note) => note.id === id) as LinkedNote);
  const others = notes
    .map(([, note], n) => ({ note, source: linked[n] as LinkedNote }))
    .filter(({ note }) => note.id !== id);
  const linkedFrom = others
    .filter(({ note, source }) => !note.trashed && findTargets(source).has(id))
    .map(({ note }) => note);
  return {
    linksTo: others.filter(({ note }) => targets.has(note.id)).map(({ note }) => note),
    linkedFrom,
    orphan: !trashed && !readOnly && linkedFrom.every((note) => note.readOnly),
  };
}

const keyAt = (keys: ReadonlyMap<string, number>, path: readonly string[]) => keys.get(path.map(nameKey).join('/'));

interface NotebookPosition {
  readonly id: string;
  readonly path: readonly string[];
  readonly ids: readonly string[];
  readonly parent: number | null;
  readonly readOnly: boolean;
}

/** Siblings with the same name are one notebook: the first. */
function resolveNotebook(specs: readonly NotebookSpec[], n: number): NotebookPosition {
  const spec = specs[n] as NotebookSpec;
  const parent = spec.parent !== null && spec.parent < n ? spec.parent : null;
  const above = parent === null ? undefined : resolveNotebook(specs, parent);
  const path = [...(above?.path ?? []), spec.name];
  for (let earlier = 0; earlier < n; earlier++) {
    const other = resolveNotebook(specs, earlier);
    if (other.path.map(nameKey).join('/') === path.map(nameKey).join('/')) return other;
  }
  const id = `nb_${n}`;
  return { id, path, ids: [...(above?.ids ?? []), id], parent, readOnly: spec.readOnly };
}

function addTo(
  unit: UnitOfWork,
  note: NoteSpec,
  n: number,
  spec: LibrarySpec,
  pks: readonly number[],
): [number, MatchableNote] {
  const at = note.notebook % spec.notebooks.length;
  const place = resolveNotebook(spec.notebooks, at);
  const id = `doc_${n}`;
  const { title, createdAt, updatedAt, trashed, imported, tags, attachments } = note;
  const body = `${note.body}\n${note.marks}`;
  const times = { createdAt, updatedAt };
  const pk = unit.documents.insert({ ...revision(title, body), ...times, id, notebookPk: pks[at] as number });
  const record = unit.documents.get(id) as NonNullable<ReturnType<typeof unit.documents.get>>;
  for (const name of tags) unit.tags.attach(pk, unit.tags.ensure(name, () => `tag_${n}_${name}`, 1).pk);
  if (imported) unit.provenance.record(record, { kind: 'k', id }, 'd', 1);
  if (trashed) unit.documents.trash(record, updatedAt);
  const has = findFeatures(body);
  if (attachments.length > 0) has.add('resource');
  const found = { has, template: has.has('template'), orphan: false, linksTo: [], linkedFrom: [], attachments };
  const where = { notebookPath: place.path, notebookIds: place.ids, readOnly: place.readOnly };
  return [pk, { id, title, body, tags, trashed, imported, ...where, ...times, ...found }];
}

function findFeatures(body: string): Set<string> {
  const { features } = derive(body);
  return new Set(Object.entries(FEATURES).flatMap(([name, bit]) => (features & bit ? name : [])));
}

const DATES =
  '2026 2026-06 2026-06-15 2025 >2026-05-01 >=2026-05-20 <2026-06-01 <=2026-06-14 2026-01-01..2026-05-31 today 7d 4w';
const STATES = 'trashed readonly tagged imported template orphan';
const LINKED = ['doc_0', 'doc_1', 'doc_9', '"e"', '"NOTE"', '"東京"'];
const PATHS = NAMES.flatMap((name) => [name, ...NAMES.map((below) => `${name}/${below}`)]);
const FILENAMES = 'report REPORT *.pdf r*t *_* *%* "50% off" "*" a\\*b* é*.jpeg ETE 東京 **e**o** x';
const MIMES = 'image/png image/* text/plain text/* application/* application/PDF image/svg';
const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
/** Returns queries for every field value that can match these libraries. */
export function fieldQueries(): string[] {
  const dates = DATES.split(' ');
  return [
    ...['none', ...TAGS.map(quote)].map((tag) => `tag:${tag}`),
    ...PATHS.map((path) => `notebook:${quote(path)}`),
    ...[0, 1, 2, 3, 4].map((n) => `notebook:nb_${n}`),
    ...HAS_VALUES.map((feature) => `has:${feature}`),
    ...LINKED.flatMap((target) => [`links-to:${target}`, `linked-from:${target}`]),
    ...STATES.split(' ').map((state) => `is:${state}`),
    ...[...dates.map((date) => `created:${date}`), ...dates.map((date) => `updated:${date}`)],
    ...[0, 1, 2, 9].map((n) => `id:doc_${n}`),
    ...(FILENAMES.match(/"[^"]*"|\S+/g) ?? []).map((name) => `filename:${name}`),
    ...MIMES.split(' ').map((type) => `mime:${type}`),
  ];
}

const maybeQuoted = fc
  .tuple(word, fc.boolean())
  .map(([value, quotes]) => (quotes || /[\s()"]/.test(value) ? quote(value) : value));
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => quote(words.join(' ')));
const prefix = fc
  .tuple(word, fc.nat({ max: 3 }))
  .map(([value, length]) => `${[...value].slice(0, length + 1).join('')}*`);
const terms = fc.oneof(maybeQuoted, phrase, prefix);

const leaf = fc.oneof(
  { weight: 6, arbitrary: terms },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('title', 'body'), terms).map((parts) => parts.join(':')) },
  { weight: 8, arbitrary: fc.constantFrom(...fieldQueries()) },
);

/** Query texts over the same words, names, tags and times: mostly words, next to other conditions. */
export const queryText: fc.Arbitrary<string> = fc.letrec<{ item: string; group: string; query: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 8, arbitrary: terms },
    { weight: 4, arbitrary: leaf },
    { weight: 3, arbitrary: fc.oneof(terms, leaf).map((text) => `-${text}`) },
    { weight: 2, arbitrary: tie('group') },
    { weight: 1, arbitrary: tie('group').map((text) => `-${text}`) },
  ),
  group: fc
    .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', ' OR '))
    .map(([items, glue]) => `(${items.join(glue)})`),
  query: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(terms, fc.array(tie('item'), { maxLength: 2 })).map((parts) => parts.flat().join(' ')),
    },
    { weight: 1, arbitrary: fc.array(tie('item'), { maxLength: 3 }).map((items) => items.join(' OR ')) },
  ),
})).query;
