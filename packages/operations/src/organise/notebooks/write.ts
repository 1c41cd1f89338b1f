import { type Input, type Output, ServiceError } from '@notes/contract';
import type { NotebookRow, Reader } from '@notes/storage';
import { existingNotebook, getWritableNotebook } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { chooseIcon } from '../icon.js';
import { wireOne } from './read.js';
import { getHeight, getNotebookPath } from './tree.js';

/** Maximum depth of the notebook tree; a top notebook is at level 1. */
export const MAX_LEVELS = 64;

export function createNotebook(context: Context, input: Input<'createNotebook'>): Promise<Output<'createNotebook'>> {
  return context.library.store.write((unit) => {
    const parent = findParent(unit, input.parent_notebook_id);
    checkPosition(unit, parent, input.name, undefined);
    const row = unit.notebooks.insert({
      id: newId('notebook'),
      name: input.name,
      parentPk: parent?.pk ?? null,
      iconEmoji: chooseIcon(input.icon_emoji, null),
      at: context.now(),
    });
    return wireOne(unit, row);
  });
}

export function updateNotebook(context: Context, input: Input<'updateNotebook'>): Promise<Output<'updateNotebook'>> {
  return context.library.store.write((unit) => {
    const row = existingNotebook(unit, input.notebook_id);
    if (row.builtin)
      throw new ServiceError('forbidden', `Notebook ${JSON.stringify(row.name)} is built in and cannot be changed`);
    const all = unit.notebooks.all();
    const parent =
      input.parent_notebook_id === undefined
        ? all.find(({ pk }) => pk === row.parentPk)
        : findParent(unit, input.parent_notebook_id);
    const change = {
      name: input.name ?? row.name,
      iconEmoji: chooseIcon(input.icon_emoji, row.iconEmoji),
      parentPk: parent?.pk ?? null,
    };
    if (parent !== undefined && getNotebookPath(all, parent).some(({ pk }) => pk === row.pk))
      throw new ServiceError(
        'validation_failed',
        'parent_notebook_id: a notebook cannot be moved into itself or a notebook below it',
      );
    checkPosition(unit, parent, change.name, row);
    const same = change.name === row.name && change.iconEmoji === row.iconEmoji && change.parentPk === row.parentPk;
    return wireOne(unit, same ? row : unit.notebooks.update(row, change, context.now()));
  });
}

function findParent(reader: Reader, id: string | null | undefined): NotebookRow | undefined {
  return id === null || id === undefined ? undefined : getWritableNotebook(reader, id);
}

/** Refuses a name already used by a sibling, and a tree that would be too deep. */
function checkPosition(
  reader: Reader,
  parent: NotebookRow | undefined,
  name: string,
  moved: NotebookRow | undefined,
): void {
  const holder = reader.notebooks.findByName(parent?.pk ?? null, name);
  if (holder !== undefined && holder.pk !== moved?.pk)
    throw new ServiceError(
      'name_conflict',
      `Notebook ${JSON.stringify(name)} already exists ${parent === undefined ? 'at the top level' : `in ${JSON.stringify(parent.name)}`}. Choose another name`,
    );
  const all = reader.notebooks.all();
  const above = parent === undefined ? 0 : getNotebookPath(all, parent).length;
  if (above + (moved === undefined ? 1 : getHeight(all, moved)) > MAX_LEVELS)
    throw new ServiceError('validation_failed', `Notebooks can have at most ${MAX_LEVELS} levels`);
}
