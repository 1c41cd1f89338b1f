import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { moment } from '../../text/dates.js';
import { makeVisible } from '../../text/visible.js';
import { Dialog } from '../../ui/dialog.js';
import { Facts } from '../../ui/facts.js';
import { Check } from '../../ui/form-fields.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import type { Peer } from '../overview.js';
import { RetireForm } from './retire-form.js';
import { statuses, text } from './texts.js';

interface DeviceDialogProps {
  readonly peer: Peer;
  readonly onClose: () => void;
  readonly reload: () => void;
}

/** Details of a device, and its actions. */
export function DeviceDialog({ peer, onClose, reload }: DeviceDialogProps) {
  const [isRetiring, setRetiring] = useState(false);
  const name = makeVisible(peer.label);
  if (isRetiring)
    return (
      <Dialog title={text.retireTitle(name)} onClose={onClose}>
        <RetireForm peer={peer} onClose={onClose} onDone={reload} />
      </Dialog>
    );
  return (
    <Dialog title={name} onClose={onClose}>
      <div class="form">
        <Facts
          facts={[
            [text.id, <code key="id">{peer.replica_id}</code>],
            [text.state, statuses[peer.status]],
            [text.joined, moment(peer.joined_at)],
            [text.lastSeen, moment(peer.last_ack_at, text.never)],
            [text.clock, describeClock(peer)],
            [text.attachments, peer.complete ? text.hasAllAttachments : text.attachmentsUnconfirmed],
          ]}
        />
        {peer.status === 'active' && <Permission peer={peer} reload={reload} />}
        {peer.status === 'active' &&
          peer.key_ids.map((key) => (
            <FromTerminal key={key} operation="revokeKey" words={[key]} label={text.revokeHint} />
          ))}
        <div class="form-buttons">
          <button type="button" class="button" onClick={onClose}>
            {text.close}
          </button>
          {peer.status !== 'retired' && (
            <button type="button" class="button danger" onClick={() => setRetiring(true)}>
              {text.retireEllipsis}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function describeClock({ clock_skew_ms: skew }: Peer): string {
  if (skew === null) return text.clockUnknown;
  const seconds = Math.round(skew / 1_000);
  if (seconds === 0) return text.clockSame;
  return seconds > 0 ? text.clockAhead(seconds) : text.clockBehind(-seconds);
}

function Permission({ peer, reload }: Omit<DeviceDialogProps, 'onClose'>) {
  const { isRunning, error, run } = useAction();
  const set = (granted: boolean) =>
    run(async () => {
      await call('setSnapshotPermission', { replica_id: peer.replica_id, granted });
      reload();
    });
  return (
    <>
      <Check label={text.allowBackups} checked={peer.snapshot_permitted} disabled={isRunning} onChange={set} />
      <ErrorMessage error={error} />
    </>
  );
}
