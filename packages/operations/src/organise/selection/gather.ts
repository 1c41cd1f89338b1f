import { SELECTION_KINDS, type SelectionKind, selectionManifest } from '@notes/archive-manifest';
import { nodeSha256 } from '@notes/archive-manifest/node';
import type { Output } from '@notes/contract';
import type { SelectionContents, WorkerReader } from '@notes/storage';
import { sha256 } from '../../platform/sha256.js';
import type { SelectionTask } from './selection-task.js';

export type Exclusion = Output<'planSelection'>['exclusions'][number];

export interface Gathered {
  readonly contents: SelectionContents;
  readonly exclusions: readonly Exclusion[];
}

/** Gathers the requested records and their dependencies. */
export function gather(reader: WorkerReader, task: SelectionTask): Gathered {
  const { selection } = reader;
  const { include_trashed, all_revisions } = task.policy;
  selection.begin();
  const unknown = task.selectors === null ? [] : selectNotes(reader, task.selectors, task);
  if (task.selectors === null) selection.takeAll();
  const excluded = selection
    .exclude({ takeTrashed: include_trashed })
    .map(
      ({ id, readOnly }): Exclusion => ({ kind: 'documents', id, reason: readOnly ? 'builtin_readonly' : 'trashed' }),
    );
  const contents = selection.complete({ everything: task.selectors === null, allRevisions: all_revisions });
  return { contents, exclusions: [...excluded, ...unknown] };
}

/** Gathers the records of an archive of the whole library. */
export function gatherEverything({ selection }: WorkerReader): SelectionContents {
  selection.begin();
  selection.takeAll();
  selection.exclude({ takeTrashed: true });
  return selection.complete({ everything: true, allRevisions: true });
}

/** Selects the notes that any selector names. Returns the selectors that match nothing. */
function selectNotes(
  { selection, search }: WorkerReader,
  { documentIds, notebooks, includesDescendants, tags, query }: NonNullable<SelectionTask['selectors']>,
  { now, policy, hidesTrash }: SelectionTask,
): Exclusion[] {
  if (query !== null) {
    const seesTrash = !hidesTrash && (query.seesTrash || policy.include_trashed);
    selection.takeKeys(search.matches({ query: { ...query, seesTrash }, now }));
  }
  const missing = (kind: Exclusion['kind']) => (id: string) => ({ kind, id, reason: 'not_found' }) as const;
  return [
    ...selection.takeNotes(documentIds).map(missing('documents')),
    ...selection.takeNotebooks(notebooks, includesDescendants).map(missing('notebooks')),
    ...selection.takeTags(tags).map((key) => ({ ...missing('tags')(key), id: null, fingerprint_sha256: sha256(key) })),
  ];
}

/** Id of the only collection. */
export const COLLECTION = 'default';

/** Returns the digest of all selected records. */
export function computeSelectionDigest(
  { databaseId, target, policy }: Pick<SelectionTask, 'databaseId' | 'target' | 'policy'>,
  contents: SelectionContents,
): string {
  const manifest = selectionManifest({ databaseId, target, policy }, nodeSha256);
  for (const kind of SELECTION_KINDS) for (const ids of listIds(contents, kind)) manifest.addAll(kind, ids);
  return manifest.digest();
}

function listIds(contents: SelectionContents, kind: SelectionKind): Iterable<readonly string[]> {
  return kind === 'collections' ? [[COLLECTION]] : contents.idBatches(kind);
}
