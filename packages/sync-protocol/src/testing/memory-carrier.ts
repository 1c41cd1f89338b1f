import type { ArtifactClass, ArtifactPage, Carrier } from '../carrier/carrier.js';

/** A carrier of this process's memory, shared by `of` for each replica. */
export class MemoryCarrier {
  readonly #artifacts = new Map<string, Uint8Array>();

  /** The carrier as a replica has it: what it puts goes into the namespace of that name. */
  of(replicaId: string): Carrier {
    const path = (namespace: string, artifactClass: ArtifactClass, name = '') =>
      `${namespace}/${artifactClass}/${name}`;
    const artifacts = this.#artifacts;
    return {
      async namespaces() {
        return [...new Set(Array.from(artifacts.keys(), (key) => key.slice(0, key.indexOf('/'))))].sort();
      },
      async list(namespace, artifactClass, after, limit): Promise<ArtifactPage> {
        const prefix = path(namespace, artifactClass);
        const names = [...artifacts.keys()]
          .filter((key) => key.startsWith(prefix) && key.slice(prefix.length) > (after ?? ''))
          .map((key) => key.slice(prefix.length))
          .sort();
        const page = names.slice(0, limit);
        return {
          artifacts: page.map((name) => ({ name, sizeBytes: artifacts.get(prefix + name)?.length ?? 0 })),
          next: names.length > limit ? (page.at(-1) ?? null) : null,
        };
      },
      async get(namespace, artifactClass, name, range) {
        const bytes = artifacts.get(path(namespace, artifactClass, name));
        if (bytes === undefined) return null;
        return range === undefined ? bytes.slice() : bytes.slice(range.start, range.start + range.length);
      },
      async put(artifactClass, name, bytes) {
        artifacts.set(path(replicaId, artifactClass, name), bytes.slice());
      },
      async remove(artifactClass, name) {
        artifacts.delete(path(replicaId, artifactClass, name));
      },
    };
  }
}
