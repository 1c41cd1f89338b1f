import type { Output } from '@notes/contract';
import type { NoteQueryField } from '@notes/markdown-blocks';
import type { Query } from '@notes/query-language';
import type { DocumentWithBody, Reader } from '@notes/storage';
import { documentUri, timestamp } from '../../platform/wire.js';
import { readableSnippet } from '../search/snippet.js';

type Row = Extract<Output<'runNoteQuery'>, { rows: unknown }>['rows'][number];

interface Source {
  readonly note: DocumentWithBody;
  readonly reader: Reader;
  readonly query: Query;
}

/** Value of each field that a block shows of a note. */
const columns: { readonly [Field in NoteQueryField]: (source: Source) => Row[Field] } = {
  title: ({ note }) => note.title,
  notebook: ({ note, reader }) => reader.notebooks.get(note.notebookId)?.name,
  notebook_id: ({ note }) => note.notebookId,
  tags: ({ note }) => [...note.tags],
  created_at: ({ note }) => timestamp(note.createdAt),
  updated_at: ({ note }) => timestamp(note.updatedAt),
  snippet: ({ note, query }) => readableSnippet(note.body, query).snippet,
  size_bytes: ({ note }) => note.sizeBytes,
  open_tasks: ({ note, reader }) => reader.tasks.counts({ documentPk: note.pk }).open,
};

/** Returns the rows of a page of keys, each with the requested fields. */
export function readRows(
  reader: Reader,
  page: readonly number[],
  fields: readonly NoteQueryField[],
  query: Query,
): Row[] {
  return reader.documents.getPage(page).map((note) => ({
    document_id: note.id,
    uri: documentUri(note.id),
    title: note.title,
    ...Object.fromEntries(fields.map((field) => [field, columns[field]({ note, reader, query })])),
  }));
}
