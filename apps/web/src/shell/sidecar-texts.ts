import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  sidecarOffMeaning: 'Off: searches use the built-in index.',
  sidecarUnavailableMeaning: 'Unavailable: searches continue with the built-in index.',
  sidecarActiveMeaning: 'Active: searches use the sidecar.',
  sidecarDegradedMeaning: 'Degraded: the index of the sidecar is incomplete or behind, or its model does not work.',
  lastError: (message: string) => `Last error: ${message}`,
  lastSync: (when: string) => `Last sync: ${when}.`,
  lastIndex: (when: string) => `Last index: ${when}.`,
  lastReconciliation: (when: string) => `Last reconciliation: ${when}.`,
  never: 'never',
  indexCounts: (missing: number, stale: number, orphaned: number, repaired: number) =>
    `${number(missing)} missing, ${number(stale)} stale, ${number(orphaned)} orphaned, ${number(repaired)} repaired.`,
  jobCounts: (pending: number, retrying: number, failed: number) =>
    `Jobs: ${number(pending)} pending, ${number(retrying)} retrying, ${number(failed)} failed.`,
});
