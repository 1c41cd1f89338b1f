import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, SEED, useService } from './support.js';
import { applyUnified } from './unified.js';

const api = useService();

type Edit = { search: string; replace: string; replace_all?: boolean };
type Outcome = { index: number; replacements: number; first_line: number };
type Edited = Note & { edits: Outcome[] };
type Preview = { dry_run: true; base_revision_id: string; document: Note; edits: Outcome[]; diff: string };

const patch = (note: Note, edits: Edit[], more: object = {}) =>
  api.patch(`/documents/${note.id}`, { base_revision_id: note.current_revision_id, edits, ...more });

describe('PATCH', () => {
  it('applies edits in order, each to the result of the previous one [N-PATCH]', async () => {
    const note = await api.note({ body: 'one\ntwo\nthree\n' });
    const edits = [
      { search: 'two', replace: 'zwei\ndrei' },
      { search: 'drei\nthree', replace: 'drei' },
      { search: 'e', replace: 'E', replace_all: true },
    ];
    const answer = await patch(note, edits);
    const after = answer.json<Edited>();
    expect(after).toMatchObject({ title: note.title, body: 'onE\nzwEi\ndrEi\n' });
    expect(after.edits).toEqual([
      { index: 0, replacements: 1, first_line: 2 },
      { index: 1, replacements: 1, first_line: 3 },
      { index: 2, replacements: 3, first_line: 1 },
    ]);
    expect(answer.headers.etag).toBe(`"${after.current_revision_id}"`);
    const { edits: _, ...document } = after;
    expect(await api.read(note.id)).toEqual(document);
  });

  it('applies all edits or none, and names the failed edit [N-PATCH-ATOMIC] [N-PATCH-NOT-FOUND]', async () => {
    const note = await api.note({ body: 'one two' });
    await api.expectUnchanged(async () => {
      const answer = await patch(note, [
        { search: 'one', replace: 'x' },
        { search: 'nine', replace: 'y' },
      ]);
      expect(expectRefused(answer, 'validation_failed')).toBe(
        'edits.1: the search text is not in the note. Copy it exactly from the note',
      );
    });
    expect(await api.read(note.id)).toEqual(note);
  });

  it('rejects a search text with several matches [N-PATCH-AMBIGUOUS]', async () => {
    const note = await api.note({ body: 'a b a b a' });
    await api.expectUnchanged(async () => {
      const message = expectRefused(
        await patch(note, [
          { search: 'b', replace: 'c', replace_all: true },
          { search: 'a', replace: '' },
        ]),
        'conflict',
      );
      expect(message).toMatch(/edits\.1\b.*\b3\b/);
    });
    expect((await patch(note, [{ search: 'a', replace: '', replace_all: true }])).json()).toMatchObject({
      body: ' b  b ',
    });
  });

  it('rejects an empty search text and an empty list of edits [N-PATCH-EMPTY]', async () => {
    const note = await api.note({ body: 'x' });
    await api.expectUnchanged(async () => {
      expect(expectRefused(await patch(note, [{ search: '', replace: 'y' }]), 'validation_failed')).toContain(
        'edits.0',
      );
      expectRefused(await patch(note, []), 'validation_failed');
    });
  });

  it('treats search and replacement as literal text [N-PATCH-LITERAL]', async () => {
    const piece = fc.constantFrom('$&', '$1', '$$', '.*', '\\n', '\\', '(', 'a', '\n', ' ', '😀');
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (before, search, between, replace) => {
        if (search === '') return;
        const body = `${before}${search}${between}${search}`;
        const after = (await patch(await api.note({ body }), [{ search, replace, replace_all: true }])).json<Note>();
        expect(after.body).toBe(body.split(search).join(replace));
      }),
      { seed: SEED, numRuns: samples(20) },
    );
  });

  it('matches LF in the search text with CRLF in the note, and writes CRLF [N-PATCH-CRLF]', async () => {
    const note = await api.note({ body: 'one\r\ntwo\r\nthree\r\n' });
    const after = (await patch(note, [{ search: 'one\ntwo', replace: '1\n2\n' }])).json<Note>();
    expect(after.body).toBe('1\r\n2\r\n\r\nthree\r\n');
  });

  it('rejects a result over 16 MiB before building it [N-PATCH-BOMB]', async () => {
    const note = await api.note({ body: 'x'.repeat(20_000) });
    const bomb = { search: 'x', replace: 'y'.repeat(20_000), replace_all: true };
    await api.expectUnchanged(async () => expectRefused(await patch(note, [bomb]), 'body_too_large'));
  });

  it('without an effective change creates no revision [N-PATCH-SAME]', async () => {
    const note = await api.note({ body: 'x' });
    await api.expectUnchanged(async () => {
      const after = (await patch(note, [{ search: 'x', replace: 'x' }])).json<Edited>();
      expect(after.current_revision_id).toBe(note.current_revision_id);
    });
  });
});

describe('a dry run of PATCH', () => {
  it('writes nothing and reports what the same edit then does [N-DRY-RUN] [N-DRY-RUN-EQUAL] [N-DRY-RUN-DIFF]', async () => {
    const line = fc.constantFrom('a', 'b', 'ab', '', 'ä', 'x'.repeat(30), '+x', '-x', '\\ No newline at end of file');
    const newline = fc.constantFrom('\n', '\r\n', '');
    const body = fc.array(fc.tuple(line, newline), { minLength: 1, maxLength: 30 }).map((all) => all.flat().join(''));
    await fc.assert(
      fc.asyncProperty(body, line, body, fc.boolean(), async (before, search, replace, replace_all) => {
        const note = await api.note({ body: before });
        const edits = [{ search: search || 'a', replace, replace_all }];
        let dry = await api.patch('', {});
        await api.expectUnchanged(async () => {
          dry = await patch(note, edits, { dry_run: true });
        });
        const wet = await patch(note, edits);
        if (wet.status !== 200) {
          expect([dry.status, dry.text]).toEqual([wet.status, wet.text]);
          return;
        }
        const preview = dry.json<Preview>();
        const { current_revision_id, updated_at, edits: outcomes, ...after } = wet.json<Edited>();
        expect(preview.document).toEqual({
          ...after,
          current_revision_id: note.current_revision_id,
          updated_at: note.updated_at,
        });
        expect([preview.dry_run, preview.base_revision_id, preview.edits]).toEqual([
          true,
          note.current_revision_id,
          outcomes,
        ]);
        expect(applyUnified(before, preview.diff)).toBe(after.body);
      }),
      { seed: SEED, numRuns: samples(25) },
    );
  });

  it('without a change has an empty diff', async () => {
    const preview = (
      await patch(await api.note({ body: 'x' }), [{ search: 'x', replace: 'x' }], { dry_run: true })
    ).json<Preview>();
    expect(preview.diff).toBe('');
  });
});
