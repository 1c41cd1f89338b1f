import type { Output } from '@notes/contract';
import { ifAnswered } from '../api/api-error.js';
import { call } from '../api/client.js';
import { putHelpLast } from '../kernel/help-notebook.js';
import { hasLetter, splitWords } from './folded-name.js';
import type { LibraryReader } from './library-reader.js';
import type { Target } from './rank.js';

/** Notes taken from a search of the text. */
const MAX_HITS = 8;
/** Notes whose headings are read for one search. */
const MAX_OUTLINES = 12;
const OUTLINES_KEPT = 200;
const HEADING = { kind: 'heading', tags: [], updatedAt: 0 } as const;

type Outline = Output<'getDocumentOutline'>['headings'];

/** Notes found by their text, and headings that may match. */
export interface TextMatches {
  /** All headings of the notes found, and of the other given notes. */
  readonly headings: readonly Target[];
  readonly notes: readonly Target[];
}

/** Finds notes by their text, and reads the headings of the notes found. */
export class TextSearch {
  /** Headings by note, the oldest first. */
  readonly #outlines = new Map<string, { readonly version: number; readonly headings: Outline }>();

  constructor(readonly reader: LibraryReader) {}

  /**
   * @param noteIds notes whose headings are searched in addition to those found, such as those opened last
   * @param version version of the library; outlines of an earlier one are read again
   */
  async find(typed: string, noteIds: readonly string[], version: number, signal: AbortSignal): Promise<TextMatches> {
    const words = splitWords(typed).filter(hasLetter);
    if (words.length === 0) return { headings: [], notes: [] };
    const page = await ifAnswered(
      call('searchDocuments', { query: words.map(toPrefix).join(' '), limit: MAX_HITS }, signal),
      signal,
    );
    const notes = putHelpLast(page?.results ?? []).map((hit) => this.reader.toTarget(hit));
    const found = new Map(notes.map((note) => [note.id, note]));
    const ids = [...new Set([...found.keys(), ...noteIds])].slice(0, MAX_OUTLINES);
    const headings = ids.map(async (id): Promise<readonly Target[]> => {
      const outline = await this.#readOutline(id, version, signal);
      // While the library is being read, only the search knows the titles of the notes that it found.
      const container = (found.get(id) ?? this.reader.get(id))?.name ?? '';
      return outline.map(({ text: name, anchor }) => ({ ...HEADING, id, name, container, anchor }));
    });
    return { headings: (await Promise.all(headings)).flat(), notes };
  }

  async #readOutline(id: string, version: number, signal: AbortSignal): Promise<Outline> {
    const known = this.#outlines.get(id);
    if (known?.version === version) return known.headings;
    const outline = await ifAnswered(call('getDocumentOutline', { document_id: id }, signal), signal);
    if (outline === undefined) return [];
    const { headings } = outline;
    this.#outlines.delete(id);
    this.#outlines.set(id, { version, headings });
    for (const oldest of this.#outlines.keys()) {
      if (this.#outlines.size <= OUTLINES_KEPT) break;
      this.#outlines.delete(oldest);
    }
    return headings;
  }
}

/** Returns the query for words that begin with a word. */
const toPrefix = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"*`;
