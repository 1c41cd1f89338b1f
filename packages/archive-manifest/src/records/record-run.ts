import { ENTITIES, type EntityName } from '../entities.js';
import type { HashFactory } from '../hash.js';
import { Chunker, type RecordObject } from './chunker.js';
import type { ArchiveRecord } from './schemas.js';

/** Makes objects of all records of an archive, entity after entity. Holds one object. */
export class RecordRun {
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
  add<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): RecordObject[] {
    const finished = this.#turnTo(entity);
    return [...finished, ...(this.#chunker as Chunker).add(record)];
  }

  /** The last object. No record comes after it. */
  end(): RecordObject[] {
    const finished = this.#chunker?.end() ?? [];
    this.#chunker = null;
    this.#place = ENTITIES.length;
    return finished;
  }

  #turnTo(entity: EntityName): RecordObject[] {
    const place = ENTITIES.indexOf(entity);
    if (place === this.#place) return [];
    if (place < this.#place) throw new RangeError(`records of ${entity} come earlier`);
    const finished = this.#chunker?.end() ?? [];
    this.#place = place;
    this.#chunker = new Chunker<EntityName>(entity, this.#hash);
    return finished;
  }
}
