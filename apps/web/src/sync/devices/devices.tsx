import { useState } from 'preact/hooks';
import { href } from '../../kernel/router.js';
import { ago } from '../../text/dates.js';
import { makeVisible } from '../../text/visible.js';
import { DataTable } from '../../ui/data-table.js';
import type { CenterProps, Peer } from '../overview.js';
import { DeviceDialog } from './device-dialog.js';
import { statuses, text } from './texts.js';

/** The other devices of the group; retired ones are collapsed. */
export function Devices({ overview: { peers }, reload }: CenterProps) {
  const [openId, setOpenId] = useState<string>();
  const openPeer = peers.find(({ replica_id }) => replica_id === openId);
  const [current, retired] = [
    peers.filter(({ status }) => status !== 'retired'),
    peers.filter(({ status }) => status === 'retired'),
  ];
  return (
    <>
      {current.length > 0 ? (
        <DeviceTable peers={current} label={text.devices} onOpen={setOpenId} />
      ) : (
        <p class="hint">
          {text.noDevices} <a href={href(['sync', 'pairing'])}>{text.addDevice}</a>
        </p>
      )}
      {retired.length > 0 && (
        <details>
          <summary>{text.retiredCount(retired.length)}</summary>
          <DeviceTable peers={retired} label={text.retiredCount(retired.length)} onOpen={setOpenId} />
        </details>
      )}
      {openPeer !== undefined && <DeviceDialog peer={openPeer} reload={reload} onClose={() => setOpenId(undefined)} />}
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
