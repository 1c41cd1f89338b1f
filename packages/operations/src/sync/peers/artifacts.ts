import { type Input, type Output, ServiceError } from '@notes/contract';
import type { ArtifactClass } from '@notes/sync-protocol';
import type { Context } from '../../platform/context.js';
import { getCaller, getPeerService, notFoundError } from './caller.js';
import { canRemoveArtifact } from './can-remove-artifact.js';
import type { HubArtifact } from './hub.js';
import { checkArtifact } from './verify-artifact.js';

const toWireArtifact = ({ name, sizeBytes, sha256 }: HubArtifact) => ({ name, size_bytes: sizeBytes, sha256 });

export async function listNamespaces(
  context: Context,
  { after, limit }: Input<'listNamespaces'>,
): Promise<Output<'listNamespaces'>> {
  getCaller(context);
  const { namespaces, next } = await getPeerService(context).hub.namespaces(after, limit);
  return {
    namespaces: namespaces.map(({ namespace, classes }) => ({
      namespace,
      classes: classes.map(({ artifactClass, artifacts, bytes, lastName }) => ({
        class: artifactClass,
        artifacts,
        bytes,
        last_name: lastName,
      })),
    })),
    next_cursor: next,
  };
}

export async function listArtifacts(
  context: Context,
  { segment1: namespace, segment2: artifactClass, after, limit }: Input<'listArtifacts'>,
): Promise<Output<'listArtifacts'>> {
  getCaller(context);
  const page = await getPeerService(context).hub.list(namespace, artifactClass, after, limit);
  if (page === null) throw notFoundError();
  return { namespace, class: artifactClass, artifacts: page.artifacts.map(toWireArtifact), next_cursor: page.next };
}

export async function getArtifact(
  context: Context,
  { namespace, class: artifactClass, name }: Input<'getArtifact'>,
): Promise<Output<'getArtifact'>> {
  getCaller(context);
  const found = await getPeerService(context).hub.get(namespace, artifactClass, name);
  if (found === null) throw notFoundError();
  return { sha256: found.sha256, size_bytes: found.bytes.length, bytes: found.bytes };
}

export async function putArtifact(
  context: Context,
  { segment1: artifactClass, segment2: name }: Input<'putArtifact'>,
): Promise<Output<'putArtifact'>> {
  const { replicaId: namespace } = getCaller(context);
  const { crypto, hub, store } = getPeerService(context);
  const { databaseId } = context.library;
  const pieces: Uint8Array[] = [];
  for await (const piece of context.bytes ?? []) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  checkArtifact(crypto, { databaseId, namespace, artifactClass, name, bytes }, (keyId, replicaId) => {
    const key = store.peers.find(keyId);
    return key?.replicaId === replicaId ? key.signKey : undefined;
  });
  const created = await hub.put(namespace, artifactClass, name, bytes);
  const sha256 = Buffer.from(crypto.sha256(bytes)).toString('hex');
  return { name, size_bytes: bytes.length, sha256, created };
}

/** Artifact classes that are kept completely: a new member needs them. */
const PERMANENT_CLASSES: Readonly<Partial<Record<ArtifactClass, ServiceError>>> = {
  members: new ServiceError('forbidden', 'The membership log cannot be deleted'),
  recovery: new ServiceError('forbidden', 'Recovery artifacts cannot be deleted'),
};

/** Refusals for artifacts that can be removed once every member is known not to need them. */
const REMOVAL_ERRORS = {
  ops: new ServiceError(
    'conflict',
    'These operations are still needed: a member may lack them, or no verified checkpoint contains them',
  ),
  snapshots: new ServiceError('conflict', 'This checkpoint is still needed: no newer one of this device is verified'),
} as const;

export async function deleteArtifact(
  context: Context,
  { segment1: artifactClass, segment2: name }: Input<'deleteArtifact'>,
): Promise<Output<'deleteArtifact'>> {
  const { replicaId: namespace } = getCaller(context);
  const kept = PERMANENT_CLASSES[artifactClass];
  if (kept !== undefined) throw kept;
  const { hub } = getPeerService(context);
  if (artifactClass === 'ops' || artifactClass === 'snapshots') {
    if ((await hub.get(namespace, artifactClass, name)) === null) throw notFoundError();
    if (!(await canRemoveArtifact(context, namespace, artifactClass, name))) throw REMOVAL_ERRORS[artifactClass];
  }
  if (!(await hub.remove(namespace, artifactClass, name))) throw notFoundError();
  return {};
}
