import type { Output } from '@notes/contract';

export type Check = Output<'checkLibrary'>['checks'][number];

/** Result of a check, before it is shortened for display. */
export interface CheckResult extends Pick<Check, 'status' | 'message'> {
  readonly advice?: string;
  readonly findings?: readonly string[];
}

export const ok = (message: string): CheckResult => ({ status: 'ok', message });

const MAX_FINDINGS = 100;

/** Converts the result of a check to wire form, with its first 100 findings and the number of all. */
export function toWireCheck(check: Check['check'], { status, message, advice, findings = [] }: CheckResult): Check {
  const shown = findings.slice(0, MAX_FINDINGS);
  return { check, status, message, advice: advice ?? null, count: findings.length, findings: shown };
}

/** Formats a count with its noun: `1 note`, `2 notes`. */
export const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
