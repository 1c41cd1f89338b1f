import type { ToolName } from '@notes/contract/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolLibrary, type ToolLibrary } from './support.js';

let opened: ToolLibrary;
beforeAll(async () => {
  opened = await openToolLibrary();
});
afterAll(() => opened.close());

describe('Pages list every row once [N-MCP-TOOL-PAGES]', () => {
  const ROWS = 23;

  async function walk(name: ToolName, args: object, limit: number | undefined): Promise<string[]> {
    const ids: string[] = [];
    let cursor: unknown;
    do {
      const page: Record<string, unknown> = await opened.tool(name, { ...args, limit, cursor });
      const rows = Object.values(page).find(Array.isArray) as Record<string, string>[];
      expect(rows.length).toBeLessThanOrEqual(limit ?? opened.library.config['mcp.max_results']);
      ids.push(...rows.map(({ document_id, id, job_id }) => document_id ?? id ?? job_id ?? ''));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    return ids;
  }

  beforeAll(async () => {
    for (let index = 0; index < ROWS; index++)
      await opened.own('createDocument', { title: `Row ${index} 漢`, body: 'needle', notebook_id: 'nb_notes' });
    await opened.library.store.write((unit) => {
      for (let index = 0; index < ROWS; index++)
        unit.jobs.insert({ id: `job_${index}`, kind: 'import', parameters: {} }, 1_700_000_000_000);
    });
  });

  it.each([
    ['search_documents', { query: 'title:row' }],
    ['search_documents', { query: 'needle', sort: 'updated' }],
    ['search_documents', { query: 'needle OR title:漢', sort: 'relevance' }],
    ['list_jobs', {}],
    ['list_jobs', { state: 'queued' }],
  ] as const)('%s of %j', async (name, args) => {
    for (const limit of [1, 7, 22, 23, 50, undefined]) {
      const ids = await walk(name, args, limit);
      expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
    }
  });

  it('get_notebook_notes', async () => {
    const all = (await opened.own('listNotebookDocuments', { notebook_id: 'nb_notes', limit: 200 })).documents;
    expect(all).toHaveLength(ROWS);
    for (const limit of [1, 7, 50, undefined])
      expect(await walk('get_notebook_notes', { notebook_id: 'nb_notes' }, limit)).toEqual(all.map(({ id }) => id));
  });
});
