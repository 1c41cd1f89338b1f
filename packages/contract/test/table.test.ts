import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes, idPrefixes, type Operation, operations, pathParameters } from '../src/index.js';
import { id } from '../src/schemas/primitives.js';

const rows = Object.entries(operations as Record<string, Operation>);
const listFieldNames = (row: Operation) => Object.keys(row.input.shape);
const findRepeats = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

/** Tools of the interface by their narrowest scope. */
const scopes = {
  'search-only': 'get_notebook_tree list_collections list_notebooks list_search_notebooks list_tags search_documents',
  'read-only':
    'cancel_sync_job find_graph_path get_document get_document_blocks get_document_outline get_documents get_graph get_graph_report get_job get_lint_report get_note_line_range get_notebook_notes get_sync_status list_document_links list_document_resources list_jobs list_sync_conflicts list_tasks list_templates plan_selection plan_sync read_resource request_resource_fetch retry_sync_job run_note_query scan_remote_media search_in_note start_sync',
  editor:
    'append_to_note create_from_template create_note delete_note edit_note localize_remote_media move_note_to_notebook prepend_to_note tag_note untag_note update_note',
  organizer: 'run_batch',
};
const scopeByTool = new Map(
  Object.entries(scopes).flatMap(([scope, tools]) => tools.split(' ').map((tool) => [tool, scope])),
);

describe.each(rows)('%s', (_name, row) => {
  it('has an input schema that refuses unknown fields', () => {
    const { additionalProperties } = z.toJSONSchema(row.input, { io: 'input' });
    expect(additionalProperties).toBe(false);
  });

  it('has a field for each path parameter, positional argument and confirmation', () => {
    const { http, confirmation, cli } = row;
    const outputs = row.output instanceof z.ZodObject ? Object.keys(row.output.shape) : [];
    for (const name of http === null ? [] : pathParameters(http.path)) expect(listFieldNames(row)).toContain(name);
    for (const name of http?.location === undefined ? [] : pathParameters(http.location))
      expect(outputs).toContain(name);
    for (const name of cli?.positional ?? []) expect(listFieldNames(row)).toContain(name);
    if (confirmation?.input !== undefined) expect(listFieldNames(row)).toContain(confirmation.input);
    // Confirmations that contain no input name a plan, or the snapshot of an archive.
    else if (confirmation !== undefined)
      expect(listFieldNames(row).some((name) => /^(?:plan|directory)$/.test(name))).toBe(true);
    expect(listFieldNames(row).includes('confirmation')).toBe(confirmation !== undefined);
  });

  it('has the fields that routes of bytes use', () => {
    const { http } = row;
    if (http?.request === 'bytes') {
      expect([http.method, http.carriesText]).toEqual(['post', undefined]);
      expect(listFieldNames(row)).toEqual(expect.arrayContaining(['filename', 'mime_type']));
      expect(row.confirmation ?? row.precondition).toBeUndefined();
    }
    if (http?.response === 'content') {
      expect([http.method, http.etag]).toEqual(['get', 'sha256']);
      expect(row.errors).toContain('range_not_satisfiable');
      expect(Object.keys((row.output as z.ZodObject).shape)).toEqual(
        expect.arrayContaining(['sha256', 'size_bytes', 'mime_type', 'filename', 'download']),
      );
    }
  });

  it('has base_revision_id and the error codes of its precondition and confirmation', () => {
    expect(listFieldNames(row).includes('base_revision_id')).toBe(row.precondition !== undefined);
    // The sides of a conflict are revisions too.
    const takesOne = row.precondition !== undefined || listFieldNames(row).includes('expected');
    expect(row.errors.includes('revision_conflict')).toBe(takesOne);
    // `precondition_required` reports a missing yes, confirmation or revision.
    const isYesAsked = listFieldNames(row).includes('replace');
    const refuses = isYesAsked || row.precondition === 'required' || row.confirmation !== undefined;
    expect(row.errors.includes('precondition_required')).toBe(refuses);
  });

  it('lists known error codes, each once', () => {
    expect(row.errors.filter((code) => !Object.hasOwn(errorCodes, code))).toEqual([]);
    expect(findRepeats(row.errors)).toEqual([]);
  });

  it('has the expected MCP tool and scope, if any [M-SCOPES]', () => {
    if (row.mcp !== null) expect([row.mcp.tool, row.mcp.scope]).toEqual([row.mcp.tool, scopeByTool.get(row.mcp.tool)]);
  });

  it('has examples that begin with its command', () => {
    for (const example of row.cli?.examples ?? []) expect(example).toMatch(`notes ${row.cli?.command}`);
    if (row.cli !== null) expect(row.cli.examples.length).toBeGreaterThan(0);
  });
});

describe('the operation table', () => {
  it('has every tool, command and route only once', () => {
    const tools = rows.flatMap(([, { mcp }]) => (mcp === null ? [] : [mcp.tool]));
    const commands = rows.flatMap(([, { cli }]) => (cli === null ? [] : [cli.command]));
    const routes = rows.flatMap(([, { http }]) =>
      http === null ? [] : [`${http.method} ${http.path.replace(/\{\w+\}/g, '{}')}`],
    );
    expect([findRepeats(tools), findRepeats(commands), findRepeats(routes)]).toEqual([[], [], []]);
  });

  it('has exactly 46 tools [M-SCOPES]', () => {
    expect(scopeByTool.size).toBe(46);
  });

  it('offers no tool for permanent deletion [M-REVERSIBLE]', () => {
    const tools = rows.filter(([, { mcp }]) => mcp !== null);
    for (const [name, row] of tools) {
      expect(name).not.toMatch(
        /purge|createNotebook|updateNotebook|deleteNotebook|SearchNotebook$|restore|Collection$/,
      );
      expect(row.confirmation).toBeUndefined();
    }
  });

  it('accepts ids of each kind only with their prefix and valid characters', () => {
    for (const [kind, prefix] of Object.entries(idPrefixes) as [keyof typeof idPrefixes, string][]) {
      const schema = id(kind);
      expect(schema.safeParse(`${prefix}_01j00000000000000000000000`).success).toBe(true);
      for (const wrong of [
        '',
        prefix,
        `${prefix}_`,
        `x${prefix}_1`,
        `${prefix}_A`,
        `${prefix}_1\n`,
        `${prefix}_${'1'.repeat(65)}`,
      ])
        expect(schema.safeParse(wrong).success, wrong).toBe(false);
    }
  });
});
