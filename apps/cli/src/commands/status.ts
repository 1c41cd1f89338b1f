import { setTimeout as sleep } from 'node:timers/promises';
import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Call, Presentation } from '../presentation.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';

type Status = Result<'getStatus'>;

/** `notes status` */
export const status: Presentation<'getStatus'> = {
  summary: 'Show which library this is and what it contains.',
  render: { table },
  onInterrupt: 'Stopped watching',
  modes: {
    watch: {
      flag: { flags: '--watch', description: 'Print a line after each change, until Ctrl-C.' },
      follow,
      render: { table: line, jsonl: (shown, out) => out.line(JSON.stringify(shown)) },
    },
  },
};

const POLL_INTERVAL_MS = 1_000;

/** Yields the current status, and a new one whenever the library or the state of its storage changes. */
async function* follow(call: Call): AsyncIterable<Status> {
  const { signal } = call;
  let seen = '';
  do {
    const status = await call.invoke('getStatus', {});
    const state = `${status.database_info.change_counter} ${status.storage.state}`;
    if (state !== seen) yield status;
    seen = state;
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
  } while (signal?.aborted !== true);
}

function line({ database_info, storage }: Status, out: Output): void {
  const { counts, change_counter } = database_info;
  const parts = [
    timeOfDay(new Date()),
    formatCount(counts.documents, 'note'),
    `${formatNumber(counts.trashed_documents)} in Trash`,
    formatCount(change_counter, 'change'),
    `storage ${storage.state}`,
  ];
  out.line(parts.join('  '));
}

const timeOfDay = (at: Date) => at.toTimeString().slice(0, 'hh:mm:ss'.length);

function table(shown: Status, out: Output): void {
  const { counts, change_counter } = shown.database_info;
  const rows: [string, string][] = [
    ['library', shown.paths.database],
    ['profile', shown.profile],
    ['settings', shown.paths.config],
    ['notes', `${formatCount(counts.documents, 'note')}, ${formatNumber(counts.trashed_documents)} in Trash`],
    [
      '',
      `${formatCount(counts.notebooks, 'notebook')}, ${formatCount(counts.tags, 'tag')}, ${formatCount(counts.resources, 'attachment')}`,
    ],
    ['', `${formatCount(counts.revisions, 'revision')}, ${formatCount(change_counter, 'change')}`],
    ['storage', shown.storage.state],
    ...describeSearch(shown.search_sidecar),
    ['version', `${shown.service.version}, schema ${shown.schema.version}`],
  ];
  for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(9))} ${value}`);
}

/** Describes the search sidecar in the words of the status; only its state while it is off. */
function describeSearch(sidecar: Status['search_sidecar']): [string, string][] {
  const { state, pending_jobs, retrying_jobs, failed_jobs, missing, stale, orphaned, repaired, last_error } = sidecar;
  if (state === 'off') return [['search', 'built-in index; sidecar off']];
  const jobs = `${formatNumber(pending_jobs)} pending, ${formatNumber(retrying_jobs)} retrying, ${formatNumber(failed_jobs)} failed`;
  const differences = `${formatNumber(missing)} missing, ${formatNumber(stale)} stale, ${formatNumber(orphaned)} orphaned, ${formatNumber(repaired)} repaired`;
  const { last_sync_at, last_index_at, last_reconciliation_at } = sidecar;
  const times = `last sync ${last_sync_at ?? 'never'}, index ${last_index_at ?? 'never'}, reconciliation ${last_reconciliation_at ?? 'never'}`;
  return [
    ['search', `sidecar ${state}`],
    ['', jobs],
    ['', differences],
    ['', times],
    ...(last_error === null ? [] : ([['', toOneLine(last_error)]] satisfies [string, string][])),
  ];
}
