import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import type { OperationLog } from './op-log.js';
import type { NotebookState, States } from './states.js';

interface Row {
  readonly name: string;
  readonly icon: string | null;
  readonly parent: string | null;
  readonly builtin: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const ROW = `SELECT n.name, n.icon_emoji AS icon, p.id AS parent, n.builtin, n.created_at AS createdAt,
  n.updated_at AS updatedAt FROM notebooks n LEFT JOIN notebooks p ON p.pk = n.parent_pk WHERE n.id = ?`;
/** Of one operation. */
const MOST_DELETED = 1_000;

export class NotebookCapture {
  readonly #sql: Statements;
  readonly #log: OperationLog;
  readonly #states: States;
  #deleted: string[] = [];

  constructor(raw: Connection, log: OperationLog, states: States) {
    this.#sql = new Statements(raw);
    this.#log = log;
    this.#states = states;
  }

  compare(id: string): void {
    const row = this.#sql.get<Row>(ROW, id);
    const state = this.#states.get<NotebookState>(id);
    if (row === undefined) {
      if (state !== undefined) this.#deleted.push(id);
    } else if (row.builtin === 0) this.#changed(id, row, state);
  }

  /** Says what was deleted, all at once and after their notes were moved. */
  concludeDeletions(): void {
    for (const id of this.#deleted) this.#states.delete(id);
    while (this.#deleted.length > 0) {
      const notebooks = this.#deleted.splice(0, MOST_DELETED);
      this.#log.append(notebooks[0] as string, { op: 'nb.delete', notebooks }, Date.now());
    }
  }

  #changed(notebook: string, row: Row, state: NotebookState | undefined): void {
    const { name, icon, parent, updatedAt: at } = row;
    if (state === undefined) {
      // Whoever reads the log meets a notebook before what is in it.
      if (parent !== null) this.compare(parent);
      const fields = { name, parent, icon_emoji: icon, created: row.createdAt };
      this.#log.append(notebook, { op: 'nb.create', notebook, ...fields }, row.createdAt);
    } else {
      if (name !== state.name) this.#log.append(notebook, { op: 'nb.name', notebook, name }, at);
      if (icon !== state.icon) this.#log.append(notebook, { op: 'nb.icon', notebook, icon_emoji: icon }, at);
      if (parent !== state.parent) this.#log.append(notebook, { op: 'nb.move', notebook, parent }, at);
      if (name === state.name && icon === state.icon && parent === state.parent) return;
    }
    this.#states.set(notebook, { name, icon, parent });
  }
}
