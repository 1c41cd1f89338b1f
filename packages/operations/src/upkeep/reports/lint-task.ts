import { lintChecks, type Output } from '@notes/contract';
import { readOnSeparateConnection } from '@notes/storage';
import { Findings, type LintCheck } from './findings.js';
import { passes } from './lint-checks.js';

export interface LintTask {
  readonly dataDir: string;
  readonly checks: readonly LintCheck[];
  readonly detailLimit: number;
}

export type LintResult = Omit<Output<'getLintReport'>, 'generated_at'>;

/** Checks a library in a worker. It holds the text of one note at a time. */
export default function lint({ dataDir, checks, detailLimit }: LintTask): LintResult {
  const findings = new Findings(
    lintChecks.filter((check) => checks.includes(check)),
    detailLimit,
  );
  const unparsed = readOnSeparateConnection(dataDir, (reader) => {
    for (const pass of passes) if (pass.checks.some((check) => findings.has(check))) pass.run(reader, findings.add);
    return reader.lint.unparsedCount();
  });
  return { ...findings.report(), unparsed_documents: unparsed };
}
