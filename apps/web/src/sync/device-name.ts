import { makeVisible } from '../text/visible.js';
import type { Overview } from './overview.js';
import { text } from './texts.js';

/** Returns the name of a device; the id of an unknown one. */
export function deviceName({ replica_id, peers }: Overview, device: string | null): string {
  if (device === null) return text.unknownDevice;
  if (device === replica_id) return text.thisDevice;
  const label = peers.find((peer) => peer.replica_id === device)?.label;
  return label === undefined ? device : makeVisible(label);
}
