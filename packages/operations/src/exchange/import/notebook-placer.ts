import type { NotebookRow, UnitOfWork } from '@notes/storage';
import { getNotebookPath } from '../../organise/notebooks/tree.js';
import { MAX_LEVELS } from '../../organise/notebooks/write.js';
import { getWritableNotebook } from '../../platform/access.js';
import { newId } from '../../platform/ids.js';
import { adaptNotebookName } from './names.js';

/** Location of the imported folders. */
export interface Placement {
  /** Name of the imported folder, used for its notebook. */
  readonly rootName: string;
  /** Id of the parent notebook; undefined for the top level. */
  readonly baseId: string | undefined;
  readonly now: () => number;
  /** Receives changes to the name or location of a folder. */
  readonly warn: (folder: string, message: string) => void;
}

interface NotebookLocation {
  readonly pk: number | null;
  readonly level: number;
}

/** Finds or creates the notebooks of folders within one write, since another process may change them between writes. */
export class NotebookPlacer {
  readonly #unit: UnitOfWork;
  readonly #placement: Placement;
  readonly #known = new Map<string, NotebookLocation>();

  constructor(unit: UnitOfWork, placement: Placement) {
    this.#unit = unit;
    this.#placement = placement;
  }

  /**
   * Returns the key of the notebook for a folder.
   *
   * @param folder names from the imported folder down
   */
  findOrCreateNotebook(folder: readonly string[]): number {
    return this.#locate(folder).pk as number;
  }

  #locate(folder: readonly string[]): NotebookLocation {
    const path = folder.join('/');
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const parent = folder.length === 0 ? this.#locateBase() : this.#locate(folder.slice(0, -1));
    const place = this.#locateBelow(parent, folder.at(-1) ?? this.#placement.rootName, path);
    this.#known.set(path, place);
    return place;
  }

  #locateBase(): NotebookLocation {
    const { baseId } = this.#placement;
    if (baseId === undefined) return { pk: null, level: 0 };
    const base = getWritableNotebook(this.#unit, baseId);
    return { pk: base.pk, level: getNotebookPath(this.#unit.notebooks.all(), base).length };
  }

  #locateBelow(parent: NotebookLocation, folderName: string, path: string): NotebookLocation {
    const { warn } = this.#placement;
    const shown = path === '' ? folderName : path;
    if (parent.level >= MAX_LEVELS) {
      warn(shown, `notebooks can have at most ${MAX_LEVELS} levels; its notes are in the notebook above`);
      return parent;
    }
    const { name, changes } = adaptNotebookName(folderName);
    for (const change of changes) warn(shown, `notebook ${name}: ${change}`);
    const row = this.#findOrMake(parent, name, shown);
    return { pk: row.pk, level: parent.level + 1 };
  }

  #findOrMake(parent: NotebookLocation, name: string, shown: string): NotebookRow {
    const { warn, now } = this.#placement;
    const found = this.#unit.notebooks.findByName(parent.pk, name);
    if (found?.readOnly) {
      const other = `${name} (imported)`;
      warn(shown, `the notebook ${name} is read-only; imported into ${other}`);
      return this.#findOrMake(parent, other, shown);
    }
    const make = { id: newId('notebook'), name, parentPk: parent.pk, iconEmoji: null, at: now() };
    return found ?? this.#unit.notebooks.insert(make);
  }
}
