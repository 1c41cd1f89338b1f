import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { JobActions, JobProgress } from '../jobs/parts.js';
import { isActive, type Job, useReloading } from '../jobs/state.js';
import { states, text } from '../jobs/texts.js';
import { href, replaceLocation } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { words } from '../text/catalogue.js';
import { moment } from '../text/dates.js';
import { DataTable, Paging } from '../ui/data-table.js';
import { Select } from '../ui/form-fields.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';

type JobPage = Output<'listJobs'>;
type State = Job['state'];

const parseState = (requested: string): State | '' => (Object.hasOwn(states, requested) ? (requested as State) : '');

/** Jobs, the latest first; the filter is in the address. */
export function Screen({ pageLocation }: ScreenProps) {
  const state = parseState(pageLocation.query.get('state') ?? '');
  return (
    <Page title={text.jobs}>
      <div class="controls">
        <Select
          label={text.state}
          options={{ '': text.allStates, ...states }}
          value={state}
          onChange={(chosen) => replaceLocation(['jobs'], chosen === '' ? {} : { state: chosen })}
        />
      </div>
      <JobPages key={state} state={state} />
      <FromTerminal operation="listJobs" words={state === '' ? [] : ['--state', state]} />
    </Page>
  );
}

function JobPages({ state }: { readonly state: State | '' }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const data = useData(`jobs ${state} ${cursor ?? ''}`, (signal) =>
    call('listJobs', { ...(state !== '' && { state }), ...(cursor !== undefined && { cursor }) }, signal),
  );
  useReloading(data, data.value?.jobs.some(isActive) === true);
  return (
    <Loaded data={data}>
      {(page) => (
        <>
          <Jobs page={page} reload={data.reload} />
          <Paging cursors={cursors} next={page.next_cursor} onChange={setCursors} />
        </>
      )}
    </Loaded>
  );
}

function Jobs({ page, reload }: { readonly page: JobPage; readonly reload: () => void }) {
  if (page.jobs.length === 0)
    return (
      <Empty>
        <p>{text.noJobs}</p>
        <p class="hint">{text.emptyHint}</p>
      </Empty>
    );
  return (
    <DataTable label={text.jobs} heads={[text.kind, text.state, text.progress, text.started, text.lastActivity, '']}>
      {page.jobs.map((job) => (
        <tr key={job.job_id}>
          <th scope="row">
            <a href={href(['jobs', job.job_id])}>{words(job.kind)}</a>
          </th>
          <td class={`state-${job.state}`}>{states[job.state]}</td>
          <td>
            <JobProgress job={job} />
          </td>
          <td>{moment(job.started_at)}</td>
          <td>{moment(job.heartbeat_at)}</td>
          <td>
            <JobActions job={job} onDone={reload} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
