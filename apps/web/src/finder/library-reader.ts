import type { NotebookNode, Output } from '@notes/contract';
import { asApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { HELP_NOTEBOOK } from '../kernel/help-notebook.js';
import { tagQuery } from '../search/queries.js';
import type { Target } from './rank.js';

type Hit = Output<'searchDocuments'>['results'][number];

/** Largest page the service gives. */
const PAGE = 100;
/** Maximum number of notes in the index. */
export const MAX_NOTES = 100_000;

/** Properties of an indexed note that its target does not contain. */
interface IndexedNote {
  readonly revisionId: string;
  readonly notebookId: string;
}

/** Changes of the targets, in the order: removals, then additions. */
export interface TargetChanges {
  readonly added: readonly Target[];
  readonly removed: readonly string[];
  /** Number of notes read so far; undefined once all were read. */
  readonly readCount: number | undefined;
}

/** Reads the targets in the library from its listings, and reports their changes. */
export class LibraryReader {
  readonly #targets = new Map<string, Target>();
  #added: Target[] = [];
  #removed: string[] = [];
  #paths: ReadonlyMap<string, string> = new Map();
  #tagCounts: ReadonlyMap<string, number> = new Map();
  readonly #notes = new Map<string, IndexedNote>();
  #isComplete = false;

  /** @param report called after each page of notes, and after each update */
  constructor(readonly report: (changes: TargetChanges) => void) {}

  get(id: string): Target | undefined {
    return this.#targets.get(id);
  }

  /**
   * Reads the library, or what changed in it since the last time.
   *
   * @param noteCount number of notes in the library; when the index has another after reading changes, it is read anew
   * @throws ApiError
   */
  async update(noteCount: number): Promise<void> {
    await this.#readNotebooks();
    const changedTags = await this.#readTags();
    if (this.#isComplete) {
      await this.#readChanged();
      await this.#removeTrashed();
      for (const tag of changedTags) await this.#readTagged(tag);
    }
    if (!this.#isComplete || this.#notes.size !== Math.min(noteCount, MAX_NOTES)) await this.#readAll();
    this.#flush();
  }

  /** Reads the notebooks. The notes of a renamed or moved notebook get its new path. */
  async #readNotebooks(): Promise<void> {
    const { notebooks } = await call('getNotebookTree', {});
    const paths = new Map<string, string>();
    const visit = (nodes: readonly NotebookNode[], container: string) => {
      for (const { notebook_id: id, name, children } of nodes) {
        const path = container === '' ? name : `${container} / ${name}`;
        paths.set(id, path);
        this.#putGroup('notebook', id, name, container);
        visit(children, path);
      }
    };
    visit(notebooks, '');
    for (const id of this.#paths.keys()) if (!paths.has(id)) this.#drop(id);
    this.#paths = paths;
    for (const [id, { notebookId }] of this.#notes) {
      const target = this.get(id);
      const container = this.#getPath(notebookId);
      if (target !== undefined && target.container !== container) this.#put({ ...target, container });
    }
  }

  /** Reads the tags. Returns those that other notes have than before. */
  async #readTags(): Promise<readonly string[]> {
    const before = this.#tagCounts;
    const { tags } = await call('listTags', {});
    this.#tagCounts = new Map(tags.map(({ name, note_count }) => [name, note_count]));
    for (const name of this.#tagCounts.keys()) this.#putGroup('tag', tagId(name), name, '');
    for (const name of before.keys()) if (!this.#tagCounts.has(name)) this.#drop(tagId(name));
    const names = new Set([...before.keys(), ...this.#tagCounts.keys()]);
    return [...names].filter((name) => before.get(name) !== this.#tagCounts.get(name));
  }

  async #readAll(): Promise<void> {
    const seen = new Set<string>();
    for await (const hits of readPages('')) {
      for (const hit of hits) {
        seen.add(hit.document_id);
        this.#add(hit);
      }
      this.#flush();
      if (seen.size >= MAX_NOTES) break;
    }
    for (const id of this.#notes.keys()) if (!seen.has(id)) this.#remove(id);
    this.#isComplete = true;
  }

  /** Reads the notes changed last, up to a page without news. */
  async #readChanged(): Promise<void> {
    for await (const hits of readPages('')) {
      const news = hits.filter((hit) => !this.#isIndexed(hit));
      for (const hit of news) this.#add(hit);
      if (news.length === 0) return;
    }
  }

  /** Tags change without the time of their note. */
  async #readTagged(tag: string): Promise<void> {
    const tagged = new Set<string>();
    if (this.#tagCounts.has(tag)) {
      for await (const hits of readPages(tagQuery(tag))) {
        for (const hit of hits) {
          tagged.add(hit.document_id);
          this.#add(hit);
        }
      }
    }
    for (const id of this.#notes.keys()) {
      const target = this.get(id);
      if (target === undefined || tagged.has(id) || !target.tags.includes(tag)) continue;
      this.#put({ ...target, tags: target.tags.filter((name) => name !== tag) });
    }
  }

  /** Removes the notes trashed last, up to a page without indexed notes. */
  async #removeTrashed(): Promise<void> {
    let cursor: string | undefined;
    do {
      const { documents, next_cursor } = await call('listTrash', { limit: PAGE, cursor });
      const indexed = documents.filter(({ id }) => this.#notes.has(id));
      for (const { id } of indexed) this.#remove(id);
      if (indexed.length === 0) return;
      cursor = next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  #isIndexed(hit: Hit): boolean {
    const target = this.get(hit.document_id);
    const note = this.#notes.get(hit.document_id);
    return (
      target !== undefined &&
      note?.revisionId === hit.current_revision_id &&
      note.notebookId === hit.notebook_id &&
      target.updatedAt === Date.parse(hit.updated_at) &&
      target.tags.join('\n') === hit.tags.join('\n')
    );
  }

  #add(hit: Hit): void {
    if (this.#isIndexed(hit)) return;
    this.#notes.set(hit.document_id, { revisionId: hit.current_revision_id, notebookId: hit.notebook_id });
    this.#put(this.toTarget(hit));
  }

  #remove(id: string): void {
    this.#notes.delete(id);
    this.#drop(id);
  }

  #putGroup(kind: 'notebook' | 'tag', id: string, name: string, container: string): void {
    const known = this.get(id);
    if (known?.name !== name || known.container !== container)
      this.#put({ kind, id, name, container, tags: [], updatedAt: 0 });
  }

  #put(target: Target): void {
    this.#targets.set(target.id, target);
    this.#added.push(target);
  }

  #drop(id: string): void {
    this.#targets.delete(id);
    this.#removed.push(id);
  }

  #flush(): void {
    const readCount = this.#isComplete ? undefined : this.#notes.size;
    this.report({ added: this.#added, removed: this.#removed, readCount });
    this.#added = [];
    this.#removed = [];
  }

  #getPath(notebookId: string): string {
    return this.#paths.get(notebookId) ?? '';
  }

  /** Converts a search result. */
  toTarget({ document_id, title, notebook_id, tags, updated_at }: Hit): Target {
    const container = this.#getPath(notebook_id);
    const isHelp = notebook_id === HELP_NOTEBOOK;
    return { kind: 'note', id: document_id, name: title, container, tags, updatedAt: Date.parse(updated_at), isHelp };
  }
}

const tagId = (name: string) => `#${name}`;

/** Maximum number of restarts: constant writes to the library would make every cursor stale. */
const MAX_RESTARTS = 3;

/** Yields the notes that a query finds, last changed first. Starts again when a cursor is stale. */
async function* readPages(query: string): AsyncGenerator<readonly Hit[]> {
  let restarts = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    try {
      const input = { query, sort: 'updated_at', limit: PAGE, cursor } as const;
      const page = await call('searchDocuments', input);
      yield page.results;
      cursor = page.next_cursor;
    } catch (error) {
      if (restarts === MAX_RESTARTS || asApiError(error).code !== 'cursor_invalid') throw error;
      restarts += 1;
      cursor = undefined;
    }
  }
}
