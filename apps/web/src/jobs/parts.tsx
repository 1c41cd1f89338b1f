import { call } from '../api/client.js';
import { words } from '../text/words.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { attempt } from '../ui/use-action.js';
import { isStopping, type Job, type Offer, offersOf } from './state.js';
import { text } from './texts.js';

/** How far a job is; a bar only where the whole is known. */
export const JobProgress = ({ job }: { readonly job: Job }) => (
  <>
    {job.total !== null && (
      <progress
        class="bar"
        max={Math.max(job.total, 1)}
        value={job.processed}
        aria-label={text.progressOf(words(job.kind))}
      />
    )}
    <div>{job.phase === '' ? amount(job) : text.inPhase(words(job.phase), amount(job))}</div>
    {isStopping(job) && <div>{text.stopsSoon}</div>}
  </>
);

const amount = ({ processed, total }: Job) => (total === null ? text.done(processed) : text.doneOf(processed, total));

const labels: Readonly<Record<Offer, readonly [label: string, done: string]>> = {
  cancelJob: [text.cancel, text.willStop],
  retryJob: [text.goOn, text.willGoOn],
  resetJob: [text.startOver, text.willStartOver],
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
      onDone();
    });
  return (
    <div class="row-actions">
      {offersOf(job).map((offer) => (
        <ServiceButton key={offer} label={text.whichJob(labels[offer][0], words(job.kind))} onClick={() => ask(offer)}>
          {labels[offer][0]}
        </ServiceButton>
      ))}
    </div>
  );
}
