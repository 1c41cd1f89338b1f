import { DocumentWriter } from '../documents/document-writer.js';
import { DocumentReader } from '../documents/documents.js';
import { ProvenanceReader, ProvenanceWriter } from '../documents/provenance.js';
import { RevisionReader, RevisionWriter } from '../documents/revisions.js';
import { SourceBundleReader, SourceBundleWriter } from '../documents/source-bundles.js';
import { JobWriter } from '../jobs/job-writer.js';
import { JobReader } from '../jobs/jobs.js';
import { JournalReader, journalWriter } from '../journal/journal.js';
import { LinkReader } from '../links/links.js';
import { NotebookReader, NotebookWriter } from '../notebooks/notebooks.js';
import type { Blobs } from '../resources/blobs.js';
import { ResourceWriter } from '../resources/resource-writer.js';
import { ResourceReader } from '../resources/resources.js';
import { IndexWriter } from '../search/index-writer.js';
import { SearchReader, type SearchTuning } from '../search/search.js';
import { SearchNotebookReader, SearchNotebookWriter } from '../search/search-notebooks.js';
import { Vocabulary } from '../search/vocabulary.js';
import { SearchFeedReader } from '../search-feed/search-feed-reader.js';
import { SearchFeedWriter } from '../search-feed/search-feed-writer.js';
import type { Capture } from '../sync/capture.js';
import type { ContentDeriver } from '../sync/materializer-writers.js';
import { SyncReader, SyncWriter } from '../sync/sync.js';
import { TagReader, TagWriter } from '../tags/tags.js';
import { TaskReader } from '../tasks/tasks.js';
import { BatchRequestReader, BatchRequestWriter } from './batch-requests.js';
import type { Connection } from './connection.js';
import type { GroupCommit } from './group-commit.js';
import type { Handle } from './handle.js';
import { MetaReader, MetaWriter } from './meta.js';

/** Readers of the library. All reads within one `store.read` see the same snapshot. */
export interface Reader {
  readonly documents: DocumentReader;
  readonly revisions: RevisionReader;
  readonly notebooks: NotebookReader;
  readonly tags: TagReader;
  readonly links: LinkReader;
  readonly tasks: TaskReader;
  readonly resources: ResourceReader;
  readonly searchNotebooks: SearchNotebookReader;
  readonly provenance: ProvenanceReader;
  readonly sourceBundles: SourceBundleReader;
  readonly search: SearchReader;
  readonly vocabulary: Vocabulary;
  readonly searchFeed: SearchFeedReader;
  readonly journal: JournalReader;
  readonly batchRequests: BatchRequestReader;
  readonly jobs: JobReader;
  readonly meta: MetaReader;
  readonly sync: SyncReader;
}

/** Writers of the library, for one write. */
export interface UnitOfWork extends Reader {
  readonly documents: DocumentWriter;
  readonly revisions: RevisionWriter;
  readonly searchIndex: IndexWriter;
  readonly searchFeed: SearchFeedWriter;
  readonly notebooks: NotebookWriter;
  readonly tags: TagWriter;
  readonly resources: ResourceWriter;
  readonly searchNotebooks: SearchNotebookWriter;
  readonly provenance: ProvenanceWriter;
  readonly sourceBundles: SourceBundleWriter;
  readonly batchRequests: BatchRequestWriter;
  readonly jobs: JobWriter;
  readonly meta: MetaWriter;
  readonly sync: SyncWriter;
  /** Runs `work` as a part of this write. When it throws, only its own changes and effects are undone. */
  attempt<T>(work: () => T): T;
  /** Runs `work`, undoes its changes and effects, and returns its result: a dry run with the real code. */
  rehearse<T>(work: () => T): T;
  /** Runs `effect` after this write is durable, and never when it is rolled back. */
  afterCommit(effect: () => void): void;
}

/** Parts of an open library that sync needs. */
interface SyncParts {
  /** Derives the content of texts from other replicas. */
  readonly readText?: ContentDeriver | undefined;
  /** Converts changes to sync operations. */
  readonly capture?: Capture;
}

/**
 * Creates the shared context of readers and writers.
 *
 * @param capture receives every change; undefined while a library is being created
 * @param isWriting returns true inside a write; by default, every transaction of a writable connection is a write
 */
export function makeHandle(database: Connection, capture?: Capture, isWriting = () => !database.readonly): Handle {
  return { raw: database, isWriting, journal: journalWriter(database, capture) };
}

export function makeReader(handle: Handle, tuning?: SearchTuning): Reader {
  return {
    documents: new DocumentReader(handle),
    revisions: new RevisionReader(handle),
    notebooks: new NotebookReader(handle),
    tags: new TagReader(handle),
    links: new LinkReader(handle),
    tasks: new TaskReader(handle),
    resources: new ResourceReader(handle),
    searchNotebooks: new SearchNotebookReader(handle),
    provenance: new ProvenanceReader(handle),
    sourceBundles: new SourceBundleReader(handle),
    search: new SearchReader(handle, tuning),
    vocabulary: new Vocabulary(handle),
    searchFeed: new SearchFeedReader(handle),
    journal: new JournalReader(handle.raw),
    batchRequests: new BatchRequestReader(handle),
    jobs: new JobReader(handle),
    meta: new MetaReader(handle),
    sync: new SyncReader(handle),
  };
}

/**
 * Creates the writers.
 *
 * @param syncParts parts of an open library that sync needs; none while a library is being created
 */
export function makeUnit(
  handle: Handle,
  reader: Reader,
  writer: GroupCommit,
  blobs: Blobs,
  { readText = rejectTexts, capture }: SyncParts = {},
): UnitOfWork {
  const resources = new ResourceWriter(handle, blobs, writer);
  const writers = {
    documents: new DocumentWriter(handle, resources),
    notebooks: new NotebookWriter(handle),
    tags: new TagWriter(handle),
    resources,
    searchNotebooks: new SearchNotebookWriter(handle),
    provenance: new ProvenanceWriter(handle),
    sourceBundles: new SourceBundleWriter(handle, blobs),
  };
  return {
    ...reader,
    ...writers,
    revisions: new RevisionWriter(handle),
    searchIndex: new IndexWriter(handle),
    searchFeed: new SearchFeedWriter(handle),
    batchRequests: new BatchRequestWriter(handle),
    jobs: new JobWriter(handle),
    meta: new MetaWriter(handle),
    sync: new SyncWriter(handle, { raw: handle.raw, ...writers, readText }, capture),
    attempt: (work) => writer.attempt(work),
    rehearse: (work) => writer.rehearse(work),
    afterCommit: (effect) => writer.addEffect(effect),
  };
}

const rejectTexts: ContentDeriver = () => {
  throw new Error('The library was opened without the option readText, which sync needs');
};
