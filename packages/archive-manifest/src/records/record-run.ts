import { ENTITIES, type EntityName } from '../entities.js';
import type { HashFactory } from '../hash.js';
import { Chunker, HeldObjects, type RecordObject } from './chunker.js';
import type { RecordLines } from './record-lines.js';
import type { ArchiveRecord } from './schemas.js';

const NONE: readonly RecordObject[] = [];

/**
 * Makes objects of all records of an archive, entity after entity. Holds two objects: the bytes of each are as they are
 * until the object after it is finished.
 */
export class RecordRun {
  readonly #held = new HeldObjects();
  readonly #hash: HashFactory | undefined;
  #place = -1;
  #chunker: Chunker | null = null;

  constructor(hash?: HashFactory) {
    this.#hash = hash;
  }

  /**
   * Takes the next record; answers objects that are finished by it.
   *
   * @throws RangeError for one that is out of order or larger than a line, TypeError for what is no record of the entity
   */
  add<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): readonly RecordObject[] {
    const former = this.#turnTo(entity);
    const finished = (this.#chunker as Chunker).add(record);
    return former.length === 0 ? finished : [...former, ...finished];
  }

  /**
   * Takes the next records as lines; gives objects as they are finished, each to be used up before the next is asked for.
   *
   * @throws RangeError for lines that are out of order
   */
  *addLines(lines: RecordLines): Generator<RecordObject> {
    yield* this.#turnTo(lines.entity);
    yield* (this.#chunker as Chunker).addLines(lines);
  }

  /** The last object. No record comes after it. */
  end(): readonly RecordObject[] {
    const finished = this.#chunker?.end() ?? NONE;
    this.#chunker = null;
    this.#place = ENTITIES.length;
    return finished;
  }

  #turnTo(entity: EntityName): readonly RecordObject[] {
    const place = ENTITIES.indexOf(entity);
    if (place === this.#place) return NONE;
    if (place < this.#place) throw new RangeError(`records of ${entity} come earlier`);
    const finished = this.#chunker?.end() ?? NONE;
    this.#place = place;
    this.#chunker = new Chunker<EntityName>(entity, this.#hash, this.#held);
    return finished;
  }
}
