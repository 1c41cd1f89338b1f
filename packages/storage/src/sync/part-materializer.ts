import { eq } from 'drizzle-orm';
import { build, defineQuery } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { meta } from '../schema.js';
import type { ConflictWriter } from './conflicts.js';
import type { LogReader } from './log-reader.js';
import { ResourceMaterializer } from './materialize-resources.js';
import type { MaterializerWriters } from './materializer-writers.js';
import type { EntityStates } from './states.js';

export const selectDatabaseId = defineQuery(() =>
  build.select({ value: meta.value }).from(meta).where(eq(meta.key, 'database_id')),
);

/** Base class for materializing a part of the library from the log. */
export abstract class PartMaterializer {
  protected readonly sql: Statements;
  protected readonly writers: MaterializerWriters;
  protected readonly log: LogReader;
  protected readonly states: EntityStates;
  protected readonly conflicts: ConflictWriter;
  protected readonly resources: ResourceMaterializer;

  constructor(writers: MaterializerWriters, log: LogReader, states: EntityStates, conflicts: ConflictWriter) {
    this.sql = new Statements(writers.raw);
    this.writers = writers;
    this.log = log;
    this.states = states;
    this.conflicts = conflicts;
    this.resources = new ResourceMaterializer(writers, log, states);
  }

  protected databaseId(): string {
    return this.sql.value(selectDatabaseId) ?? '';
  }
}
