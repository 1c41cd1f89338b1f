import { MemoryEngine } from '@notes/search-engine/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openToolLibrary, type ToolLibrary } from './support.js';

let opened: ToolLibrary;
const body = `${'The first sentence is of some length and says nothing. '.repeat(4)}Then a kingfisher came by. ${'More. '.repeat(40)}`;
beforeAll(async () => {
  opened = await openToolLibrary();
  const { notebook_id } = await opened.own('createNotebook', { name: 'River' });
  const inner = await opened.own('createNotebook', { name: 'Birds', parent_notebook_id: notebook_id });
  await opened.own('createDocument', { title: 'Walk', body, tags: ['seen'], notebook_id: inner.notebook_id });
});
afterAll(() => opened.close());

const findRow = async (query: string) =>
  ((await opened.tool('search_documents', { query })).results as Record<string, unknown>[])[0];

it('search_documents returns the path of the notebook, which tools take [N-MCP-NAMES]', async () => {
  expect(await findRow('kingfisher')).toMatchObject({ title: 'Walk', notebook: 'River/Birds', tags: ['seen'] });
});

it('search_documents returns the text around a word, but only the beginning of a note without one', async () => {
  expect((await findRow('kingfisher'))?.snippet).toContain('Then a kingfisher came by.');
  const beginning = String((await findRow('tag:seen'))?.snippet);
  expect(body.startsWith(beginning.slice(0, -1))).toBe(true);
  expect(beginning.length).toBeLessThanOrEqual(101);
  expect(beginning).toMatch(/\w…$/);
});

it('search_documents returns text without the marks of its lines, and matches in marks with them', async () => {
  const lines = ['> [!tip] Pack', '> - a heron', '', '1. [x] boots', '2. tea', '---', 'a | b', '--- | ---', '1 | 2'];
  await opened.own('createDocument', { title: 'List', body: lines.join('\n') });
  expect((await findRow('heron'))?.snippet).toBe('Pack a heron boots tea a b 1 2');
  expect((await findRow('body:tip'))?.snippet).toContain('[!tip] Pack');
});

it('search_documents names the channels of the sidecar that did not answer, and no others [SIDECAR-MERGED]', async () => {
  const engine = new MemoryEngine({ hasMeaning: false });
  Object.assign(opened.library, { sidecar: { engine } });
  expect(await opened.tool('search_documents', { query: 'kingfisher' })).not.toHaveProperty('channels');
  engine.failWith('failed');
  const result = await opened.tool('search_documents', { query: 'kingfishr' });
  expect(result).toMatchObject({ results: [{ matched_by: 'typo' }], channels: { typo: 'failed', meaning: 'failed' } });
});
