import { longDate } from '../text/dates.js';
import type { Status } from './connection.js';
import { href } from './router.js';

export type Sidecar = Status['search_sidecar'];

export const sidecarWords: Readonly<Record<Sidecar['state'], string>> = {
  off: 'search: built-in',
  unavailable: 'search: sidecar unavailable',
  active: 'search: active',
  degraded: 'search: degraded',
};

const POPOVER = 'sidecar-details';

/** How notes are searched now; the state itself is always among its words. */
export const SidecarChip = ({ sidecar }: { readonly sidecar: Sidecar }) => (
  <>
    <button
      type="button"
      class={`chip sidecar-${sidecar.state}`}
      popovertarget={POPOVER}
      aria-label={`${sidecarWords[sidecar.state]} (sidecar: ${sidecar.state})`}
    >
      <span class="dot" aria-hidden="true" /> {sidecarWords[sidecar.state]}
    </button>
    <div id={POPOVER} popover="auto" class="popover">
      <SidecarDetails sidecar={sidecar} />
      <p>
        <a href={href(['settings', 'status'])}>Status of the service</a>
      </p>
    </div>
  </>
);

const when = (timestamp: string | null) => (timestamp === null ? 'never' : longDate(timestamp));

/** What there is to know of the sidecar in each of its four states. */
export function SidecarDetails({ sidecar }: { readonly sidecar: Sidecar }) {
  const error = sidecar.last_error !== null && <p>Last error: {sidecar.last_error}</p>;
  switch (sidecar.state) {
    case 'off':
      return <p>off: searches use the built-in index.</p>;
    case 'unavailable':
      return (
        <>
          <p>unavailable: searches continue through the built-in index.</p>
          {error}
        </>
      );
    case 'active':
      return (
        <>
          <p>active: searches use the sidecar.</p>
          <p>{jobCounts(sidecar)}</p>
          <p>Last sync {when(sidecar.last_sync_at)}.</p>
          <p>Last index {when(sidecar.last_index_at)}.</p>
          <p>Last reconciliation {when(sidecar.last_reconciliation_at)}.</p>
        </>
      );
    case 'degraded':
      return (
        <>
          <p>degraded: the sidecar does not have everything.</p>
          <p>{jobCounts(sidecar)}</p>
          <p>
            {sidecar.missing.toLocaleString()} missing, {sidecar.stale.toLocaleString()} stale,{' '}
            {sidecar.orphaned.toLocaleString()} orphaned, {sidecar.repaired.toLocaleString()} repaired.
          </p>
          {error}
        </>
      );
  }
}

const jobCounts = ({ pending_jobs, retrying_jobs, failed_jobs }: Sidecar) =>
  `Jobs: ${pending_jobs.toLocaleString()} pending, ${retrying_jobs.toLocaleString()} retrying, ${failed_jobs.toLocaleString()} failed.`;
