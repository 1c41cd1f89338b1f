import type { ToolName } from '@notes/contract/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolLibrary, type ToolLibrary, toAsyncBytes } from './support.js';

let opened: ToolLibrary;
beforeAll(async () => {
  opened = await openToolLibrary();
});
afterAll(() => opened.close());

interface Named {
  readonly document_id: string;
  readonly base_revision_id: string;
}

async function createNote(body: string, title = 'x'): Promise<Named> {
  const { id, current_revision_id } = await opened.own('createDocument', { title, body });
  return { document_id: id, base_revision_id: current_revision_id };
}
const readBody = async ({ document_id }: Named) => (await opened.own('getDocument', { document_id })).body;
const edit = (search: string, replace = 'x') => ({ search, replace });

describe('edit_note [N-MCP-TOOL-EDIT]', () => {
  it('reports how often and on which lines an ambiguous search text occurs', async () => {
    const note = await createNote('漢字\n\nab ab\nAB\nab\n');
    const edits = [edit('漢字', '漢'), edit('ab')];
    const { code, details } = await opened.refusal('edit_note', { ...note, edits });
    expect({ code, details }).toEqual({ code: 'conflict', details: { edit_index: 1, matches: 3, lines: [3, 5] } });
    expect(await readBody(note)).toBe('漢字\n\nab ab\nAB\nab\n');
  });

  it('lists at most 20 of these lines and counts all occurrences', async () => {
    const note = await createNote('ab\n'.repeat(500));
    const { details } = await opened.refusal('edit_note', { ...note, edits: [edit('ab')] });
    expect(details).toMatchObject({ matches: 500, lines: Array.from({ length: 20 }, (_, index) => index + 1) });
  });

  it('names the line that differs from a missing search text only in white space', async () => {
    const note = await createNote('# Plan\n\n  one   two\tthree\n');
    const { code, details } = await opened.refusal('edit_note', { ...note, edits: [edit('one two three')] });
    expect({ code, details }).toEqual({ code: 'validation_failed', details: { edit_index: 0, near_line: 3 } });
    const far = await opened.refusal('edit_note', { ...note, edits: [edit('#', ''), edit('nowhere')] });
    expect(far).toMatchObject({ code: 'validation_failed', details: { edit_index: 1 } });
    expect(far.details).not.toHaveProperty('near_line');
  });

  it('reveals nothing else of the text', async () => {
    const note = await createNote('sekret one\nsekret two\n');
    for (const search of ['sekret', 'sekret  one', 'sekret three']) {
      const { message, details } = await opened.refusal('edit_note', { ...note, edits: [edit(search)] });
      expect(message + JSON.stringify(details)).not.toContain('sekret');
    }
  });

  it('matches LF in lines that end in CRLF, and writes CRLF', async () => {
    const note = await createNote('a\r\nb\r\n');
    const preview = await opened.tool('edit_note', { ...note, edits: [edit('a\nb', 'c\nd')], dry_run: true });
    expect(preview).toMatchObject({ dry_run: true, current_revision_id: note.base_revision_id });
    expect(preview.edits).toEqual([{ index: 0, replacements: 1, first_line: 1 }]);
    expect(await readBody(note)).toBe('a\r\nb\r\n');
    const { dry_run, current_revision_id } = await opened.tool('edit_note', { ...note, edits: [edit('a\nb', 'c\nd')] });
    expect(dry_run).toBe(false);
    expect(current_revision_id).not.toBe(note.base_revision_id);
    expect(await readBody(note)).toBe('c\r\nd\r\n');
  });
});

describe('A base revision that is not current [N-MCP-TOOL-STALE]', () => {
  it.each([
    ['edit_note', { edits: [edit('x')] }],
    ['update_note', { title: 'y' }],
    ['update_note', { body: 'y' }],
    ['update_note', { title: 'y', body: 'y' }],
    ['append_to_note', { text: 'y' }],
    ['prepend_to_note', { text: 'y' }],
    ['delete_note', {}],
    ['localize_remote_media', {}],
  ] as const)('is refused with the current one by %s of %j', async (name, more) => {
    const note = await createNote('x');
    const { current_revision_id } = await opened.tool('append_to_note', { document_id: note.document_id, text: 'z' });
    for (const base_revision_id of [note.base_revision_id, 'rev_none']) {
      const refusal = await opened.refusal(name, { ...note, ...more, base_revision_id });
      expect(refusal).toMatchObject({ code: 'revision_conflict', currentRevisionId: current_revision_id });
    }
    expect(await readBody(note)).toBe('x\nz');
  });

  it('fails only its item of a batch', async () => {
    const [stale, fresh] = [await createNote('a'), await createNote('b')];
    await opened.tool('append_to_note', { document_id: stale.document_id, text: 'z' });
    const batch = { operation: 'trash', items: [stale, fresh, { document_id: 'doc_none' }] };
    const { items, counts } = await opened.tool('run_batch', batch);
    expect(items).toMatchObject([
      { status: 'failed', error: { code: 'revision_conflict' } },
      { status: 'applied' },
      { status: 'failed', error: { code: 'not_found' } },
    ]);
    expect(counts).toEqual({ applied: 1, skipped: 0, failed: 2, rolled_back: 0 });
    const asked = { operation: 'trash', items: [{ document_id: stale.document_id }] };
    expect((await opened.tool('run_batch', asked)).items).toMatchObject([{ error: { code: 'precondition_required' } }]);
  });
});

describe('update_note [N-MCP-TOOL-UPDATE]', () => {
  it('keeps the stored value of an omitted field', async () => {
    const note = await createNote('漢\r\n', 'Before');
    const renamed = await opened.tool('update_note', { ...note, title: 'After' });
    expect(renamed).toMatchObject({ title: 'After', size_bytes: 5 });
    expect(await readBody(note)).toBe('漢\r\n');
    const base_revision_id = renamed.current_revision_id;
    const written = await opened.tool('update_note', { ...note, base_revision_id, body: '' });
    expect(written).toMatchObject({ title: 'After', size_bytes: 0 });
    expect(written).not.toHaveProperty('body');
  });

  it('requires a title or a body, and the base revision', async () => {
    const { document_id, base_revision_id } = await createNote('x');
    const neither = await opened.refusal('update_note', { document_id, base_revision_id });
    expect(neither).toMatchObject({
      code: 'validation_failed',
      message: 'title, body: at least one of them is required',
    });
    expect((await opened.refusal('update_note', { document_id })).code).toBe('precondition_required');
  });
});

it('Every tool that writes refuses read-only notes and notebooks [N-MCP-TOOL-READ-ONLY]', async () => {
  const document_id = 'doc_help_welcome';
  const { current_revision_id: base_revision_id } = await opened.own('getDocument', { document_id });
  const help = { document_id, base_revision_id };
  const calls: [ToolName, object][] = [
    ['edit_note', { ...help, edits: [edit('a')] }],
    ['update_note', { ...help, body: 'x' }],
    ['update_note', { ...help, base_revision_id: 'rev_stale', body: 'x' }],
    ['append_to_note', { document_id, text: 'x' }],
    ['prepend_to_note', { document_id, text: 'x' }],
    ['move_note_to_notebook', { document_id, notebook_id: 'nb_notes' }],
    ['tag_note', { document_id, tag: 'a' }],
    ['untag_note', { document_id, tag: 'a' }],
    ['delete_note', help],
    ['localize_remote_media', help],
    ['create_note', { title: 'x', notebook_id: 'nb_help' }],
    ['move_note_to_notebook', { document_id: (await createNote('x')).document_id, notebook_id: 'nb_reports' }],
  ];
  for (const [name, args] of calls)
    expect({ name, code: (await opened.refusal(name, args)).code }).toEqual({ name, code: 'forbidden' });
});

it('A cursor is valid only for its own list [N-MCP-TOOL-CURSOR]', async () => {
  for (let index = 0; index < 3; index++) await createNote('needle', `Row ${index}`);
  await opened.library.store.write((unit) => {
    for (const id of ['job_1', 'job_2']) unit.jobs.insert({ id, kind: 'import', parameters: {} }, Date.now());
  });
  const other = (await opened.own('createNotebook', { name: 'Other' })).notebook_id;
  const lists: [ToolName, object][] = [
    ['search_documents', { query: 'needle' }],
    ['search_documents', { query: 'title:row' }],
    ['search_documents', { query: 'needle', sort: 'updated' }],
    ['get_notebook_notes', { notebook_id: 'nb_notes' }],
    ['list_jobs', {}],
    ['list_jobs', { state: 'queued' }],
  ];
  const cursors = [];
  for (const [name, args] of lists) cursors.push((await opened.tool(name, { ...args, limit: 1 })).next_cursor);
  expect(cursors).not.toContain(undefined);
  const foreign: [ToolName, object][] = [
    ['get_notebook_notes', { notebook_id: other }],
    ['list_sync_conflicts', {}],
  ];
  for (const [index, [name, args]] of [...lists, ...foreign].entries())
    for (const cursor of cursors.filter((_, own) => own !== index))
      expect((await opened.refusal(name, { ...args, cursor })).code).toBe('cursor_invalid');
  const [cursor] = cursors as [string];
  const changed = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
  for (const made of ['', 'x', cursor.slice(1), `${cursor}A`, changed, 'x'.repeat(5_000), '漢'])
    expect((await opened.refusal('search_documents', { query: 'needle', cursor: made })).code).toBe('cursor_invalid');
});

describe('get_documents', () => {
  it('returns existing notes in the requested order and an error for each missing one [N-MCP-TOOL-SEVERAL]', async () => {
    const [one, two] = [await createNote('one'), await createNote('two')];
    const document_ids = [
      'Absent',
      two.document_id,
      'doc_none',
      '',
      one.document_id,
      two.document_id,
      '__proto__',
      'nb_notes',
    ];
    const { documents, errors } = await opened.tool('get_documents', { document_ids });
    expect((documents as { body: string }[]).map(({ body }) => body)).toEqual(['two', 'one', 'two']);
    const error = { code: 'not_found', message: 'There is no note with this id outside Trash' };
    expect(errors).toEqual(
      ['Absent', 'doc_none', '', '__proto__', 'nb_notes'].map((document_id) => ({ document_id, error })),
    );
    expect(await opened.tool('get_documents', { document_ids: ['Absent'] })).toMatchObject({
      documents: [],
      truncated: false,
    });
  });

  it('returns no text without include_body', async () => {
    const { document_id } = await createNote('one');
    const { documents } = await opened.tool('get_documents', { document_ids: [document_id], include_body: false });
    expect(documents).toMatchObject([{ id: document_id, size_bytes: 3 }]);
    expect(documents).not.toMatchObject([{ body: expect.anything() }]);
  });
});

it.each([
  ['query: ((', /^block: query: .*column/],
  ['fields: nothing', /^block: Line 1: /],
  ['query: a\nquery: b', /^block: Line 2: /],
  ['limit: 0', /^block: Line 1: /],
  ['\n', /^block: /],
] as const)('run_note_query names the error in %j', async (block, message) => {
  const refusal = await opened.refusal('run_note_query', { block });
  expect(refusal.code).toBe('validation_failed');
  expect(refusal.message).toMatch(message);
});

it('create_from_template lists missing and unknown values in its details, not in its message', async () => {
  const block = '```note-template\nprompt: who\nprompt: what\n```\n{{who}} {{what}}';
  const { document_id } = await createNote(block);
  const make = (values: object) => ({ document_id, title: 'Made', values });
  const { message, details } = await opened.refusal('create_from_template', make({ who: 'a', when: 'b' }));
  expect(details).toEqual({ missing_values: ['what'], unknown_values: ['when'] });
  expect(message).toBe('values: must have one value for each prompt of the template and no others');
  await expect(opened.own('createFromTemplate', make({ who: 'a', when: 'b' }))).rejects.toThrow(
    'values: missing: "what"; not a prompt of the template: "when"',
  );
  const made = await opened.tool('create_from_template', make({ who: '{{what}} $&', what: '漢' }));
  expect((await opened.own('getDocument', { document_id: made.id as string })).body).toContain('{{what}} $& 漢');
});

it('An attachment is not found while its only note is in Trash [N-MCP-TOOL-TRASH]', async () => {
  const given = { bytes: toAsyncBytes('kept') };
  const { id: resource_id } = await opened.own('uploadResource', { filename: 'a.txt', mime_type: 'text/plain' }, given);
  const read = () => opened.tool('read_resource', { resource_id, include_bytes: true });
  expect(await read()).toMatchObject({ text: 'kept' });
  const { document_id, base_revision_id } = await createNote(`![](resource://default/resources/${resource_id})`);
  expect(await read()).toMatchObject({ text: 'kept' });
  await opened.own('trashDocument', { document_id, base_revision_id });
  expect(await opened.refusal('read_resource', { resource_id })).toMatchObject({ code: 'not_found' });
  await opened.own('restoreDocument', { document_id });
  expect(await read()).toMatchObject({ text: 'kept' });
});

it('create_from_template lists all prompts, with long names shortened', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `${at}${'n'.repeat(at === 7 ? 5_000 : 3)}`);
  const { document_id } = await createNote(
    `\`\`\`note-template\n${names.map((name) => `prompt: ${name}\n`).join('')}\`\`\`\n`,
  );
  const { details } = await opened.refusal('create_from_template', { document_id, title: 'x' });
  expect(details).toEqual({ missing_values: names.map((name) => name.slice(0, 200)), unknown_values: [] });
});
