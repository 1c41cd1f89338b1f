import type { LoggedOperation } from '../log/operations.js';
import { compareOperations, getDot } from '../log/order.js';
import { isDeleted } from './searches.js';

/** An attachment as applications display it: id, SHA-256 in hexadecimal, size in bytes, media type and name. */
export interface ResourceView {
  readonly id: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly filename: string;
  readonly createdAt: number;
}

/**
 * Computes the state of an attachment from its operations, even if its bytes are missing here.
 *
 * @returns null when the attachment is deleted: a deletion covers all its operations, and no note references it
 */
export function computeResource(operations: readonly LoggedOperation[], isReferenced: boolean): ResourceView | null {
  let resource = null as ResourceView | null;
  const dots: string[] = [];
  for (const logged of [...operations].sort(compareOperations)) {
    const { operation } = logged;
    if (operation.op === 'res.create') {
      const { resource: id, sha256, size: sizeBytes, mime: mimeType, filename, created: createdAt } = operation;
      resource ??= { id, sha256, sizeBytes, mimeType, filename, createdAt };
    } else if (operation.op === 'res.name') {
      if (resource !== null) resource = { ...resource, filename: operation.filename };
    } else continue;
    dots.push(getDot(logged));
  }
  return !isReferenced && isDeleted(operations, dots) ? null : resource;
}
