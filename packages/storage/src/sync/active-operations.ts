import {
  compareOperations,
  getDot,
  type LoggedOperation,
  type OperationName,
  type OperationOf,
} from '@notes/sync-protocol';
import { findUncancelled } from '@notes/sync-protocol/merge';
import type { Dot } from './states.js';

/** Operations of a name in the order of the log, which `own` need not have. */
const filterByName = <Name extends OperationName>(own: readonly LoggedOperation[], name: Name) =>
  own.filter(({ operation }) => operation.op === name).sort(compareOperations) as unknown as LoggedOperation<
    OperationOf<Name>
  >[];

/** Additions not cancelled by a removal, in the order of the log. */
export function listActiveAdditions<Name extends 'doc.tag_add' | 'doc.attach'>(
  own: readonly LoggedOperation[],
  name: Name,
  removal: 'doc.tag_remove' | 'doc.detach',
): LoggedOperation<OperationOf<Name>>[] {
  return findUncancelled(
    filterByName(own, name),
    filterByName(own, removal).map(({ operation }) => operation.dots),
  ) as LoggedOperation<OperationOf<Name>>[];
}

/** Trash operations that were not undone, in the order of the log. */
export const listActiveTrash = (own: readonly LoggedOperation[]): Dot[] =>
  findUncancelled(
    filterByName(own, 'doc.trash'),
    filterByName(own, 'doc.restore').map(({ operation }) => operation.undo),
  ).map(getDot);
