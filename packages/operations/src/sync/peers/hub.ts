import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '@notes/contract';
import { makeFolder } from '@notes/storage';
import { ARTIFACT_CLASSES, type ArtifactClass } from '@notes/sync-protocol';
import { type ArtifactPage, CarrierError, type CarrierIdentity, MAX_PAGE_SIZE } from '@notes/sync-protocol/carrier';
import { createDirectoryCarrier, DirectoryCarrier, inspectDirectory } from '@notes/sync-protocol/node';
import { sha256 as computeSha256 } from '../../platform/sha256.js';
import { NamespaceLedger } from './namespace-ledger.js';

/** Maximum artifact digests in memory: listing an artifact requires its digest. */
const MAX_CACHED_DIGESTS = 50_000;

export interface HubArtifact {
  readonly name: string;
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** Summary of a class of artifacts in a namespace. Sizes are in bytes. */
export interface ClassSummary {
  readonly artifactClass: ArtifactClass;
  readonly artifacts: number;
  readonly bytes: number;
  readonly lastName: string;
}

/** Returns the folder in which a library stores the artifacts of its peers. */
export const hubFolderFor = (dataDir: string): string => join(dataDir, 'carrier');

/** Store of the artifacts that peers put and get: a carrier in a folder of the library. */
export class Hub {
  readonly carrierId: string;
  /** Id of the database for which the store was opened. */
  readonly databaseId: string;
  readonly #root: string;
  readonly #reader: DirectoryCarrier;
  readonly #writers = new Map<string, { readonly carrier: DirectoryCarrier; readonly ledger: NamespaceLedger }>();
  readonly #digests = new Map<string, string>();
  readonly #quota: number;
  #puts = 0;

  private constructor(root: string, { carrierId, databaseId }: CarrierIdentity, replicaId: string, quota: number) {
    this.carrierId = carrierId;
    this.databaseId = databaseId;
    this.#root = root;
    this.#reader = new DirectoryCarrier(root, { replicaId });
    this.#quota = quota;
  }

  /**
   * Opens the store. Artifacts put before this library joined a group, under another database id, are moved aside.
   *
   * @throws CarrierError when the folder holds something else
   */
  static async open(root: string, own: { databaseId: string; replicaId: string }, quota: number): Promise<Hub> {
    makeFolder(root);
    let found = await inspectDirectory(root);
    if (found.state === 'carrier' && found.identity.databaseId !== own.databaseId) {
      await moveAside(root, found.identity);
      makeFolder(root);
      found = { state: 'empty' };
    }
    const identity = found.state === 'carrier' ? found.identity : await createDirectoryCarrier(root, own.databaseId);
    return new Hub(root, identity, own.replicaId, quota);
  }

  /** Number of artifacts that peers have put since the store was opened. */
  get putCount(): number {
    return this.#puts;
  }

  /** Returns the present namespaces of a page of replicas, ascending, and the last of them when more follow. */
  async namespaces(
    after: string | undefined,
    limit: number,
  ): Promise<{ namespaces: { namespace: string; classes: ClassSummary[] }[]; next: string | null }> {
    const all = await mapCarrierErrors(this.#reader.namespaces());
    const rest = after === undefined ? all : all.filter((namespace) => namespace > after);
    const page = rest.slice(0, limit);
    const namespaces = [];
    for (const namespace of page) namespaces.push({ namespace, classes: await this.#summary(namespace) });
    return { namespaces, next: rest.length > limit ? (page.at(-1) ?? null) : null };
  }

  /** Lists a namespace; null for a namespace without artifacts. */
  async list(
    namespace: string,
    artifactClass: ArtifactClass,
    after: string | undefined,
    limit: number,
  ): Promise<{ artifacts: HubArtifact[]; next: string | null } | null> {
    const page = await mapCarrierErrors(this.#reader.list(namespace, artifactClass, after ?? null, limit));
    if (page.artifacts.length === 0 && !(await mapCarrierErrors(this.#reader.namespaces())).includes(namespace))
      return null;
    const artifacts: HubArtifact[] = [];
    for (const { name, sizeBytes } of page.artifacts) {
      const sha256 = this.#digests.get(name) ?? (await this.get(namespace, artifactClass, name))?.sha256;
      if (sha256 !== undefined) artifacts.push({ name, sizeBytes, sha256 });
    }
    return { artifacts, next: page.next };
  }

  async get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
  ): Promise<{ readonly bytes: Uint8Array; readonly sha256: string } | null> {
    const bytes = await mapCarrierErrors(this.#reader.get(namespace, artifactClass, name));
    // The author puts an artifact again that a listing lacks.
    if (bytes === null) this.#digests.delete(name);
    return bytes && { bytes, sha256: this.#remember(name, computeSha256(bytes)) };
  }

  /**
   * Stores a verified artifact durably; false when it already exists.
   *
   * @throws ServiceError `conflict` when its index has other bytes, `validation_failed` for an index too far ahead or a
   * namespace over the quota
   */
  async put(namespace: string, artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<boolean> {
    const { carrier, ledger } = this.#writer(namespace);
    return await ledger.runExclusively(async () => {
      const isNew = ledger.admits(artifactClass, name, bytes.length, this.#quota);
      // An existing artifact is written again: the process that put it may have been killed before the artifact was
      // durable.
      await mapCarrierErrors(carrier.put(artifactClass, name, bytes));
      this.#remember(name, computeSha256(bytes));
      if (isNew) {
        ledger.add(artifactClass, name, bytes.length);
        this.#puts += 1;
      }
      return isNew;
    });
  }

  /** Removes an artifact; false when it does not exist. */
  async remove(namespace: string, artifactClass: ArtifactClass, name: string): Promise<boolean> {
    const { carrier, ledger } = this.#writer(namespace);
    return await ledger.runExclusively(async () => {
      if (!ledger.has(artifactClass, name)) return false;
      await mapCarrierErrors(carrier.remove(artifactClass, name));
      ledger.remove(artifactClass, name);
      return true;
    });
  }

  async #summary(namespace: string): Promise<ClassSummary[]> {
    const summaries: ClassSummary[] = [];
    for (const artifactClass of ARTIFACT_CLASSES) {
      let [artifacts, bytes, lastName] = [0, 0, ''];
      for await (const entry of this.#all(namespace, artifactClass)) {
        artifacts += 1;
        bytes += entry.sizeBytes;
        lastName = entry.name;
      }
      if (artifacts > 0) summaries.push({ artifactClass, artifacts, bytes, lastName });
    }
    return summaries;
  }

  async *#all(namespace: string, artifactClass: ArtifactClass) {
    let after: string | null = null;
    do {
      const page: ArtifactPage = await mapCarrierErrors(
        this.#reader.list(namespace, artifactClass, after, MAX_PAGE_SIZE),
      );
      yield* page.artifacts;
      after = page.next;
    } while (after !== null);
  }

  #writer(namespace: string) {
    const known = this.#writers.get(namespace);
    if (known !== undefined) return known;
    const carrier = new DirectoryCarrier(this.#root, { replicaId: namespace });
    const ledger = new NamespaceLedger((artifactClass) => this.#all(namespace, artifactClass));
    const writer = { carrier, ledger };
    this.#writers.set(namespace, writer);
    return writer;
  }

  #remember(name: string, sha256: string): string {
    if (this.#digests.size >= MAX_CACHED_DIGESTS) this.#digests.delete(this.#digests.keys().next().value as string);
    this.#digests.set(name, sha256);
    return sha256;
  }
}

async function moveAside(root: string, { carrierId, databaseId }: CarrierIdentity): Promise<void> {
  const isEmpty = (await new DirectoryCarrier(root, { replicaId: databaseId }).namespaces()).length === 0;
  if (isEmpty) rmSync(root, { recursive: true });
  else renameSync(root, `${root}.${carrierId}`);
}

/** Maps errors of the carrier's folder to service errors. */
async function mapCarrierErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    throw new ServiceError('storage_unavailable', 'The artifact folder cannot be read or written at the moment', {
      cause: error,
    });
  }
}
