import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { JobActions, JobProgress } from '../jobs/parts.js';
import { states } from '../jobs/texts.js';
import { href } from '../kernel/router.js';
import { fill } from '../text/catalogue.js';
import { longDate } from '../text/dates.js';
import { bytes } from '../text/numbers.js';
import { Facts } from '../ui/facts.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { Truncated } from '../ui/states.js';
import { attempt } from '../ui/use-action.js';
import { isRunning, type Overview } from './overview.js';
import { locationNames, planWarnings, text } from './texts.js';

type Plan = Output<'planSyncJob'>;

interface RunBarProps {
  readonly overview: Overview;
  readonly reload: () => void;
}

/** Sync target, result of the last run, and a button that starts one. */
export function RunBar({ overview, reload }: RunBarProps) {
  const [plan, setPlan] = useState<Plan>();
  const previewSync = () =>
    attempt(async () => {
      setPlan(await call('planSyncJob', {}));
    });
  const start = () =>
    attempt(async () => {
      await call('startSyncJob', {});
      setPlan(undefined);
      notify(text.started);
      reload();
    });
  if (overview.state === 'off') return <Offline overview={overview} />;
  const isBusy = isRunning(overview);
  return (
    <div class="run-bar">
      <Target overview={overview} />
      <LastRun overview={overview} reload={reload} />
      <div class="row-actions">
        <ServiceButton disabled={isBusy} onClick={() => void previewSync()}>
          {text.planSync}
        </ServiceButton>
        <ServiceButton variant="primary" disabled={isBusy} onClick={() => void start()}>
          {text.syncNow}
        </ServiceButton>
      </div>
      <div role="status">{plan !== undefined && <PlanFacts plan={plan} />}</div>
    </div>
  );
}

/** A member of a group without a sync target. */
const Offline = ({ overview }: { readonly overview: Overview }) => (
  <div class="run-bar">
    <p role="status">{text.noTarget}</p>
    <Target overview={overview} />
    <p>
      <a href={href(['sync', 'place'])}>{text.chooseTarget}</a>
    </p>
  </div>
);

const Target = ({
  overview: { state, target, configured_target, restart_required },
}: {
  readonly overview: Overview;
}) => (
  <p>
    {state !== 'off' && target === 'none'
      ? text.othersSyncHere
      : fill(text.syncTargetLine, { location: <strong>{locationNames[target]}</strong> })}
    {restart_required && <strong> {text.afterRestart(locationNames[configured_target])}</strong>}
  </p>
);

function LastRun({ overview, reload }: RunBarProps) {
  const { last_run: run } = overview;
  if (run === null) return <p>{text.notSynced}</p>;
  const when = longDate(run.finished_at ?? run.started_at ?? run.created_at);
  return (
    <>
      <p role="status">
        {fill(text.lastRun, {
          run: (
            <>
              <a href={href(['jobs', run.job_id])}>{when}</a>{' '}
              <span class={`state-${run.state}`}>{states[run.state]}</span>
            </>
          ),
        })}
      </p>
      {run.error && (
        <p class="refusal">
          <span lang="en">{run.error.message}</span> <code>{run.error.code}</code>
        </p>
      )}
      {isRunning(overview) && (
        <>
          <JobProgress job={run} />
          <JobActions job={run} onDone={reload} />
        </>
      )}
    </>
  );
}

const PlanFacts = ({ plan: { publish, fetch, warnings } }: { readonly plan: Plan }) => (
  <section class="plan-facts" aria-label={text.planTitle}>
    <h2>{text.planTitle}</h2>
    <Facts
      facts={[
        [text.outgoing, describeAmount(publish)],
        [text.incoming, describeAmount(fetch)],
      ]}
    />
    {warnings.map((warning) => (
      <Truncated key={warning}>{planWarnings[warning]}</Truncated>
    ))}
  </section>
);

const describeAmount = ({ ops, blobs, bytes: size }: Plan['publish']) =>
  ops === 0 && blobs === 0 ? text.nothing : text.transferCounts(ops, blobs, bytes(size));
