import { buildNotebookTree, DEFAULT_NOTEBOOK, findNameConflicts, type NotebookView } from '@notes/sync-protocol/merge';
import { eq, sql } from 'drizzle-orm';
import { build, defineQuery, type Parameters } from '../library/query.js';
import type { NotebookRow } from '../notebooks/notebooks.js';
import { documents, syncStates } from '../schema.js';
import { PartMaterializer } from './part-materializer.js';
import type { NotebookState } from './states.js';

const selectIdsInNotebook = defineQuery(({ notebookPk }: Parameters<{ notebookPk: number }>) =>
  build.select({ id: documents.id }).from(documents).where(eq(documents.notebookPk, notebookPk)),
);
/** Deletes the states of all notebooks: in ASCII, `_` is followed by a back-tick. */
const deleteStates = defineQuery(() =>
  build.delete(syncStates).where(sql`${syncStates.id} >= 'nb_' AND ${syncStates.id} < 'nb\`'`),
);

/** Materializes the tree of notebooks from the log. */
export class NotebookMaterializer extends PartMaterializer {
  /**
   * Materializes all notebooks.
   *
   * @returns ids of notes that moved to another notebook
   */
  materialize(): string[] {
    const operations = this.log.listByPrefix('nb');
    const tree = buildNotebookTree(operations);
    const moved = this.#rearrange(tree);
    this.sql.run(deleteStates);
    for (const { id, name, iconEmoji: icon, parent } of tree.values())
      this.states.set(id, { name, icon, parent } satisfies NotebookState);
    const said = this.log.listByPrefix('cfl');
    const known = operations.flatMap(({ operation }) => ('notebook' in operation ? operation.notebook : []));
    this.conflicts.update([...new Set(known)], { notes: [], conflicts: findNameConflicts(tree.values(), said) }, said);
    return moved;
  }

  #rearrange(tree: ReadonlyMap<string, NotebookView>): string[] {
    const { notebooks } = this.writers;
    const rows = notebooks.all().filter(({ builtin }) => !builtin);
    const idOf = new Map(notebooks.all().map(({ pk, id }) => [pk, id]));
    const differs = (row: NotebookRow) => {
      const view = tree.get(row.id);
      const parent = row.parentPk === null ? null : (idOf.get(row.parentPk) ?? null);
      return view?.name !== row.name || view.iconEmoji !== row.iconEmoji || view.parent !== parent;
    };
    const changing = rows.filter(differs);
    this.#setTimes(
      rows.filter((row) => !changing.includes(row)),
      tree,
    );
    const here = new Set(rows.map(({ id }) => id));
    const missing = [...tree.values()].filter(({ id }) => !here.has(id));
    if (changing.length + missing.length === 0) return [];
    notebooks.uproot(changing);
    const gone = changing.filter(({ id }) => !tree.has(id));
    const moved = gone.flatMap((row) => this.#empty(row));
    for (const row of gone) notebooks.delete(row);
    for (const view of parentsFirst(missing, tree)) this.#insert(view);
    for (const { id } of changing) this.#update(id, tree.get(id));
    return moved;
  }

  /** Sets the times of changes of notebooks that other changes leave as they are. */
  #setTimes(rows: readonly NotebookRow[], tree: ReadonlyMap<string, NotebookView>): void {
    for (const row of rows) {
      const { name, iconEmoji, parentPk } = row;
      const { updatedAt = row.updatedAt } = tree.get(row.id) ?? {};
      if (updatedAt !== row.updatedAt) this.writers.notebooks.update(row, { name, iconEmoji, parentPk }, updatedAt);
    }
  }

  /** Moves the notes of a deleted notebook to the default notebook. */
  #empty(row: NotebookRow): string[] {
    const { documents, notebooks } = this.writers;
    const home = notebooks.get(DEFAULT_NOTEBOOK) as NotebookRow;
    return this.sql.all(selectIdsInNotebook, { notebookPk: row.pk }).map(({ id }) => {
      const document = documents.get(id);
      if (document !== undefined) documents.move(document, home.pk, document.updatedAt);
      return id;
    });
  }

  #insert({ id, name, parent, iconEmoji, createdAt: at, updatedAt }: NotebookView): void {
    this.writers.notebooks.insert({ id, name, parentPk: this.#findPk(parent), iconEmoji, at, updatedAt });
  }

  #update(id: string, view: NotebookView | undefined): void {
    const row = this.writers.notebooks.get(id);
    if (row === undefined || view === undefined) return;
    const { name, iconEmoji, parent, updatedAt } = view;
    this.writers.notebooks.update(row, { name, iconEmoji, parentPk: this.#findPk(parent) }, updatedAt);
  }

  #findPk(id: string | null): number | null {
    return id === null ? null : (this.writers.notebooks.get(id)?.pk ?? null);
  }
}

/** Sorts new notebooks so that parents come before their children. */
function parentsFirst(missing: readonly NotebookView[], tree: ReadonlyMap<string, NotebookView>): NotebookView[] {
  const depth = (view: NotebookView) => {
    let above = 0;
    for (let at: NotebookView | undefined = view; at?.parent != null; at = tree.get(at.parent)) above += 1;
    return above;
  };
  return missing
    .map((view) => ({ view, above: depth(view) }))
    .sort((a, b) => a.above - b.above)
    .map(({ view }) => view);
}
