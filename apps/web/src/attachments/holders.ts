import type { Output } from '@notes/contract';
import { printValue } from '@notes/query-language';
import { call } from '../api/client.js';
import { type Data, useData } from '../kernel/use-data.js';

type Resource = Output<'getResource'>;

interface Holder {
  readonly document_id: string;
  readonly title: string;
}

interface Holders {
  /** Notes with the attachment. */
  readonly notes: readonly Holder[];
  /** Notes in Trash with a file of the same name. The service does not say which file it is. */
  readonly trashed: readonly Holder[];
  /** True when more notes have a file of this name than were examined. */
  readonly isCut: boolean;
}

/** Maximum number of notes examined; the same number again in Trash. */
export const MAX_HOLDERS = 100;

/** Finds the notes with an attachment, among the notes with a file of the same name. */
export const useHolders = ({ id, filename }: Resource): Data<Holders> =>
  useData(`holders:${id}`, async (signal) => {
    const named = `filename:${printValue(filename)}`;
    const search = (query: string) => call('searchDocuments', { query, limit: MAX_HOLDERS }, signal);
    const [active, trashed] = await Promise.all([search(named), search(`${named} is:trashed`)]);
    const has = async ({ document_id }: Holder) =>
      (await call('listDocumentResources', { document_id }, signal)).resources.some((one) => one.id === id);
    const isHolder = await Promise.all(active.results.map(has));
    return {
      notes: active.results.filter((_, index) => isHolder[index]),
      trashed: trashed.results,
      isCut: active.next_cursor !== null || trashed.next_cursor !== null,
    };
  });
