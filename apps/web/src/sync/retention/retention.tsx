import type { Output } from '@notes/contract';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { moment } from '../../text/dates.js';
import { number } from '../../text/numbers.js';
import { DataTable } from '../../ui/data-table.js';
import { Facts } from '../../ui/facts.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { Section } from '../../ui/page.js';
import { Loaded } from '../../ui/states.js';
import { deviceName } from '../device-name.js';
import type { CenterProps, Overview } from '../overview.js';
import { reasons, sources, text } from './texts.js';

type State = Output<'getSyncRetention'>;

interface PartProps {
  readonly state: State;
  readonly overview: Overview;
}

/** Sync data that can be pruned, and the devices that prevent it. */
export function Retention({ overview }: CenterProps) {
  const data = useData('sync retention', (signal) => call('getSyncRetention', {}, signal));
  return (
    <>
      <p class="lead">{text.lead}</p>
      <Loaded data={data}>
        {(state) => (
          <>
            <Section title={text.delayingDevices}>
              <DelayingDevices state={state} overview={overview} />
            </Section>
            <Section title={text.compactable}>
              <Eligible state={state} />
            </Section>
            <Section title={text.checkpoint}>
              <Checkpoint state={state} overview={overview} />
            </Section>
            <Section title={text.commonChanges}>
              <Floor state={state} overview={overview} />
            </Section>
          </>
        )}
      </Loaded>
      <FromTerminal operation="getSyncRetention" />
    </>
  );
}

function DelayingDevices({ state: { gating }, overview }: PartProps) {
  if (gating.length === 0) return <p>{text.noDelay}</p>;
  return (
    <DataTable label={text.delayingDevices} heads={[text.device, text.reason, text.lastSeen]}>
      {gating.map(({ replica_id, reason, last_ack_at }) => (
        <tr key={replica_id}>
          <th scope="row" class="wraps">
            {deviceName(overview, replica_id)}
          </th>
          <td>{reasons[reason]}</td>
          <td>{moment(last_ack_at, text.never)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const Eligible = ({ state: { eligible } }: Pick<PartProps, 'state'>) => (
  <>
    <Facts
      facts={[
        [text.logChanges, text.changeCount(eligible.ops, eligible.op_bytes)],
        [text.tombstones, number(eligible.tombstones)],
        [text.longTexts, text.textCount(eligible.blobs, eligible.blob_bytes)],
      ]}
    />
    <FromTerminal operation="applySyncRetention" label={text.compactFromTerminal} />
  </>
);

function Checkpoint({ state: { snapshot, repair_source }, overview }: PartProps) {
  const source =
    repair_source.kind === 'peer' ? deviceName(overview, repair_source.replica_id) : sources[repair_source.kind];
  const verifiers = snapshot?.verified_by.map((device) => deviceName(overview, device)) ?? [];
  return (
    <>
      {snapshot === null && <p>{text.noCheckpoint}</p>}
      <Facts
        facts={[
          ...(snapshot === null
            ? []
            : ([
                [text.created, moment(snapshot.created_at)],
                [text.containsCommon, snapshot.covers_floor ? text.yes : text.no],
                [text.verifiedBy, verifiers.length === 0 ? text.no : verifiers.join(', ')],
              ] as const)),
          [text.restoreSource, source],
        ]}
      />
    </>
  );
}

const Floor = ({ state: { floor }, overview }: PartProps) => (
  <DataTable label={text.commonChanges} heads={[text.device, text.upTo]}>
    {Object.entries(floor).map(([device, upTo]) => (
      <tr key={device}>
        <th scope="row" class="wraps">
          {deviceName(overview, device)}
        </th>
        <td>{number(upTo)}</td>
      </tr>
    ))}
  </DataTable>
);
