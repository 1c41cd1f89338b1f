import { useState } from 'preact/hooks';
import { href } from '../../kernel/router.js';
import { ago } from '../../text/dates.js';
import { makeVisible } from '../../text/visible.js';
import { DataTable } from '../../ui/data-table.js';
import type { CenterProps } from '../center.js';
import type { Peer } from '../overview.js';
import { DeviceDialog } from './device-dialog.js';
import { statuses, text } from './texts.js';

/** The other devices of the group; retired ones are collapsed. */
export function Devices({ overview: { peers }, reload }: CenterProps) {
  const [opened, setOpened] = useState<string>();
  const shown = peers.find(({ replica_id }) => replica_id === opened);
  const [here, gone] = [
    peers.filter(({ status }) => status !== 'retired'),
    peers.filter(({ status }) => status === 'retired'),
  ];
  return (
    <>
      {here.length > 0 ? (
        <DeviceTable peers={here} label={text.devices} onOpen={setOpened} />
      ) : (
        <p class="hint">
          {text.noDevices} <a href={href(['sync', 'pairing'])}>{text.addDevice}</a>
        </p>
      )}
      {gone.length > 0 && (
        <details>
          <summary>{text.retiredCount(gone.length)}</summary>
          <DeviceTable peers={gone} label={text.retiredCount(gone.length)} onOpen={setOpened} />
        </details>
      )}
      {shown !== undefined && <DeviceDialog peer={shown} reload={reload} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface TableProps {
  readonly peers: readonly Peer[];
  readonly label: string;
  readonly onOpen: (replicaId: string) => void;
}

const DeviceTable = ({ peers, label, onOpen }: TableProps) => (
  <DataTable label={label} heads={[text.device, text.lastSeen, text.progress, text.state, '']}>
    {peers.map((peer) => (
      <tr key={peer.replica_id}>
        <th scope="row" class="wraps">
          {makeVisible(peer.label)}
          {[peer.replica_id, ...peer.key_ids].map((id) => (
            <code key={id} class="device-id">
              {id}
            </code>
          ))}
        </th>
        <td>{peer.last_ack_at === null ? text.never : ago(Date.parse(peer.last_ack_at))}</td>
        <td>{describeProgress(peer)}</td>
        <td class={`device-${peer.status}`}>{statuses[peer.status]}</td>
        <td>
          <button
            type="button"
            class="button"
            aria-label={text.detailsNamed(makeVisible(peer.label))}
            onClick={() => onOpen(peer.replica_id)}
          >
            {text.details}
          </button>
        </td>
      </tr>
    ))}
  </DataTable>
);

function describeProgress({ lag_ops: lag }: Peer): string {
  if (lag === null) return text.progressUnknown;
  return lag === 0 ? text.upToDate : text.changesBehind(lag);
}
