import type { EntityName } from '../entities.js';
import type { RecordsEntry } from '../index/entry.js';
import { makeProblem, type Problem } from '../problems.js';
import { ChunkStream, ReusableBuffer } from '../records/chunk-stream.js';
import { RecordOrder } from './record-order.js';
import type { Run } from './run.js';

/** Largest number of problems reported for one object. */
const MAX_PROBLEMS_PER_OBJECT = 20;

/** Checks records across objects: those of an entity ascend over all of them. */
export class RecordChecks {
  readonly #run: Run;
  /** Buffer shared by consecutive objects. */
  readonly #held = new ReusableBuffer();
  #order: RecordOrder | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Starts an object: `update` receives its bytes, and `finish` reports its problems. */
  begin(entry: RecordsEntry): { update(bytes: Uint8Array): void; finish(file: string): void } {
    const chunks = new ChunkStream(entry.entity, this.#run.newHash, this.#held);
    const problems: Problem[] = [];
    const addProblems = (...found: Problem[]) =>
      problems.push(...found.slice(0, MAX_PROBLEMS_PER_OBJECT - problems.length));
    return {
      update: (bytes) => {
        addProblems(...chunks.push(bytes, (line) => addProblems(...this.#check(entry.entity, line))));
      },
      finish: (file) => {
        addProblems(...chunks.end());
        if (problems.length === 0) addProblems(...checkCounts(entry, chunks));
        const where = { file, object: entry.sha256 };
        this.#run.report(...problems.map((found) => ({ ...found, ...where })));
      },
    };
  }

  #check(entity: EntityName, line: Uint8Array): readonly Problem[] {
    if (this.#order?.entity !== entity) this.#order = new RecordOrder(entity);
    return this.#order.check(line);
  }
}

function checkCounts(entry: RecordsEntry, { chunks, records }: ChunkStream): Problem[] {
  if (chunks === entry.record_chunks && records === entry.records) return [];
  const detail = `The object has ${records} records in ${chunks} chunks instead of ${entry.records} in ${entry.record_chunks}`;
  return [makeProblem('archive_count_mismatch', detail)];
}
