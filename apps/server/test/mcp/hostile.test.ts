import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDoneWithin } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { requestBytes } from '../support/ask.js';
import { useService } from '../support/service.js';
import { asJson, callTool, errorIn, post, type RpcBody, request, talk, WIDEST } from './support.js';

const SEED = 20_261_121;
const MIB = 1024 * 1024;
const service = useService({ settings: WIDEST });

const call = (name: unknown, args?: unknown) => asJson(request('tools/call', { name, arguments: args })) as string;
/** Builds the JSON of a call, with arguments that no object in memory could have. */
const rawCall = (name: string, args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
const deep = (levels: number, open: string, close: string, inner = '1') =>
  open.repeat(levels) + inner + close.repeat(levels);

afterEach(async () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await post(service, request('ping'))).body?.result).toEqual({});
});

/** Requests that are refused quickly by both transports without any change. */
const refused: Record<string, string | Buffer> = {
  'lists 100,000 levels deep': rawCall('create_note', deep(100_000, '[', ']')),
  'objects 100,000 levels deep': rawCall('create_note', `{"title":"x","body":${deep(100_000, '{"a":', '}')}}`),
  'lists 40,000 levels deep as an argument': rawCall('create_note', `{"title":${deep(40_000, '[', ']')}}`),
  'lists 40,000 levels deep as an unknown argument': rawCall('list_tags', `{"x":${deep(40_000, '[', ']')}}`),
  'objects 20,000 levels deep as an object argument': rawCall(
    'plan_selection',
    `{"target":"full_archive","policy":${deep(20_000, '{"a":', '}')},"x":1}`,
  ),
  'JSON in a string, 40,000 levels deep': rawCall(
    'get_documents',
    `{"document_ids":${JSON.stringify(deep(40_000, '[', ']'))}}`,
  ),
  'JSON in strings in strings': rawCall(
    'get_documents',
    JSON.stringify({ document_ids: JSON.stringify([JSON.stringify([JSON.stringify(['x'])])]), x: 1 }),
  ),
  'a million values in a string': rawCall(
    'plan_selection',
    JSON.stringify({ target: 'full_archive', selection: `{"tags":[${'1,'.repeat(1_000_000)}1]}` }),
  ),
  'a million values': rawCall('create_note', `{"title":"x","tags":[${'1,'.repeat(1_000_000)}1]}`),
  '40,000 fields': rawCall('create_note', `{${Array.from({ length: 40_000 }, (_, at) => `"f${at}":1`).join()}}`),
  'deep params': `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep(40_000, '[', ']')}}`,
  'a deep id': `{"jsonrpc":"2.0","id":${deep(40_000, '[', ']')},"method":"ping"}`,
  'a deep method': `{"jsonrpc":"2.0","id":1,"method":${deep(40_000, '[', ']')}}`,
  'a method of a megabyte': asJson(request('x'.repeat(MIB))) as string,
  'a tool of a megabyte': call('x'.repeat(MIB), {}),
  'a claim of a megabyte': asJson(
    request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': 'x'.repeat(MIB) } }),
  ) as string,
  'a prototype among the arguments': rawCall('create_note', '{"title":"x","__proto__":{"polluted":1}}'),
  'a constructor among the arguments': rawCall('create_note', '{"title":"x","constructor":{"polluted":1}}'),
  'a prototype as the arguments of a tool of prototypes': rawCall('__proto__', '{"__proto__":{"polluted":1}}'),
  'a prototype in place of the message': '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}',
  'a prototype in place of params':
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"name":"x"}}}',
  'a name given twice': '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tags","name":"purge"}}',
  'NUL in a name': call('list_tags\0', {}),
  'NUL in an argument': call('create_note', { title: 'a\0b' }),
  'half a character in an argument': rawCall('create_note', '{"title":"\\ud800"}'),
  'invalid UTF-8': Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"pi'),
    Buffer.of(0xc3),
    Buffer.from('"}'),
  ]),
  'a byte order mark twice': `\ufeff\ufeff${asJson(request('ping'))}`,
  'UTF-16': Buffer.from(`\ufeff${asJson(request('ping'))}`, 'utf16le'),
  'NUL around a message': `\0${asJson(request('ping'))}\0`,
  'infinite numbers': rawCall('get_graph', '{"roots":["doc_x"],"depth":1e999,"max_nodes":-1e999}'),
};

describe('a hostile MCP message [N-MCP-HOSTILE]', () => {
  it.each(Object.entries(refused))('%s is rejected in time', async (_, message) => {
    const before = service.changes();
    const answers: { body?: RpcBody; lines: readonly RpcBody[] } = { lines: [] };
    await expectDoneWithin(2_000, async () => {
      Object.assign(answers, await post(service, message));
      answers.lines = await talk(service.library, [message]);
    });
    const { body, lines } = answers;
    expect(JSON.stringify(body).length).toBeLessThan(4_000);
    expect(body?.error ?? body?.result.isError).toBeTruthy();
    expect(body?.error?.code).not.toBe(-32603);
    expect(lines).toHaveLength(1);
    expect([lines[0]?.error?.code, lines[0]?.result]).toEqual([body?.error?.code, body?.result]);
    expect(service.changes()).toBe(before);
  });

  it('with a byte order mark is parsed without it', async () => {
    const marked = `\ufeff${asJson(request('ping'))}`;
    expect((await post(service, marked)).body?.result).toEqual({});
    expect((await talk(service.library, [marked]))[0]?.result).toEqual({});
  });

  it('with two fields of the same name is no request', async () => {
    const twice = '{"jsonrpc":"2.0","id":1,"id":2,"method":"initialize","method":"ping"}';
    expect((await post(service, twice)).body).toMatchObject({ id: null, error: { code: -32700 } });
  });

  it('of any JSON gets a JSON-RPC response with its id', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc
            .record(
              {
                jsonrpc: fc.constantFrom<unknown>('2.0', '2', 2, null),
                id: fc.oneof(fc.string(), fc.maxSafeInteger(), fc.double(), fc.constant(null)),
                method: fc.constantFrom<unknown>('ping', 'tools/list', 'tools/call', 'initialize', 'x', 1),
                params: fc.jsonValue(),
              },
              { requiredKeys: [] },
            )
            .map((message) => JSON.stringify(message)),
        ),
        async (text) => {
          const [answer] = await talk(service.library, [text]);
          const asked = JSON.parse(text) as { id?: unknown; method?: unknown } | null;
          const id = typeof asked === 'object' && asked !== null && 'id' in asked ? asked.id : null;
          if (answer === undefined) {
            expect(asked).toEqual(expect.objectContaining({ jsonrpc: '2.0', method: expect.any(String) }));
            expect(asked).not.toHaveProperty('id');
            return;
          }
          expect(answer.jsonrpc).toBe('2.0');
          expect([null, id]).toContainEqual(answer.id);
          expect(answer.error?.code).not.toBe(-32603);
          expect('result' in answer).toBe(!('error' in answer));
        },
      ),
      { seed: SEED, numRuns: samples(100) },
    ));
});

describe('an MCP client that sends very slowly [N-MCP-HOSTILE]', () => {
  const hasty = useService({ settings: ['server.request_timeout_seconds=1'] });

  it('is disconnected and delays no other request', async () => {
    const bytes = requestBytes({
      method: 'POST',
      target: '/mcp',
      body: `${asJson(request('ping'))}${' '.repeat(1_000)}`,
    });
    const socket = connect(hasty.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes.subarray(0, -900));
    for (let at = 0; at < 100 && received === ''; at += 1) {
      socket.write(' ');
      expect((await post(hasty, request('ping'))).status).toBe(200);
      await sleep(100);
    }
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toContain('"id":null,"error":{"code":-32000');
    expect(received).toContain('"data":{"code":"request_timeout"}');
    socket.destroy();
    await closed;
  });
});

describe('the message of a failed tool call [N-MCP-RESULT]', () => {
  const CANARY = 'zq9canary';

  it('is bounded for any input and quotes no note', async () => {
    const note = await service.world.call('createDocument', {
      title: CANARY,
      body: `${CANARY} twin\n${CANARY} twin\n`,
    });
    const base = { document_id: note.id, base_revision_id: note.current_revision_id };
    const long = '\u0001"\\😀'.repeat(5_000);
    const edit = (search: string) => ({ ...base, edits: [{ search, replace: 'x' }] });
    const failures: [string, string, unknown][] = [
      ['conflict', 'edit_note', edit('twin')],
      ['validation_failed', 'edit_note', edit('absent')],
      ['validation_failed', 'edit_note', edit(long)],
      ['revision_conflict', 'update_note', { ...base, base_revision_id: 'rev_old', body: 'x' }],
      ['revision_conflict', 'delete_note', { ...base, base_revision_id: 'rev_old' }],
      ['precondition_required', 'delete_note', { document_id: note.id }],
      ['not_found', 'get_document', { document_id: long }],
      ['not_found', 'get_notebook_notes', { notebook_id: `nb_${'x'.repeat(60)}` }],
      ['forbidden', 'append_to_note', { document_id: 'doc_help_welcome', text: 'x' }],
      ['cursor_invalid', 'search_documents', { query: '', cursor: long }],
      ['validation_failed', 'search_documents', { query: '', [long]: 1 }],
      ['validation_failed', 'list_tasks', Object.fromEntries(Array.from({ length: 50 }, (_, at) => [long + at, at]))],
      ['validation_failed', 'create_note', { title: 7, body: 8, tags: 9, notebook_id: 10, [long]: 1 }],
    ];
    const before = service.changes();
    for (const [code, tool, args] of failures) {
      const result = await callTool(service, tool, args);
      expect([tool, errorIn(result)?.code]).toEqual([tool, code]);
      expect(errorIn(result).hint).toMatch(/^[A-Z].*\.$/);
      expect(result.content[0].text).not.toContain(CANARY);
      expect(result.content[0].text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
    expect(service.changes()).toBe(before);
  });

  it('contains the data that the next call needs', async () => {
    const note = await service.world.call('createDocument', { title: 'x', body: 'a twin\nb twin\nc  space\n' });
    const base = { document_id: note.id, base_revision_id: note.current_revision_id };
    const edit = async (search: string) =>
      errorIn(await callTool(service, 'edit_note', { ...base, edits: [{ search, replace: 'x' }] }));
    expect(await edit('twin')).toMatchObject({ code: 'conflict', edit_index: 0, matches: 2, lines: [1, 2] });
    expect(await edit('c space')).toMatchObject({ code: 'validation_failed', edit_index: 0, near_line: 3 });
    const stale = await callTool(service, 'update_note', { ...base, base_revision_id: 'rev_old', title: 'y' });
    expect(errorIn(stale)).toMatchObject({ current_revision_id: note.current_revision_id });
    const unknown = await callTool(service, 'move_note_to_notebook', { document_id: note.id, notebook_id: 'nb_gone' });
    expect(errorIn(unknown)).toMatchObject({ notebook_id: 'nb_gone', hint: expect.stringContaining('list_notebooks') });
    const wrong = await callTool(service, 'search_documents', { quarry: 'x' });
    expect(errorIn(wrong)).toMatchObject({
      problems: expect.arrayContaining([expect.stringContaining('quarry')]),
      accepted_arguments: ['query', 'sort', 'limit', 'cursor'],
    });
  });
});
