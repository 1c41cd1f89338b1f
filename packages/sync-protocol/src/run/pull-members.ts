import type { ArtifactClass } from '../artifact-class.js';
import { isNamespace } from '../carrier/names.js';
import { decryptArtifact } from '../frames/artifact.js';
import { fetchListed, type ListedArtifact, listByIndex, recordSeen } from './artifacts.js';
import type { RunContext } from './context.js';
import { ControlLogCache } from './control-log-cache.js';
import { readMembership } from './members.js';
import { recordFork } from './record-fork.js';

const CLASS: ArtifactClass = 'members';

/**
 * Fetches control operations of other replicas until no more can be read. The order of reading does not matter, because
 * operations name their predecessors. An artifact may be encrypted under an epoch whose key a later one delivers.
 */
export async function pullMembers(run: RunContext): Promise<void> {
  const namespaces = (await run.carrier.namespaces()).filter(isNamespace);
  for (let moved = true; moved; ) {
    moved = false;
    const known = new Set((await run.store.control()).map(({ namespace, index }) => `${namespace}:${index}`));
    for (const namespace of namespaces) if (await pullNamespace(run, namespace, known)) moved = true;
    if (moved) run.members = await readMembership(run);
  }
  for (const namespace of namespaces)
    if (!run.members.replicas.includes(namespace)) run.alerts.raise('unknown_replica', namespace);
}

async function pullNamespace(run: RunContext, namespace: string, known: ReadonlySet<string>): Promise<boolean> {
  // An earlier pass may have raised the alert for an artifact that has arrived since.
  run.alerts.withdraw('carrier_damaged', namespace, CLASS);
  const has = (index: number) => known.has(`${namespace}:${index}`);
  let last = 0;
  while (has(last + 1)) last += 1;
  let moved = false;
  for await (const { index, listed } of listByIndex(run, namespace, CLASS, last + 1)) {
    if (index > last + 1)
      run.alerts.raise('gap', namespace, { artifactClass: CLASS, index: last + 1, problem: 'missing' });
    last = index;
    if (has(index)) continue;
    const sound: ReadableOperation[] = [];
    for (const each of listed) sound.push(...(await readOperation(run, namespace, each)));
    const [first, second] = sound;
    if (second !== undefined) await recordFork(run, namespace, CLASS, index);
    if (first === undefined || second !== undefined) continue;
    await run.store.keepControl({ namespace, index, ...first });
    await recordSeen(run, namespace, CLASS, index);
    moved = true;
  }
  return moved;
}

interface ReadableOperation {
  readonly sha256: string;
  readonly payload: Uint8Array;
}

/**
 * Reads one operation; returns none when it cannot be read yet, or ever. The log verifies the signature of the
 * operation, since it knows the keys; the encryption shows that a member has put the artifact here.
 */
async function readOperation(run: RunContext, namespace: string, listed: ListedArtifact): Promise<ReadableOperation[]> {
  const { crypto, codec, keys, alerts } = run;
  const { index } = listed;
  const fetched = await fetchListed(run, namespace, CLASS, listed);
  if (fetched === null) return [];
  const opened = decryptArtifact(crypto, codec, {
    databaseId: keys.databaseId,
    namespace,
    artifactClass: 'members',
    index,
    artifact: fetched.bytes,
    epochKey: (id) => keys.epochs().find((epoch) => epoch.id === id)?.key ?? null,
  });
  if (!opened.ok) {
    // The key of the epoch may arrive with another control operation.
    if (opened.problem !== 'epoch') alerts.quarantine(namespace, CLASS, index, opened.problem);
    return [];
  }
  const operation = ControlLogCache.get(crypto, keys).parse(opened.payload);
  if (operation.ok) return [{ sha256: fetched.sha256, payload: opened.payload }];
  if (operation.problem === 'needs_upgrade') alerts.raise('needs_upgrade', namespace);
  else alerts.quarantine(namespace, CLASS, index, operation.problem);
  return [];
}
