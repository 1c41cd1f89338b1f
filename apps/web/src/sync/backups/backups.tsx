import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { JobActions, JobProgress } from '../../jobs/parts.js';
import { isActive, type Job, useReloading } from '../../jobs/state.js';
import { useData } from '../../kernel/use-data.js';
import { longDate } from '../../text/dates.js';
import { bytes } from '../../text/numbers.js';
import { DataTable } from '../../ui/data-table.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { notify } from '../../ui/notices.js';
import { Section } from '../../ui/page.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage, Loaded } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { deviceName } from '../device-name.js';
import type { CenterProps, Overview } from '../overview.js';
import { Inspection } from './inspection.js';
import { backupStates, text } from './texts.js';

type Backup = Output<'manageBackups'>['backups'][number];

const isBusy = ({ job }: Backup) => job !== null && isActive(job);

/** Encrypted backups of the library, and their contents. */
export function Backups({ overview }: CenterProps) {
  const data = useData('backups', (signal) => call('manageBackups', { action: 'list' }, signal));
  const busy = data.value?.backups.some(isBusy) === true;
  useReloading(data, busy);
  const [inspected, setInspected] = useState<string>();
  return (
    <>
      <p class="lead">{text.lead}</p>
      <BackupActions canAsk={overview.target === 'rest'} disabled={busy} onStarted={data.reload} />
      <Section title={text.backups}>
        <Loaded data={data}>
          {({ backups }) =>
            backups.length === 0 ? (
              <p class="hint">{text.none}</p>
            ) : (
              <BackupTable backups={backups} overview={overview} reload={data.reload} onInspect={setInspected} />
            )
          }
        </Loaded>
      </Section>
      {inspected !== undefined && <Inspection key={inspected} id={inspected} />}
      <FromTerminal operation="createBackup" />
    </>
  );
}

interface OrderingProps {
  /** True when there is a device to request a backup from. */
  readonly canAsk: boolean;
  readonly disabled: boolean;
  readonly onStarted: () => void;
}

/** Creates a backup, or requests one from the device this library syncs with. */
function BackupActions({ canAsk, disabled, onStarted }: OrderingProps) {
  const { isRunning, error, run } = useAction();
  const startBackup = (action: 'create' | 'request', startedText: string) =>
    run(async () => {
      await call('manageBackups', { action });
      notify(startedText);
      onStarted();
    });
  return (
    <>
      {canAsk && <p class="lead">{text.requestLead}</p>}
      <div class="row-actions">
        <ServiceButton
          variant="primary"
          disabled={disabled || isRunning}
          onClick={() => startBackup('create', text.started)}
        >
          {text.create}
        </ServiceButton>
        {canAsk && (
          <ServiceButton disabled={disabled || isRunning} onClick={() => startBackup('request', text.requested)}>
            {text.request}
          </ServiceButton>
        )}
      </div>
      <ErrorMessage error={error} />
      {error?.code === 'forbidden' && <p>{text.permissionHint}</p>}
    </>
  );
}

interface TableProps {
  readonly backups: readonly Backup[];
  readonly overview: Overview;
  readonly reload: () => void;
  readonly onInspect: (id: string) => void;
}

const BackupTable = ({ backups, overview, reload, onInspect }: TableProps) => (
  <DataTable label={text.backups} heads={[text.created, text.device, text.size, text.state, '']}>
    {backups.map((backup) => (
      <tr key={backup.backup_id}>
        <th scope="row">
          {longDate(backup.created_at)}
          <code class="device-id">{backup.backup_id}</code>
        </th>
        <td class="wraps">
          {deviceName(overview, backup.source_replica_id)}
          {backup.origin === 'served' && (
            <div class="hint">{text.createdFor(deviceName(overview, backup.requester_replica_id))}</div>
          )}
        </td>
        <td>{backup.size_bytes === null ? text.sizeUnknown : bytes(backup.size_bytes)}</td>
        <td>
          {backupStates[backup.state]}
          {backup.job !== null && !isWhole(backup) && <BackupJob job={backup.job} reload={reload} />}
        </td>
        <td>
          {isWhole(backup) && (
            <ServiceButton label={text.inspectNamed(backup.backup_id)} onClick={() => onInspect(backup.backup_id)}>
              {text.inspect}
            </ServiceButton>
          )}
        </td>
      </tr>
    ))}
  </DataTable>
);

const isWhole = ({ state }: Backup) => state === 'ready' || state === 'verified';

/** Progress of a backup, or why it failed, with its actions. */
const BackupJob = ({ job, reload }: { readonly job: Job; readonly reload: () => void }) => (
  <>
    {isActive(job) && <JobProgress job={job} />}
    {job.error && (
      <p class="refusal">
        <span lang="en">{job.error.message}</span> <code>{job.error.code}</code>
      </p>
    )}
    <JobActions job={job} onDone={reload} />
  </>
);
