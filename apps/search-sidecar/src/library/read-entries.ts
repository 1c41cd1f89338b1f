import type { EngineEntry } from '@notes/search-engine';
import type { RecordBatch } from 'apache-arrow';

/** Yields the id and version of each row of a batch. Reading columns is several times as fast as reading rows. */
export function* readEntries(batch: RecordBatch): Generator<EngineEntry> {
  const [ids, versions] = [batch.getChild('id'), batch.getChild('version')];
  for (let row = 0; row < batch.numRows; row += 1) yield { id: ids?.get(row), version: versions?.get(row) };
}
