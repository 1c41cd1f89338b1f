import type { ArtifactClass } from '../artifact-class.js';
import type { ArtifactPage, Carrier, CarrierIdentity } from '../carrier/carrier.js';

const TEST_IDENTITY: CarrierIdentity = {
  carrierId: `car_${'0'.repeat(26)}`,
  databaseId: `db_${'0'.repeat(26)}`,
};

/** A carrier in memory. `of` returns the carrier of one replica; all of them share its artifacts. */
export class MemoryCarrier {
  readonly identity: CarrierIdentity;
  /** Artifacts by `<namespace>/<class>`, then by name. Tests may change them to simulate loss or damage. */
  readonly folders = new Map<string, Map<string, Uint8Array>>();

  constructor(identity: CarrierIdentity = TEST_IDENTITY) {
    this.identity = identity;
  }

  folder(namespace: string, artifactClass: ArtifactClass): Map<string, Uint8Array> {
    const key = `${namespace}/${artifactClass}`;
    const found = this.folders.get(key);
    if (found !== undefined) return found;
    const made = new Map<string, Uint8Array>();
    this.folders.set(key, made);
    return made;
  }

  /** Returns a copy that later changes do not affect. */
  copy(): MemoryCarrier {
    const copy = new MemoryCarrier(this.identity);
    for (const [key, artifacts] of this.folders) copy.folders.set(key, new Map(artifacts));
    return copy;
  }

  /** Adds the artifacts of another carrier. */
  addAll({ folders }: MemoryCarrier): void {
    for (const [key, artifacts] of folders)
      this.folders.set(key, new Map([...artifacts, ...(this.folders.get(key) ?? [])]));
  }

  /** Returns the carrier of a replica, which puts into the namespace of that name. */
  carrierFor(replicaId: string): Carrier {
    return {
      identity: async () => this.identity,
      foreignFiles: () => 0,
      namespaces: async () => this.#namespaces(),
      list: async (namespace, artifactClass, after, limit) =>
        slicePage(this.folder(namespace, artifactClass), after ?? '', limit),
      get: async (namespace, artifactClass, name, range) => {
        const bytes = this.folder(namespace, artifactClass).get(name);
        if (bytes === undefined) return null;
        return range === undefined ? bytes.slice() : bytes.slice(range.start, range.start + range.length);
      },
      put: async (artifactClass, name, bytes) => {
        this.folder(replicaId, artifactClass).set(name, Uint8Array.from(bytes));
      },
      remove: async (artifactClass, name) => {
        this.folder(replicaId, artifactClass).delete(name);
      },
    };
  }

  #namespaces(): string[] {
    const held = [...this.folders].filter(([, artifacts]) => artifacts.size > 0);
    return [...new Set(held.map(([key]) => key.slice(0, key.indexOf('/'))))].sort();
  }
}

function slicePage(artifacts: ReadonlyMap<string, Uint8Array>, after: string, limit: number): ArtifactPage {
  const names = [...artifacts.keys()].filter((name) => name > after).sort();
  const page = names.slice(0, limit);
  return {
    artifacts: page.map((name) => ({ name, sizeBytes: artifacts.get(name)?.length ?? 0 })),
    next: names.length > limit ? (page.at(-1) ?? null) : null,
  };
}
