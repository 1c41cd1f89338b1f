import { randomBytes } from 'node:crypto';
import type { UnitOfWork } from '@notes/storage';
import { builtinNotebooks, builtinSearches } from './builtins.js';
import { newId } from './ids.js';

/** Initialises a library file that has no identity: its replica identity, its cursor key and missing builtins. */
export function initialise(unit: UnitOfWork, databaseId: string, at: number): void {
  unit.meta.set('database_id', databaseId);
  unit.meta.set('replica_id', newId('replica'));
  unit.meta.set('cursor_key', randomBytes(32).toString('hex'));
  for (const notebook of builtinNotebooks) {
    if (unit.notebooks.get(notebook.id) === undefined)
      unit.notebooks.insert({ ...notebook, parentPk: null, at, builtin: true });
  }
  for (const saved of builtinSearches) {
    if (unit.searchNotebooks.get(saved.id) === undefined)
      unit.searchNotebooks.insert({ ...saved, builtin: true, createdAt: at });
  }
}
