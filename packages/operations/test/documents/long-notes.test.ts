import { describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

/** Text long enough to be read in a worker. */
const FILLING = 'Nothing but words stands in this line.\n'.repeat(4_000);

const listLinks = async ({ call }: OpenedLibrary, document_id: string) =>
  (await call('listDocumentLinks', { document_id, direction: 'outgoing' })).outgoing.map(({ target }) => target);

describe('A note too long to be parsed within a write', () => {
  it('is stored with its links and tasks by create, append and edit', async () => {
    const at = await openTestLibrary();
    const made = await at.call('createDocument', { title: 'Long', body: `[[one]]\n\n- [ ] do\n\n${FILLING}` });
    expect(await listLinks(at, made.id)).toEqual(['one']);
    const { counts } = await at.call('listTasks', { document_id: made.id });
    expect(counts).toEqual({ open: 1, done: 0, total: 1 });

    await at.call('appendToDocument', { document_id: made.id, text: '\n[[two]]\n' });
    expect(await listLinks(at, made.id)).toEqual(['one', 'two']);

    const base_revision_id = (await at.call('getDocument', { document_id: made.id })).current_revision_id;
    const edits = [{ search: '[[one]]', replace: '[[three]]' }];
    await at.call('editDocument', { document_id: made.id, base_revision_id, edits });
    expect(await listLinks(at, made.id)).toEqual(['three', 'two']);
  });

  it('keeps all lines of 20 concurrent appends', async () => {
    const at = await openTestLibrary();
    const { id } = await at.call('createDocument', { title: 'Long', body: FILLING });
    const lines = Array.from({ length: 20 }, (_, n) => `[[target ${n}]]\n\n`);
    await Promise.all(lines.map((text) => at.call('appendToDocument', { document_id: id, text })));
    const { body } = await at.call('getDocument', { document_id: id });
    for (const line of lines) expect(body).toContain(line);
    expect(new Set(await listLinks(at, id)).size).toBe(20);
  });

  it('is compared with its base revision when it is written, so only one of three concurrent replacements succeeds', async () => {
    const at = await openTestLibrary();
    const made = await at.call('createDocument', { title: 'Long', body: FILLING });
    const change = (text: string) =>
      at.call('replaceDocument', {
        document_id: made.id,
        base_revision_id: made.current_revision_id,
        title: 'Long',
        body: `${text}\n${FILLING}`,
      });
    const outcomes = await Promise.allSettled([change('a'), change('b'), change('c')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['revision_conflict', 'revision_conflict']);
  });
});
