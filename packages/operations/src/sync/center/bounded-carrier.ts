import type { ArtifactClass } from '@notes/sync-protocol';
import type { Carrier } from '@notes/sync-protocol/carrier';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { readOrder } from './sync-order.js';
import type { TalliedCarrier } from './sync-target.js';

/** Error of a sync that has used up its byte limit. Transferred data stays, and the next sync continues. */
export class ByteLimitReached extends Error {
  override readonly name = 'ByteLimitReached';
  readonly summary: Readonly<Record<string, number>>;

  constructor(moved: { readonly sent: number; readonly received: number }) {
    super('The sync has reached its byte limit');
    this.summary = { bytes_sent: moved.sent, bytes_received: moved.received };
  }
}

/** Byte limit of a job over all its carriers. */
export class ByteLimit {
  readonly #most: number;
  readonly #moved = { sent: 0, received: 0 };

  constructor(job: Pick<JobRun, 'parameters'>) {
    this.#most = readOrder(job).max_bytes ?? Number.POSITIVE_INFINITY;
  }

  /** @throws ByteLimitReached when the transfer would exceed the limit */
  take(way: 'sent' | 'received', bytes: number): void {
    const { sent, received } = this.#moved;
    if (sent + received + bytes > this.#most) throw new ByteLimitReached(this.#moved);
    this.#moved[way] += bytes;
  }

  /** Returns a carrier that respects the limit. An artifact is only requested if its listed size fits. */
  limitCarrier(carrier: TalliedCarrier): TalliedCarrier {
    const sizes = new Map<string, number>();
    const key = (namespace: string, artifactClass: ArtifactClass, name: string) =>
      `${namespace}/${artifactClass}/${name}`;
    const bounded: Omit<Carrier, 'foreignFiles'> = {
      identity: () => carrier.identity(),
      namespaces: () => carrier.namespaces(),
      remove: (artifactClass, name) => carrier.remove(artifactClass, name),
      list: async (namespace, artifactClass, after, limit) => {
        const page = await carrier.list(namespace, artifactClass, after, limit);
        for (const { name, sizeBytes } of page.artifacts) sizes.set(key(namespace, artifactClass, name), sizeBytes);
        return page;
      },
      get: async (namespace, artifactClass, name, range) => {
        const listed = sizes.get(key(namespace, artifactClass, name));
        const expected = range?.length ?? listed ?? 0;
        this.take('received', expected);
        const bytes = await carrier.get(namespace, artifactClass, name, range);
        this.#moved.received += (bytes?.length ?? 0) - expected;
        return bytes;
      },
      put: async (artifactClass, name, bytes) => {
        this.take('sent', bytes.length);
        await carrier.put(artifactClass, name, bytes);
      },
    };
    return { ...bounded, foreignFiles: () => carrier.foreignFiles(), tally: (except) => carrier.tally(except) };
  }
}
