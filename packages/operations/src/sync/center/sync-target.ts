import type { ConfigValues, ErrorCode } from '@notes/contract';
import { type Carrier, CarrierError, type CarrierErrorCode } from '@notes/sync-protocol/carrier';
import type { PairingBoxes } from '@notes/sync-protocol/control';
import { DirectoryCarrier, inspectDirectory } from '@notes/sync-protocol/node';
import { SafeMessageError } from '../../platform/jobs/fault.js';

/** A carrier with a cheap check for changes: see `DirectoryCarrier.tally`. */
export type TalliedCarrier = Carrier & { tally(except: string): Promise<string> };

/** A location at which the library exchanges. */
export interface SyncTarget {
  readonly carrier: TalliedCarrier;
  /** Mailboxes in which requests to join wait for an answer; null where a service answers at once. */
  readonly pairing: PairingBoxes | null;
  /**
   * Returns the replica whose clock was observed at the target, and how far that clock is ahead of this one, in
   * milliseconds; null without an observation.
   */
  clock(): { readonly replicaId: string; readonly skewMs: number } | null;
  close(): void;
}

/** Address of a service to exchange with. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly certificateSha256: string | null;
}

/** Sync target of the settings. */
export type TargetSettings =
  | { readonly target: 'none' }
  | { readonly target: 'directory'; readonly path: string }
  | ({ readonly target: 'rest' } & ServiceAddress);

/** @throws ServiceError `sync_disabled` where a target is chosen without its location */
export function readTargetSettings(config: ConfigValues): TargetSettings {
  const { 'sync.target': target, 'sync.directory.path': path, 'sync.rest_peer.base_url': baseUrl } = config;
  if (target === 'none') return { target };
  if (target === 'directory' && path !== '') return { target, path };
  if (target === 'rest' && baseUrl !== '')
    return { target, baseUrl, certificateSha256: config['sync.rest_peer.tls_cert_sha256'] || null };
  const missing = target === 'directory' ? 'sync.directory.path' : 'sync.rest_peer.base_url';
  throw new SafeMessageError('sync_disabled', `sync.target is ${target}, but ${missing} is empty. Set it`);
}

export const noTargetError = () =>
  new SafeMessageError(
    'sync_disabled',
    'Sync has no target: sync.target is none and sync.rest.enabled is false. Set one of them',
  );

/** Returns the path of the sync folder. @throws ServiceError `sync_disabled` where the settings name no folder */
export function getSyncFolder(config: ConfigValues): string {
  const place = readTargetSettings(config);
  if (place.target !== 'directory') throw noTargetError();
  return place.path;
}

/**
 * Opens a sync folder that is already a carrier.
 *
 * @throws CarrierError `not_a_carrier` for an empty folder; as `inspectDirectory`
 */
export async function openFolderTarget(
  root: string,
  { replicaId }: { readonly replicaId: string },
): Promise<SyncTarget & { readonly pairing: PairingBoxes }> {
  const found = await inspectDirectory(root);
  if (found.state === 'empty')
    throw new CarrierError(
      'not_a_carrier',
      'The folder is empty: no device has synced there yet, or another program has not copied its files. Try again later',
    );
  const carrier = new DirectoryCarrier(root, { replicaId });
  return { carrier, pairing: carrier.pairing, clock: () => null, close: () => {} };
}

const CODES: { readonly [Code in CarrierErrorCode]: ErrorCode } = {
  unreachable: 'storage_unavailable',
  conflict: 'conflict',
  refused: 'conflict',
  not_enrolled: 'conflict',
  rate_limited: 'rate_limited',
  not_a_carrier: 'conflict',
  full: 'storage_unavailable',
};

/** Maps a carrier error to a service error. */
export function asServiceError(error: unknown): unknown {
  return error instanceof CarrierError
    ? new SafeMessageError(CODES[error.code], `Sync target: ${error.message}`, { cause: error })
    : error;
}

const TEMPORARY_ERRORS: ReadonlySet<CarrierErrorCode> = new Set(['unreachable', 'rate_limited', 'full']);

/** Returns true for a carrier error, or an error caused by one, that may pass by itself. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof CarrierError) return TEMPORARY_ERRORS.has(error.code);
  return error instanceof Error && error.cause !== undefined && isTemporary(error.cause);
}
