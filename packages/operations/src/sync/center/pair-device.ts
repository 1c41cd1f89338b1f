import { type Input, type Output, ServiceError } from '@notes/contract';
import type { StoredJoinRequest } from '@notes/storage';
import { CarrierError } from '@notes/sync-protocol/carrier';
import {
  createJoinRequest,
  type Grant,
  type PendingJoin,
  parsePairingCode,
  readAnswer,
} from '@notes/sync-protocol/control';
import type { Context, Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { SafeMessageError } from '../../platform/jobs/fault.js';
import { toServiceError } from '../../platform/service-error.js';
import { deriveKeys, type LibrarySyncKeys, newSeeds, type ReplicaStorage } from '../keys/replica-keys.js';
import { refuseFixed } from './configure.js';
import { enterGroup, refuseMembers } from './enter-group.js';
import { wasMember, withReplicaStorage } from './replica.js';
import { type JoinResponse, requestToJoin } from './request-to-join.js';
import { storeSettings, toPeerSettings } from './settings.js';
import { rememberCarrier } from './sync-folder.js';
import {
  asServiceError,
  noTargetError,
  openFolderTarget,
  readTargetSettings,
  type ServiceAddress,
  type TargetSettings,
} from './sync-target.js';

/** Joins the group of a pairing code. A repeated call checks for the answer. */
export function pairDevice(context: Context, input: Input<'pairDevice'>): Promise<Output<'pairDevice'>> {
  const { library } = context;
  return withReplicaStorage(library, async (place) => {
    await refuseMembers(library, place);
    const secret = parsePairingCode(place.crypto, input.code);
    if (secret === null)
      throw new ServiceError('validation_failed', 'code: not a valid pairing code. Check it for typing errors');
    if (!wasMember(library)) refuseNotes(library, input.local_library);
    try {
      return await join(context, place, secret, input);
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

function refuseNotes({ store }: Library, local: 'refuse' | 'merge'): void {
  if (local === 'merge') return;
  if (store.read(({ sync }) => sync.countPending().documents) > 0)
    throw new ServiceError(
      'conflict',
      'local_library: this library has notes of its own. Set it to merge to bring them into the group',
    );
}

type PairingInput = Input<'pairDevice'>;
type PairingOutput = Output<'pairDevice'>;

async function join(
  context: Context,
  place: ReplicaStorage,
  secret: Uint8Array,
  asked: PairingInput,
): Promise<PairingOutput> {
  const { library, now } = context;
  const request = prepareRequest(place, secret, asked.name, now());
  const chosen = chooseTarget(library, asked);
  const answer =
    chosen.target === 'rest'
      ? await askService(context, place, request, chosen)
      : await askFolder(context, place, request, chosen);
  if (answer === null)
    return { state: 'waiting', database_id: null, replica_id: null, key_id: null, inviter_replica_id: null };
  place.store.joinRequests.clear();
  return {
    state: 'joined',
    database_id: answer.keys.databaseId,
    replica_id: answer.keys.replicaId,
    key_id: answer.keys.keyId,
    inviter_replica_id: answer.grant.inviterReplicaId,
  };
}

/**
 * Returns the requested sync target, or the target of the settings. @throws ServiceError `sync_disabled`,
 * `validation_failed`
 */
function chooseTarget(
  { config }: Library,
  { target, base_url, tls_cert_sha256 }: PairingInput,
): Exclude<TargetSettings, { target: 'none' }> {
  const wanted = target ?? (base_url === undefined ? config['sync.target'] : 'rest');
  if (wanted !== 'rest' && (base_url ?? tls_cert_sha256) !== undefined)
    throw new ServiceError('validation_failed', 'base_url, tls_cert_sha256: only allowed with target rest');
  if (wanted === 'rest' && base_url !== undefined)
    return { target: wanted, baseUrl: base_url, certificateSha256: tls_cert_sha256 ?? null };
  const chosen = readTargetSettings({ ...config, 'sync.target': wanted });
  if (chosen.target === 'none') throw noTargetError();
  return chosen.target === 'rest' && tls_cert_sha256 !== undefined
    ? { ...chosen, certificateSha256: tls_cert_sha256 }
    : chosen;
}

/** A request to join, and the data needed to read its answer. */
interface JoinAttempt {
  readonly joining: StoredJoinRequest;
  readonly pending: PendingJoin;
  /** True when an earlier call has made the request. */
  readonly isKnown: boolean;
}

interface JoinedGroup {
  readonly keys: LibrarySyncKeys;
  readonly grant: Grant;
}

/**
 * Leaves the request in the folder, or reads its answer; null while there is no answer.
 *
 * @throws ServiceError `conflict` for a request that was refused, and when the answer is for another device
 */
async function askFolder(
  { library }: Context,
  place: ReplicaStorage,
  request: JoinAttempt,
  { path }: { readonly path: string },
): Promise<JoinedGroup | null> {
  const { invitationId, box } = request.pending;
  const { carrier, pairing } = await openFolderTarget(path, library);
  const found = await pairing.get(invitationId, 'resp');
  // A program that copies the folder may create the file before its bytes.
  const answer = found?.length === 0 ? null : found;
  const grant = answer && readGrant(place, request, answer);
  if (!grant) {
    if (answer !== null) throw otherDeviceError();
    if (request.isKnown && (await pairing.get(invitationId, 'req')) === null) {
      place.store.joinRequests.clear();
      throw refusedCodeError();
    }
    await pairing.put(invitationId, 'req', box);
    return null;
  }
  const entered = { keys: await enterWithGrant(library, place, request.joining, grant), grant };
  rememberCarrier(path, { ...place, keys: entered.keys }, await carrier.identity());
  await pairing.remove(invitationId);
  return entered;
}

const otherDeviceError = () =>
  new ServiceError(
    'conflict',
    'code: the answer in the sync folder is for another request, so the code was used already. Create another code on the device that made it. If no other device used the code, the answer may still be copied: try again later',
  );
const refusedCodeError = () =>
  new ServiceError(
    'conflict',
    'code: the request is not in the sync folder any more, because the code was used already, has expired or was cancelled. Create another code on the device that made it',
  );

/**
 * Asks a service, which answers at once, and stores it as the sync target.
 *
 * @throws ServiceError with the detail `join_request` when the service may have admitted the device: only the same
 *   request gets the answer again
 */
async function askService(
  { library, now }: Context,
  place: ReplicaStorage,
  request: JoinAttempt,
  asked: ServiceAddress,
): Promise<JoinedGroup> {
  const response = await requestToJoin(asked, request.pending, now()).catch((error: unknown) => {
    throw isUnanswered(error) ? toSentError(error) : error;
  });
  try {
    return await acceptResponse(library, place, request, asked, response);
  } catch (error) {
    throw toSentError(error);
  }
}

/** System calls that fail before anything is sent. */
const CONNECTING: ReadonlySet<string | undefined> = new Set(['connect', 'getaddrinfo']);

/** Returns true for an error of a request that may have reached the service. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CarrierError &&
  error.code === 'unreachable' &&
  !CONNECTING.has((error.cause as NodeJS.ErrnoException | undefined)?.syscall);

/** Marks an error after which the service may have admitted this device. */
function toSentError(error: unknown): unknown {
  const known = toServiceError(asServiceError(error));
  if (!(known instanceof ServiceError)) return known;
  return new SafeMessageError(known.code, known.message, { cause: error, details: { join_request: 'sent' } });
}

async function acceptResponse(
  library: Library,
  place: ReplicaStorage,
  request: JoinAttempt,
  asked: ServiceAddress,
  { box, certificateSha256 }: JoinResponse,
): Promise<JoinedGroup> {
  const grant = readGrant(place, request, box);
  if (grant === null) throw new CarrierError('refused', 'The answer does not come from the device that made the code');
  if (grant.tlsCertSha256 !== certificateSha256)
    throw new CarrierError(
      'refused',
      'The certificate of the service differs from that of the device that made the code. Check the address. If a reverse proxy answers there, set sync.rest.proxy_cert_sha256 on that device, restart its service, and join with a new code',
    );
  const settings = toPeerSettings({ baseUrl: asked.baseUrl, certificateSha256 });
  refuseFixed(library, settings);
  // The target is stored before the device becomes a member: a member is not asked for its target again.
  storeSettings(library, settings);
  const keys = await enterWithGrant(library, place, request.joining, grant);
  library.applySettings(settings);
  return { keys, grant };
}

/** Returns the grant in an answer; null when the answer does not fit this request or its inviter. */
function readGrant({ crypto }: ReplicaStorage, { joining, pending }: JoinAttempt, answer: Uint8Array): Grant | null {
  const keys = deriveKeys(crypto, { sign: joining.signSeed, box: joining.boxSeed });
  return readAnswer(crypto, joining.secret, { keys }, pending, answer);
}

/** Returns the pending request for this code, or a new one. */
function prepareRequest(place: ReplicaStorage, secret: Uint8Array, name: string, now: number): JoinAttempt {
  const { crypto, store } = place;
  const seeds = newSeeds(crypto);
  const replicaId = newId('replica');
  const fresh = createJoinRequest(crypto, secret, { replicaId, name, keys: deriveKeys(crypto, seeds), now });
  const known = store.joinRequests.find(fresh.invitationId);
  if (known !== undefined)
    return { joining: known, pending: { invitationId: known.invitationId, box: known.box }, isKnown: true };
  const joining = { ...fresh, secret, replicaId, signSeed: seeds.sign, boxSeed: seeds.box };
  store.joinRequests.keep(joining);
  return { joining, pending: fresh, isKnown: false };
}

function enterWithGrant(
  library: Library,
  place: ReplicaStorage,
  joining: StoredJoinRequest,
  grant: Grant,
): Promise<LibrarySyncKeys> {
  const { replicaId, signSeed: sign, boxSeed: box } = joining;
  return enterGroup(library, place, { ...grant, replicaId, seeds: { sign, box } });
}
