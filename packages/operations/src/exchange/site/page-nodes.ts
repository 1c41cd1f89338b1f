import type { SafeElement, SafeNode } from '@notes/markdown-view';
import { readIntactNote } from '../export/markdown.js';
import type { Snapshot } from '../export/snapshot.js';
import { redactLinks } from './private-links.js';
import { renderNote } from './render.js';

/** Pages whose anchors are cached. */
const MAX_CACHED_PAGES = 200;

/** Renders the notes of a site and caches the anchors of their pages. */
export class PageNodes {
  readonly #snapshot: Snapshot;
  readonly #redacts: boolean;
  readonly #anchors = new Map<number, ReadonlySet<string>>();

  /** @param redacts true for a published site, where links to private notes do not reveal their titles */
  constructor(snapshot: Snapshot, redacts: boolean) {
    this.#snapshot = snapshot;
    this.#redacts = redacts;
  }

  /**
   * Renders a note as nodes; undefined when that fails or exceeds its time limit.
   *
   * @param maxLength longest text that is rendered, in characters
   */
  async read(documentPk: number, maxLength = Number.POSITIVE_INFINITY): Promise<readonly SafeNode[] | undefined> {
    const { reader } = this.#snapshot;
    const { body } = readIntactNote(this.#snapshot, reader.exported.note(documentPk));
    const nodes = body.length > maxLength ? undefined : await renderNote(body);
    if (nodes === undefined) return undefined;
    const shown = this.#redacts ? redactLinks(reader, documentPk, nodes) : nodes;
    const anchors = new Set<string>();
    const distinct = shown.map((node) => withDistinctAnchors(node, anchors));
    this.#keep(documentPk, anchors);
    return distinct;
  }

  /** Returns the element ids of a page. */
  async anchors(documentPk: number): Promise<ReadonlySet<string>> {
    if (!this.#anchors.has(documentPk) && (await this.read(documentPk)) === undefined)
      this.#keep(documentPk, new Set<string>());
    return this.#anchors.get(documentPk) as ReadonlySet<string>;
  }

  #keep(documentPk: number, anchors: ReadonlySet<string>): void {
    this.#anchors.delete(documentPk);
    this.#anchors.set(documentPk, anchors);
    const [oldest] = this.#anchors.keys();
    if (this.#anchors.size > MAX_CACHED_PAGES && oldest !== undefined) this.#anchors.delete(oldest);
  }
}

/** Keeps each anchor only on its first element, since ids are unique on a page. */
function withDistinctAnchors(node: SafeNode, seen: Set<string>): SafeNode {
  if (typeof node === 'string') return node;
  const { 'data-anchor': anchor, ...others } = node.attributes;
  const isOwn = anchor !== undefined && anchor !== '' && showsAnchor(node) && !seen.has(anchor);
  if (isOwn) seen.add(anchor);
  const children = node.children.map((child) => withDistinctAnchors(child, seen));
  return { ...node, attributes: isOwn ? { ...others, 'data-anchor': anchor } : others, children };
}

/** Returns false for nodes that are replaced by other elements, which have no id. */
const showsAnchor = ({ attributes }: SafeElement): boolean =>
  (attributes['data-part'] === undefined || attributes['data-part'] === 'task') &&
  attributes['data-kind'] === undefined;
