import { setTimeout as sleep } from 'node:timers/promises';
import { applyEdits } from '@notes/markdown-blocks';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

type Edit = { search: string; replace: string; replace_all?: boolean };

const LIMIT = 16 * 1024 * 1024;
/** The first edit grows this note to 16 MB, and ninety-nine more scan all of it: at least half a minute of work. */
const SHORT = 'a'.repeat(100);
const ENDLESS: readonly Edit[] = [
  { search: 'a', replace: 'a'.repeat(160_000), replace_all: true },
  ...Array.from({ length: 99 }, (_, n) => swap(n, 'a', 'b')),
];
/** Text too long for many edits on the event loop; the work takes at most a second. */
const LONG = 'word word word\r\n'.repeat(50_000);
const MANY = Array.from({ length: 49 }, (_, n) => swap(n, 'word', 'Wort'));

function swap(n: number, one: string, other: string): Edit {
  const [search, replace] = n % 2 === 0 ? [one, other] : [other, one];
  return { search, replace, replace_all: true };
}

async function createNote(body: string) {
  const at = await openTestLibrary();
  const note = await at.call('createDocument', { title: 'Note', body });
  const target = { document_id: note.id, base_revision_id: note.current_revision_id };
  const edit = (edits: readonly Edit[], more: object = {}) => at.call('editDocument', { ...target, edits, ...more });
  const readStored = () => at.call('getDocument', { document_id: note.id });
  return { at, note, target, edit, stored: readStored };
}

/** Returns the longest time in milliseconds for which `work` blocked this thread. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
  };
  const timer = setInterval(look, 5);
  await work().finally(() => clearInterval(timer));
  look();
  return longest;
}

const endlessEdit = ({ library, context }: OpenedLibrary, target: object, signal: AbortSignal) =>
  invoke('editDocument', { ...context, library, signal }, { ...target, edits: ENDLESS });

describe('Edits that exceed the time limit', TIMING_OPTIONS, () => {
  it('do not block other work and are refused [N-PATCH-SLOW]', async () => {
    const { note, edit, stored } = await createNote(SHORT);
    const held = await longestHold(() =>
      expect(edit(ENDLESS)).rejects.toMatchObject({
        code: 'validation_failed',
        message: 'edits: exceeded the time limit for this note. Use fewer or more specific edits',
      }),
    );
    expect(held).toBeLessThan(1_000);
    expect(await stored()).toEqual(note);
  });

  it('end together with their call, and the next edit runs [N-PATCH-SLOW]', async () => {
    const { at, target, note, edit, stored } = await createNote(SHORT);
    const started = performance.now();
    const gone = new AbortController();
    const unwanted = expect(endlessEdit(at, target, gone.signal)).rejects.toThrow();
    await sleep(500);
    gone.abort();
    await unwanted;
    expect(await stored()).toEqual(note);
    const bomb = [{ search: 'a', replace: 'b'.repeat(160_000), replace_all: true }];
    expect(await edit(bomb)).toMatchObject({ size_bytes: LIMIT - 777_216 });
    expect(performance.now() - started).toBeLessThan(7_000);
  });

  it('are compared with their base revision before they are applied and when they are written', async () => {
    const { at, target, edit, stored } = await createNote(LONG);
    const slow = expect(edit(MANY)).rejects.toMatchObject({ code: 'revision_conflict' });
    await sleep(50);
    await at.call('appendToDocument', { document_id: target.document_id, text: 'new' });
    await slow;
    await expect(edit([{ search: 'absent', replace: '' }])).rejects.toMatchObject({ code: 'revision_conflict' });
    expect((await stored()).body).toBe(`${LONG}new`);
  });
});

describe('A long note', () => {
  it('is edited with the same outcomes as a short note, also in a dry run [N-PATCH-LONG]', async () => {
    const { note, edit, stored } = await createNote(LONG);
    const edits = [...MANY, { search: 'Wort\nWort Wort', replace: 'x\ny', replace_all: true }];
    const made = applyEdits(
      LONG,
      edits.map(({ replace_all, ...literal }) => ({ ...literal, replaceAll: replace_all })),
      { maxBytes: LIMIT },
    );
    if (!made.ok) throw new Error(made.reason);
    const outcomes = made.outcomes.map(({ firstLine, ...outcome }) => ({ ...outcome, first_line: firstLine }));
    const preview = await edit(edits, { dry_run: true });
    expect(preview).toMatchObject({ dry_run: true, document: { body: made.text }, edits: outcomes });
    expect(await stored()).toEqual(note);
    const { edits: done, ...document } = (await edit(edits)) as typeof note & { edits: unknown };
    expect(done).toEqual(outcomes);
    expect(document.body).toBe(made.text);
    expect(await stored()).toEqual(document);
  });

  it.each<[string, Edit, object]>([
    ['absent', { search: ' Wort\tword ', replace: '' }, { code: 'validation_failed', details: { edit_index: 49 } }],
    ['nearly there', { search: 'x  y', replace: '' }, { details: { edit_index: 49, near_line: 50_001 } }],
    ['in two places', { search: 'z', replace: '' }, { code: 'conflict', details: { matches: 2, lines: [50_002] } }],
    ['too large', { search: 'Wort', replace: 'b'.repeat(9_999), replace_all: true }, { code: 'body_too_large' }],
  ])('stays unchanged when the last edit is refused: %s [N-PATCH-LONG]', async (_, last, error) => {
    const { note, edit, stored } = await createNote(`${LONG}x y\nz z`);
    await expect(edit([...MANY, last])).rejects.toMatchObject(error);
    await expect(edit([...MANY, last], { dry_run: true })).rejects.toMatchObject(error);
    expect(await stored()).toEqual(note);
  });

  it('gets no revision when the edits result in the same text [N-PATCH-LONG]', async () => {
    const { note, edit } = await createNote(LONG);
    const { current_revision_id } = (await edit([...MANY, swap(1, 'word', 'Wort')])) as typeof note;
    expect(current_revision_id).toBe(note.current_revision_id);
  });
});
