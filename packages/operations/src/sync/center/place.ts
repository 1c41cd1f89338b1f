import { type ConfigValues, type ErrorCode, ServiceError } from '@notes/contract';
import { type Carrier, CarrierError, type CarrierErrorCode, type PairingBoxes } from '@notes/sync-protocol';
import { createDirectoryCarrier, DirectoryCarrier, inspectDirectory } from '@notes/sync-protocol/node';

/** Where the library meets others. */
export interface MeetingPlace {
  readonly carrier: Carrier;
  readonly pairing: PairingBoxes;
}

/**
 * The place the settings name.
 *
 * @param databaseId Of the library; an empty folder is made its place. Null for whoever wants to join another.
 * @throws ServiceError `sync_disabled` where the settings name none; CarrierError
 */
export async function meetingPlace(
  config: ConfigValues,
  { replicaId, databaseId }: { readonly replicaId: string; readonly databaseId: string | null },
): Promise<MeetingPlace> {
  const root = directoryOf(config);
  const found = await inspectDirectory(root);
  if (found.state === 'empty') {
    if (databaseId === null) throw new CarrierError('not_a_carrier', 'nobody has exchanged anything in this folder');
    await createDirectoryCarrier(root, databaseId);
  }
  const carrier = new DirectoryCarrier(root, { replicaId });
  return { carrier, pairing: carrier.pairing };
}

/** @throws ServiceError `sync_disabled` where there is none */
export function directoryOf(config: ConfigValues): string {
  const path = config['sync.directory.path'];
  if (config['sync.target'] !== 'directory' || path === '')
    throw new ServiceError('sync_disabled', 'sync.target and sync.directory.path name no folder to exchange in');
  return path;
}

const CODES: { readonly [Code in CarrierErrorCode]: ErrorCode } = {
  unreachable: 'conflict',
  conflict: 'conflict',
  refused: 'conflict',
  rate_limited: 'rate_limited',
  not_a_carrier: 'conflict',
  full: 'storage_unavailable',
};

/** What a place of exchange refused, in the codes of the service. */
export function asServiceError(error: unknown): unknown {
  return error instanceof CarrierError
    ? new ServiceError(CODES[error.code], `the place of exchange: ${error.message}`, { cause: error })
    : error;
}
