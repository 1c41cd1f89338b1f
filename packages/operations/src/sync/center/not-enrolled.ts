import type { Reader } from '@notes/storage';
import { CarrierError } from '@notes/sync-protocol';
import type { Library } from '../../context.js';

/** What is found out by being refused is kept as of this, since no carrier is known by then. */
const REFUSED = 'refused';

/**
 * Remembers whether the place of exchange took this device for a member. Nothing else follows from it: a service of
 * another library says the same, and the device stays who it is until it joins anew.
 *
 * @param failures What kept the device from exchanging at each place; one that is away says nothing of it.
 */
export async function noteEnrolment({ store }: Library, replica: string, failures: readonly unknown[]): Promise<void> {
  const isRefused = failures.some((error) => error instanceof CarrierError && error.code === 'not_enrolled');
  if (!isRefused && (failures.length > 0 || !store.read((reader) => isNotEnrolled(reader, replica)))) return;
  await store.write(({ sync }) =>
    sync.exchange.setAlerts(REFUSED, isRefused ? [{ code: 'not_enrolled', replica }] : []),
  );
}

/** Whether a service said of this replica that it is no member, and none has taken it for one since. */
export const isNotEnrolled = ({ sync }: Pick<Reader, 'sync'>, replicaId: string): boolean =>
  sync.exchange.alerts().some(({ code, replica }) => code === 'not_enrolled' && replica === replicaId);
