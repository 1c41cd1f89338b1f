import { JournalReader } from '../journal/journal.js';
import { MetaWriter } from './meta.js';
import { readCurrent } from './read-current.js';
import { SCHEMA_VERSION } from './schema-steps.js';

export { SCHEMA_VERSION };

/** Facts about a library as a whole, which may also be stored. */
export interface Facts {
  readonly meta: MetaWriter;
  readonly journal: JournalReader;
}

/**
 * Reads facts about a library: see {@link readCurrent}. Facts that `work` stores are durable on return.
 *
 * @throws SqliteError when a fact cannot be stored, as while another process writes
 */
export const readFacts = <T>(dataDir: string, work: (facts: Facts) => T): T | undefined =>
  readCurrent(dataDir, (handle) => work({ meta: new MetaWriter(handle), journal: new JournalReader(handle.raw) }));
