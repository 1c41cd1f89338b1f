import { type Input, type Output, ServiceError } from '@notes/contract';
import { lineRange } from '@notes/markdown-blocks';
import { activeText } from '../access.js';
import type { Context } from '../context.js';
import { wireDocument } from '../wire.js';

export function getDocument(context: Context, input: Input<'getDocument'>): Output<'getDocument'> {
  const document = context.library.store.read((reader) => reader.documents.getWithBody(input.document_id));
  if (document === undefined) throw new ServiceError('not_found', 'there is no such note');
  return wireDocument(document, context.library);
}

export function getDocumentBody(context: Context, input: Input<'getDocumentBody'>): Output<'getDocumentBody'> {
  const document = context.library.store.read((reader) => activeText(reader, input.document_id));
  return { text: document.body, current_revision_id: document.revisionId };
}

export function getDocumentLines(context: Context, input: Input<'getDocumentLines'>): Output<'getDocumentLines'> {
  const end = input.end ?? Number.MAX_SAFE_INTEGER;
  if (end < input.start) throw new ServiceError('validation_failed', 'end: must not be before start');
  const document = context.library.store.read((reader) => activeText(reader, input.document_id));
  const range = lineRange(document.body, input.start, end);
  return {
    document_id: document.id,
    revision_id: document.revisionId,
    start: range.start,
    end: range.end,
    total_lines: range.totalLines,
    text: range.text,
  };
}
