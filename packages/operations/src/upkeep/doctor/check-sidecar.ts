import { isIP } from 'node:net';
import type { ConfigValues } from '@notes/contract';
import type { LibraryCheck, NotebookRow } from '@notes/storage';
import { findUnknownPaths } from '../../notes/search/feed/excluded-notebooks.js';
import {
  askSidecar,
  readStoredFeed,
  type SidecarStatus,
  type StoredFeed,
  toSidecarStatus,
} from '../../notes/search/feed/sidecar-status.js';
import { openSidecar } from '../../platform/open-sidecar.js';
import { type CheckResult, ok } from './check-result.js';

/** Facts that the library has about the sidecar. */
export interface StoredSidecar {
  readonly feed: StoredFeed;
  readonly replicaId: string;
  readonly notebooks: readonly NotebookRow[];
}

/** Facts about the sidecar besides its settings. */
export interface SidecarFacts extends Pick<StoredSidecar, 'notebooks'> {
  readonly status: SidecarStatus;
}

/** Reads what the library has about the sidecar; null without a sidecar, and for a library with another schema. */
export function readStoredSidecar(library: LibraryCheck, values: ConfigValues): StoredSidecar | null {
  if (values['search.sidecar.kind'] === 'none') return null;
  const stored = library.read((reader) => ({
    feed: readStoredFeed(reader),
    replicaId: reader.meta.get('replica_id') ?? '',
    notebooks: reader.notebooks.all(),
  }));
  return stored ?? null;
}

/** Asks the sidecar for its state; null without a sidecar, or when the library cannot be read. */
export async function readSidecarFacts(
  values: ConfigValues,
  stored: StoredSidecar | null,
  now: number,
): Promise<SidecarFacts | null> {
  if (stored === null) return null;
  const { feed, replicaId, notebooks } = stored;
  const sidecar = openSidecar(values, () => replicaId);
  if (sidecar === undefined) return null;
  return { status: toSidecarStatus(feed, await askSidecar(sidecar), now), notebooks };
}

/** Checks the state of the search sidecar, and that texts are sent only where and as the person wants. */
export function checkSidecar(values: ConfigValues, facts: SidecarFacts | null): CheckResult {
  if (values['search.sidecar.kind'] === 'none') return ok('No search sidecar is set up');
  const findings = [...findSettingFaults(values, facts?.notebooks ?? []), ...describeFaults(facts?.status)];
  if (findings.length === 0) return ok('The search sidecar is active');
  const state = facts?.status.state;
  if (state === 'active')
    return { status: 'warn', message: 'The search sidecar is active', advice: 'Correct the settings.', findings };
  return {
    status: 'warn',
    message: `The search sidecar is ${state ?? 'not checked, because the library cannot be read'}`,
    advice:
      state === 'degraded'
        ? REPAIR
        : 'Searches continue with the built-in index. Correct the settings, or start the sidecar.',
    findings,
  };
}

const REPAIR =
  'Start the service, which completes the index. If it stays degraded, run notes reindex, which compares the index with the library.';

function findSettingFaults(values: ConfigValues, notebooks: readonly NotebookRow[]): string[] {
  const url = values['search.sidecar.url'];
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const openHost = address?.protocol === 'http:' && !isLoopback(address.hostname) ? address.hostname : undefined;
  const paths = findUnknownPaths(notebooks, values['search.sidecar.excluded_notebooks']);
  return [
    ...(openHost === undefined
      ? []
      : [`search.sidecar.url sends texts and the key to ${openHost} unencrypted. Use https`]),
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
