import { type ArchiveErrorCode, LIMITS, type Problem } from '@notes/archive-manifest';

/** Problems in records that conform to the format. */
export class Findings {
  /** The first problems, up to `LIMITS.problems`. */
  readonly problems: Problem[] = [];
  count = 0;
  /** Number of links and embedded attachments found only in the texts or only in the archive records. */
  differing = 0;

  /** @param path entity and id of a record */
  add(code: ArchiveErrorCode, path: Problem['path'], detail: string): void {
    this.count += 1;
    if (this.problems.length < LIMITS.problems) this.problems.push({ code, path, detail });
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
