export {
  type ArchivedEntity,
  type ArchiveReader,
  type ArchiveRow,
  type ArchiveValue,
  belongsToNotes,
  type NoteRange,
  noteRangeFrom,
} from './archive/archive-reader.js';
export { type KnownObject, KnownObjects } from './archive/known-objects.js';
export { type BuiltNote, LibraryBuilder, type RowRefusal } from './archive/library-builder.js';
export type { BuiltEntity } from './archive/library-rows.js';
export { type LibrarySnapshot, openSnapshot } from './archive/library-snapshot.js';
export { StagedBlobs } from './archive/staged-blobs.js';
export { copyLibrary, type ImageBytes, type ImageCounts, LibraryImage } from './backup/library-image.js';
export { makeIndependent } from './backup/make-independent.js';
export type { LoadedNote } from './bulk/note-loader.js';
export { checkLibrary, type DamagedRevision, type LibraryCheck, type NamedBytes } from './check/check-library.js';
export type { Content, NewDocument, NewRevision } from './documents/content.js';
export {
  type Derived,
  FEATURES,
  LINK_KINDS,
  LINK_STATES,
  type LinkKind,
  type LinkReference,
  type LinkState,
  type NewLink,
  type NewTask,
  NO_DERIVED,
  type TaskCounts,
} from './documents/derived.js';
export type { DocumentWriter } from './documents/document-writer.js';
export type {
  DocumentFlags,
  DocumentName,
  DocumentReader,
  DocumentRecord,
  DocumentWithBody,
  UpdatedKey,
} from './documents/documents.js';
export type { ImportedFrom, Source } from './documents/provenance.js';
export type {
  OldRevisions,
  RevisionReader,
  RevisionRecord,
  RevisionWithBody,
  RevisionWriter,
} from './documents/revisions.js';
export type { SourceBundle } from './documents/source-bundles.js';
export type { TrashedNote } from './documents/trashed-notes.js';
export {
  asDiskError,
  asFileError,
  asStorageError,
  getErrorCode,
  StorageError,
  type StorageReason,
} from './errors.js';
export type { ExportedAttachment, ExportedNote, ExportReader } from './export/export-reader.js';
export type { JobWriter } from './jobs/job-writer.js';
export {
  JOB_SILENCE_MS,
  JOB_STATES,
  type JobEnd,
  type JobError,
  type JobHold,
  type JobProgress,
  type JobReader,
  type JobRow,
  type JobState,
  type UnfinishedJob,
} from './jobs/jobs.js';
export type { ArchivedChanges, Change, JournalReader } from './journal/journal.js';
export type { BatchRequest } from './library/batch-requests.js';
export { APPLICATION_ID } from './library/connection.js';
export {
  type DataPaths,
  dataPaths,
  makeDataDirectory,
  makeFolder,
  syncFile,
  syncFileInBackground,
} from './library/files.js';
export type { ChangeKind, Entity } from './library/handle.js';
export { acquireLock, findLockHolder, type LibraryLock } from './library/lock.js';
export { Pacer } from './library/pacer.js';
export { findRefusal } from './library/read-copy.js';
export { SCHEMA_VERSION } from './library/schema-steps.js';
export { openOnWorkerThread, openStore, type Store, type StoreOptions, type StoreTuning } from './library/store.js';
export type { Reader, UnitOfWork } from './library/unit.js';
export { readOnSeparateConnection, type WorkerReader } from './library/worker-reader.js';
export { type LinkGraph, NODE_FLAGS } from './links/graph.js';
export type {
  AnchorUse,
  Edge,
  IncomingBounds,
  IncomingLink,
  LinkReader,
  OutgoingLink,
  ResolvedReference,
} from './links/links.js';
export type { NamedNote } from './links/suggest.js';
export type { NotebookRow, NotebookWithCount } from './notebooks/notebooks.js';
export type { AnchoredLink, SuspectLink } from './reports/lint.js';
export type { RecoveryWindows } from './reports/resources.js';
export type {
  SelectedLinks,
  SelectionContents,
  SelectionCounts,
  SelectionFacts,
} from './reports/selection-contents.js';
export type { BlobFile } from './resources/blob-file.js';
export { Blobs, type ReceivedBlob, type ReceiveOptions, type StoredBlob } from './resources/blobs.js';
export type { NewResource, ResourceWriter } from './resources/resource-writer.js';
export {
  type AttachedResource,
  EMBEDDED,
  type ResourceReader,
  type ResourceRow,
  UNATTACHED,
  type Unattached,
} from './resources/resources.js';
export type { FoundNote } from './search/found-notes.js';
export type { IndexWriter } from './search/index-writer.js';
export { toIndexableText } from './search/indexable.js';
export type { MatchedNote, MatchRequest, SearchFinding, SearchKey, SearchRequest } from './search/search.js';
export type { SearchNotebookRow } from './search/search-notebooks.js';
export { countSlips } from './search/spelling.js';
export type { SimilarWord, Vocabulary } from './search/vocabulary.js';
export type {
  DueFeedJob,
  FeedDifferences,
  FeedJobCounts,
  FeedNote,
  FeedNoteWithText,
  FeedRequest,
  FeedState,
  SearchFeedReader,
} from './search-feed/search-feed-reader.js';
export type { FeedRejection, SearchFeedWriter } from './search-feed/search-feed-writer.js';
export type { ResolutionChoice, ResolutionOutcome, ResolutionTerms } from './sync/conflict-resolver.js';
export type { ConflictRecord, ConflictResolution, ConflictRow } from './sync/conflicts.js';
export type { NamedContent } from './sync/contents.js';
export type { KnownAlert } from './sync/exchange.js';
export type { Intent } from './sync/intents.js';
export { removeLeafFile } from './sync/leaf-file.js';
export type { ContentDeriver } from './sync/materializer-writers.js';
export type { PrunableNote } from './sync/pruning.js';
export type { CaptureCursor, PendingCounts, SyncReader, SyncWriter } from './sync/sync.js';
export type { AuthEvent, AuthEventRow } from './sync-keys/auth-audit.js';
export type { EpochKey } from './sync-keys/epoch-keys.js';
export { examineSyncKeys, type SyncKeysState } from './sync-keys/examine-sync-keys.js';
export type { StoredJoinRequest } from './sync-keys/join-requests.js';
export type { EnrolledKey, PeerKeyRow, PeerKeyStatus } from './sync-keys/peer-keys.js';
export { SyncKeyStore } from './sync-keys/sync-keys.js';
export type { TagRename, TagRow, TagWithCount } from './tags/tags.js';
export type { TaskFilter, TaskKey, TaskReader, TaskRequest, TaskRow } from './tasks/tasks.js';
