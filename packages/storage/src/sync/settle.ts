import type { Content, DocumentWriter } from '../documents/document-writer.js';
import type { ProvenanceWriter } from '../documents/provenance.js';
import type { SourceBundleWriter } from '../documents/source-bundles.js';
import type { Connection } from '../library/connection.js';
import type { NotebookWriter } from '../notebooks/notebooks.js';
import type { ResourceWriter } from '../resources/resource-writer.js';
import type { SearchNotebookWriter } from '../search/search-notebooks.js';
import type { TagWriter } from '../tags/tags.js';
import type { ConflictWriter } from './conflicts.js';
import { LogReader } from './log-reader.js';
import { Rebase } from './rebase.js';
import { NameSettler } from './settle-names.js';
import { NotebookSettler } from './settle-notebooks.js';
import { type News, NO_NEWS, NoteSettler } from './settle-notes.js';
import { ResourceSettler } from './settle-resources.js';
import type { States } from './states.js';

/** Derives the stored content from a title and a text. */
export type TextReading = (text: Pick<Content, 'title' | 'body'>, databaseId: string) => Content;

/** Writers for materializing the log. */
export interface Settling {
  readonly raw: Connection;
  readonly documents: DocumentWriter;
  readonly notebooks: NotebookWriter;
  readonly tags: TagWriter;
  readonly resources: ResourceWriter;
  readonly searchNotebooks: SearchNotebookWriter;
  readonly provenance: ProvenanceWriter;
  readonly sourceBundles: SourceBundleWriter;
  readonly readText: TextReading;
}

/** Entities that have new operations, or that differ from the state of the log. */
export interface Unsettled extends UnsettledThings {
  readonly notebooks: boolean;
  readonly tags: boolean;
  readonly searches: boolean;
}

/** Entities by id. */
export interface UnsettledThings {
  readonly resources: ReadonlySet<string>;
  readonly bundles: ReadonlySet<string>;
  readonly documents: ReadonlySet<string>;
}

/** Materializes the library from the log, as defined by the reference view of the protocol. */
export class Settler {
  readonly #notes: NoteSettler;
  readonly #notebooks: NotebookSettler;
  readonly #names: NameSettler;
  readonly #resources: ResourceSettler;
  readonly #rebase: Rebase;

  constructor(settling: Settling, states: States, conflicts: ConflictWriter) {
    const log = new LogReader(settling.raw);
    this.#notes = new NoteSettler(settling, log, states, conflicts);
    this.#notebooks = new NotebookSettler(settling, log, states, conflicts);
    this.#names = new NameSettler(settling, log, states, conflicts);
    this.#resources = new ResourceSettler(settling, log, states);
    this.#rebase = new Rebase(settling, log, states, conflicts);
  }

  /** Rebases edited notes while some are pending. Must be called before the edits are captured. */
  rebase(documents: Iterable<string>): void {
    for (const id of documents) this.#rebase.rebase(id);
  }

  settle(unsettled: Unsettled, news: News = NO_NEWS): void {
    const documents = new Set([...unsettled.documents, ...this.settleNamed(unsettled)]);
    this.settleThings({ ...unsettled, documents }, news);
  }

  /**
   * Materializes notebooks, tags and saved searches, each kind as a whole.
   *
   * @returns ids of notes that this affects
   */
  settleNamed({ notebooks, tags, searches }: Omit<Unsettled, keyof UnsettledThings>): string[] {
    const documents = tags ? [...this.#names.settleTags()] : [];
    if (searches) this.#names.settleSearches();
    if (notebooks) documents.push(...this.#notebooks.settle());
    return documents;
  }

  /** Updates the states of notes that `settleNamed` returned and that are materialized in a later write. */
  follow(documents: Iterable<string>): void {
    for (const id of documents) this.#notes.follow(id);
  }

  /** Materializes entities one by one. */
  settleThings({ resources, bundles, documents }: UnsettledThings, news: News): void {
    for (const id of resources) this.#resources.settle(id);
    for (const id of bundles) this.#resources.settleBundle(id);
    this.#settleNotes(documents, news);
    this.#resources.settleCondemned();
  }

  /**
   * Materializes each lineage once. Materializing a note may reveal that another of the notes belongs to its lineage.
   */
  #settleNotes(documents: ReadonlySet<string>, news: News): void {
    const settled = new Set<string>();
    for (const id of documents) {
      const root = this.#notes.rootOf(id);
      if (settled.has(root)) continue;
      settled.add(root);
      this.#notes.settle(root, news);
    }
  }
}
