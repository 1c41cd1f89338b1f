import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../src/index.js';
import { advertise, findTool, readArguments, type Tool, type ToolName, tools } from '../src/tools/index.js';

const DOC = 'doc_01j00000000000000000000000';
const NOTE = { document_id: DOC };
const EDITS = [{ search: 'a', replace: 'b' }];

const toolCalled = (name: ToolName) => findTool(name) as Tool;
const read = (name: ToolName, raw: unknown): Record<string, unknown> => readArguments(toolCalled(name), raw);

/** Returns the error with which a call is refused. */
function refusal(name: ToolName, raw: unknown): ServiceError {
  try {
    read(name, raw);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`${name} was not refused`);
}
const getRefusalCode = (name: ToolName, raw: unknown) => refusal(name, raw).code;
const getProblems = (name: ToolName, raw: unknown) => refusal(name, raw).details.problems;

describe('readArguments corrects known errors of clients [N-MCP-TOOL-TOLERANT]', () => {
  it('treats null as absent, at any depth', () => {
    expect(read('list_tasks', { state: null, document_id: null, notebook_id: null, limit: null })).toEqual({
      state: 'all',
    });
    expect(read('plan_selection', { target: 'subset_transfer', selection: { tags: ['a'], query: null } })).toEqual({
      target: 'subset_transfer',
      selection: { tags: ['a'] },
    });
    const edits = [{ ...EDITS[0], replace_all: null }];
    expect(read('edit_note', { ...NOTE, base_revision_id: 'rev_1', edits }).edits).toEqual([
      { ...EDITS[0], replace_all: false },
    ]);
    expect(read('list_tags', null)).toEqual({ start: 0 });
  });

  it('refuses null for a required field, in a list, and for an unknown argument', () => {
    expect(getProblems('get_document', { document_id: null })).toEqual(['document_id: is missing']);
    expect(getProblems('get_graph', { roots: [null] })).toEqual(['roots.0: must be text']);
    expect(getProblems('get_document', { ...NOTE, body: null })).toEqual(['body: unknown argument']);
    expect(getProblems('create_from_template', { ...NOTE, title: 'x', values: { who: null } })).toEqual([
      'values.who: must be text',
    ]);
  });

  it('parses a JSON string where a list or an object is expected', () => {
    expect(read('get_graph', { roots: JSON.stringify([DOC]) }).roots).toEqual([DOC]);
    const target = 'subset_transfer';
    expect(read('plan_selection', { target, selection: '{"tags":"[\\"a\\"]"}' }).selection).toEqual({ tags: ['a'] });
    const edit = { ...NOTE, base_revision_id: 'rev_1' };
    const mended = [{ ...EDITS[0], replace_all: false }];
    expect(read('edit_note', { ...edit, edits: JSON.stringify(EDITS) }).edits).toEqual(mended);
    expect(read('edit_note', { ...edit, edits: EDITS.map((each) => JSON.stringify(each)) }).edits).toEqual(mended);
    expect(read('get_document', JSON.stringify(NOTE))).toEqual(NOTE);
  });

  it('refuses over 50,000 values in JSON strings of one call, in one argument or several', () => {
    const many = (count: number) => `[${'1,'.repeat(count)}1]`;
    const message = 'The arguments contain more than 50000 values. Send fewer';
    for (const raw of [
      { target: 'full_archive', selection: `{"tags":${many(10_000_000)}}` },
      { target: 'full_archive', selection: { tags: many(50_000), document_ids: [] } },
      { target: 'full_archive', selection: { tags: many(30_000), document_ids: many(30_000) } },
    ])
      expect(refusal('plan_selection', raw)).toMatchObject({ code: 'validation_failed', message });
    const quoted = JSON.stringify([{ search: 'a', replace: many(60_000) }]);
    const { edits } = read('edit_note', { ...NOTE, base_revision_id: 'rev_1', edits: quoted });
    expect(edits).toMatchObject([{ replace: many(60_000) }]);
  });

  it('reads a whole number or a Boolean from a string, at any depth', () => {
    expect(read('search_documents', { query: '5', limit: '5' })).toMatchObject({ query: '5', limit: 5 });
    expect(read('search_documents', { query: '', limit: '99' }).limit).toBe(50);
    expect(read('get_note_line_range', { ...NOTE, start: '12' }).start).toBe(12);
    for (const flag of [true, false])
      expect(read('get_documents', { document_ids: [DOC], include_body: `${flag}` }).include_body).toBe(flag);
    const edits = [{ search: 'true', replace: '5', replace_all: 'true' }];
    expect(read('edit_note', { ...NOTE, base_revision_id: 'rev_1', edits }).edits).toEqual([
      { search: 'true', replace: '5', replace_all: true },
    ]);
  });

  it('wraps a single string where a list of strings is expected', () => {
    expect(read('get_documents', { document_ids: DOC }).document_ids).toEqual([DOC]);
    expect(read('create_note', { title: 'x', tags: 'work/sync' }).tags).toEqual(['work/sync']);
    expect(read('create_note', { title: 'x', tags: '[not json' }).tags).toEqual(['[not json']);
    expect(getProblems('edit_note', { ...NOTE, base_revision_id: 'rev_1', edits: 'a' })).toEqual([
      'edits: must be a list',
    ]);
  });

  it('lowers a page size or number of examples over the maximum, and refuses other values over theirs', () => {
    expect(read('search_documents', { query: '', limit: 51 }).limit).toBe(50);
    expect(read('list_jobs', { limit: Number.POSITIVE_INFINITY }).limit).toBe(50);
    expect(read('get_lint_report', { detail_limit: 1e9 }).detail_limit).toBe(50);
    expect(getProblems('search_documents', { query: '', limit: 0 })).toEqual(['limit: must be at least 1']);
    expect(getProblems('get_lint_report', { detail_limit: -1 })).toEqual(['detail_limit: must be at least 0']);
    expect(getProblems('get_graph', { roots: [DOC], max_nodes: 5_001 })).toEqual(['max_nodes: must be at most 5000']);
  });

  it.each([
    [
      'a number in a string with white space',
      'search_documents',
      { query: '', limit: ' 5' },
      'limit: must be a whole number',
    ],
    ['a fraction in a string', 'get_note_line_range', { ...NOTE, start: '5.0' }, 'start: must be a whole number'],
    ['an exponent in a string', 'get_note_line_range', { ...NOTE, start: '1e1' }, 'start: must be a whole number'],
    ['a number with a leading zero', 'get_note_line_range', { ...NOTE, start: '05' }, 'start: must be a whole number'],
    ['an empty string as a number', 'list_tags', { start: '' }, 'start: must be a whole number'],
    ['a number over its maximum in a string', 'get_graph', { roots: [DOC], depth: '9' }, 'depth: must be at most 5'],
    [
      'a Boolean in a string in another case',
      'get_documents',
      { document_ids: [DOC], include_body: 'True' },
      'include_body: must be true or false',
    ],
    [
      'a number as a Boolean',
      'get_documents',
      { document_ids: [DOC], include_body: 1 },
      'include_body: must be true or false',
    ],
    ['a number as text', 'search_documents', { query: 5 }, 'query: must be text'],
    ['a fraction', 'get_note_line_range', { ...NOTE, start: 1.5 }, 'start: must be a whole number'],
    ['an object as a list', 'get_graph', { roots: { 0: DOC } }, 'roots: must be a list'],
    ['a list as text', 'get_document', { document_id: [DOC] }, 'document_id: must be text'],
    ['an enumeration value in another case', 'list_tasks', { state: 'OPEN' }, 'state: must be open, done or all'],
    ['a list as the arguments', 'list_tags', [], 'must be an object'],
    ['a number as the arguments', 'list_tags', 5, 'must be an object'],
  ] as const)('refuses %s', (_, name, raw, problem) => {
    expect(getProblems(name, raw)).toEqual([problem]);
  });
});

describe('readArguments with ids', () => {
  it.each([
    ['document', 'get_document', 'document_id', DOC],
    ['resource', 'read_resource', 'resource_id', 'res_01j00000000000000000000000'],
  ] as const)('accepts the URI of a %s, with any anchor', (kind, name, field, id) => {
    for (const place of ['', '#', '#heading', '#^marker', '#a\nb#c'])
      expect(read(name, { [field]: `${kind}://default/${kind}s/${id}${place}` })[field]).toBe(id);
    for (const uri of [`${kind}://${id}`, `${kind}://other/${kind}s/${id}`, `${id}#a`])
      expect(getRefusalCode(name, { [field]: uri })).toBe('not_found');
  });

  it('reports not_found for a malformed id in any argument [N-MCP-TOOL-IDS]', () => {
    for (const id of [
      '',
      'x',
      `${DOC}/..`,
      `nb_${DOC}`,
      `${DOC}\0`,
      DOC.toUpperCase(),
      `${DOC}\n`,
      `doc_${'0'.repeat(65)}`,
    ])
      expect(getRefusalCode('get_document', { document_id: id })).toBe('not_found');
    expect(refusal('get_graph', { roots: [DOC, 'x'] })).toMatchObject({
      code: 'not_found',
      message: 'roots.1: there is no note with this id or title',
    });
    expect(getRefusalCode('list_tasks', { notebook_id: DOC })).toBe('not_found');
    expect(getRefusalCode('get_job', { job_id: '__proto__' })).toBe('not_found');
    expect(getRefusalCode('run_batch', { operation: 'restore', items: [{ document_id: 'x' }] })).toBe('not_found');
  });

  it('lists a malformed id among other problems', () => {
    expect(getProblems('get_graph', { roots: ['x'], depth: 9 })).toEqual([
      'roots.0: there is no note with this id or title',
      'depth: must be at most 5',
    ]);
  });

  it('passes malformed ids of get_documents on, up to 200 characters each', () => {
    const ids = ['x', '', `document://default/documents/${DOC}`];
    expect(read('get_documents', { document_ids: ids }).document_ids).toEqual(['x', '', DOC]);
    expect(getProblems('get_documents', { document_ids: ['x'.repeat(201)] })).toEqual([
      'document_ids.0: must be at most 200 characters',
    ]);
  });
});

describe('readArguments refuses a call', () => {
  it('with precondition_required first when the revision is missing [N-MCP-TOOL-PRECONDITION]', () => {
    for (const tool of tools.filter(({ precondition }) => precondition === 'required'))
      for (const raw of [{}, [], 5, { document_id: 5 }, { base_revision_id: null, unknown: 1 }])
        expect(getRefusalCode(tool.name, raw)).toBe('precondition_required');
    expect(tools.filter(({ precondition }) => precondition === 'required').map(({ name }) => name)).toEqual([
      'delete_note',
      'edit_note',
      'localize_remote_media',
      'update_note',
    ]);
  });

  it('with the unknown arguments and the accepted ones [N-MCP-TOOL-UNKNOWN]', () => {
    for (const tool of tools) {
      const { code, details } = refusal(tool.name, { base_revision_id: 'rev_1', titel: 1 });
      expect({ tool: tool.name, code }).toEqual({ tool: tool.name, code: 'validation_failed' });
      expect(details.accepted_arguments).toEqual(Object.keys(advertise(tool).inputSchema.properties ?? {}));
      expect(details.problems).toContainEqual(expect.stringMatching(/\btitel: unknown argument$/));
    }
    expect(refusal('create_note', { titel: 'x' }).message).toBe('titel: unknown argument');
    const edits = [{ ...EDITS[0], all: true }];
    expect(getProblems('edit_note', { ...NOTE, base_revision_id: 'rev_1', edits })).toEqual([
      'edits.0.all: unknown argument',
    ]);
    const renamed = { ...NOTE, base_revision_id: 'rev_1', edits: [EDITS[0], { old_string: 'a', new_string: 'b' }] };
    expect(refusal('edit_note', renamed)).toMatchObject({
      message: 'edits.1.old_string, edits.1.new_string: unknown argument',
      details: { accepted_arguments: ['edits.1.search', 'edits.1.replace', 'edits.1.replace_all'] },
    });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('with %s as an unknown argument', (key) => {
    const raw = JSON.parse(`{"document_id":"${DOC}","${key}":{"document_id":"x"}}`);
    expect(getProblems('get_document', raw)).toEqual([`${key}: unknown argument`]);
    const selection = JSON.parse(`{"${key}":null}`);
    expect(getProblems('plan_selection', { target: 'subset_transfer', selection })).toEqual([
      `selection.${key}: unknown argument`,
    ]);
    expect(findTool(key)).toBeUndefined();
  });

  it('with __proto__ as a prompt, and accepts constructor', () => {
    const values = (json: string) => ({ ...NOTE, title: 'x', values: JSON.parse(json) });
    expect(read('create_from_template', values('{"constructor":"a"}')).values).toEqual({ constructor: 'a' });
    expect(getProblems('create_from_template', values('{"__proto__":"a"}'))).toEqual([
      'values: no prompt can be named __proto__',
    ]);
    expect(getProblems('create_from_template', { ...NOTE, title: 'x', values: 5 })).toEqual([
      'values: must be an object',
    ]);
    expect(advertise(toolCalled('create_from_template')).inputSchema.properties?.values).toMatchObject({
      type: 'object',
      additionalProperties: { type: 'string' },
    });
  });

  it('with the error code of the violated rule when nothing else is wrong', () => {
    const long = { title: 'x', body: 'x'.repeat(16 * 1024 * 1024 + 1) };
    expect(getRefusalCode('create_note', long)).toBe('body_too_large');
    expect(getRefusalCode('create_note', { ...long, unknown: 1 })).toBe('validation_failed');
    expect(getRefusalCode('list_jobs', { cursor: '' })).toBe('cursor_invalid');
    expect(getRefusalCode('list_jobs', { cursor: 'x'.repeat(8_193) })).toBe('cursor_invalid');
  });

  it('with at most five problems, each short', () => {
    const keys = Array.from({ length: 2_000 }, (_, index) => [`${'k'.repeat(index)}${index}`, 1]);
    const { details, message } = refusal('search_documents', {
      ...{ query: 5, sort: 'x', limit: 0, cursor: 5 },
      ...Object.fromEntries(keys),
    });
    expect(details.problems).toHaveLength(5);
    expect(message).toBe('query: must be text');
    expect(String(details.problems).length).toBeLessThan(2_000);
    const edits = Array.from({ length: 100 }, () => ({ search: '', replace: 5, extra: 1 }));
    expect(getProblems('edit_note', { ...NOTE, base_revision_id: 'rev_1', edits })).toHaveLength(5);
    expect(getProblems('append_to_note', { ...NOTE, text: '' })).toEqual(['text: must not be empty']);
  });

  it('nested 200,000 levels deep, without a stack overflow', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    let nested: unknown = [];
    for (let level = 0; level < 100_000; level++) nested = level % 2 === 0 ? [nested] : { tags: nested };
    for (const value of [deep(200_000), nested]) {
      expect(getRefusalCode('get_graph', { roots: value })).toBe('validation_failed');
      expect(getRefusalCode('plan_selection', { target: value, selection: value, policy: value })).toBe(
        'validation_failed',
      );
      expect(getRefusalCode('plan_selection', { target: 'x', selection: { tags: value }, [deep(10)]: value })).toBe(
        'validation_failed',
      );
    }
  });
});

it('readArguments describes problems of arbitrary arguments without words of the validator [N-MCP-TOOL-WORDS]', () => {
  const foreign = /invalid|expected|received|undefined|unrecognized|pattern|regex|\bzod\b|NaN|\[object/i;
  const plausible = tools.flatMap(({ name }) => Object.keys(advertise(toolCalled(name)).inputSchema.properties ?? {}));
  const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...plausible) }, { weight: 1, arbitrary: fc.string() });
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      DOC,
      'document://x',
      '',
      '[]',
      '{}',
      '[1',
      null,
      true,
      0,
      -1,
      Number.POSITIVE_INFINITY,
      2 ** 53,
      1.5,
      'a\0',
    ),
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.dictionary(key, fc.jsonValue({ maxDepth: 1 })), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...tools), fc.oneof(fc.dictionary(key, value), fc.anything()), (tool, raw) => {
      try {
        readArguments(tool, raw);
      } catch (error) {
        const { message, details } = error as ServiceError;
        expect(error).toBeInstanceOf(ServiceError);
        expect(message).not.toBe('');
        const problems = (details.problems ?? [message]) as string[];
        expect(problems.length).toBeLessThanOrEqual(5);
        // The part before the colon may quote the call itself.
        for (const problem of problems) expect(problem.slice(problem.lastIndexOf(': ') + 1)).not.toMatch(foreign);
        for (const problem of problems) expect(problem.length).toBeLessThanOrEqual(301);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { seed: 5, numRuns: samples(1_000) },
  );
});
