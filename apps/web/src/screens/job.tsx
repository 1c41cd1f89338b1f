import { call } from '../api/client.js';
import { href } from '../app/router.js';
import type { ScreenProps } from '../app/screens.js';
import { useData } from '../app/use-data.js';
import { words } from '../text/words.js';
import { moment } from '../tools/format.js';
import { JobActions, JobProgress } from '../tools/job-parts.js';
import { isGoing, type Job, useReloading } from '../tools/job-state.js';
import { Facts, Page, Section } from '../tools/page.js';
import { TerminalCommand } from '../ui/copy.js';
import { Loaded } from '../ui/states.js';

/** One job: how far it is, what it counted, how it goes on. */
export function Screen({ place }: ScreenProps) {
  const job_id = place.segments[1] as string;
  const data = useData(`job ${job_id}`, (signal) => call('getJob', { job_id }, signal));
  useReloading(data, data.value !== undefined && isGoing(data.value));
  return (
    <Page title="Job">
      <p>
        <a href={href(['jobs'])}>All jobs</a>
      </p>
      <Loaded data={data}>{(job) => <Details job={job} reload={data.reload} />}</Loaded>
    </Page>
  );
}

const Details = ({ job, reload }: { readonly job: Job; readonly reload: () => void }) => (
  <>
    <p class={`state-${job.state}`} role="status">
      {stateWords[job.state]}
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
        ['Kind', words(job.kind)],
        ['Job', <code key="id">{job.job_id}</code>],
        ['Made', moment(job.created_at)],
        ['Started', moment(job.started_at)],
        ['Last heard of', moment(job.heartbeat_at)],
        ['Ended', moment(job.finished_at)],
        ...Object.entries(job.summary).map(([name, count]) => [words(name), count.toLocaleString()] as const),
      ]}
    />
    <Section title="From a terminal">
      <TerminalCommand command={`notes job ${isGoing(job) ? 'watch' : 'status'} ${job.job_id}`} />
      {job.state === 'interrupted' && <TerminalCommand command={`notes job retry ${job.job_id}`} />}
    </Section>
  </>
);

const stateWords: Readonly<Record<Job['state'], string>> = {
  queued: 'Waits for its turn.',
  running: 'Runs.',
  succeeded: 'Succeeded.',
  failed: 'Failed.',
  cancelled: 'Cancelled: what it did until then stays.',
  interrupted: 'Interrupted: it was not heard from any more. It goes on from its last checkpoint.',
};
