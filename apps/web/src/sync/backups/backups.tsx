import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../app/use-data.js';
import { JobActions, JobProgress } from '../../jobs/parts.js';
import { isGoing, useReloading } from '../../jobs/state.js';
import { longDate } from '../../text/dates.js';
import { bytes } from '../../text/numbers.js';
import { DataTable } from '../../ui/data-table.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { notify } from '../../ui/notices.js';
import { Section } from '../../ui/page.js';
import { ServiceButton } from '../../ui/service-button.js';
import { Loaded } from '../../ui/states.js';
import { attempt } from '../../ui/use-action.js';
import type { CenterProps } from '../center.js';
import { deviceName, type Overview } from '../overview.js';
import { Inspection } from './inspection.js';
import { backupStates, text } from './texts.js';

type Backup = Output<'manageBackups'>['backups'][number];

const isBusy = ({ job }: Backup) => job !== null && isGoing(job);

/** Sealed copies of the library, and what is in them. */
export function Backups({ overview }: CenterProps) {
  const data = useData('backups', (signal) => call('manageBackups', { action: 'list' }, signal));
  useReloading(data, data.value?.backups.some(isBusy) === true);
  const [inspected, setInspected] = useState<string>();
  const create = () =>
    attempt(async () => {
      await call('manageBackups', { action: 'create' });
      notify(text.begun);
      data.reload();
    });
  return (
    <>
      <p class="lead">{text.lead}</p>
      <div class="row-actions">
        <ServiceButton
          look="primary"
          disabled={data.value?.backups.some(isBusy) === true}
          onClick={() => void create()}
        >
          {text.create}
        </ServiceButton>
      </div>
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

interface TableProps {
  readonly backups: readonly Backup[];
  readonly overview: Overview;
  readonly reload: () => void;
  readonly onInspect: (id: string) => void;
}

const BackupTable = ({ backups, overview, reload, onInspect }: TableProps) => (
  <DataTable label={text.backups} heads={[text.made, text.of, text.size, text.state, '']}>
    {backups.map((backup) => (
      <tr key={backup.backup_id}>
        <th scope="row">
          {longDate(backup.created_at)}
          <code class="device-id">{backup.backup_id}</code>
        </th>
        <td class="wraps">{deviceName(overview, backup.source_replica_id)}</td>
        <td>{backup.size_bytes === null ? text.sizeUnknown : bytes(backup.size_bytes)}</td>
        <td>
          {backupStates[backup.state]}
          {backup.job !== null && isGoing(backup.job) && (
            <>
              <JobProgress job={backup.job} />
              <JobActions job={backup.job} onDone={reload} />
            </>
          )}
        </td>
        <td>
          {(backup.state === 'ready' || backup.state === 'verified') && (
            <ServiceButton label={text.inspectNamed(backup.backup_id)} onClick={() => onInspect(backup.backup_id)}>
              {text.inspect}
            </ServiceButton>
          )}
        </td>
      </tr>
    ))}
  </DataTable>
);
