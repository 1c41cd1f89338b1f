import { JournalReader } from '../journal/journal.js';
import { MetaReader } from './meta.js';
import { readCurrent } from './read-current.js';
import { SCHEMA_VERSION } from './schema-steps.js';

export { SCHEMA_VERSION };

/** Readers of facts about a library as a whole. */
export interface FactReader {
  readonly meta: MetaReader;
  readonly journal: JournalReader;
}

/** Reads facts about a library: see {@link readCurrent}. */
export const readFacts = <T>(dataDir: string, work: (reader: FactReader) => T): T | undefined =>
  readCurrent(dataDir, (handle) => work({ meta: new MetaReader(handle), journal: new JournalReader(handle.raw) }));
