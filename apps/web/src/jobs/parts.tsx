import { call } from '../api/client.js';
import { words } from '../text/catalogue.js';
import { bytes, number } from '../text/numbers.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { attempt } from '../ui/use-action.js';
import { isStopping, type Job, type JobAction, listJobActions } from './state.js';
import { text } from './texts.js';

/** Progress of a job; a bar only when the total is known. */
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
    <div>{formatAmount(job)}</div>
    {isStopping(job) && <div>{text.stopping}</div>}
  </>
);

/** Kinds of jobs that count bytes. */
const IN_BYTES: ReadonlySet<string> = new Set(['backup']);

function formatAmount({ kind, phase, processed, total }: Job): string {
  if (phase !== '' && processed === 0 && total === null) return words(phase);
  const show = IN_BYTES.has(kind) ? bytes : number;
  const amount = total === null ? show(processed) : text.amountOfTotal(show(processed), show(total));
  return phase === '' ? amount : text.phaseAmount(words(phase), amount);
}

interface ActionTexts {
  readonly label: string;
  readonly named: (kind: string) => string;
  readonly done: string;
}

const actionTexts: Readonly<Record<JobAction, ActionTexts>> = {
  cancelJob: { label: text.cancel, named: text.cancelNamed, done: text.stopRequested },
  retryJob: { label: text.resume, named: text.resumeNamed, done: text.resumeRequested },
  resetJob: { label: text.startOver, named: text.startOverNamed, done: text.startOverRequested },
};

interface JobActionsProps {
  readonly job: Job;
  readonly onDone: () => void;
}

export function JobActions({ job, onDone }: JobActionsProps) {
  const ask = (offer: JobAction) =>
    attempt(async () => {
      await call(offer, { job_id: job.job_id });
      notify(actionTexts[offer].done);
      onDone();
    });
  return (
    <div class="row-actions">
      {listJobActions(job).map((offer) => (
        <ServiceButton key={offer} label={actionTexts[offer].named(words(job.kind))} onClick={() => ask(offer)}>
          {actionTexts[offer].label}
        </ServiceButton>
      ))}
    </div>
  );
}
