import { Statements } from '../library/statements.js';
import type { ConflictWriter } from './conflicts.js';
import type { LogReader } from './log-reader.js';
import type { Settling } from './settle.js';
import type { States } from './states.js';

const DATABASE = "SELECT value FROM meta WHERE key = 'database_id'";

/** Base class for materializing a part of the library from the log. */
export abstract class PartSettler {
  protected readonly sql: Statements;
  protected readonly settling: Settling;
  protected readonly log: LogReader;
  protected readonly states: States;
  protected readonly conflicts: ConflictWriter;

  constructor(settling: Settling, log: LogReader, states: States, conflicts: ConflictWriter) {
    this.sql = new Statements(settling.raw);
    this.settling = settling;
    this.log = log;
    this.states = states;
    this.conflicts = conflicts;
  }

  protected databaseId(): string {
    return this.sql.row<[string]>(DATABASE)?.[0] ?? '';
  }
}
