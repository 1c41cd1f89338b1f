import type { Output } from '@notes/contract';

export type Check = Output<'checkLibrary'>['checks'][number];

/** Result of a check, before it is shortened for display. */
export interface Found extends Pick<Check, 'status' | 'message'> {
  readonly advice?: string;
  readonly findings?: readonly string[];
}

export const ok = (message: string): Found => ({ status: 'ok', message });

const LISTED = 100;

/** Converts the result of a check to wire form, with its first 100 findings and the number of all. */
export function asCheck(check: Check['check'], { status, message, advice, findings = [] }: Found): Check {
  const shown = findings.slice(0, LISTED);
  return { check, status, message, advice: advice ?? null, count: findings.length, findings: shown };
}

/** Formats a count with its noun: `1 note`, `2 notes`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
