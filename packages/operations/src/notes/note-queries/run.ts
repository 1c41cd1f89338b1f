import { type Input, type Output, ServiceError } from '@notes/contract';
import { type NoteQuery, parseNoteQuery } from '@notes/markdown-blocks';
import type { Query } from '@notes/query-language';
import type { Context } from '../../platform/context.js';
import { find } from '../search/find.js';
import { parseQueryOrThrow, sortBy, warningsFor } from '../search/search.js';
import { readRows } from './rows.js';

type Result = Output<'runNoteQuery'>;

/** Runs a query block of a note. An error in the block is part of the response, to be shown in place of its result. */
export async function runNoteQuery(context: Context, { block }: Input<'runNoteQuery'>): Promise<Result> {
  const spec = parseNoteQuery(block);
  if (!spec.ok) return { error: spec.error };
  try {
    return await runParsedQuery(context, spec, parseQueryOrThrow(spec.query));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'validation_failed') return { error: error.message };
    throw error;
  }
}

async function runParsedQuery(context: Context, spec: NoteQuery, query: Query): Promise<Result> {
  const { store } = context.library;
  const found = await find(context, { query, ...sortBy(query, spec), limit: spec.limit + 1 });
  const page = found.slice(0, spec.limit).map(({ pk }) => pk);
  return {
    spec: { query: spec.query, fields: [...spec.fields], sort: spec.order, limit: spec.limit },
    rows: store.read((reader) => readRows(reader, page, spec.fields, query)),
    truncated: found.length > spec.limit,
    ...warningsFor(spec.query),
  };
}
