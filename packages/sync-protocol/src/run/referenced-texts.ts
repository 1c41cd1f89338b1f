import type { LoggedOperation } from '../log/operations.js';
import type { BlobRef } from './store.js';

/** Returns the texts that operations reference because they are too long for their lines. */
export function getReferencedTexts(operations: Iterable<LoggedOperation>): BlobRef[] {
  const texts: BlobRef[] = [];
  for (const { operation } of operations)
    if (operation.op === 'doc.write' && operation.body_ref !== undefined) texts.push(operation.body_ref);
  return texts;
}
