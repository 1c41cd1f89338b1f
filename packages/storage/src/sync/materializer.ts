import type { LoggedOperation } from '@notes/sync-protocol';
import type { ConflictWriter } from './conflicts.js';
import { LogReader } from './log-reader.js';
import { NameMaterializer } from './materialize-names.js';
import { NewNoteMaterializer, NO_NOTES, type ReceivedNotes } from './materialize-new-notes.js';
import { NotebookMaterializer } from './materialize-notebooks.js';
import { type AppliedChanges, NO_CHANGES, NoteMaterializer } from './materialize-notes.js';
import { ResourceMaterializer } from './materialize-resources.js';
import type { MaterializerWriters } from './materializer-writers.js';
import { Rebase } from './rebase.js';
import type { EntityStates } from './states.js';

/** Entities that have new operations, or that differ from the state of the log. */
export interface AffectedEntities extends AffectedIds {
  readonly notebooks: boolean;
  readonly tags: boolean;
  readonly searches: boolean;
}

/** Entities by id. */
export interface AffectedIds {
  readonly resources: ReadonlySet<string>;
  readonly bundles: ReadonlySet<string>;
  readonly documents: ReadonlySet<string>;
}

/** Materializes the library from the log, as defined by the reference view of the protocol. */
export class Materializer {
  readonly #notes: NoteMaterializer;
  readonly #newNotes: NewNoteMaterializer;
  readonly #notebooks: NotebookMaterializer;
  readonly #names: NameMaterializer;
  readonly #resources: ResourceMaterializer;
  readonly #rebase: Rebase;

  constructor(writers: MaterializerWriters, states: EntityStates, conflicts: ConflictWriter) {
    const log = new LogReader(writers.raw);
    this.#notes = new NoteMaterializer(writers, log, states, conflicts);
    this.#newNotes = new NewNoteMaterializer(writers, log, states, conflicts);
    this.#notebooks = new NotebookMaterializer(writers, log, states, conflicts);
    this.#names = new NameMaterializer(writers, log, states, conflicts);
    this.#resources = new ResourceMaterializer(writers, log, states);
    this.#rebase = new Rebase(writers, log, states, conflicts);
  }

  /** Rebases edited notes while some are pending. Must be called before the edits are captured. */
  rebase(documents: Iterable<string>): void {
    for (const id of documents) this.#rebase.rebase(id);
  }

  /**
   * Returns the notes that the library does not have, with their operations. Must be called before the operations are
   * stored.
   */
  findNewNotes(operations: readonly LoggedOperation[]): ReceivedNotes {
    return this.#newNotes.findNew(operations);
  }

  /**
   * Materializes entities from the log.
   *
   * @param newNotes notes to create, which are not in `affected`
   */
  materialize(
    affected: AffectedEntities,
    changes: AppliedChanges = NO_CHANGES,
    newNotes: ReceivedNotes = NO_NOTES,
  ): void {
    const documents = new Set([...affected.documents, ...this.materializeNamed(affected)]);
    this.materializeByIds({ ...affected, documents }, changes, newNotes);
  }

  /**
   * Materializes notebooks, tags and saved searches, each kind as a whole.
   *
   * @returns ids of notes that this affects
   */
  materializeNamed({ notebooks, tags, searches }: Omit<AffectedEntities, keyof AffectedIds>): string[] {
    const documents = tags ? [...this.#names.materializeTags()] : [];
    if (searches) this.#names.materializeSearches();
    if (notebooks) documents.push(...this.#notebooks.materialize());
    return documents;
  }

  /** Updates the states of notes that `materializeNamed` returned and that are materialized in a later write. */
  updatePendingStates(documents: Iterable<string>): void {
    for (const id of documents) this.#notes.updatePendingState(id);
  }

  /** Materializes entities one by one, except for new notes. */
  materializeByIds(
    { resources, bundles, documents }: AffectedIds,
    changes: AppliedChanges,
    newNotes: ReceivedNotes = NO_NOTES,
  ): void {
    for (const id of resources) this.#resources.materialize(id);
    for (const id of bundles) this.#resources.materializeBundle(id);
    this.#newNotes.materialize(newNotes, changes);
    this.#materializeNotes(documents, changes);
    this.#resources.materializeCondemned();
  }

  /** Materializes the import sources of notes that are not pending, and nothing else of these notes. */
  materializeSources(documents: Iterable<string>): void {
    for (const id of documents) this.#notes.materializeSources(id);
  }

  /**
   * Materializes each lineage once. Materializing a note may reveal that another of the notes belongs to its lineage.
   */
  #materializeNotes(documents: ReadonlySet<string>, changes: AppliedChanges): void {
    const materialized = new Set<string>();
    for (const id of documents) {
      const root = this.#notes.findRoot(id);
      if (materialized.has(root)) continue;
      materialized.add(root);
      this.#notes.materialize(root, changes);
    }
  }
}
