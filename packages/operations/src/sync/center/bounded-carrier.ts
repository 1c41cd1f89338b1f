import type { ArtifactClass, Carrier } from '@notes/sync-protocol';
import type { JobRun } from '../../jobs/job-run.js';
import type { TalliedCarrier } from './place.js';
import { orderOf } from './sync-order.js';

/** A sync has moved as many bytes as it may. What was moved stays so; the next one goes on. */
export class BytesSpent extends Error {
  override readonly name = 'BytesSpent';
  readonly summary: Readonly<Record<string, number>>;

  constructor(moved: { readonly sent: number; readonly received: number }) {
    super('the sync has moved as many bytes as it may');
    this.summary = { bytes_sent: moved.sent, bytes_received: moved.received };
  }
}

/** The bytes a job may move, at however many places. */
export class Allowance {
  readonly #most: number;
  readonly #moved = { sent: 0, received: 0 };

  constructor(job: Pick<JobRun, 'parameters'>) {
    this.#most = orderOf(job).max_bytes ?? Number.POSITIVE_INFINITY;
  }

  /** @throws BytesSpent instead of moving more than is allowed */
  take(way: 'sent' | 'received', bytes: number): void {
    const { sent, received } = this.#moved;
    if (sent + received + bytes > this.#most) throw new BytesSpent(this.#moved);
    this.#moved[way] += bytes;
  }

  /** A carrier that moves no more than this. An artifact is asked for only if it may come, as its listing has it. */
  over(carrier: TalliedCarrier): TalliedCarrier {
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
