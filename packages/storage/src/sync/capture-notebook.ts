import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, type Parameters, type Row } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { notebooks, syncConflicts } from '../schema.js';
import type { OperationLog } from './op-log.js';
import type { EntityStates, NotebookState } from './states.js';

const n = alias(notebooks, 'n');
const p = alias(notebooks, 'p');
const notebookFields = {
  name: n.name,
  icon: n.iconEmoji,
  parent: sql<string | null>`${p.id}`,
  builtin: n.builtin,
  createdAt: n.createdAt,
  updatedAt: n.updatedAt,
};
type NotebookRow = Row<typeof notebookFields>;
const selectNotebook = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select(notebookFields).from(n).leftJoin(p, eq(p.pk, n.parentPk)).where(eq(n.id, id)),
);
/** Checks for an open name collision. */
export const hasNameConflict = defineQuery(() =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${syncConflicts}
      WHERE ${syncConflicts.kind} = 'name_collision' AND ${syncConflicts.closedAt} IS NULL)`,
  ),
);
/** Maximum number of notebooks per delete operation. */
const MAX_DELETED_PER_OPERATION = 1_000;

/** Captures changes of notebooks. */
export class NotebookCapture {
  readonly #sql: Statements;
  readonly #log: OperationLog;
  readonly #states: EntityStates;
  #deleted: string[] = [];
  #changed = false;

  constructor(raw: Connection, log: OperationLog, states: EntityStates) {
    this.#sql = new Statements(raw);
    this.#log = log;
    this.#states = states;
  }

  compare(id: string): void {
    const row = this.#sql.get(selectNotebook, { id });
    const state = this.#states.get<NotebookState>(id);
    if (row === undefined) {
      if (state !== undefined) this.#deleted.push(id);
    } else if (!row.builtin) this.#record(id, row, state);
  }

  /** Forgets what a capture that failed has noted. */
  clear(): void {
    if (this.#deleted.length > 0) this.#deleted = [];
    this.#changed = false;
  }

  /** Returns true when notebooks changed while a name collision is open, which may free a name; clears the mark. */
  isAffected(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed && this.#sql.count(hasNameConflict) === 1;
  }

  /** Records all deletions together, after the moves of their notes. */
  concludeDeletions(): void {
    for (const id of this.#deleted) this.#states.delete(id);
    if (this.#deleted.length > 0) this.#changed = true;
    while (this.#deleted.length > 0) {
      const notebooks = this.#deleted.splice(0, MAX_DELETED_PER_OPERATION);
      this.#log.append({ op: 'nb.delete', notebooks }, Date.now());
    }
  }

  #record(notebook: string, row: NotebookRow, state: NotebookState | undefined): void {
    const { name, icon, parent, updatedAt: at } = row;
    if (state === undefined) {
      // In the log, a notebook precedes its contents.
      if (parent !== null) this.compare(parent);
      const fields = { name, parent, icon_emoji: icon, created: row.createdAt };
      this.#log.append({ op: 'nb.create', notebook, ...fields }, at);
    } else {
      if (name !== state.name) this.#log.append({ op: 'nb.name', notebook, name }, at);
      if (icon !== state.icon) this.#log.append({ op: 'nb.icon', notebook, icon_emoji: icon }, at);
      if (parent !== state.parent) this.#log.append({ op: 'nb.move', notebook, parent }, at);
      if (name === state.name && icon === state.icon && parent === state.parent) return;
    }
    this.#states.set(notebook, { name, icon, parent });
    this.#changed = true;
  }
}
