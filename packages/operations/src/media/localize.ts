import { type Input, mediaReasons, type Output, ServiceError } from '@notes/contract';
import { writableDocument } from '../access.js';
import type { Context } from '../context.js';
import { lookAt } from '../markdown/look.js';
import { wireDocument } from '../wire.js';
import { allowedUrl } from './check-url.js';
import { MediaError } from './media-error.js';
import { type MediaPolicy, mediaPolicy } from './policy.js';
import { fetchResource } from './quarantine.js';
import { pointAt } from './rewrite-media.js';
import { NO_MEDIA } from './scan.js';

type Item = Output<'localizeRemoteMedia'>['items'][number];

/** What one call may fetch. */
const CALL = { urls: 50, bytes: 100 * 1024 * 1024, milliseconds: 110_000, atOnce: 4 } as const;

/**
 * Fetches what a note shows from elsewhere and points the note at it. Each address is fetched once, and what fails does
 * not keep the others; the note is written only when it is still what it was.
 */
export async function localizeRemoteMedia(
  context: Context,
  input: Input<'localizeRemoteMedia'>,
): Promise<Output<'localizeRemoteMedia'>> {
  const { library } = context;
  const document = library.store.read((reader) => writableDocument(reader, context, input));
  const { media } = await lookAt('remoteMedia', { body: document.body, databaseId: library.databaseId }, NO_MEDIA);
  const inNote = new Set(media.map(({ url }) => url));
  const items = await fetchAll(context, [...new Set(input.urls ?? inNote)], inNote);
  if (context.signal?.aborted) throw new ServiceError('request_timeout', 'the request took too long');
  const resources = new Map(
    items.flatMap(({ url, resource_id }) => (resource_id === undefined ? [] : [[url, resource_id]])),
  );
  const written = resources.size === 0 ? document : await pointAt(context, input, media, resources);
  return { document: wireDocument(written, library), items };
}

async function fetchAll(context: Context, urls: readonly string[], inNote: ReadonlySet<string>): Promise<Item[]> {
  const call = new Call(context);
  const items: Item[] = [];
  const queue = urls.entries();
  const work = async () => {
    for (const [index, url] of queue) items[index] = await call.localize(url, inNote);
  };
  try {
    await Promise.all(Array.from({ length: CALL.atOnce }, work));
    return items;
  } finally {
    call.end();
  }
}

/** The fetches of one call, and what they may take together. */
class Call {
  readonly #context: Context;
  readonly #policy: MediaPolicy;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #urls = 0;
  #bytes = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#policy = mediaPolicy(context.library.config);
    const signals = [this.#ended.signal, AbortSignal.timeout(CALL.milliseconds)];
    this.#signal = AbortSignal.any(context.signal === undefined ? signals : [...signals, context.signal]);
  }

  end(): void {
    this.#ended.abort();
  }

  /** @throws StorageError */
  async localize(url: string, inNote: ReadonlySet<string>): Promise<Item> {
    try {
      if (!inNote.has(url)) throw new MediaError('not_in_note');
      const resource_id = await this.#fetch(allowedUrl(url, this.#policy));
      return { url, status: 'localized', resource_id, reasons: [] };
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      const { reasons } = error;
      return { url, status: mediaReasons[reasons[0]], reasons: [...reasons] };
    }
  }

  #fetch(url: URL): Promise<string> {
    if (++this.#urls > CALL.urls || this.#signal.aborted) throw new MediaError('call_limit');
    this.#spend(0);
    const { onEgress } = this.#context;
    const spend = (bytes: number) => this.#spend(bytes);
    return fetchResource(this.#context, url, { policy: this.#policy, signal: this.#signal, spend, onEgress });
  }

  #spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > CALL.bytes) throw new MediaError('call_limit');
  }
}
