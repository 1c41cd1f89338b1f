import { type TitleReference, titleReference } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import type { LinkReference } from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { linkKey, titleLinkKey } from './link-key.js';
import {
  type Candidate,
  chooseByTitle,
  LinkResolver,
  type LinkSource,
  needsPath,
  type PathOf,
  type Resolution,
  resolveWithoutKey,
} from './link-resolver.js';

/** Title in links, with the notes that it may mean. */
interface KnownTitle {
  readonly key: string | null;
  readonly reference: TitleReference;
  readonly candidates: readonly Candidate[];
  /** Resolution of every link by the title; null when the notebook of the linking note decides. */
  readonly resolution: Resolution | null;
}

/** Reference as a link stores it. */
type Read = Resolution & { readonly key: string | null };

/** Memory of the map in UTF-16 code units, about. A full map is emptied. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Memory of an entry beside its title, and of a note that the title may mean. */
const ENTRY_CHARACTERS = 100;

/**
 * Resolves the links of many notes, and remembers what each title means. No note or notebook may be created, deleted,
 * renamed or moved while the map is in use. Equals {@link LinkResolver.read}. Its memory is bounded.
 */
export class TitleMap {
  readonly #resolver: LinkResolver;
  #pathOf: PathOf;
  readonly #titles = new Map<string, KnownTitle>();
  #characters = 0;

  constructor(raw: Connection) {
    this.#resolver = new LinkResolver(raw);
    this.#pathOf = this.#resolver.createPathLookup();
  }

  /** Resolves the references of a text, and returns the storage key of each. */
  read(references: readonly LinkReference[], source: LinkSource): Read[] {
    if (this.#characters > MAX_CHARACTERS) this.clear();
    this.learn(references);
    const byId = this.#resolveIds(references, source).values();
    return references.map((reference) => {
      if (reference.type === 'title') return this.#resolveTitle(reference.title, source);
      const key = linkKey(reference);
      const { state, targetPk } =
        key === null ? resolveWithoutKey(reference, source.sourcePk) : (byId.next().value as Resolution);
      return { key, state, targetPk };
    });
  }

  /**
   * Selects the notes that the titles among the references may mean, where they are unknown. One call for several texts
   * needs fewer queries than their readings.
   */
  learn(references: readonly LinkReference[]): void {
    const unknown = new Map<string, TitleReference>();
    for (const reference of references)
      if (reference.type === 'title' && !this.#titles.has(reference.title) && !unknown.has(reference.title))
        unknown.set(reference.title, titleReference(reference.title, nameKey));
    if (unknown.size === 0) return;
    const keys = [...unknown.values()].map(titleLinkKey);
    const found = this.#resolver.selectCandidates(
      keys.filter((key) => key !== null),
      this.#pathOf,
    );
    [...unknown].forEach(([title, reference], n) => {
      const key = keys[n] ?? null;
      this.#add(title, { key, reference, candidates: key === null ? [] : (found.get(key) ?? []) });
    });
  }

  /** Forgets all titles and notebooks, after which names and locations may have changed. */
  clear(): void {
    this.#titles.clear();
    this.#characters = 0;
    this.#pathOf = this.#resolver.createPathLookup();
  }

  #resolveIds(references: readonly LinkReference[], { notebookPk }: LinkSource): readonly Resolution[] {
    const links = references.flatMap((reference) => {
      const key = reference.type === 'title' ? null : linkKey(reference);
      return key === null ? [] : [{ key, title: '', notebookPk }];
    });
    return links.length === 0 ? [] : this.#resolver.resolve(links);
  }

  #resolveTitle(title: string, { notebookPk }: LinkSource): Read {
    const { key, reference, candidates, resolution } = this.#titles.get(title) as KnownTitle;
    const { state, targetPk } =
      resolution ?? chooseByTitle(reference, candidates, notebookPk === null ? [] : this.#pathOf(notebookPk));
    return { key, state, targetPk };
  }

  #add(title: string, { key, reference, candidates }: Omit<KnownTitle, 'resolution'>): void {
    const depends = key !== null && needsPath(key, candidates);
    const resolution = depends ? null : chooseByTitle(reference, candidates, []);
    this.#titles.set(title, { key, reference, candidates, resolution });
    this.#characters += 2 * title.length + ENTRY_CHARACTERS * (1 + candidates.length);
  }
}
