import type { Status } from '../kernel/connection.js';
import { moment } from '../text/dates.js';
import { text } from './sidecar-texts.js';

type Sidecar = Status['search_sidecar'];

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
