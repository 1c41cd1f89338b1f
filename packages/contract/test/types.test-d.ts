/**
 * Code that must not compile. `tsc -p tsconfig.test.json` checks it, and it never runs: a marked line that compiles is
 * an error.
 */
import { z } from 'zod';
import { type HandlersFor, type Input, type Operation, operation } from '../src/index.js';
import type { ToolArguments } from '../src/tools/index.js';

const input = z.strictObject({ name: z.string(), limit: z.int().default(5) });
const output = z.object({ size: z.number() });
const base = { summary: 'Measure.', input, output, errors: [] };
const doors = { http: null, mcp: null, cli: null } satisfies Partial<Operation>;
const row = operation({ ...base, ...doors });
const table = { measure: row, count: row };
type Handlers = HandlersFor<typeof table, { now: number }>;

// @ts-expect-error A row says what HTTP makes of it.
operation({ ...base, mcp: null, cli: null });
// @ts-expect-error A row says what agents get.
operation({ ...base, http: null, cli: null });
// @ts-expect-error A row says what the command line gets.
operation({ ...base, http: null, mcp: null });
// @ts-expect-error undefined is no decision.
operation({ ...base, ...doors, http: undefined });
// @ts-expect-error Codes are those of the table of codes.
operation({ ...base, ...doors, errors: ['no_such_code'] });
// @ts-expect-error So are scopes.
operation({ ...base, ...doors, mcp: { tool: 't', scope: 'admin' } });

const one = () => ({ size: 1 });
export const whole = {
  measure: ({ now }, { name, limit }) => ({ size: name.length + limit + now }),
  count: async () => ({ size: 0 }),
} satisfies Handlers;

// @ts-expect-error Every row has a handler.
export const missing = { measure: one } satisfies Handlers;
// @ts-expect-error Every handler has a row.
export const surplus = { measure: one, count: one, extra: one } satisfies Handlers;
// @ts-expect-error A handler answers what its row says.
export const wrong = { measure: one, count: () => ({ size: '1' }) } satisfies Handlers;

// Defaults are filled in before a handler receives its input.
export const filled: Input<'createDocument'> = { title: 'x', body: '', tags: [] };
// @ts-expect-error So they are not optional there.
export const bare: Input<'createDocument'> = { title: 'x' };

// A tool receives the inputs of its row, and the arguments that the row adds.
export const outline: ToolArguments<'get_document_outline'> = { document_id: 'doc_1', start: 0 };
// @ts-expect-error The id of the row stays required.
export const nothing: ToolArguments<'get_document_outline'> = { start: 0 };
// A page size is optional in tools.
export const page: ToolArguments<'get_notebook_notes'> = { notebook_id: 'nb_1' };
// @ts-expect-error An input that the row withholds from agents is no argument.
export const withheld: ToolArguments<'list_jobs'> = { kind: 'import' };
// An input that the row replaces has the type of the replacement.
export const replaced: ToolArguments<'update_note'> = { document_id: 'doc_1', base_revision_id: 'rev_1' };
// @ts-expect-error A described input keeps its type.
export const described: ToolArguments<'tag_note'> = { document_id: 'doc_1', tag: 1 };
