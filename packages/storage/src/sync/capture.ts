import type { Connection } from '../library/connection.js';
import type { ChangeKind, Entity } from '../library/handle.js';
import { DocumentCapture, type Resolved } from './capture-document.js';
import { NamedCapture } from './capture-named.js';
import { NotebookCapture } from './capture-notebook.js';
import type { Materializer } from './materializer.js';
import { NoteStates } from './note-states.js';
import { OperationLog } from './op-log.js';
import { EntityStates } from './states.js';

/**
 * Captures the changes of a write as operations, at its end and within it: compares each touched entity with its state
 * in the log. Changes that cancel each other out leave no operation.
 */
export class Capture {
  readonly #log: OperationLog;
  readonly #named: NamedCapture;
  readonly #notebooks: NotebookCapture;
  readonly #documents: DocumentCapture;
  #materializer: Materializer | undefined;
  #touched = new Map<Exclude<Entity, 'document'>, Set<string>>();
  /** Touched notes; true when only the text can have changed. */
  #notes = new Map<string, boolean>();
  #imported = new Set<string>();
  #resolved: Resolved[] = [];

  constructor(raw: Connection) {
    const states = new EntityStates(raw);
    this.#log = new OperationLog(raw);
    this.#named = new NamedCapture(raw, this.#log, states);
    this.#notebooks = new NotebookCapture(raw, this.#log, states);
    this.#documents = new DocumentCapture(raw, this.#log, new NoteStates(raw), this.#named);
  }

  /** Sets the materializer that applies the effects of captured changes on other entities. */
  setMaterializer(materializer: Materializer): void {
    this.#materializer = materializer;
  }

  /** Records a touched entity. Must be called for each change that goes to the journal. */
  touch(entity: Entity, id: string, kind: ChangeKind): void {
    // Times and older revisions belong to changes that are captured on their own.
    if (kind === 'amend') return;
    if (kind === 'provenance') this.#imported.add(id);
    if (entity === 'document') this.#touchNote(id, kind);
    else {
      const ids = this.#touched.get(entity);
      if (ids === undefined) this.#touched.set(entity, new Set([id]));
      else ids.add(id);
    }
  }

  /** Most writes change a text alone; then only the text is compared. */
  #touchNote(id: string, kind: ChangeKind): void {
    this.#notes.set(id, kind === 'update' && this.#notes.get(id) !== false);
  }

  /** Records a resolved conflict. Must be called for each one. */
  resolve(resolved: Resolved): void {
    this.#resolved.push(resolved);
  }

  /** Forgets all touched entities: their changes come from the log, or were undone. */
  clear(): void {
    for (const touched of [this.#touched, this.#notes, this.#imported]) if (touched.size > 0) touched.clear();
    if (this.#resolved.length > 0) this.#resolved = [];
    for (const part of [this.#named, this.#notebooks, this.#documents]) part.clear();
  }

  /** Captures the touched entities. Must be called at the end of a write, before the commit. */
  captureTouched(): void {
    if (this.#touched.size + this.#notes.size + this.#resolved.length === 0) return;
    if (this.#log.open()) {
      this.#compare();
      this.#log.close();
    }
    this.clear();
  }

  #compare(): void {
    if (this.#log.isBehind()) this.#materializer?.rebase([...this.#notes.keys()]);
    const of = (entity: Exclude<Entity, 'document'>) => this.#touched.get(entity) ?? [];
    for (const id of of('notebook')) this.#notebooks.compare(id);
    for (const id of of('tag')) this.#named.compareTag(id);
    for (const id of of('search_notebook')) this.#named.compareSearch(id);
    for (const id of of('resource')) this.#named.compareResource(id);
    for (const id of of('source_bundle')) this.#named.compareBundle(id);
    for (const [id, isText] of this.#notes) this.#documents.compare(id, isText);
    for (const id of this.#imported) this.#documents.compareSources(id);
    this.#notebooks.concludeDeletions();
    this.#documents.recordResolutions(this.#resolved);
    const isNamed = this.#resolved.some(({ doc }) => doc === null);
    const documents = this.#documents.takeAffectedNotes();
    const affected = {
      notebooks: this.#notebooks.isAffected() || isNamed,
      tags: this.#named.areTagsAffected(),
      searches: this.#named.areSearchesAffected() || isNamed,
      resources: this.#named.listAffectedResources(),
      bundles: new Set<string>(),
      documents,
    };
    const { notebooks, tags, searches, resources } = affected;
    if (notebooks || tags || searches || resources.size + documents.size > 0) this.#materializer?.materialize(affected);
  }
}
