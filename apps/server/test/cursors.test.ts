import { type OperationName, operations } from '@notes/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, fill, verdict } from './support/ask.js';
import type { RawAnswer } from './support/raw.js';
import { type TestService, useService } from './support/service.js';
import { httpOperations, inputSchema, isOfDevices, type World } from './support/world.js';

const service = useService();
const other = useService();

/** List with more than one page. */
interface List {
  readonly name: string;
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Lists with the same binding may share cursors. */
  readonly binding: string;
  cursor: string;
}

const list = (
  operation: OperationName,
  fields: List['fields'],
  params: List['params'] = {},
  binding?: string,
): List => {
  const name = `${operation} ${JSON.stringify({ ...params, ...fields })}`;
  return { name, operation, params, fields, binding: binding ?? name, cursor: '' };
};

/**
 * Makes lists of three rows or more: a notebook, Trash, the history of a note, tasks, the jobs and the results of a
 * search.
 */
async function makeLists(world: World): Promise<List[]> {
  const [first, second] = [await world.notebook(), await world.notebook()];
  for (let round = 0; round < 3; round += 1) {
    await world.createTrashed();
    for (const notebook_id of [first, second])
      await world.call('createDocument', { title: 'gamma', body: `alpha beta ${round}\n\n- [ ] task`, notebook_id });
  }
  const notes = await Promise.all([world.note(), world.note()]);
  for (const note of notes)
    for (const text of ['1', '2', '3']) await world.call('appendToDocument', { document_id: note.id, text });
  for (let round = 0; round < 3; round += 1) await world.job();
  const search = (query: string, more: Record<string, unknown> = {}, binding?: string) => [
    list('searchDocuments', { query, ...more }, {}, binding),
    list('searchDocumentsByQueryString', { q: query, ...more }, {}, binding),
  ];
  return [
    list('listNotebookDocuments', {}, { notebook_id: first }),
    list('listNotebookDocuments', {}, { notebook_id: second }),
    list('listTrash', {}),
    list('listTasks', {}),
    list('listTasks', { state: 'open' }),
    list('listTasks', { notebook_id: first }),
    list('listJobs', {}),
    list('listJobs', { kind: 'sync' }),
    ...notes.map(({ id }) => list('listRevisions', {}, { document_id: id })),
    ...search('alpha', {}, 'alpha by relevance'),
    ...search('beta', {}, 'beta by relevance'),
    ...search('title:gamma', {}, 'gamma by relevance'),
    ...search('alpha', { sort: 'updated' }, 'alpha by time'),
    ...search('', {}, 'all by time'),
    ...search('is:trashed', {}, 'trash by time'),
  ];
}

async function page(target: TestService, { operation, params, fields }: List, cursor?: string): Promise<RawAnswer> {
  const { method, path } = operations[operation].http as { method: string; path: string };
  const all = { ...fields, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
  if (method !== 'get')
    return ask(target.port, { method: 'POST', target: fill(path, params), body: JSON.stringify(all) });
  const query = new URLSearchParams(
    Object.entries(all).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  return ask(target.port, { target: `${fill(path, params)}?${query}` });
}

const readNextCursor = (answer: RawAnswer) =>
  (JSON.parse(answer.body.toString('utf8')) as { next_cursor: string | null }).next_cursor;
const INVALID = '400 cursor_invalid';

let lists: List[] = [];
beforeAll(async () => {
  lists = await makeLists(service.world);
  for (const each of lists) {
    const answer = await page(service, each);
    expect(answer.status, each.name).toBe(200);
    each.cursor = readNextCursor(answer) ?? '';
    expect(each.cursor, each.name).not.toBe('');
  }
});

describe('a cursor', () => {
  it('is tested on every route that takes one', () => {
    const taking = httpOperations.filter((name) => 'cursor' in inputSchema(name) && !isOfDevices(name));
    expect([...new Set(lists.map(({ operation }) => operation))].sort()).toEqual(taking.sort());
  });

  it('works on its own list and on no other', async () => {
    const wrong: string[] = [];
    for (const from of lists)
      for (const to of lists) {
        const got = verdict(await page(service, to, from.cursor));
        const expected = from.binding === to.binding ? '200' : INVALID;
        if (got !== expected) wrong.push(`${from.name} on ${to.name}: ${got}, not ${expected}`);
      }
    expect(wrong).toEqual([]);
  });

  it('is rejected with any byte changed', async () => {
    for (const [index, each] of lists.entries()) {
      // All cursors have the same parts, so that each position is changed in a third of them.
      for (let at = index % 3; at < each.cursor.length; at += 3) {
        const changed = each.cursor[at] === 'A' ? 'B' : 'A';
        const cursor = each.cursor.slice(0, at) + changed + each.cursor.slice(at + 1);
        expect(verdict(await page(service, each, cursor)), `${each.name} at ${at}`).toBe(INVALID);
      }
    }
  });

  it('is rejected when cut, lengthened, padded, spaced or forged', async () => {
    const forged = Buffer.concat([Buffer.alloc(16), Buffer.from('{"pk":1}')]).toString('base64url');
    for (const each of lists) {
      const { cursor } = each;
      const bad = [
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        `${cursor}=`,
        `${cursor} `,
        ` ${cursor}`,
        `${cursor}\n`,
        cursor + cursor,
        cursor.toLowerCase(),
        forged,
        'A',
        '-',
        '😀',
        '\0',
        'null',
        '{}',
        '1',
      ];
      for (const made of bad.filter((one) => one !== cursor))
        expect(verdict(await page(service, each, made)), made).toBe(INVALID);
      for (const made of ['', 'A'.repeat(2_049)]) expect((await page(service, each, made)).status).toBe(400);
    }
  });

  it('of another library is rejected', async () => {
    for (const each of await makeLists(other.world)) {
      const cursor = readNextCursor(await page(other, each)) as string;
      const here = lists.find(({ binding, operation }) => binding === each.binding && operation === each.operation);
      expect(verdict(await page(service, here ?? each, cursor)), each.name).toMatch(
        here ? /^400 cursor_invalid$/ : /^40/,
      );
    }
  });

  it('works for every spelling of the same query', async () => {
    const spellings: [string, string][] = [
      ['alpha beta', ' beta   alpha '],
      ['alpha OR beta', '(beta) OR ALPHA'],
      ['alpha -gamma', '-gamma (alpha)'],
      ['notebook:Notes alpha', 'alpha category:notes'],
    ];
    for (const [one, another] of spellings) {
      const cursor = readNextCursor(await page(service, list('searchDocuments', { query: one, sort: 'updated' })));
      if (cursor === null) throw new Error(`${one} finds too little`);
      const requestPage = async (query: string) =>
        verdict(await page(service, list('searchDocuments', { query, sort: 'updated' }), cursor));
      expect([await requestPage(one), await requestPage(another), await requestPage(`${one} x`)]).toEqual([
        '200',
        '200',
        INVALID,
      ]);
    }
  });
});
