import type { Member } from '@notes/sync-protocol/control';

/** Digits of an id that distinguish devices with the same name. */
const ID_TAIL_LENGTH = 4;

/** Fields of a member that determine its label. */
type LabelledMember = Pick<Member, 'replicaId' | 'name' | 'status'>;

/**
 * Returns a label for each device: its name, with a mark where several devices share the name. This device, or else the
 * only active one of a name, has no mark.
 *
 * @param own Id of this device
 * @param former Ids that this device had before it joined again
 */
export function labelDevices(
  members: readonly LabelledMember[],
  own: string,
  former: readonly string[],
): ReadonlyMap<string, string> {
  const byName = new Map<string, LabelledMember[]>();
  for (const member of members) {
    const key = member.name.normalize('NFC').toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), member]);
  }
  return new Map([...byName.values()].flatMap((devices) => [...labelAlike(devices, own, former)]));
}

function labelAlike(devices: readonly LabelledMember[], own: string, former: readonly string[]): Map<string, string> {
  if (devices.length === 1) return new Map(devices.map(({ replicaId, name }) => [replicaId, name]));
  const active = devices.filter((device) => markFor(device, former) === '');
  const plain = active.find(({ replicaId }) => replicaId === own) ?? (active.length === 1 ? active[0] : undefined);
  const labels = new Map<string, string>();
  for (const device of devices) {
    const { replicaId, name } = device;
    const mark = markFor(device, former);
    const alike = devices.filter((other) => other !== device && markFor(other, former) === mark);
    const parts = [mark, alike.length > 0 ? `…${replicaId.slice(-ID_TAIL_LENGTH)}` : ''].filter((part) => part !== '');
    labels.set(replicaId, device === plain || parts.length === 0 ? name : `${name} (${parts.join(', ')})`);
  }
  return labels;
}

function markFor({ replicaId, status }: LabelledMember, former: readonly string[]): string {
  if (former.includes(replicaId)) return 'formerly this device';
  return status === 'active' ? '' : status;
}
