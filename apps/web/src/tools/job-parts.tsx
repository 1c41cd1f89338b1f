import { call } from '../api/client.js';
import { noteChange } from '../app/connection.js';
import { notify } from '../ui/notices.js';
import { attempt } from '../ui/use-action.js';
import { type Job, type Offer, offersOf } from './job-state.js';

/** How far a job is; a bar only where the whole is known. */
export const JobProgress = ({ job }: { readonly job: Job }) => (
  <>
    {job.total !== null && (
      <progress class="bar" max={Math.max(job.total, 1)} value={job.processed} aria-label={`Progress of ${job.kind}`} />
    )}
    <div>
      {job.phase !== '' && `${job.phase}: `}
      {job.processed.toLocaleString()}
      {job.total !== null && ` / ${job.total.toLocaleString()}`}
    </div>
    {job.cancel_requested && job.state === 'running' && <div>Stops at the next checkpoint.</div>}
  </>
);

const labels: Readonly<Record<Offer, readonly [label: string, done: string]>> = {
  cancelJob: ['Cancel', 'The job stops at the next checkpoint'],
  retryJob: ['Go on', 'The job goes on from its last checkpoint'],
  resetJob: ['Start over', 'The job begins anew'],
};

interface JobActionsProps {
  readonly job: Job;
  readonly onDone: () => void;
}

export function JobActions({ job, onDone }: JobActionsProps) {
  const ask = (offer: Offer) =>
    attempt(async () => {
      await call(offer, { job_id: job.job_id });
      notify(labels[offer][1]);
      noteChange();
      onDone();
    });
  return (
    <div class="row-actions">
      {offersOf(job).map((offer) => (
        <button
          key={offer}
          type="button"
          class="button"
          aria-label={`${labels[offer][0]}: ${job.kind}`}
          onClick={() => ask(offer)}
        >
          {labels[offer][0]}
        </button>
      ))}
    </div>
  );
}
