import type { LoggedOperation } from '../log/operations.js';
import type { BlobRef } from './store.js';

/** The texts that are too long for the lines of these operations. */
export function textsOf(operations: readonly LoggedOperation[]): BlobRef[] {
  return operations.flatMap(({ operation }) =>
    operation.op === 'doc.write' && operation.body_ref !== undefined ? [operation.body_ref] : [],
  );
}
