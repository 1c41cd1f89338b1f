import type { Input, Output } from '@notes/contract';
import type { NamedContent } from '@notes/storage';
import { LibrarySyncStore, toBlobRef } from '@notes/storage/sync';
import { ARTIFACT_CLASSES, CHUNK_LENGTH, LOG_LIMITS } from '@notes/sync-protocol';
import type { BlobRef } from '@notes/sync-protocol/run';
import { existingResource } from '../../platform/access.js';
import type { Context, Library } from '../../platform/context.js';
import { encodeCursor } from '../../platform/cursor.js';
import { loadGroup } from './group.js';
import { type InspectedTarget, inspectTarget } from './inspect-target.js';
import { listAllArtifacts } from './list-all-artifacts.js';
import { readNewestAck } from './read-ack.js';
import { type Replica, withReplica } from './replica.js';
import { refuseStrayIds } from './stray-ids.js';
import { asServiceError } from './sync-target.js';

type Plan = Output<'planSyncJob'>;
type TransferEstimate = Plan['publish'];

/** Maximum bytes of uncompressed operations in a segment. */
const MAX_SEGMENT_BYTES = 850_000;
/** Number of operations that are measured. The others are assumed to be as long. */
const MAX_MEASURED_OPERATIONS = 2_000;

/** Purpose to which the id of a plan is bound. */
export const PLAN_BINDING = ['sync-plan'];

/** Estimates what a sync would publish and fetch, from listings alone. Nothing is created or transferred. */
export async function planSyncJob(context: Context, order: Input<'planSyncJob'>): Promise<Plan> {
  const { library } = context;
  const { kind, max_bytes } = order;
  refuseStrayIds(order);
  return withReplica(library, async (replica) => {
    try {
      const target = await inspectTarget(context, replica);
      try {
        const { publish, fetch } = await estimateTransfers(context, replica, target, order);
        const bytes = publish.bytes + fetch.bytes;
        const target_digest = target?.digest ?? null;
        return {
          plan_id: encodeCursor(library.cursorKey, PLAN_BINDING, { kind, target_digest }),
          target_digest,
          operations: publish.ops + fetch.ops,
          resources: publish.blobs + fetch.blobs,
          bytes,
          truncated: bytes > (max_bytes ?? Number.POSITIVE_INFINITY),
          publish,
          fetch,
          warnings: target === null ? ['place_is_empty'] : fetch.segments > 0 ? ['more_may_follow'] : [],
        };
      } finally {
        target?.close();
      }
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

const createEmptyEstimate = (): TransferEstimate => ({ segments: 0, ops: 0, blobs: 0, bytes: 0 });

async function estimateTransfers(
  context: Context,
  replica: Replica,
  target: InspectedTarget | null,
  { kind, resource_ids }: Input<'planSyncJob'>,
): Promise<Pick<Plan, 'publish' | 'fetch'>> {
  if (kind === 'verify')
    return { publish: createEmptyEstimate(), fetch: await estimateReadBack(context, replica, target) };
  if (kind === 'resources')
    return {
      publish: createEmptyEstimate(),
      fetch: await estimateContents(context.library, readContents(context.library, resource_ids)),
    };
  return {
    publish: await estimatePublish(context, replica, target),
    fetch: await estimateFetch(context, replica, target),
  };
}

/** Returns the contents of attachments, present or not; undefined without ids. @throws ServiceError `not_found` */
const readContents = ({ store }: Library, ids: readonly string[] | undefined): readonly NamedContent[] | undefined =>
  ids && store.read((reader) => ids.map((id) => existingResource(reader, id)));

/** Returns the missing bytes of attachments: of the named ones, or of all that this device should have. */
async function estimateContents(
  library: Library,
  named: readonly NamedContent[] | undefined,
): Promise<TransferEstimate> {
  const missing = named?.filter(({ sha256 }) => library.store.blobs.find(sha256) === undefined);
  const wanted = missing?.map((content) => ({ ...toBlobRef(content), have: [] })) ?? (await listWantedBlobs(library));
  const bytes = wanted.reduce((sum, { size, have }) => sum + Math.max(0, size - have.length * CHUNK_LENGTH), 0);
  return { ...createEmptyEstimate(), blobs: wanted.length, bytes };
}

const listWantedBlobs = (library: Library) => new LibrarySyncStore(library).listWantedBlobs();

/** Returns everything that members have put on the carrier. */
async function estimateReadBack(
  { library }: Context,
  replica: Replica,
  target: InspectedTarget | null,
): Promise<TransferEstimate> {
  const { state } = await loadGroup(replica, new LibrarySyncStore(library));
  const sum = createEmptyEstimate();
  for (const namespace of target === null ? [] : state.members.keys())
    for (const artifactClass of ARTIFACT_CLASSES) {
      const artifacts = await listAllArtifacts((target as InspectedTarget).carrier, namespace, artifactClass, null);
      if (artifactClass === 'blobs') sum.blobs += artifacts.length;
      else sum.segments += artifacts.length;
      sum.bytes += artifacts.reduce((all, { sizeBytes }) => all + sizeBytes, 0);
    }
  return sum;
}

async function estimatePublish(
  { library }: Context,
  { keys }: Replica,
  target: InspectedTarget | null,
): Promise<TransferEstimate> {
  const store = new LibrarySyncStore(library);
  const there = target === null ? [] : await listAllArtifacts(target.carrier, keys.replicaId, 'ops', null);
  const known = new Set(there.map(({ name }) => name));
  const sealed = (await store.listArtifacts('ops', 0, Number.MAX_SAFE_INTEGER)).filter(({ name }) => !known.has(name));
  let bytes = 0;
  let ops = 0;
  for (const { index, sizeBytes } of sealed) {
    bytes += sizeBytes;
    const [end, before] = [await store.segment(keys.replicaId, index), await store.segment(keys.replicaId, index - 1)];
    ops += Math.max(0, (end?.seq ?? 0) - (before?.seq ?? 0));
  }
  const unsealed = measureUnpublished(library, keys.replicaId);
  const blobs: BlobRef[] = [];
  for (const kind of ['text', 'resource'] as const)
    blobs.push(...(await store.listUnpublishedBlobs(target?.carrierId ?? '', kind, Number.MAX_SAFE_INTEGER)));
  const segments = Math.ceil(Math.max(unsealed.ops / LOG_LIMITS.operations, unsealed.bytes / MAX_SEGMENT_BYTES));
  return {
    segments: sealed.length + segments,
    ops: ops + unsealed.ops,
    blobs: blobs.length,
    bytes: bytes + unsealed.bytes + blobs.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Counts own operations that are in no segment, and estimates their size in bytes. */
function measureUnpublished({ store }: Context['library'], replicaId: string): Pick<TransferEstimate, 'ops' | 'bytes'> {
  return store.read(({ sync }) => {
    const sealed = sync.exchange.authors().get(replicaId)?.seq ?? 0;
    const ops = (sync.own()?.seq ?? sealed) - sealed;
    const measured = sync.operations(replicaId, sealed, MAX_MEASURED_OPERATIONS);
    const length = measured.reduce((sum, { operation }) => sum + JSON.stringify(operation).length, 0);
    return { ops, bytes: measured.length === 0 ? 0 : Math.round((length / measured.length) * ops) };
  });
}

async function estimateFetch(
  { library }: Context,
  replica: Replica,
  target: InspectedTarget | null,
): Promise<TransferEstimate> {
  const store = new LibrarySyncStore(library);
  const { state } = await loadGroup(replica, store);
  const [authors, versions] = [await store.authors(), await store.versions()];
  const { blobs, bytes } = await estimateContents(library, undefined);
  const sum = { ...createEmptyEstimate(), blobs, bytes };
  const others = [...state.members.keys()].filter((id) => id !== replica.keys.replicaId);
  for (const namespace of target === null ? [] : others) {
    const { carrier } = target as InspectedTarget;
    const segments = await listAllArtifacts(
      carrier,
      namespace,
      'ops',
      toIndexPrefix((authors.get(namespace)?.index ?? 0) + 1),
    );
    if (segments.length === 0) continue;
    const said = (await readNewestAck(replica, state, carrier, namespace))?.versions[namespace] ?? 0;
    sum.segments += segments.length;
    sum.ops += Math.max(segments.length, said - (versions[namespace] ?? 0));
    sum.bytes += segments.reduce((all, { sizeBytes }) => all + sizeBytes, 0);
  }
  return sum;
}

const toIndexPrefix = (index: number) => index.toString(16).padStart(16, '0');
