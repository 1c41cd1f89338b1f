import { call } from '../api/client.js';
import { JobActions, JobProgress } from '../jobs/parts.js';
import { isActive, isStopping, type Job, listJobActions, useReloading } from '../jobs/state.js';
import { states, text } from '../jobs/texts.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { words } from '../text/catalogue.js';
import { moment } from '../text/dates.js';
import { number } from '../text/numbers.js';
import { Facts } from '../ui/facts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';

/** A job: progress, counts and actions. */
export function Screen({ pageLocation }: ScreenProps) {
  const job_id = pageLocation.segments[1] as string;
  const data = useData(`job ${job_id}`, (signal) => call('getJob', { job_id }, signal));
  useReloading(data, data.value !== undefined && isActive(data.value));
  return (
    <Page title={text.job} about={data.value && words(data.value.kind)}>
      <p class="up">
        <a href={href(['jobs'])}>{text.allJobs}</a>
      </p>
      <Loaded data={data}>{(job) => <Details job={job} reload={data.reload} />}</Loaded>
    </Page>
  );
}

/** Explanations of states whose name is not enough. */
const meanings: Partial<Record<Job['state'], string>> = {
  cancelled: text.cancelledMeaning,
  interrupted: text.interruptedMeaning,
};

const Details = ({ job, reload }: { readonly job: Job; readonly reload: () => void }) => (
  <>
    <p class={`state-${job.state}`} role="status">
      {isStopping(job) ? text.stopping : (meanings[job.state] ?? states[job.state])}
    </p>
    <JobProgress job={job} />
    <JobActions job={job} onDone={reload} />
    {job.error && (
      <p class="problem" role="alert">
        {job.error.message} <code>{job.error.code}</code>
      </p>
    )}
    <Facts
      facts={[
        [text.kind, words(job.kind)],
        [text.job, <code key="id">{job.job_id}</code>],
        [text.created, moment(job.created_at)],
        [text.started, moment(job.started_at)],
        [text.lastActivity, moment(job.heartbeat_at)],
        [text.finished, moment(job.finished_at)],
        ...Object.entries(job.summary).map(([name, count]) => [words(name), number(count)] as const),
      ]}
    />
    <FromTerminal operation={isActive(job) ? 'watchJob' : 'getJob'} words={[job.job_id]} />
    {listJobActions(job).includes('retryJob') && (
      <FromTerminal operation="retryJob" words={[job.job_id]} label={text.resumeFromTerminal} />
    )}
  </>
);
