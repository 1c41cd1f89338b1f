import type { Output } from '@notes/contract';

export type Check = Output<'checkLibrary'>['checks'][number];

/** What a check found, before it is cut to what is shown. */
export interface Found extends Pick<Check, 'status' | 'message'> {
  readonly advice?: string;
  readonly findings?: readonly string[];
}

export const ok = (message: string): Found => ({ status: 'ok', message });

const LISTED = 100;

export function asCheck(check: Check['check'], { status, message, advice, findings = [] }: Found): Check {
  const shown = findings.slice(0, LISTED);
  return { check, status, message, advice: advice ?? null, count: findings.length, findings: shown };
}

/** `1 note`, `2 notes`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
