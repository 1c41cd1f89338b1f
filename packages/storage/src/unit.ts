import { drizzle } from 'drizzle-orm/better-sqlite3';
import { BatchRequestReader, BatchRequestWriter } from './batch-requests.js';
import type { Connection } from './connection.js';
import { DocumentWriter } from './document-writer.js';
import { DocumentReader } from './documents.js';
import { JobWriter } from './job-writer.js';
import { JobReader } from './jobs.js';
import { JournalReader, journalWriter } from './journal.js';
import { LinkReader } from './links/links.js';
import { MetaReader, MetaWriter } from './meta.js';
import { NotebookReader, NotebookWriter } from './notebooks.js';
import { ProvenanceReader, ProvenanceWriter } from './provenance.js';
import type { Blobs } from './resources/blobs.js';
import { ResourceWriter } from './resources/resource-writer.js';
import { ResourceReader } from './resources/resources.js';
import { RevisionReader, RevisionWriter } from './revisions.js';
import { IndexWriter } from './search/index-writer.js';
import { SearchReader, type SearchTuning } from './search/search.js';
import { SearchNotebookReader, SearchNotebookWriter } from './search-notebooks.js';
import { SourceBundleReader, SourceBundleWriter } from './source-bundles.js';
import type { Handle } from './statements.js';
import type { Capture } from './sync/capture.js';
import type { TextReading } from './sync/settle.js';
import { SyncReader, SyncWriter } from './sync/sync.js';
import { TagReader, TagWriter } from './tags.js';
import { TaskReader } from './tasks.js';
import type { GroupCommit } from './writer.js';

/** Everything a read may ask; all of one `store.read` sees one state of the library. */
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
  readonly journal: JournalReader;
  readonly batchRequests: BatchRequestReader;
  readonly jobs: JobReader;
  readonly meta: MetaReader;
  readonly sync: SyncReader;
}

/** Everything a write may do. */
export interface UnitOfWork extends Reader {
  readonly documents: DocumentWriter;
  readonly revisions: RevisionWriter;
  readonly searchIndex: IndexWriter;
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
  /** Runs `work`, a part of this write: undone with its effects when it throws, and the rest stands. */
  attempt<T>(work: () => T): T;
  /** Runs `work`, undoes it with its effects and answers what it answered: a dry run that is the real thing. */
  rehearse<T>(work: () => T): T;
  /** Runs `effect` once this write is durable, never when it is undone. */
  afterCommit(effect: () => void): void;
}

/** @param capture Hears of every change; of a library in the making nobody has to */
export function makeHandle(database: Connection, capture?: Capture): Handle {
  return { raw: database, orm: drizzle(database), journal: journalWriter(database, capture), capture };
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
    journal: new JournalReader(handle.raw),
    batchRequests: new BatchRequestReader(handle),
    jobs: new JobReader(handle),
    meta: new MetaReader(handle),
    sync: new SyncReader(handle),
  };
}

/** @param readText What the text of a note that another replica wrote is stored as; a library in the making has none */
export function makeUnit(
  handle: Handle,
  reader: Reader,
  writer: GroupCommit,
  blobs: Blobs,
  readText: TextReading = nobodyReads,
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
    batchRequests: new BatchRequestWriter(handle),
    jobs: new JobWriter(handle),
    meta: new MetaWriter(handle),
    sync: new SyncWriter(handle, { raw: handle.raw, ...writers, readText }),
    attempt: (work) => writer.attempt(work),
    rehearse: (work) => writer.rehearse(work),
    afterCommit: (effect) => writer.addEffect(effect),
  };
}

const nobodyReads: TextReading = () => {
  throw new Error('the library was opened without a reading of texts, which sync takes');
};
