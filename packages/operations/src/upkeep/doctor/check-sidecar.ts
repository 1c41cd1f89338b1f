import { isIP } from 'node:net';
import type { ConfigValues } from '@notes/contract';
import type { NotebookRow } from '@notes/storage';
import { findUnknownPaths } from '../../notes/search/feed/excluded-notebooks.js';
import type { SidecarStatus } from '../../notes/search/feed/sidecar-status.js';
import { type CheckResult, ok } from './check-result.js';

/** Facts about the sidecar besides its settings. */
export interface SidecarFacts {
  readonly status: SidecarStatus;
  /** Null when the library cannot be read. */
  readonly notebooks: readonly NotebookRow[] | null;
}

/** Checks the state of the search sidecar, and that texts are sent only where and as the person wants. */
export function checkSidecar(values: ConfigValues, facts: SidecarFacts | null): CheckResult {
  if (values['search.sidecar.kind'] === 'none') return ok('No search sidecar is set up');
  const findings = [...findSettingFaults(values, facts?.notebooks ?? []), ...describeFaults(facts?.status)];
  if (findings.length === 0) return ok('The search sidecar is active');
  return {
    status: 'warn',
    message: `The search sidecar is ${facts?.status.state ?? 'not checked, because the library cannot be read'}`,
    advice: 'Searches continue with the built-in index. Correct the settings, or start the sidecar.',
    findings,
  };
}

function findSettingFaults(values: ConfigValues, notebooks: readonly NotebookRow[]): string[] {
  const url = values['search.sidecar.url'];
  const { protocol, hostname } = url === '' ? { protocol: '', hostname: 'localhost' } : new URL(url);
  const isOpen = protocol === 'http:' && !isLoopback(hostname);
  const paths = findUnknownPaths(notebooks, values['search.sidecar.excluded_notebooks']);
  return [
    ...(isOpen ? [`search.sidecar.url sends texts and the key to ${hostname} unencrypted. Use https`] : []),
    ...(values['search.sidecar.api_key'] === '' ? ['search.sidecar.api_key is empty'] : []),
    ...paths.map((path) => `search.sidecar.excluded_notebooks: there is no notebook ${JSON.stringify(path)}`),
  ];
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function describeFaults(status: SidecarStatus | undefined): string[] {
  if (status === undefined || status.state === 'active') return [];
  const { pending_jobs, retrying_jobs, failed_jobs, missing, stale, orphaned, last_error } = status;
  return [
    ...(last_error === null ? [] : [last_error]),
    `${pending_jobs} pending, ${retrying_jobs} retrying, ${failed_jobs} failed`,
    `${missing} missing, ${stale} stale, ${orphaned} orphaned`,
  ];
}
