import type { Status } from '../kernel/connection.js';
import { href } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import { moment } from '../text/dates.js';
import './sidecar.css';

type Sidecar = Status['search_sidecar'];

const sidecarWords: Readonly<Record<Sidecar['state'], string>> = {
  off: text.sidecarOff,
  unavailable: text.sidecarUnavailable,
  active: text.sidecarActive,
  degraded: text.sidecarDegraded,
};

const POPOVER = 'sidecar-details';

/** States that need no attention are shown as a dot; the button is named after them all the same. */
const isFine = ({ state }: Sidecar): boolean => state === 'off' || state === 'active';

/** Chip with the current way of searching; its label always includes the state of the sidecar. */
export const SidecarChip = ({ sidecar }: { readonly sidecar: Sidecar }) => (
  <>
    <button
      type="button"
      class={`${isFine(sidecar) ? 'icon-button' : 'chip'} sidecar-${sidecar.state}`}
      popovertarget={POPOVER}
      aria-label={text.sidecarState(sidecarWords[sidecar.state], sidecar.state)}
      title={text.sidecarState(sidecarWords[sidecar.state], sidecar.state)}
    >
      <span class="dot" aria-hidden="true" />{' '}
      <span class={isFine(sidecar) ? 'visually-hidden' : 'wide-only'}>{sidecarWords[sidecar.state]}</span>
    </button>
    <div id={POPOVER} popover="auto" class="popover raised">
      <SidecarDetails sidecar={sidecar} />
      <p>
        <a href={href(['settings', 'status'])}>{text.serviceStatus}</a>
      </p>
    </div>
  </>
);

/** Details of the sidecar in each of its four states. */
export function SidecarDetails({ sidecar }: { readonly sidecar: Sidecar }) {
  const error = sidecar.last_error !== null && <p>{text.lastError(sidecar.last_error)}</p>;
  switch (sidecar.state) {
    case 'off':
      return <p>{text.sidecarOffMeaning}</p>;
    case 'unavailable':
      return (
        <>
          <p>{text.sidecarUnavailableMeaning}</p>
          {error}
        </>
      );
    case 'active':
      return (
        <>
          <p>{text.sidecarActiveMeaning}</p>
          <p>{jobCounts(sidecar)}</p>
          <p>{text.lastSync(moment(sidecar.last_sync_at, text.never))}</p>
          <p>{text.lastIndex(moment(sidecar.last_index_at, text.never))}</p>
          <p>{text.lastReconciliation(moment(sidecar.last_reconciliation_at, text.never))}</p>
        </>
      );
    case 'degraded':
      return (
        <>
          <p>{text.sidecarDegradedMeaning}</p>
          <p>{jobCounts(sidecar)}</p>
          <p>{text.indexCounts(sidecar.missing, sidecar.stale, sidecar.orphaned, sidecar.repaired)}</p>
          {error}
        </>
      );
  }
}

const jobCounts = ({ pending_jobs, retrying_jobs, failed_jobs }: Sidecar) =>
  text.jobCounts(pending_jobs, retrying_jobs, failed_jobs);
