import type { Connection } from '../connection.js';
import type { Content, DocumentWriter } from '../document-writer.js';
import type { NotebookWriter } from '../notebooks.js';
import type { ProvenanceWriter } from '../provenance.js';
import type { ResourceWriter } from '../resources/resource-writer.js';
import type { SearchNotebookWriter } from '../search-notebooks.js';
import type { SourceBundleWriter } from '../source-bundles.js';
import type { TagWriter } from '../tags.js';
import type { ConflictWriter } from './conflicts.js';
import { LogReader } from './log-reader.js';
import { Rebase } from './rebase.js';
import { NameSettler } from './settle-names.js';
import { NotebookSettler } from './settle-notebooks.js';
import { type News, NO_NEWS, NoteSettler } from './settle-notes.js';
import { ResourceSettler } from './settle-resources.js';
import type { States } from './states.js';

/** Makes of a title and a text what is stored of them. */
export type TextReading = (text: Pick<Content, 'title' | 'body'>, databaseId: string) => Content;

/** What settling writes with. */
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

/** Things whose operations are new, or that are no longer what the log says. */
export interface Unsettled extends UnsettledThings {
  readonly notebooks: boolean;
  readonly tags: boolean;
  readonly searches: boolean;
}

/** By their ids. */
export interface UnsettledThings {
  readonly resources: ReadonlySet<string>;
  readonly bundles: ReadonlySet<string>;
  readonly documents: ReadonlySet<string>;
}

/** Brings the library to what the log says, as the reference view of the protocol has it. */
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

  /** To be called for notes that somebody has written, before that is said, while some are yet to be settled. */
  rebase(documents: Iterable<string>): void {
    for (const id of documents) this.#rebase.rebase(id);
  }

  settle(unsettled: Unsettled, news: News = NO_NEWS): void {
    const documents = new Set([...unsettled.documents, ...this.settleNamed(unsettled)]);
    this.settleThings({ ...unsettled, documents }, news);
  }

  /** Settles what stands together: notebooks, tags and saved searches. Answers the notes that it makes another of. */
  settleNamed({ notebooks, tags, searches }: Omit<Unsettled, keyof UnsettledThings>): string[] {
    const documents = tags ? [...this.#names.settleTags()] : [];
    if (searches) this.#names.settleSearches();
    if (notebooks) documents.push(...this.#notebooks.settle());
    return documents;
  }

  /** To be called for notes that `settleNamed` answers and that are settled in a later write. */
  follow(documents: Iterable<string>): void {
    for (const id of documents) this.#notes.follow(id);
  }

  /** Settles what stands for itself. */
  settleThings({ resources, bundles, documents }: UnsettledThings, news: News): void {
    for (const id of resources) this.#resources.settle(id);
    for (const id of bundles) this.#resources.settleBundle(id);
    this.#settleNotes(documents, news);
    this.#resources.settleCondemned();
  }

  /** Settling a note may tell that another of them recovered parts of it, and is settled with that. */
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
