import type { Output } from '@notes/contract';
import { nameKey, printValue } from '@notes/query-language';
import { ApiError } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { Recent } from '../../ui/recent.js';
import type { FileRow, Holder, Resource } from './file-row.js';
import { type FileFilter, hasKind, mimeQueries } from './filters.js';

export interface FileList {
  readonly files: readonly FileRow[];
  /** True while more attachments can be loaded. */
  readonly hasMore: boolean;
}

/** Number of notes, and of attachments without a note, that one step reads. */
const STEP = 50;
/** Requests in flight: browsers allow six to one host, and the rest are for the user's other work. */
const AT_ONCE = 4;
const NOTES_KEPT = 2_000;

/** Attachments of notes by id and modification time; any change of attachments changes that time. */
const resourcesByNote = new Recent<readonly Resource[]>(NOTES_KEPT);
/** Attachments by id; their data never change. */
const byId = new Recent<Resource>(NOTES_KEPT);

/**
 * Lists attachments: those of notes, note by note, and those without a note. The service has no list of all
 * attachments, so notes are searched with the filter and then asked for their attachments.
 *
 * @param steps number of steps to read, from 1; each step reads 50 notes and 50 attachments without a note
 */
export async function listFiles(filter: FileFilter, steps: number, signal: AbortSignal): Promise<FileList> {
  const [used, unused] = await Promise.all([
    filter.use === 'unused' ? NONE : listUsed(filter, steps * STEP, signal),
    filter.use === 'used' ? NONE : listUnused(steps * STEP, signal),
  ]);
  const files = [...used.files, ...unused.files].filter(({ resource }) => matches(resource, filter));
  return { files, hasMore: used.hasMore || unused.hasMore };
}

const NONE: FileList = { files: [], hasMore: false };

const matches = ({ filename, mime_type }: Resource, { name, kind }: FileFilter): boolean =>
  nameKey(filename).includes(nameKey(name)) && hasKind(mime_type, kind);

type Hit = Output<'searchDocuments'>['results'][number];

async function listUsed(filter: FileFilter, maxFiles: number, signal: AbortSignal): Promise<FileList> {
  const { hits, hasMore } = await findNotes(filter, maxFiles, signal);
  const attached = await mapInTurns(hits, (note) => listResources(note, signal));
  const files = new Map<string, { resource: Resource; notes: Holder[] }>();
  for (const [index, note] of hits.entries())
    for (const resource of attached[index] ?? []) {
      const file = files.get(resource.id) ?? { resource, notes: [] };
      // A note can use one attachment in two ways.
      if (file.notes.at(-1)?.id !== note.document_id) file.notes.push({ id: note.document_id, title: note.title });
      files.set(resource.id, file);
    }
  return { files: [...files.values()], hasMore };
}

interface FoundFiles {
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
}

/** Finds the notes whose attachments may match the filter. The service does not list attachments of notes in Trash. */
async function findNotes({ name, kind }: FileFilter, maxFiles: number, signal: AbortSignal): Promise<FoundFiles> {
  const named = name.trim() === '' ? '' : ` filename:${printValue(name.trim())}`;
  const hits: Hit[] = [];
  const query = `has:resource${named}${mimeQueries[kind]}`;
  let cursor: string | undefined;
  do {
    if (hits.length >= maxFiles) return { hits, hasMore: true };
    const limit = Math.min(STEP, maxFiles - hits.length);
    const page = await call('searchDocuments', { query, limit, ...(cursor !== undefined && { cursor }) }, signal);
    hits.push(...page.results);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { hits, hasMore: false };
}

async function listResources({ document_id, updated_at }: Hit, signal: AbortSignal): Promise<readonly Resource[]> {
  const key = `${document_id} ${updated_at}`;
  const known = resourcesByNote.get(key);
  if (known !== undefined) return known;
  try {
    const { resources } = await call('listDocumentResources', { document_id }, signal);
    resourcesByNote.set(key, resources);
    return resources;
  } catch (error) {
    return ignoreGone(error, []);
  }
}

/** Lists the attachments without a note. The report on them contains no names. */
async function listUnused(maxFiles: number, signal: AbortSignal): Promise<FileList> {
  const { eligible, retained } = await call('getGcReport', {}, signal);
  const ids = [...eligible, ...retained].flatMap(({ resource_id }) => resource_id ?? []);
  const resources = await mapInTurns(ids.slice(0, maxFiles), (id) => loadResource(id, signal));
  const files = resources.flatMap((resource) => (resource === undefined ? [] : { resource, notes: [] }));
  return { files, hasMore: ids.length > maxFiles };
}

async function loadResource(resource_id: string, signal: AbortSignal): Promise<Resource | undefined> {
  const known = byId.get(resource_id);
  if (known !== undefined) return known;
  try {
    const resource = await call('getResource', { resource_id }, signal);
    byId.set(resource_id, resource);
    return resource;
  } catch (error) {
    return ignoreGone(error, undefined);
  }
}

/** Returns `rest` for attachments deleted since they were listed. */
function ignoreGone<Rest>(error: unknown, rest: Rest): Rest {
  if (error instanceof ApiError && error.code === 'not_found') return rest;
  throw error;
}

/** Calls `ask` for each item, a few requests at a time. Returns the results in the order of the items. */
async function mapInTurns<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await ask(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
