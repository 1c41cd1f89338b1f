import { href } from '../app/router.js';
import { JobActions, JobProgress } from '../jobs/parts.js';
import { states } from '../jobs/texts.js';
import { longDate } from '../text/dates.js';
import { fill } from '../text/fill.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { isRunning, type Overview } from './overview.js';
import { places, text } from './texts.js';

interface RunBarProps {
  readonly overview: Overview;
  readonly reload: () => void;
}

/** Where this library meets others, how the last exchange went, and what begins one. */
export function RunBar({ overview, reload }: RunBarProps) {
  if (overview.target === 'none') return <Offline overview={overview} />;
  return (
    <div class="run-bar">
      <Target overview={overview} />
      <LastRun overview={overview} reload={reload} />
      <FromTerminal operation="runSync" label={text.runFromTerminal} />
    </div>
  );
}

/** A member that has nowhere to exchange. */
const Offline = ({ overview }: { readonly overview: Overview }) => (
  <div class="run-bar">
    <p role="status">{text.isOffline}</p>
    <Target overview={overview} />
    <p>
      <a href={href(['sync', 'place'])}>{text.choosePlace}</a>
    </p>
  </div>
);

const Target = ({ overview: { target, configured_target, restart_required } }: { readonly overview: Overview }) => (
  <p>
    {fill(text.meetsAt, { place: <strong>{places[target]}</strong> })}
    {restart_required && <strong> {text.afterRestart(places[configured_target])}</strong>}
  </p>
);

function LastRun({ overview, reload }: RunBarProps) {
  const { last_run: run } = overview;
  if (run === null) return <p>{text.neverRan}</p>;
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
