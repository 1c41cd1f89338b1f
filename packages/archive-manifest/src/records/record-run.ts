import { ENTITIES, type EntityName } from '../entities.js';
import type { HashFactory } from '../hash.js';
import { Chunker, ObjectBuffers, type RecordObject } from './chunker.js';
import type { FormerLines, RecordLines } from './record-lines.js';
import type { ArchiveRecord } from './schemas.js';
import type { SortKey } from './sort-key.js';

const NONE: readonly RecordObject[] = [];

/**
 * Makes objects of all records of an archive, entity after entity. Buffers two objects: the bytes of each are valid
 * until the next object is finished.
 */
export class RecordRun {
  readonly #held = new ObjectBuffers();
  readonly #hash: HashFactory | undefined;
  readonly #isCompressing: boolean;
  #entityIndex = -1;
  #chunker: Chunker | null = null;

  constructor(hash?: HashFactory, isCompressing = false) {
    this.#hash = hash;
    this.#isCompressing = isCompressing;
  }

  /**
   * Adds the next record and returns the objects that it finished.
   *
   * @throws RangeError for a record out of order or larger than a line, TypeError for an invalid record of the entity
   */
  add<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): readonly RecordObject[] {
    const former = this.#switchTo(entity);
    const finished = (this.#chunker as Chunker).add(record);
    return former.length === 0 ? finished : [...former, ...finished];
  }

  /**
   * Adds the next records as lines and yields finished objects, each of which has to be consumed before the next.
   *
   * @throws RangeError for lines that are out of order
   */
  *addLines(lines: RecordLines): Generator<RecordObject> {
    yield* this.#switchTo(lines.entity);
    yield* (this.#chunker as Chunker).addLines(lines);
  }

  /**
   * Adds the next records as lines of a chunk of an earlier archive; see {@link Chunker.addFormerLines}.
   *
   * @throws RangeError for lines that are out of order
   */
  *addFormerLines(lines: FormerLines): Generator<RecordObject> {
    yield* this.#switchTo(lines.entity);
    yield* (this.#chunker as Chunker).addFormerLines(lines);
  }

  /** Returns true when the next record of an entity begins an object. */
  isBetweenObjects(entity: EntityName): boolean {
    return entity !== this.#entity || this.#chunker?.isBetweenObjects !== false;
  }

  /**
   * Skips an object that exists already.
   *
   * @param firstKey key of the first record of the object
   * @returns its index among the objects of the entity, and the last object of the entity before
   * @throws RangeError as {@link Chunker.skipObject}
   */
  skipObject(entity: EntityName, firstKey: SortKey): { seq: number; finished: readonly RecordObject[] } {
    const finished = this.#switchTo(entity);
    return { finished, seq: (this.#chunker as Chunker).skipObject(firstKey) };
  }

  /** Returns the last object. No record may follow. */
  end(): readonly RecordObject[] {
    const finished = this.#chunker?.end() ?? NONE;
    this.#chunker = null;
    this.#entityIndex = ENTITIES.length;
    return finished;
  }

  get #entity(): EntityName | undefined {
    return ENTITIES[this.#entityIndex];
  }

  #switchTo(entity: EntityName): readonly RecordObject[] {
    const place = ENTITIES.indexOf(entity);
    if (place === this.#entityIndex) return NONE;
    if (place < this.#entityIndex) throw new RangeError(`Records of ${entity} must be added earlier`);
    const finished = this.#chunker?.end() ?? NONE;
    this.#entityIndex = place;
    this.#chunker = new Chunker<EntityName>(entity, this.#hash, {
      held: this.#held,
      isCompressing: this.#isCompressing,
    });
    return finished;
  }
}
