import { ServiceError } from '@notes/contract';
import { advertise, readArguments, type ToolName, tools } from '@notes/contract/tools';
import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { argumentsFor, breakArguments, CURRENT, longest } from './arguments.js';
import { catchRefusal, openToolLibrary, type ToolLibrary, toolCalled } from './support.js';
import { BODIES, makeWorld, type World } from './world.js';

const RUNS = samples(14);
/** Tools that need other devices, and their error codes in a library without any. */
const ALONE: Partial<Record<ToolName, string>> = {
  cancel_sync_job: 'not_found',
  plan_sync: 'conflict',
  request_resource_fetch: 'conflict',
  retry_sync_job: 'not_found',
  start_sync: 'conflict',
};

/** Messages of refusals because of the meaning of arguments. Any other refusal must have another code. */
const MEANT: Partial<Record<ToolName, RegExp>> = {
  search_documents: /^query: /,
  append_to_note: /^heading: /,
  get_document: /^heading: /,
  search_in_note: /^pattern: /,
  run_note_query: /^block: /,
  plan_selection: /^selection: |^policy\.\w+: must be|^query: /,
  edit_note: /^edits\.\d+: the search text is not in the note/,
  update_note: /^title, body: /,
  create_from_template: /^values: /,
  get_note_line_range: /^end: must not be before start|^offset: beyond the end of the line/,
  read_resource: /^Only text can be read|^offset: beyond the end of the attachment/,
  run_batch: /^notebook_id: required|^tags: required|^items: the same note|^request_key: already used/,
};

let opened: ToolLibrary;
let world: World;
beforeAll(async () => {
  opened = await openToolLibrary();
  world = await makeWorld(opened);
});
afterAll(() => opened.close());

describe.each(tools.map(({ name }) => name))('%s', (name) => {
  const { inputSchema, outputSchema } = advertise(toolCalled(name));
  const answer = outputSchema
    ? z.fromJSONSchema(outputSchema as Parameters<typeof z.fromJSONSchema>[0])
    : toolCalled(name).result;
  const run = { ...sampleSeed(20_260), numRuns: RUNS };

  it('accepts what its schema allows and answers with a valid result [N-MCP-TOOL-SCHEMA]', async () => {
    const outcomes = new Set<string>();
    const call = async (args: Record<string, unknown>) => {
      await callOnce(args);
      for (const long of longest(inputSchema, args)) await callOnce(long);
    };
    const callOnce = async (args: Record<string, unknown>) => {
      await restore();
      const outcome = await callTool(name, current(args));
      outcomes.add(outcome.code);
      if (outcome.result !== undefined) expect(answer.safeParse(outcome.result).error).toBeUndefined();
      if (outcome.code === 'validation_failed') expect(outcome.message).toMatch(MEANT[name] ?? /^no refusal/);
      expect(outcome.code).not.toBe('internal_error');
    };
    await fc.assert(fc.asyncProperty(argumentsFor(advertise(toolCalled(name)), world), call), run);
    const alone = ALONE[name];
    if (alone !== undefined) expect([...outcomes]).toEqual([alone]);
    else expect([...outcomes]).toContain('ok');
  });

  it('refuses everything else [N-MCP-TOOL-SCHEMA]', async () => {
    const refuse = async (args: Record<string, unknown>) => {
      for (const [how, raw] of breakArguments(inputSchema, args)) {
        const { code } = await catchRefusal(() => {
          readArguments(toolCalled(name), raw);
          throw new Error(`${how} was taken: ${JSON.stringify(raw)}`);
        });
        expect(['validation_failed', 'precondition_required']).toContain(code);
      }
    };
    await fc.assert(fc.asyncProperty(argumentsFor(advertise(toolCalled(name)), world), refuse), run);
  });
});

async function callTool(name: ToolName, args: Record<string, unknown>) {
  try {
    return { code: 'ok', message: '', result: await opened.tool(name, args) };
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message };
    throw error;
  }
}

const getRevision = (id: unknown) =>
  opened.library.store.read(({ documents }) => documents.get(String(id).replace(/^.*\//, '')))?.revisionId ??
  'rev_none';

/** Returns the call with the current revisions of its notes. */
function current(args: Record<string, unknown>): Record<string, unknown> {
  const { document_id, base_revision_id: base, items } = args;
  return {
    ...args,
    ...(base === CURRENT && { base_revision_id: getRevision(document_id) }),
    ...(Array.isArray(items) && { items: items.map(current) }),
  };
}

/** Restores the notes after tools that change them. */
async function restore(): Promise<void> {
  for (const [index, document_id] of world.notes.entries()) {
    const note = await opened.own('getDocument', { document_id });
    if (note.deleted_at !== undefined) await opened.own('restoreDocument', { document_id });
    const { title, body, current_revision_id: base_revision_id } = note;
    if (body !== BODIES[index])
      await opened.own('replaceDocument', { document_id, base_revision_id, title, body: BODIES[index] });
  }
}
