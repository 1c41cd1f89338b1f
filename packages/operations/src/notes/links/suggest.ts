import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { wireNamed } from '../../platform/wire.js';

export function suggestLinks({ library }: Context, input: Input<'suggestLinks'>): Output<'suggestLinks'> {
  const { q, limit, exclude_document_id: excluded } = input;
  return library.store.read(({ documents, links }) => {
    const excludedPk = excluded === undefined ? undefined : documents.get(excluded)?.pk;
    return { suggestions: links.suggest(q, limit, excludedPk).map(wireNamed) };
  });
}
