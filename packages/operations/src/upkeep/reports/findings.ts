import { createHash } from 'node:crypto';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import type { Output } from '@notes/contract';

type Check = Output<'getLintReport'>['checks'][number];
export type LintCheck = Check['check'];
export type Finding = Check['examples'][number];

/** Receives each finding, check by check, in an order that does not depend on the library's history. */
export type AddFinding = (check: LintCheck, finding: Finding) => void;

/** Counts and digests the findings of some checks, but keeps only the first findings of each. */
export class Findings {
  readonly #lists: ReadonlyMap<LintCheck, { count: number; examples: Finding[]; hash: ReturnType<typeof createHash> }>;
  readonly #detailLimit: number;

  constructor(checks: readonly LintCheck[], detailLimit: number) {
    this.#lists = new Map(checks.map((check) => [check, { count: 0, examples: [], hash: createHash('sha256') }]));
    this.#detailLimit = detailLimit;
  }

  has(check: LintCheck): boolean {
    return this.#lists.has(check);
  }

  /** Adds a finding if its check is selected. */
  readonly add: AddFinding = (check, finding) => {
    const list = this.#lists.get(check);
    if (list === undefined) return;
    list.count++;
    list.hash.update(`${canonicalJson(finding)}\n`);
    if (list.examples.length < this.#detailLimit) list.examples.push(finding);
  };

  /** Returns the findings and a digest over the digests of all checks. Call it once. */
  report(): { checks: Check[]; report_sha256: string } {
    const digest = createHash('sha256').update(`${canonicalJson({ format: 'service-lint', version: 1 })}\n`);
    const checks = [...this.#lists].map(([check, { count, examples, hash }]) => {
      digest.update(`${canonicalJson({ check, count, sha256: hash.digest('hex') })}\n`);
      return { check, count, examples };
    });
    return { checks, report_sha256: digest.digest('hex') };
  }
}
