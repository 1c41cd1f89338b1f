import type { Input } from '@notes/contract';
import { type ToolName, tools } from '@notes/contract/tools';
import fc from 'fast-check';
import type { Note } from '../behaviour/support.js';
import type { Fields } from './agent.js';

/** Material of calls: the notes of a run as last read, and an unused word. */
export interface Given {
  readonly notes: readonly Note[];
  readonly notebooks: readonly string[];
  /** Address of an image that the policy allows to fetch. */
  readonly image: string;
  readonly word: string;
}

export interface ToolCall {
  readonly name: ToolName;
  readonly args: Fields;
}

/** Builds a call from the material; undefined repeats an earlier call. */
export type Step = (given: Given) => ToolCall | undefined;

export const batchOperations: readonly Input<'runBatch'>['operation'][] = [
  'move',
  'add_tags',
  'remove_tags',
  'trash',
  'restore',
  'duplicate',
];

/** Picks any item of a list, without bias to the first. */
const pick = fc.noBias(fc.nat(1_000));
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const line = fc.constantFrom(
  'alpha',
  'beta',
  'é👩‍👩‍👧',
  '---',
  '```',
  '- [ ] task',
  'a\r',
  '',
  '\ufeff',
  '# head',
  '$& \\1',
);
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
const fresh = (written: string, { word }: Given) => `${written}\n${word}\n`;

type Base = 'current' | 'stale' | 'none';
/** Base revision, mostly the one that a careful agent sends. */
const base = fc.constantFrom<Base>('current', 'current', 'current', 'current', 'stale', 'none');
const withBase = (note: Note, of: Base): Fields => ({
  document_id: note.id,
  ...(of !== 'none' && { base_revision_id: of === 'current' ? note.current_revision_id : 'rev_old' }),
});

/** Returns a part of a text as an agent would quote it; another text where there is none. */
function quotePart(body: string, from: number, length: number): string {
  const start = body.length === 0 ? 0 : from % body.length;
  const part = body.slice(start, start + 1 + (length % 12));
  return part !== '' && part.isWellFormed() ? part : 'alpha';
}

const create = fc.record({ text, tagged: fc.boolean() }).map<Step>(({ text: body, tagged }) => (given) => ({
  name: 'create_note',
  args: { title: given.word, body: fresh(body, given), ...(tagged && { tags: ['made', given.word] }) },
}));

const fromTemplate = fc.record({ text, given: fc.boolean() }).map<Step>(({ text: value, given: all }) => (given) => ({
  name: 'create_from_template',
  args: { document_id: given.notes[0]?.id, title: given.word, values: all ? { a: fresh(value, given) } : {} },
}));

const edit = fc
  .record({ pick, base, from: pick, length: pick, text, all: fc.boolean(), dry: fc.nat(4) })
  .map<Step>(({ pick: which, base: of, from, length, text: replace, all, dry }) => (given) => {
    const note = at(given.notes, which);
    const edits = [
      { search: quotePart(note.body, from, length), replace: fresh(replace, given), replace_all: all },
      { search: given.word, replace: `${given.word}!`, replace_all: true },
    ];
    return { name: 'edit_note', args: { ...withBase(note, of), edits, dry_run: dry === 0 } };
  });

const update = fc
  .record({ pick, base, text, parts: fc.subarray(['title', 'body']) })
  .map<Step>(({ pick: which, base: of, text: body, parts }) => (given) => {
    const whole: Fields = { title: given.word, body: fresh(body, given) };
    const given_ = Object.fromEntries(parts.map((part) => [part, whole[part]]));
    return { name: 'update_note', args: { ...withBase(at(given.notes, which), of), ...given_ } };
  });

const add = fc
  .record({ pick, base, text, name: fc.constantFrom('append_to_note' as const, 'prepend_to_note' as const) })
  .map<Step>(({ pick: which, base: of, text: added, name }) => (given) => ({
    name,
    args: { ...withBase(at(given.notes, which), of), text: fresh(added, given) },
  }));

const file = fc
  .record({
    pick,
    where: pick,
    name: fc.constantFrom('move_note_to_notebook' as const, 'tag_note' as const, 'untag_note' as const),
  })
  .map<Step>(({ pick: which, where, name }) => (given) => {
    const { id: document_id } = at(given.notes, which);
    const place = name === 'move_note_to_notebook' ? { notebook_id: at(given.notebooks, where) } : { tag: 'made' };
    return { name, args: { document_id, ...place } };
  });

const remove = fc.record({ pick, base }).map<Step>(({ pick: which, base: of }) => (given) => ({
  name: 'delete_note',
  args: withBase(at(given.notes, which), of),
}));

const localize = pick.map<Step>((which) => (given) => ({
  name: 'localize_remote_media',
  args: withBase(at(given.notes, which), 'current'),
}));

const showImage = pick.map<Step>((which) => (given) => ({
  name: 'append_to_note',
  args: { document_id: at(given.notes, which).id, text: `![${given.word}](${given.image}?${given.word})` },
}));

const batch = fc
  .record({
    operation: fc.constantFrom(...batchOperations),
    mode: fc.constantFrom('atomic', 'best_effort'),
    picks: fc.array(fc.tuple(pick, base), { minLength: 1, maxLength: 4 }),
    where: pick,
    key: fc.option(fc.constantFrom('one', 'two')),
  })
  .map<Step>(({ operation, mode, picks, where, key }) => (given) => {
    const items = new Map(
      picks.map(([which, of]) => [at(given.notes, which).id, withBase(at(given.notes, which), of)]),
    );
    const place = operation === 'move' ? { notebook_id: at(given.notebooks, where) } : {};
    const tags = operation.endsWith('_tags') ? { tags: ['made', 'batch'] } : {};
    const request_key = key === null ? {} : { request_key: `${key} ${given.notes[0]?.id}` };
    return {
      name: 'run_batch',
      args: { operation, mode, items: [...items.values()], ...place, ...tags, ...request_key },
    };
  });

/** Tools that need no note, or only one, including those of sync. */
const others = tools.filter(({ hints, syncScope }) => hints.effect === 'read' || syncScope !== 'disabled');
const other = fc.record({ tool: pick, pick }).map<Step>(({ tool, pick: which }) => (given) => {
  const { name, arguments: schema } = at(others, tool);
  const document_id = at(given.notes, which).id;
  return { name, args: Object.hasOwn(schema.shape, 'document_id') ? { document_id } : {} };
});

const repeat = fc.constant<Step>(() => undefined);

/** Generates one call of an agent with every tool. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 1, arbitrary: fromTemplate },
  { weight: 5, arbitrary: edit },
  { weight: 4, arbitrary: update },
  { weight: 3, arbitrary: add },
  { weight: 3, arbitrary: file },
  { weight: 2, arbitrary: remove },
  { weight: 5, arbitrary: batch },
  { weight: 1, arbitrary: showImage },
  { weight: 1, arbitrary: localize },
  { weight: 1, arbitrary: other },
  { weight: 3, arbitrary: repeat },
);
