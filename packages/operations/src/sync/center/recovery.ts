import { type Input, type Output, ServiceError } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import { deriveRecoveryKeys, getPublicKeys } from '@notes/sync-protocol';
import {
  type ControlState,
  formatRecoveryCode,
  getControlState,
  joinByRecovery,
  parseRecoveryCode,
  RECOVERY_SECRET_LENGTH,
  type RecoveredGroup,
  type RecoveryProblem,
  recoverGroup,
  toPublicKeyFields,
} from '@notes/sync-protocol/control';
import { DirectoryCarrier, zlibCodec } from '@notes/sync-protocol/node';
import type { Context, Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { deriveKeys, LibrarySyncKeys, newSeeds, type ReplicaStorage } from '../keys/replica-keys.js';
import { decide } from './decision.js';
import { enterGroup, refuseMembers } from './enter-group.js';
import { loadGroup } from './group.js';
import { isNotEnrolled } from './not-enrolled.js';
import { wasMember, withReplicaStorage } from './replica.js';
import { rememberCarrier } from './sync-folder.js';
import { asServiceError, getSyncFolder, openFolderTarget } from './sync-target.js';

type RecoveryInput = Input<'recoverSync'>;
type RecoveryOutput = Output<'recoverSync'>;

/** Recovers a library, tests a recovery code, or creates another one. */
export function recoverSync(context: Context, asked: RecoveryInput): Promise<RecoveryOutput> {
  if ((asked.action === 'rotate') !== (asked.recovery_code === undefined))
    throw new ServiceError(
      'validation_failed',
      'recovery_code: required with actions restore and verify, and only allowed with them',
    );
  if ((asked.action === 'restore') !== (asked.name !== undefined))
    throw new ServiceError('validation_failed', 'name: required with action restore, and only allowed with it');
  if (asked.action === 'rotate') return rotate(context);
  const { library, now } = context;
  return withReplicaStorage(library, async (place) => {
    try {
      const earlier = asked.action === 'restore' ? await findRestored(library, place, asked.name as string) : null;
      if (asked.action === 'restore' && earlier === null) await refuseMembers(library, place);
      const secret = parseSecret(place, asked.recovery_code as string);
      const group = await recoverFromFolder(library, place, secret);
      if (earlier !== null) {
        if (earlier.keys.databaseId !== group.databaseId) await refuseMembers(library, place);
        return toAnswer(asked.action, { ...group, log: earlier.log }, earlier.keys);
      }
      if (asked.action === 'restore')
        await restore(library, place, { group, secret, name: asked.name as string, now: now() });
      return toAnswer(asked.action, group, LibrarySyncKeys.open(place));
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

const toAnswer = (
  action: RecoveryInput['action'],
  { databaseId, log, epochs }: RecoveredGroup,
  keys: LibrarySyncKeys | null,
): RecoveryOutput => ({
  action,
  database_id: databaseId,
  replica_id: keys?.databaseId === databaseId ? keys.replicaId : null,
  epochs: epochs.length,
  members: countActive(getControlState(log)),
  recovery_code: null,
});

const countActive = ({ members }: ControlState) =>
  [...members.values()].filter(({ status }) => status === 'active').length;

/** Membership that an earlier restore gave to this library. */
interface Restored {
  readonly keys: LibrarySyncKeys;
  readonly log: RecoveredGroup['log'];
}

/**
 * Finds the membership of an earlier restore with the same name, so that a repeated restore adds no second member.
 *
 * @returns null for a library that is no active member, that has another name, or whose invitation admitted it
 */
async function findRestored(library: Library, place: ReplicaStorage, name: string): Promise<Restored | null> {
  const keys = LibrarySyncKeys.open(place);
  if (keys === null || library.store.read((reader) => isNotEnrolled(reader, keys.replicaId))) return null;
  const { log, state } = await loadGroup({ ...place, keys }, new LibrarySyncStore(library));
  const member = state.members.get(keys.replicaId);
  const isSame = member?.status === 'active' && member.name === name && keys.introduction !== null;
  return isSame ? { keys, log } : null;
}

function parseSecret({ crypto }: ReplicaStorage, code: string): Uint8Array {
  const secret = parseRecoveryCode(crypto, code);
  if (secret === null)
    throw new ServiceError('validation_failed', 'recovery_code: not a valid recovery code. Check it for typing errors');
  return secret;
}

const PROBLEMS: { readonly [Problem in RecoveryProblem]: string } = {
  nothing: 'The sync folder is empty: no device has synced there yet',
  other_code: 'The recovery code is for another library, or was made after the last sync in this sync folder',
  damaged:
    'The recovery data in this sync folder is damaged, or the code is for another library. On a device of the group that still works, run `notes sync run --kind verify`. Without such a device, try another copy of the folder',
  incomplete: 'The first entries of the membership log are missing in this sync folder. Try another copy of the folder',
  replaced: 'This recovery code was replaced by a newer one',
  ambiguous: 'The sync folder contains two groups, and the code does not tell which one is right',
};

/** A service only answers members, and a device that has only the recovery code is not a member yet. */
const serviceRecoveryError = () =>
  new ServiceError(
    'conflict',
    'A service does not accept a recovery code. Copy the folder `carrier` from the data directory of the device that runs the service to this device, run `notes config set sync.directory.path FOLDER` and `notes config set sync.target directory`, and try again',
  );

/** Returns the group as described by the folder and a recovery code. @throws ServiceError `conflict`, CarrierError */
async function recoverFromFolder(
  library: Library,
  { crypto }: ReplicaStorage,
  secret: Uint8Array,
): Promise<RecoveredGroup> {
  if (library.config['sync.target'] === 'rest') throw serviceRecoveryError();
  const { carrier } = await openFolderTarget(getSyncFolder(library.config), library);
  const found = await recoverGroup(crypto, zlibCodec, carrier, secret);
  if (!found.ok) throw new ServiceError('conflict', PROBLEMS[found.problem]);
  return found.group;
}

interface RestoreOptions {
  readonly group: RecoveredGroup;
  readonly secret: Uint8Array;
  readonly name: string;
  readonly now: number;
}

/** Makes this library a member by the recovery code. An exchange then fetches everything. */
async function restore(
  library: Library,
  place: ReplicaStorage,
  { group, secret, name, now }: RestoreOptions,
): Promise<void> {
  const { crypto } = place;
  if (!wasMember(library)) refuseContent(library);
  const [replicaId, seeds] = [newId('replica'), newSeeds(crypto)];
  const members = group.log.entries.map(({ operation }) => operation);
  const { bytes } = joinByRecovery(crypto, group, secret, { replicaId, name, keys: deriveKeys(crypto, seeds), now });
  const keys = await enterGroup(library, place, { ...group, replicaId, seeds, members, introduction: bytes });
  const root = getSyncFolder(library.config);
  rememberCarrier(root, { ...place, keys }, await new DirectoryCarrier(root, { replicaId }).identity());
}

function refuseContent({ store }: Library): void {
  const { ownSeq, pending } = store.read(({ sync }) => ({
    ownSeq: sync.own()?.seq ?? 0,
    pending: sync.countPending(),
  }));
  if (ownSeq + pending.documents + pending.resources > 0)
    throw new ServiceError('conflict', 'This library is not empty. Recover into an empty data directory');
}

/**
 * Creates another recovery code together with a new group key: the former code decrypts nothing encrypted from then on.
 */
function rotate(context: Context): Promise<RecoveryOutput> {
  return decide(context, (decision) => {
    const { crypto, keys } = decision.replica;
    const secret = crypto.random(RECOVERY_SECRET_LENGTH);
    decision.write({
      kind: 'recovery.replace',
      ...toPublicKeyFields(getPublicKeys(deriveRecoveryKeys(crypto, secret))),
    });
    decision.mint();
    return {
      action: 'rotate',
      database_id: keys.databaseId,
      replica_id: keys.replicaId,
      epochs: decision.state.epochs.length,
      members: countActive(decision.state),
      recovery_code: formatRecoveryCode(crypto, secret),
    };
  });
}
