import { type Input, type Output, ServiceError } from '@notes/contract';
import { classifyTarget, splitAnchor } from '@notes/markdown-blocks';
import type { Context } from '../../platform/context.js';
import { wirePlaced } from '../../platform/wire.js';

type Resolution = Output<'resolveLink'>;

/** Resolves a link to a note of any library in this library. */
export function resolveLink({ library }: Context, { uri }: Input<'resolveLink'>): Resolution {
  const target = classifyTarget({ kind: 'link', ...splitAnchor(uri) });
  if (target.type === 'stable' && target.databaseId !== library.databaseId) return { status: 'foreign_database' };
  if (target.type !== 'stable' && target.type !== 'document')
    throw new ServiceError('validation_failed', 'uri: must be the address of a note: document:// or service://');
  const document = library.store.read(({ documents }) => documents.get(target.documentId));
  if (document === undefined) return { status: 'stale_target' };
  return { status: document.deletedAt === null ? 'resolved' : 'trashed', document: wirePlaced(document) };
}
