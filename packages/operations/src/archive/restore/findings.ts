import { type ArchiveErrorCode, LIMITS, type Problem } from '@notes/archive-manifest';

/** What is wrong with records that are as the format has them. */
export class Findings {
  /** The first thousand. */
  readonly problems: Problem[] = [];
  count = 0;
  /** Links and embedded attachments that texts are read to have now and had not then, or the other way round. */
  differing = 0;

  /** @param path the entity and the id of a record */
  add(code: ArchiveErrorCode, path: Problem['path'], detail: string): void {
    this.count += 1;
    if (this.problems.length < LIMITS.problems) this.problems.push({ code, path, detail });
  }

  get warnings(): Problem[] {
    if (this.differing === 0) return [];
    return [{ code: 'archive_links_differ', path: [], detail: `${this.differing} of them` }];
  }
}
