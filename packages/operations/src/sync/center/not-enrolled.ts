import type { Reader } from '@notes/storage';
import { CarrierError } from '@notes/sync-protocol/carrier';
import type { Library } from '../../platform/context.js';

/** Carrier name for alerts that follow from a refusal, since no carrier is known by then. */
const REFUSED = 'refused';

/**
 * Records the refusal or acceptance of this device at the sync target. The alert has no other effect: a service of
 * another library refuses in the same way, and the device keeps its identity until it joins again.
 *
 * @param failures Errors of the exchange at each target. An unavailable target gives no information.
 */
export async function recordEnrolment(
  { store }: Library,
  replica: string,
  failures: readonly unknown[],
): Promise<void> {
  const isRefused = failures.some((error) => error instanceof CarrierError && error.code === 'not_enrolled');
  if (!isRefused && (failures.length > 0 || !store.read((reader) => isNotEnrolled(reader, replica)))) return;
  await store.write(({ sync }) =>
    sync.exchange.setAlerts(REFUSED, isRefused ? [{ code: 'not_enrolled', replica }] : []),
  );
}

/** Returns true when a service refused this replica as no member and no service has accepted it since. */
export const isNotEnrolled = ({ sync }: Pick<Reader, 'sync'>, replicaId: string): boolean =>
  sync.exchange.alerts().some(({ code, replica }) => code === 'not_enrolled' && replica === replicaId);
