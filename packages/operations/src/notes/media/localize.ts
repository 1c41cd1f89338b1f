import { type Input, mediaReasons, type Output, ServiceError } from '@notes/contract';
import type { UnitOfWork } from '@notes/storage';
import { getWritableText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { startTimeLimit, type TimeLimit } from '../../platform/time-limit.js';
import { wireDocument } from '../../platform/wire.js';
import { computeView } from '../markdown/compute-view.js';
import { parseAllowedUrl } from './check-url.js';
import { fetchResource } from './fetch-resource.js';
import { MediaError } from './media-error.js';
import { type MediaPolicy, mediaPolicy } from './policy.js';
import { pointToAttachments } from './rewrite-media.js';
import { NO_MEDIA } from './scan.js';

type Item = Output<'localizeRemoteMedia'>['items'][number];

/** Limits of one call. */
const CALL = { urls: 50, bytes: 100 * 1024 * 1024, milliseconds: 110_000, atOnce: 4 } as const;

/**
 * Downloads the remote media of a note as attachments and updates the links. Each address is fetched once, and a
 * failure does not stop the others. The note is written only when it has not changed meanwhile.
 */
export async function localizeRemoteMedia(
  context: Context,
  input: Input<'localizeRemoteMedia'>,
): Promise<Output<'localizeRemoteMedia'>> {
  const { library } = context;
  const document = library.store.read((reader) => getWritableText(reader, context, input));
  const { media } = await computeView('remoteMedia', { body: document.body, databaseId: library.databaseId }, NO_MEDIA);
  const call = new Call(context, new Set(media.map(({ url }) => url)));
  try {
    const items = await call.localizeAll(input.urls);
    if (context.signal?.aborted) throw new ServiceError('request_timeout', 'The request exceeded its time limit');
    const { resources } = call;
    const written = resources.size === 0 ? document : await pointToAttachments(context, input, media, resources);
    return { document: wireDocument(written, library), items };
  } catch (error) {
    await removeUnused(context, [...call.resources.values()]);
    throw error;
  }
}

/**
 * Removes the attachments of a failed call. Those that cannot be removed are garbage-collected later, like all
 * unattached ones.
 */
async function removeUnused({ library }: Context, ids: readonly string[]): Promise<void> {
  const remove = ({ resources }: UnitOfWork) => {
    for (const id of ids) {
      const resource = resources.get(id);
      if (resource?.unattached) resources.remove(resource);
    }
  };
  await library.store.write(remove).catch(() => {});
}

/** The fetches of one call, with their common limits. */
class Call {
  /** Ids of the new attachments, by address. */
  readonly resources = new Map<string, string>();
  readonly #context: Context;
  readonly #inNote: ReadonlySet<string>;
  readonly #policy: MediaPolicy;
  readonly #limit: TimeLimit;
  #urls = 0;
  #bytes = 0;

  constructor(context: Context, inNote: ReadonlySet<string>) {
    this.#context = context;
    this.#inNote = inNote;
    this.#policy = mediaPolicy(context.library.config);
    this.#limit = startTimeLimit(CALL.milliseconds, context.signal);
  }

  /**
   * Localizes each address once, by default all addresses of the note. No fetch is running when it returns or throws.
   *
   * @throws StorageError
   */
  async localizeAll(urls: Iterable<string> = this.#inNote): Promise<Item[]> {
    const items: Item[] = [];
    const queue = [...new Set(urls)].entries();
    const work = async () => {
      for (const [index, url] of queue) items[index] = await this.#localize(url);
    };
    const working = Array.from({ length: CALL.atOnce }, work);
    try {
      await Promise.all(working);
      return items;
    } finally {
      this.#limit.end();
      await Promise.allSettled(working);
    }
  }

  async #localize(url: string): Promise<Item> {
    try {
      if (!this.#inNote.has(url)) throw new MediaError('not_in_note');
      const resource_id = await this.#fetch(parseAllowedUrl(url, this.#policy));
      this.resources.set(url, resource_id);
      return { url, status: 'localized', resource_id, reasons: [] };
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      const { reasons } = error;
      return { url, status: mediaReasons[reasons[0]], reasons: [...reasons] };
    }
  }

  #fetch(url: URL): Promise<string> {
    if (++this.#urls > CALL.urls || this.#limit.signal.aborted) throw new MediaError('call_limit');
    this.#spend(0);
    const { onEgress } = this.#context;
    const spend = (bytes: number) => this.#spend(bytes);
    return fetchResource(this.#context, url, { policy: this.#policy, signal: this.#limit.signal, spend, onEgress });
  }

  #spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > CALL.bytes) throw new MediaError('call_limit');
  }
}
