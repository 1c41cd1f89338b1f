import { type Input, type Output, ServiceError } from '@notes/contract';
import { type NoteQuery, parseNoteQuery } from '@notes/markdown-blocks';
import type { Query } from '@notes/query-language';
import type { Context } from '../context.js';
import { find, type Search } from '../search/find.js';
import { parsedQuery } from '../search/search.js';
import { rowsOf } from './rows.js';

type Result = Output<'runNoteQuery'>;

/** Runs a block of a note. What is wrong with it is an answer, to be read in its place. */
export async function runNoteQuery(context: Context, { block }: Input<'runNoteQuery'>): Promise<Result> {
  const spec = parseNoteQuery(block);
  if (!spec.ok) return { error: spec.error };
  try {
    return await answer(context, spec, parsedQuery(spec.query));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'validation_failed') return { error: error.message };
    throw error;
  }
}

async function answer(context: Context, spec: NoteQuery, query: Query): Promise<Result> {
  const { store } = context.library;
  const found = await find(context, request(spec, query));
  const page = found.slice(0, spec.limit).map(({ pk }) => pk);
  return {
    spec: { query: spec.query, fields: [...spec.fields], sort: spec.order, limit: spec.limit },
    rows: store.read((reader) => rowsOf(reader, page, spec.fields, query)),
    truncated: found.length > spec.limit,
  };
}

function request(spec: NoteQuery, query: Query): Search {
  const common = { query, limit: spec.limit + 1 };
  switch (spec.sort) {
    case 'relevance':
      return { ...common, sort: query.hasText ? 'relevance' : 'updated' };
    case 'updated_at':
      return { ...common, sort: 'updated' };
    case 'created_at':
      return { ...common, sort: 'created', descending: spec.descending };
    case 'title':
      return { ...common, sort: 'title', descending: spec.descending };
  }
}
