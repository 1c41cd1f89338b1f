import { type ArchiveErrorCode, LIMITS, type Problem } from '@notes/archive-manifest';

/** Entities that records of other entities refer to. */
const REFERENCED = new Set(['notebooks', 'tags', 'resources', 'documents', 'revisions']);

/** Problems in records that conform to the format. */
export class Findings {
  /** The first problems, up to `LIMITS.problems`. */
  readonly problems: Problem[] = [];
  count = 0;
  /** Number of links and embedded attachments found only in the texts or only in the archive records. */
  differing = 0;
  /** Ids of records with a finding that others may refer to. */
  readonly #refused = new Set<string>();

  /** @param path entity and id of a record */
  add(code: ArchiveErrorCode, path: Problem['path'], detail: string): void {
    this.count += 1;
    if (this.problems.length < LIMITS.problems) this.problems.push({ code, path, detail });
    this.#refuse(path);
  }

  /**
   * Adds the finding of a record that refers to a missing one. The finding is omitted when the record that it refers to
   * has a finding itself: one refused notebook would hide its own finding behind those of all its notes.
   */
  addBrokenReference(path: Problem['path'], record: object): void {
    const references = Object.entries(record).filter(([field]) => field.endsWith('_id'));
    if (references.some(([, id]) => this.#refused.has(id))) this.#refuse(path);
    else this.add('archive_reference_broken', path, 'it refers to a record that does not exist');
  }

  #refuse([entity, id]: Problem['path']): void {
    if (typeof id === 'string' && REFERENCED.has(String(entity))) this.#refused.add(id);
  }

  get warnings(): Problem[] {
    if (this.differing === 0) return [];
    return [
      {
        code: 'archive_links_differ',
        path: [],
        detail: `Links and embedded attachments that differ: ${this.differing}`,
      },
    ];
  }
}
